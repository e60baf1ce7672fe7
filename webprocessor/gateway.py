"""The one way out of a browser.

A proxy on loopback that lets through what a site allows, and refuses and notes the rest.

A plain request comes with its whole URL; https and WebSockets come as CONNECT, and what the first
byte says decides: TLS goes through
untouched (or is ended here, where requests are judged), anything else is read as HTTP. Each
connection of the browser has one of its own to
the server, so that closing, keeping alive and streaming work as they do without it.
"""

import contextlib
import errno
import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from html import escape
from itertools import chain

from pathfinder.core.action import OFF_ORIGIN
from pathfinder.core.origin import Origin, origin_of
from pathfinder.webprocessor.authority import Authority
from pathfinder.webprocessor.wire import Gone, Head, Wire, body, carry

_SEEN = 65536
_DRAINED = 1024 * 1024
_CONNECT_SECONDS = 20.0
_HANDSHAKE_SECONDS = 15.0
_MOST_NOTES = 20
# Chromium asks for its own updates, whatever its flags say; that is refused like all else, and no
# page's doing.
_UPDATES = frozenset({"update.googleapis.com"})
_PRIVATE = ("cookie", "authorization", "proxy-authorization", "proxy-connection")
_TLS = b"\x16"
# Two lengths: every browser shows its own error page, as it does for a server that breaks off, and
# does not send the request again.
_BROKEN = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"


@dataclass(frozen=True)
class Request:
    """A request as it is about to be sent.

    body: Its first 64 KiB. headers: All but cookies and log-in data.
    """

    method: str
    url: str
    content_type: str = ""
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.method} {self.url}"


class Gateway:
    """A proxy for one browser, on a free port of 127.0.0.1, in threads that end with it.

    Args:
        allows: Whether a URL's origin is allowed; asked for every request, in threads.
        judge: Whether a request may be sent on; None: whatever is allowed.
        insecure: Take servers' certificates as they are.
    """

    def __init__(
        self,
        allows: Callable[[str], bool],
        judge: Callable[[Request], bool] | None = None,
        *,
        insecure: bool = False,
    ) -> None:
        self.allows = allows
        self.insecure = insecure
        self.authority = Authority()
        self.refused: list[Request] = []
        self.stopped: list[Request] = []
        self.failures: dict[str, str] = {}
        self._judge = judge
        self._known: dict[str, bool] = {}
        self._lock = threading.Lock()
        self._open: set[Wire] = set()
        self._tunnels: set[Wire] = set()
        self._threads: set[threading.Thread] = set()
        self._closed = False
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port: int = self._listener.getsockname()[1]
        self._acceptor = threading.Thread(target=self._accept, name="gateway", daemon=True)
        self._acceptor.start()

    @property
    def judge(self) -> Callable[[Request], bool] | None:
        """Whether a request may be sent on.

        Setting it ends the connections that could not be judged.
        """
        return self._judge

    @judge.setter
    def judge(self, judge: Callable[[Request], bool] | None) -> None:
        with self._lock:
            self._judge = judge
            tunnels = tuple(self._tunnels) if judge else ()
        for wire in tunnels:
            wire.shut()

    def notes(self) -> list[str]:
        """What was refused since this was asked last.

        A line for each method and origin, told once.
        """
        with self._lock:
            new = [one for one, told in self._known.items() if not told]
            self._known.update(dict.fromkeys(new, True))
        more = [f"{OFF_ORIGIN} {len(new) - _MOST_NOTES} more"] if len(new) > _MOST_NOTES else []
        return [*(f"{OFF_ORIGIN} {one}" for one in new[:_MOST_NOTES]), *more]

    def failure(self, url: str) -> str:
        """Why a URL's server could not be reached when that was tried last.

        Empty where it could.
        """
        return self.failures.get(str(origin_of(url)), "")

    def cut(self) -> None:
        """End every connection that is open now; the browser may open others."""
        with self._lock:
            wires = tuple(self._open)
        for wire in wires:
            wire.shut()

    def close(self) -> None:
        """End every connection, and the threads with them."""
        with self._lock:
            self._closed = True
            wires, threads = tuple(self._open), tuple(self._threads)
        for wire in wires:
            wire.shut()
        with contextlib.suppress(OSError):
            socket.create_connection(
                ("127.0.0.1", self.port), timeout=1
            ).close()  # wakes the accepting thread
        for thread in (self._acceptor, *threads):
            thread.join(timeout=5)
        self._listener.close()

    def _accept(self) -> None:
        while not self._closed:
            try:
                sock, _ = self._listener.accept()
            except OSError:
                continue
            thread = threading.Thread(target=self._serve, args=(sock,), name="gateway", daemon=True)
            with self._lock:
                if self._closed:
                    sock.close()
                    return
                self._threads.add(thread)
            thread.start()

    def _serve(self, sock: socket.socket) -> None:
        try:
            with self._holding(sock) as browser, contextlib.suppress(Gone):
                Talk(self, browser).run()
        finally:
            with self._lock:
                self._threads.discard(threading.current_thread())

    @contextlib.contextmanager
    def _holding(self, sock: socket.socket) -> Iterator[Wire]:
        """A socket as a wire that ends with the gateway."""
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        wire = Wire(sock)
        with self._lock:
            self._open.add(wire)
            closed = self._closed
        if closed:
            wire.shut()
        try:
            yield wire
        finally:
            with self._lock:
                self._open.discard(wire)
                self._tunnels.discard(wire)
            wire.close()

    def hold(self, sock: socket.socket) -> contextlib.AbstractContextManager[Wire]:
        """A socket as a wire that ends with the gateway."""
        return self._holding(sock)

    def is_tunnel(self, wire: Wire) -> bool:
        """Mark a connection as one that goes through untouched; whether it may."""
        with self._lock:
            if self._judge is None:
                self._tunnels.add(wire)
            return self._judge is None

    def refuse(self, method: str, url: str) -> None:
        """Write down what was refused.

        Its origin alone is told: a page may send what is typed letter by letter.
        """
        with self._lock:
            origin = origin_of(url)
            self.refused.append(Request(method, url))
            self._known.setdefault(
                f"{method} {origin or 'no address'}", bool(origin and origin.host in _UPDATES)
            )

    def passes(self, request: Request) -> bool:
        """Ask the judge."""
        judge = self._judge
        if judge is None or judge(request):
            return True
        with self._lock:
            self.stopped.append(request)
        return False

    def connect(self, origin: Origin, *, tls: bool) -> socket.socket:
        """A connection to an origin's server.

        Raises:
            OSError: There is none; `failure` says why.
        """
        try:
            sock = _connected(origin)
            made = self._secured(sock, origin.host) if tls else sock
        except OSError as error:
            self.failures[str(origin)] = _reason(error)
            raise
        self.failures.pop(str(origin), None)
        return made

    def _secured(self, sock: socket.socket, host: str) -> socket.socket:
        context = ssl.create_default_context()
        if self.insecure:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        context.set_alpn_protocols(["http/1.1"])
        try:
            sock.settimeout(_HANDSHAKE_SECONDS)
            secured = context.wrap_socket(sock, server_hostname=host)
            secured.settimeout(None)
        except OSError:
            sock.close()
            raise
        return secured


class Talk:
    """One connection of the browser, from its first byte to its last.

    base: Where requests go that say only a path, once a CONNECT has said it; None: each says its
        whole URL.
    """

    def __init__(self, gateway: Gateway, browser: Wire, base: Origin | None = None) -> None:
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
        server, fresh = self._server, self._fresh
        try:
            server.send(bytes(_onward(method, url, origin, head)))
            for raw, _ in pieces:
                server.send(raw)
        except Gone:
            if self.browser.ended:
                return False
        try:
            return self._answer(method, head, server)
        except _Silent:
            # One that was kept alive may have been about to close: the browser, which kept it alive
            # too, knows what to do then.
            if fresh:
                self.gateway.failures[str(origin)] = "ERR_EMPTY_RESPONSE"
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
            sock = self.gateway.connect(origin, tls=origin.scheme == "https")
        except OSError:
            return False
        self._server, self._at, self._fresh = (
            self._held.enter_context(self.gateway.hold(sock)),
            origin,
            True,
        )
        return True

    def _answer(self, method: str, asked: Head, server: Wire) -> bool:
        """Hand the server's answer on; whether both sides keep the connection."""
        while True:
            head = server.head(self.browser)
            if head is None:
                raise _Silent
            status = _status(head)
            if status == 407:
                self._say(502, "The site answered like a proxy (407).")
                return False
            self.browser.send(bytes(head))
            if status == 101:
                carry(self.browser, server)
                return False
            if status >= 200:
                break
        bare = method == "HEAD" or status in (204, 304)
        for raw, _ in body(server, head, bare=bare, until_end=True, beside=self.browser):
            self.browser.send(raw)
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
            self.gateway.hold(self.gateway.connect(origin, tls=False)) as server,
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


REFUSED = (
    "PathFinder did not let the browser go to {origin}, which is not among the allowed origins of "
    "this site. "
    "If it belongs to the site, add {entry} to its hosts."
)
STOPPED = "PathFinder did not send this request: safe mode does not allow it."


class _Silent(Exception):
    """The server closed without a word."""


def _connected(origin: Origin) -> socket.socket:
    # *.localhost is this machine for a browser, whatever the resolver says.
    local = origin.host == "localhost" or origin.host.endswith(".localhost")
    error: OSError = OSError("no address")
    for host in ("127.0.0.1", "::1") if local else (origin.host,):
        try:
            sock = socket.create_connection((host, origin.port), timeout=_CONNECT_SECONDS)
            sock.settimeout(None)
            return sock
        except (OSError, UnicodeError) as failed:
            error = failed if isinstance(failed, OSError) else socket.gaierror(str(failed))
    raise error


def _reason(error: OSError) -> str:
    """The failure in the browser's own words, which are known everywhere else."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"ERR_CERT_INVALID: {error.verify_message}"
    if isinstance(error, ssl.SSLError):
        return "ERR_SSL_PROTOCOL_ERROR"
    if isinstance(error, socket.gaierror):
        return "ERR_NAME_NOT_RESOLVED"
    if isinstance(error, TimeoutError):
        return "ERR_CONNECTION_TIMED_OUT"
    known = {
        errno.ECONNREFUSED: "ERR_CONNECTION_REFUSED",
        errno.ECONNRESET: "ERR_CONNECTION_RESET",
        errno.ENETUNREACH: "ERR_ADDRESS_UNREACHABLE",
        errno.EHOSTUNREACH: "ERR_ADDRESS_UNREACHABLE",
    }
    return known.get(error.errno or 0, f"ERR_CONNECTION_FAILED: {error}")


def _beginning(pieces: Iterator[tuple[bytes, bytes]]) -> tuple[bytes, list[tuple[bytes, bytes]]]:
    """The first 64 KiB of a body, and the pieces taken for it."""
    taken: list[tuple[bytes, bytes]] = []
    seen = b""
    for piece in pieces:
        taken.append(piece)
        seen += piece[1]
        if len(seen) >= _SEEN:
            break
    return seen[:_SEEN], taken


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


def _status(head: Head) -> int:
    parts = head.first.split(" ", 2)
    if len(parts) < 2 or not parts[0].startswith("HTTP/1.") or not parts[1].isdigit():
        raise Gone("no HTTP/1.1")
    return int(parts[1])


def _keeps(head: Head) -> bool:
    """Whether a side says that the connection stays open."""
    said = head.get("connection") or head.get("proxy-connection")
    return "close" not in said and ("HTTP/1.0" not in head.first or "keep-alive" in said)
