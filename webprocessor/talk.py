"""One connection of the browser at the gateway: what it asks for, and what it is answered.

A plain request comes with its whole URL; https and WebSockets come as CONNECT, and what the first
byte says decides: TLS goes through untouched (or is ended here, where requests are judged),
anything else is read as HTTP.
"""

import contextlib
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from itertools import chain

from pathfinder.core.origin import Origin, origin_of
from pathfinder.core.sending import SEEN
from pathfinder.webprocessor.checkpoint import Checkpoint, Request
from pathfinder.webprocessor.network import Exchange
from pathfinder.webprocessor.wire import Gone, Head, Wire, body, carry

_DRAINED = 1024 * 1024
_PROMPTS = ("basic", "digest")
_PRIVATE = ("cookie", "authorization", "proxy-authorization", "proxy-connection")
_TLS = b"\x16"
# Two lengths: every browser shows its own error page, as it does for a server that breaks off, and
# does not send the request again.
_BROKEN = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"
REFUSED = (
    "PathFinder did not let the browser go to {origin}, which is not among the allowed origins of "
    "this site. "
    "If it belongs to the site, add {entry} to its hosts."
)
STOPPED = "PathFinder did not send this request: safe mode does not allow it."


class Talk:
    """One connection of the browser, from its first byte to its last.

    base: Where requests go that say only a path, once a CONNECT has said it; None: each says its
        whole URL.
    """

    def __init__(self, gateway: Checkpoint, browser: Wire, base: Origin | None = None) -> None:
        self.gateway = gateway
        self.browser = browser
        self.base = base
        self._server: Wire | None = None
        self._at: Origin | None = None
        self._fresh = True
        self._held = contextlib.ExitStack()

    def run(self) -> None:
        """Answer requests until one side has had enough."""
        with self._held:
            while head := self.browser.head(self._server):
                method, _, rest = head.first.partition(" ")
                target = rest.rpartition(" ")[0].strip()
                if method == "CONNECT" and self.base is None:
                    self._tunnel(target)
                    return
                if not self._exchange(method, target, head):
                    return

    def _exchange(self, method: str, target: str, head: Head) -> bool:
        """Answer one request; whether there may be another."""
        url = f"{self.base}{target}" if self.base and target.startswith("/") else target
        origin = origin_of(url)
        if (
            origin is None
            or (self.base and origin != self.base)
            or (not self.base and origin.scheme != "http")
        ):
            self._say(400, "PathFinder can't read this request.")
            return False
        if not self.gateway.allows(url):
            self.gateway.refuse(method, url)
            return self._deny(
                head, REFUSED.format(origin=escape(str(origin)), entry=escape(origin.authority))
            )
        pieces = body(self.browser, head, bare=False, until_end=False)
        seen, begun = _beginning(pieces) if self.gateway.judge else (b"", [])
        if not self.gateway.passes(_request(method, url, head, seen)):
            return self._deny(head, STOPPED, pieces)
        return self._forward(method, url, origin, head, chain(begun, pieces))

    def _forward(
        self,
        method: str,
        url: str,
        origin: Origin,
        head: Head,
        pieces: Iterator[tuple[bytes, bytes]],
    ) -> bool:
        if not self._reach(origin):
            self.browser.send(_BROKEN)
            return False
        assert self._server
        server, fresh, began = self._server, self._fresh, time.time()
        request = _request(method, url, head, b"")
        with self.gateway.waits(request):
            try:
                server.send(bytes(_onward(method, url, origin, head)))
                for raw, _ in pieces:
                    server.send(raw)
            except Gone:
                if self.browser.ended:
                    return False
            try:
                return self._answer(request, head, server, began)
            except _Silent:
                # One that was kept alive may have been about to close: the browser, which kept it
                # alive too, knows what to do then.
                if fresh:
                    self.gateway.servers.failed(origin, "ERR_EMPTY_RESPONSE")
                    self.browser.send(_BROKEN)
                return False

    def _reach(self, origin: Origin) -> bool:
        """Have a connection to the origin's server: the last one if it is still there."""
        if self._server and self._at == origin and not self._server.ended:
            self._fresh = False
            return True
        self._held.close()
        self._server = None
        try:
            sock = self.gateway.servers.connect(origin, tls=origin.scheme == "https")
        except OSError:
            return False
        self._server, self._at, self._fresh = (
            self._held.enter_context(self.gateway.hold(sock)),
            origin,
            True,
        )
        return True

    def _answer(self, request: Request, asked: Head, server: Wire, began: float) -> bool:
        """Hand the server's answer on; whether both sides keep the connection."""
        while True:
            head = server.head(self.browser)
            if head is None:
                raise _Silent
            status = _status(head)
            if status == 407:
                self._say(502, "The site answered like a proxy (407).")
                return False
            if status >= 200:
                self.gateway.carried(request, status)
            self.browser.send(bytes(_unprompting(head) if status == 401 else head))
            if status == 101:
                carry(self.browser, server)
                return False
            if status >= 200:
                break
        waited, length = time.time() - began, 0
        bare = request.method == "HEAD" or status in (204, 304)
        try:
            for raw, piece in body(server, head, bare=bare, until_end=True, beside=self.browser):
                self.browser.send(raw)
                length += len(piece)
        finally:
            if self.gateway.log:
                exchange = Exchange(
                    request.method,
                    request.url,
                    asked.fields,
                    status,
                    head.fields,
                    began,
                    waited,
                    time.time() - began,
                    length,
                )
                self.gateway.log.add(exchange)
        framed = (
            bare or "chunked" in head.get("transfer-encoding") or bool(head.get("content-length"))
        )
        return framed and _keeps(head) and _keeps(asked)

    def _tunnel(self, target: str) -> None:
        """A CONNECT: https, or a WebSocket."""
        plain, secure = origin_of(f"http://{target}"), origin_of(f"https://{target}")
        if plain is None or secure is None:
            self._say(400, "PathFinder can't read this request.")
            return
        if not (self.gateway.allows(str(plain)) or self.gateway.allows(str(secure))):
            self.gateway.refuse("CONNECT", str(secure))
            self._say(403, REFUSED.format(origin=escape(target), entry=escape(plain.authority)))
            return
        self.browser.send(b"HTTP/1.1 200 Connection established\r\n\r\n")
        try:
            first = self.browser.ahead[:1] or self.browser.sock.recv(1, socket.MSG_PEEK)
        except OSError:
            return
        if first != _TLS:
            Talk(self.gateway, self.browser, plain).run()
        elif not self.gateway.allows(str(secure)):
            self.gateway.refuse("CONNECT", str(secure))
        elif self.gateway.is_tunnel(self.browser):
            self._carry_on(secure)
        else:
            self._open_up(secure)

    def _carry_on(self, origin: Origin) -> None:
        with (
            contextlib.suppress(OSError),
            self.gateway.hold(self.gateway.servers.connect(origin, tls=False)) as server,
        ):
            carry(server, self.browser)

    def _open_up(self, origin: Origin) -> None:
        """End the browser's TLS here, so that each request can be judged."""
        context = self.gateway.authority.context(origin.host)
        try:
            secured = context.wrap_socket(self.browser.sock, server_side=True)
        except OSError:
            return
        with self.gateway.hold(secured) as inside:
            Talk(self.gateway, inside, origin).run()

    def _deny(
        self, head: Head, said: str, pieces: Iterator[tuple[bytes, bytes]] | None = None
    ) -> bool:
        """Answer in the server's place, when the request's body has come.

        A browser that is still sending does not listen.
        """
        got = 0
        for raw, _ in (
            body(self.browser, head, bare=False, until_end=False) if pieces is None else pieces
        ):
            got += len(raw)
            if got > _DRAINED:
                break
        self._say(403, said, method=head.first.partition(" ")[0])
        return False

    def _say(self, status: int, said: str, *, method: str = "") -> None:
        page = f"<!doctype html><title>Refused by PathFinder</title><p>{said}</p>".encode()
        head = Head(
            f"HTTP/1.1 {status} Refused by PathFinder",
            (
                ("Content-Type", "text/html; charset=utf-8"),
                ("Content-Length", str(len(page))),
                ("Cache-Control", "no-store"),
                ("Connection", "close"),
            ),
        )
        self.browser.send(bytes(head) + (b"" if method == "HEAD" else page))


class _Silent(Exception):
    """The server closed without a word."""


def _beginning(pieces: Iterator[tuple[bytes, bytes]]) -> tuple[bytes, list[tuple[bytes, bytes]]]:
    """The first 64 KiB of a body, and the pieces taken for it."""
    taken: list[tuple[bytes, bytes]] = []
    seen = b""
    for piece in pieces:
        taken.append(piece)
        seen += piece[1]
        if len(seen) >= SEEN:
            break
    return seen[:SEEN], taken


def _request(method: str, url: str, head: Head, seen: bytes) -> Request:
    fields = {name: value for name, value in head.fields if name.lower() not in _PRIVATE}
    kind = next((value for name, value in head.fields if name.lower() == "content-type"), "")
    return Request(method, url, kind, seen, fields)


def _onward(method: str, url: str, origin: Origin, head: Head) -> Head:
    """The request's head as the server gets it."""
    path = url.split("//", 1)[1]
    at = min((path.find(mark) for mark in "/?" if mark in path), default=len(path))
    target = path[at:].partition("#")[0]
    kept = head.without("host", "proxy-connection", "proxy-authorization")
    return replace(
        kept,
        first=f"{method} {target if target.startswith('/') else '/' + target} HTTP/1.1",
        fields=(("Host", origin.authority), *kept.fields),
    )


def _unprompting(head: Head) -> Head:
    """A 401 that the page gets to see, and that opens no dialog in which everything waits."""
    return replace(
        head,
        fields=tuple(
            (name, value)
            for name, value in head.fields
            if name.lower() != "www-authenticate" or value.split(" ")[0].lower() not in _PROMPTS
        ),
    )


def _status(head: Head) -> int:
    parts = head.first.split(" ", 2)
    if len(parts) < 2 or not parts[0].startswith("HTTP/1.") or not parts[1].isdigit():
        raise Gone("no HTTP/1.1")
    return int(parts[1])


def _keeps(head: Head) -> bool:
    """Whether a side says that the connection stays open."""
    said = head.get("connection") or head.get("proxy-connection")
    return "close" not in said and ("HTTP/1.0" not in head.first or "keep-alive" in said)
