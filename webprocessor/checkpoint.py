"""What a gateway lets through: what is asked of every request, and the connections it holds."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from pathfinder.core.action import OFF_ORIGIN
from pathfinder.core.origin import origin_of
from pathfinder.webprocessor.authority import Authority
from pathfinder.webprocessor.network import NetworkLog
from pathfinder.webprocessor.servers import Servers
from pathfinder.webprocessor.wire import Wire

_MOST_NOTES = 20
_MOST_KEPT = 200
# Chromium asks for its own updates, whatever its flags say; that is refused like all else, and no
# page's doing.
_UPDATES = frozenset({"update.googleapis.com"})
_AWAITED = 2.0
"""Seconds for which what a page asked for is waited for: later on it is asking to be told."""
_READING = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
"""Methods that change nothing. Source: RFC 9110, safe methods."""
_BESIDE = frozenset({"image", "font", "style", "audio", "video", "track", "manifest"})
_BESIDE_TYPES = ("image/", "text/css", "text/event-stream")


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


@dataclass(frozen=True)
class Answered:
    """A request that a server answered with an error.

    status: 4xx or 5xx. asked_by_page: A page sent it, or a link led there; not the address that was
        typed in. is_page: Its answer becomes a page.
    """

    method: str
    url: str
    status: int
    asked_by_page: bool
    is_page: bool


class Checkpoint:
    """Asks of every request whether it may go on, and holds the connections that are open.

    Args:
        allows: Whether a URL's origin is allowed; asked for every request, in threads.
        judge: Whether a request may be sent on; None: whatever is allowed.
        insecure: Take servers' certificates as they are.
        log: Takes in every exchange, also of https, which is opened up for it.

    sent: How many requests went on. taken: How many of them may have changed something, and were
    answered without an error; those of https are not seen.
    """

    def __init__(
        self,
        allows: Callable[[str], bool],
        judge: Callable[[Request], bool] | None = None,
        *,
        insecure: bool = False,
        log: NetworkLog | None = None,
    ) -> None:
        self.allows = allows
        self.log = log
        self.servers = Servers(insecure=insecure)
        self.authority = Authority()
        self.refused: list[Request] = []
        self.stopped: list[Request] = []
        self.sent = 0
        self.taken = 0
        self._failures: list[Answered] = []
        self._judge = judge
        self._known: dict[str, bool] = {}
        self._unanswered: dict[int, float] = {}
        self._lock = threading.Lock()
        self._open: set[Wire] = set()
        self._tunnels: set[Wire] = set()
        self._closed = False

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

    def carried(self, request: Request, status: int) -> None:
        """Count a request that a server has taken, and keep one that it answered with an error."""
        self._answered(request)
        headers = {name.casefold(): value for name, value in request.headers.items()}
        mode = headers.get("sec-fetch-mode", "")
        is_page = mode == "navigate" or (not mode and "text/html" in headers.get("accept", ""))
        typed = headers.get("sec-fetch-site") == "none" or (is_page and "referer" not in headers)
        with self._lock:
            self.taken += status < 400 and request.method not in _READING
            if status >= 400 and len(self._failures) < _MOST_KEPT:
                one = Answered(request.method, request.url, status, not typed, is_page)
                self._failures.append(one)

    def failures(self) -> list[Answered]:
        """The requests that servers answered with an error since this was asked last."""
        with self._lock:
            told, self._failures = self._failures, []
            return told

    @contextlib.contextmanager
    def waits(self, request: Request) -> Iterator[None]:
        """A request waits for its answer, until `carried` says that there is one, or in vain."""
        if _is_content(request):
            with self._lock:
                self._unanswered[id(request)] = time.monotonic()
        try:
            yield
        finally:
            self._answered(request)

    def _answered(self, request: Request) -> None:
        with self._lock:
            self._unanswered.pop(id(request), None)

    def awaited(self) -> bool:
        """Whether content that a page asked for a moment ago has not begun to come."""
        oldest = time.monotonic() - _AWAITED
        with self._lock:
            return any(began > oldest for began in self._unanswered.values())

    def passes(self, request: Request) -> bool:
        """Count a request, whether or not it is answered, and ask the judge."""
        with self._lock:
            self.sent += 1
        judge = self._judge
        if judge is None or judge(request):
            return True
        with self._lock:
            self.stopped.append(request)
        return False

    @contextlib.contextmanager
    def hold(self, sock: socket.socket) -> Iterator[Wire]:
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

    def is_tunnel(self, wire: Wire) -> bool:
        """Mark a connection as one that goes through untouched; whether it may."""
        with self._lock:
            untouched = self._judge is None and self.log is None
            if untouched:
                self._tunnels.add(wire)
            return untouched

    def cut(self) -> None:
        """End every connection that is open now; the browser may open others."""
        with self._lock:
            wires = tuple(self._open)
        for wire in wires:
            wire.shut()


def _is_content(request: Request) -> bool:
    """Whether a page may be made of its answer: no picture, no style, and nothing that streams."""
    headers = {name.casefold(): value for name, value in request.headers.items()}
    beside = headers.get("sec-fetch-dest", "") in _BESIDE
    return not (beside or headers.get("accept", "").startswith(_BESIDE_TYPES))
