"""Mailman's core on a port of loopback, without the parts that carry mail. `python core.py PORT`."""

import sys
from wsgiref.simple_server import WSGIRequestHandler, make_server

from mailman.core.initialize import initialize


class _Handler(WSGIRequestHandler):
    """As wsgiref's, but without a line for each question."""

    def log_message(self, *words):
        """Say nothing."""


def main():
    """Answer until the process is ended."""
    initialize()
    from mailman.rest.wsgiapp import make_application

    port = int(sys.argv[1])
    make_server("127.0.0.1", port, make_application(), handler_class=_Handler).serve_forever()


main()
