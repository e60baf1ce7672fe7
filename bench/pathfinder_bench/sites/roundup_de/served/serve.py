"""Serves a tracker under /werkstatt by Roundup's WSGI dispatcher. `python serve.py TRACKER PORT`."""

import sys
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server
from wsgiref.util import shift_path_info

from roundup.cgi.wsgi_handler import RequestDispatcher


class Server(ThreadingMixIn, WSGIServer):
    """Answers several requests at once, as a browser sends them."""

    daemon_threads = True


def main() -> None:
    """Serve until ended."""
    dispatch = RequestDispatcher(sys.argv[1])

    def under_a_path(environ, start_response):
        if shift_path_info(environ) != "werkstatt":
            start_response("404 Not Found", [("Content-Type", "text/plain")])
            return [b"Not found"]
        return dispatch(environ, start_response)

    port = int(sys.argv[2])
    make_server(
        "127.0.0.1", port, under_a_path, server_class=Server, handler_class=WSGIRequestHandler
    ).serve_forever()


main()
