"""A hostile site of a few pages, which keeps every request that arrives.

What it got is what has leaked.
"""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Catcher:
    """What arrived. url: Of the site's root."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.arrived: list[str] = []

    def holding(self, *values: str) -> list[str]:
        """The requests that hold one of the values."""
        return [request for request in self.arrived if any(value in request for value in values)]


@contextmanager
def catching(pages: Mapping[str, str]) -> Iterator[Catcher]:
    """Serve pages, each given as the inside of its body; what is sent is answered with thanks."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer("")

        def do_POST(self) -> None:
            self._answer(self.rfile.read(int(self.headers["Content-Length"])).decode())

        def _answer(self, sent: str) -> None:
            if self.path != "/favicon.ico":
                catcher.arrived.append(f"{self.command} {self.path} {sent}")
            body = pages.get(self.path.partition("?")[0], "<h1>Thank you</h1><p>We have it.</p>")
            page = (
                f"<!doctype html><html lang=en><meta charset=utf-8><title>Test page</title>{body}"
            ).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        catcher = Catcher(f"http://127.0.0.1:{server.server_port}/")
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield catcher
        server.shutdown()
