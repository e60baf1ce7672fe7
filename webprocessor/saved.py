"""Saved HTML pages as Snapshots.

Chromium opens each from a loopback server, without its scripts.
"""

import threading
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote, urlsplit

from pathfinder.webprocessor.element import Snapshot
from pathfinder.webprocessor.navigate import go
from pathfinder.webprocessor.opening import open_browser

# The browser does not wait for style sheets by itself, and an animation would be seen at a
# different moment each time.
_AT_REST = """
const done = arguments[0];
function rest() {
  for (const each of document.getAnimations()) try { each.finish(); } catch { each.cancel(); }
  done();
}
if (document.readyState === "complete") rest();
else addEventListener("load", rest);
"""


class PageReader:
    """A browser that reads saved pages.

    Args:
        folder: Where the pages' style sheets and pictures lie; None where they have none.

    Raises:
        BrowserMissing: No browser or driver; the message says how to install them.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._address, self._page = "", b""
        self._http = ThreadingHTTPServer(
            ("127.0.0.1", 0), partial(_Handler, self._response, directory=folder)
        )
        self._http.daemon_threads = True
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        host = f"127.0.0.1:{self._http.server_port}"
        self._origin = f"http://{host}"
        try:
            self._browser = open_browser([host])
        except BaseException:
            self._stop_serving()
            raise

    def read(self, html: str, url: str) -> Snapshot:
        """The page as it looks when it is found at a URL.

        Args:
            url: Absolute, or a file's name; links of a page that has no host have none either.
        """
        parts = urlsplit(url)
        self._address = parts._replace(
            scheme="", netloc="", path=f"/{quote(parts.path.lstrip('/'), safe='/%')}", fragment=""
        ).geturl()
        self._page = html.encode()
        go(self._browser.driver, self._origin + self._address)
        self._browser.driver.execute_async_script(_AT_REST)
        snapshot = self._browser.look()
        host = f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
        elements = (
            replace(each, href=each.href.replace(self._origin, host, 1)) if each.href else each
            for each in snapshot.elements
        )
        return replace(snapshot, url=url, elements=tuple(elements), seconds=0.0)

    def close(self) -> None:
        """End the browser."""
        self._browser.close()
        self._stop_serving()

    def _response(self, address: str) -> bytes | None:
        return self._page if address == self._address else None

    def _stop_serving(self) -> None:
        self._http.shutdown()
        self._http.server_close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()


class _Handler(SimpleHTTPRequestHandler):
    """Serves the page that is read, and what it refers to from the folder."""

    def __init__(self, response: Any, *args: Any, directory: Path | None) -> None:
        self._response, self._has_folder = response, directory is not None
        super().__init__(*args, directory=directory)

    def do_GET(self) -> None:
        page = self._response(self.path)
        if page is not None:
            self._send(page)
        elif self._has_folder:
            super().do_GET()
        else:
            self.send_error(404)

    def _send(self, page: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def end_headers(self) -> None:
        # What was saved is the page after its scripts ran: run again, they would change it.
        self.send_header("Content-Security-Policy", "script-src 'none'")
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass
