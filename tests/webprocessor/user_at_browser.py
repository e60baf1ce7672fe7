"""Pages served on loopback, and someone at a browser who names things as a page names them."""

import shutil
import threading
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType

from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.secrets import Value, Vault
from pathfinder.webprocessor.change import Change, changes
from pathfinder.webprocessor.element import Element, Scene
from pathfinder.webprocessor.scene import make_scene
from pathfinder.webprocessor.webdriver import WebDriverBrowser

SECRETS = Vault(
    {"account.password": "correct-horse-9", "name": "Ann", "card.cvc": "737"},
    frozenset({"account.password", "card.cvc"}),
)
FIREFOX = bool(
    shutil.which("geckodriver") and (shutil.which("firefox") or shutil.which("firefox-esr"))
)


class Site:
    """Pages by path on a loopback port; some paths misbehave on purpose."""

    def __init__(self) -> None:
        self.pages: dict[str, str] = {}
        self.posted: list[str] = []
        self._quit = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.host = f"127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def page(self, body: str, *, path: str = "", title: str = "Test page") -> str:
        """Serve a page and return its URL."""
        path = path or f"/page{len(self.pages)}"
        self.pages[path] = (
            "<!doctype html><html lang=en><head><meta "
            f"charset=utf-8><title>{title}</title></head><body>{body}</body></html>"
        )
        return f"http://{self.host}{path}"

    def answer(self, path: str) -> tuple[int, str, dict[str, str]]:
        """Status, body and headers for a path."""
        special = {
            "/auth": (401, "Log in first", {"WWW-Authenticate": 'Basic realm="staff"'}),
            "/report.csv": (
                200,
                "a,b\n1,2\n",
                {
                    "Content-Type": "text/csv",
                    "Content-Disposition": "attachment; filename=report.csv",
                },
            ),
            "/renewed": (200, "<h1>Renewed</h1>", {"Set-Cookie": "session=2; HttpOnly"}),
            "/later": (200, "[1]", {"Content-Type": "application/json"}),
            "/worker.js": (200, "onfetch = () => {};", {"Content-Type": "text/javascript"}),
        }
        nowhere = (404, "<!doctype html><title>404</title><h1>Page not found</h1>", {})
        return special.get(path) or ((200, self.pages[path], {}) if path in self.pages else nowhere)

    def close(self) -> None:
        self._quit.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                path = self.path.split("?")[0]
                if path == "/hang":
                    site._quit.wait(30)
                    return
                time.sleep(0.5 if path == "/later" else 0)
                self._send(*site.answer(path))

            def do_POST(self) -> None:
                site.posted.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
                self._send(
                    200, "<!doctype html><title>Done</title><h1>Thank you</h1><p>We have it.</p>"
                )

            def _send(
                self, status: int, body: str, headers: Mapping[str, str] = MappingProxyType({})
            ) -> None:
                data = body.encode()
                self.send_response(status)
                for key, value in {"Content-Type": "text/html; charset=utf-8", **headers}.items():
                    self.send_header(key, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *args: object) -> None:
                pass

        return Handler


class User:
    """Someone at the browser who names things as a page names them."""

    def __init__(self, browser: WebDriverBrowser, site: Site) -> None:
        self.browser = browser
        self.site = site
        self.scene = Scene("", "", "", (), ())

    def visit(self, body: str) -> Scene:
        """Open a page that holds `body`, and look."""
        return self.go(self.site.page(body))

    def go(self, url: str) -> Scene:
        self.browser.open(url)
        return self.look()

    def look(self) -> Scene:
        self.scene = make_scene(self.browser.look())
        return self.scene

    def named(self, name: str) -> Element:
        """The one element that can be acted on and has this name."""
        found = [element for element in self.scene.actionable if element.name == name]
        assert len(found) == 1, (
            f"{len(found)} elements are called {name!r}; there are "
            f"{[e.name for e in self.scene.actionable]}"
        )
        return found[0]

    def do(
        self, kind: Kind, name: str = "", value: Value | None = None, *, onto: str = ""
    ) -> ActionResult:
        uid = self.named(name).uid if name else None
        return self.browser.perform(
            Action(kind, uid, value, self.named(onto).uid if onto else None), self.scene
        )

    def change(self, kind: Kind, name: str = "", value: Value | None = None) -> Change:
        """Do it; return what a user sees change."""
        before = self.scene
        result = self.do(kind, name, value)
        assert result.ok, result
        return changes(before, self.look())

    def value(self, name: str) -> str:
        self.look()
        return self.named(name).value
