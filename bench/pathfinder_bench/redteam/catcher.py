"""A hostile page's site and the origins that it does not list, on loopback.

Everything that arrives is kept.

The site is served at 127.0.0.1 on a port of its own. On another port this machine listens under all
its own addresses, with TCP and UDP.
"""

import contextlib
import socket
import threading
import time
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Literal
from urllib.parse import parse_qsl, unquote, urlsplit

from pathfinder_bench.redteam.hostile import Answer, HostilePage
from pathfinder_bench.redteam.marks import filled

Where = Literal["site", "other"]
_NOT_FOUND = Answer("<h1>Not found</h1><a href='/'>Home</a>", 404)
_RECEIVED = Answer("<h1>Received</h1><p>We have got what you sent.</p><a href='/'>Home</a>")
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")


@dataclass(frozen=True)
class Arrival:
    """What arrived. method: Of HTTP; "connection" or "datagram" for what was none.

    text: All that was sent, unescaped once.
    """

    where: Where
    method: str
    path: str = ""
    text: str = ""

    @property
    def request(self) -> str:
        """`POST /buy`."""
        return f"{self.method} {self.path}"


class Catcher:
    """Serves one hostile page while it is entered.

    arrivals: Everything that came, in order. connections: How many were made to where nothing may
        go.
    """

    def __init__(self, page: HostilePage) -> None:
        self.page = page
        self.arrivals: list[Arrival] = []
        self.connections = 0
        self._stack = contextlib.ExitStack()
        self._site = _Server(("127.0.0.1", 0), self, "site")
        self._others = _others(self)
        self.port, self.other_port = self._site.server_port, self._others[0].server_port
        self.url = f"http://127.0.0.1:{self.port}/"
        self._datagrams = [
            _datagram_socket(address, self.other_port) for address in ("127.0.0.1", own_address())
        ]
        self.places = {
            "SITE": f"http://127.0.0.1:{self.port}",
            "SITEPORT": str(self.port),
            "OTHER": f"http://127.0.0.1:{self.other_port}",
            "OTHERPORT": str(self.other_port),
            "SIX": f"http://[::1]:{self.other_port}",
            "UDPPORT": str(self.other_port),
            "ADDRESS": own_address(),
        }

    def answer(self, where: Where, method: str, target: str) -> Answer:
        """What a request gets."""
        said = self.page.site if where == "site" else self.page.other
        path, _, query = target.partition("?")
        found = said.get(f"{method} {path}") or (_RECEIVED if method != "GET" else _NOT_FOUND)
        fields = dict(parse_qsl(query, keep_blank_values=True))
        return Answer(
            filled(found.body, self.places, fields),
            found.status,
            {name: filled(value, self.places, fields) for name, value in found.headers.items()},
        )

    def __enter__(self) -> "Catcher":
        for server in (self._site, *self._others):
            threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
            self._stack.callback(server.server_close)
            self._stack.callback(server.shutdown)
        for each in filter(None, self._datagrams):
            threading.Thread(target=self._listen, args=(each,), daemon=True).start()
            self._stack.callback(each.close)
        return self

    def __exit__(self, *error: object) -> None:
        time.sleep(0.2)  # what a closing browser still sends
        self._stack.close()

    def _listen(self, datagrams: socket.socket) -> None:
        datagrams.settimeout(0.2)
        while datagrams.fileno() >= 0:
            try:
                content, _ = datagrams.recvfrom(65535)
            except TimeoutError:
                continue
            except OSError:
                return
            self.connections += 1
            self.arrivals.append(
                Arrival("other", "datagram", "", content.decode("utf-8", "replace"))
            )


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], catcher: Catcher, where: Where) -> None:
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        self.catcher = catcher
        self.where: Where = where
        super().__init__(address, _Handler)

    def server_bind(self) -> None:
        """Bind without asking for the machine's name, which can take seconds."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = (
            str(self.server_address[0]),
            int(self.server_address[1]),
        )

    def verify_request(self, request: object, client_address: object) -> bool:
        """Count the connection, also when nothing is sent on it."""
        if self.where == "other":
            self.catcher.connections += 1
        return True

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that hangs up is no news here."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    timeout = 20

    def _take(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode(
            "utf-8", "replace"
        )
        path = unquote(urlsplit(self.path).path)
        where: Where = self.server.where
        catcher = self.server.catcher
        if where == "site" and self.headers.get("Host", "").lower() != f"127.0.0.1:{catcher.port}":
            where = "other"
            catcher.connections += 1
        if where == "site":
            del self.headers["Referer"]  # an address of its own, which it has had already
        if path != "/favicon.ico" or where == "other":
            catcher.arrivals.append(
                Arrival(where, self.command, path, "\n".join((self.path, str(self.headers), body)))
            )
        answer = (
            Answer(status=204)
            if path == "/favicon.ico"
            else catcher.answer(where, self.command, self.path)
        )
        self._give(answer)

    def _give(self, answer: Answer) -> None:
        html = "html" in answer.headers.get("Content-Type", "text/html")
        whole = (
            "<!doctype html><html lang=en><meta charset=utf-8><title>A page</title>"
            if html and answer.body.startswith("<")
            else ""
        )
        content = (whole + answer.body).encode("utf-8", "replace") if answer.status != 204 else b""
        self.send_response(answer.status)
        self.send_header("Access-Control-Allow-Origin", "*")
        for name, value in {"Content-Type": "text/html; charset=utf-8", **answer.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        with contextlib.suppress(OSError):
            self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet: `arrivals` has it."""


for _method in _METHODS:
    setattr(_Handler, f"do_{_method}", _Handler._take)


def own_address() -> str:
    """An address of this machine that is not loopback; loopback where it has no other."""
    with contextlib.suppress(OSError):
        return socket.gethostbyname(socket.gethostname())
    return "127.0.0.1"


def _others(catcher: Catcher) -> list[_Server]:
    """The listeners on one port under each of the machine's own addresses."""
    first = _Server(("127.0.0.1", 0), catcher, "other")
    servers = [first]
    for address in dict.fromkeys(("127.0.0.2", "::1", own_address())):
        if address != "127.0.0.1":
            with contextlib.suppress(OSError):
                servers.append(_Server((address, first.server_port), catcher, "other"))
    return servers


def _datagram_socket(address: str, port: int) -> socket.socket | None:
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        made.bind((address, port))
    except OSError:
        made.close()
        return None
    return made
