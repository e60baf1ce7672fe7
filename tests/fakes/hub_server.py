"""A loopback server that serves one file as Hugging Face does.

Facts by HEAD, bytes by GET, ranges and all.
"""

import hashlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self


class HubServer:
    """Serves `content` at /REPOSITORY/resolve/main/FILE while it is entered.

    cut: Ends the first download after this many bytes, when set.
    ranges: The Range headers that came in.
    """

    def __init__(self, content: bytes, *, cut: int = 0) -> None:
        self.content = content
        self.cut = cut
        self.ranges: list[str] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_port}"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_HEAD(self) -> None:
                self._facts(200, len(server.content))

            def do_GET(self) -> None:
                wanted = self.headers.get("Range", "")
                server.ranges.append(wanted)
                start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted else 0
                body = server.content[start:]
                self._facts(206 if start else 200, len(body))
                if server.cut:
                    body, server.cut = body[: server.cut], 0
                self.wfile.write(body)

            def _facts(self, status: int, length: int) -> None:
                self.send_response(status)
                self.send_header("ETag", f'"{hashlib.sha256(server.content).hexdigest()}"')
                self.send_header("X-Repo-Commit", "a" * 40)
                self.send_header("Accept-Ranges", "bytes")
                self.send_header("Content-Length", str(length))
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                pass

        return Handler

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *unused: object) -> None:
        self._http.shutdown()
        self._http.server_close()
