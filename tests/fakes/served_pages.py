"""A site of a few pages on loopback, each given as the inside of its body."""

import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


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

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        if tls:
            server.socket = tls.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"{'https' if tls else 'http'}://127.0.0.1:{server.server_port}/"
        server.shutdown()
