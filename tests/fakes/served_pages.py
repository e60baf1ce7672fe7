"""A site of a few pages on loopback, each given as the inside of its body."""

import ssl
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class _Pages(ThreadingHTTPServer):
    """Says nothing of a browser that went away in the middle of a request."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def served_pages(pages: Mapping[str, str], tls: ssl.SSLContext | None = None) -> Iterator[str]:
    """Serve the pages by their paths, over https with `tls`; the root's URL ends in a slash."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = pages.get(self.path.partition("?")[0])
            page = (
                "<!doctype html><html lang=en><meta charset=utf-8><title>Test "
                f"page</title>{body or '<h1>Not found</h1>'}"
            ).encode()
            self.send_response(404 if body is None else 200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with _Pages(("127.0.0.1", 0), Handler) as server:
        if tls:
            server.socket = tls.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"{'https' if tls else 'http'}://127.0.0.1:{server.server_port}/"
        server.shutdown()
