"""Serves pretix with its own static files. `python serve.py PORT`."""

import mimetypes
import sys
from pathlib import Path
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIServer, make_server

from django.conf import settings
from django.core.wsgi import get_wsgi_application


class Server(ThreadingMixIn, WSGIServer):
    """Answers several requests at once, as a browser sends them."""

    daemon_threads = True


def main() -> None:
    """Serve until ended."""
    pages = get_wsgi_application()
    root = Path(settings.STATIC_ROOT).resolve()

    def application(environ, start_response):
        path = environ["PATH_INFO"]
        if not path.startswith("/static/"):
            return pages(environ, start_response)
        file = (root / path.removeprefix("/static/")).resolve()
        if not (file.is_file() and file.is_relative_to(root)):
            start_response("404 Not Found", [("Content-Type", "text/plain")])
            return [b"Not found"]
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        start_response("200 OK", [("Content-Type", kind)])
        return [file.read_bytes()]

    make_server("127.0.0.1", int(sys.argv[1]), application, server_class=Server).serve_forever()


main()
