"""Safe mode in a browser.

What is asked before a request leaves it, a control is pressed, or a dialog is accepted.
"""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol
from urllib.parse import urlsplit

from pathfinder.core.errors import SafeModeStop
from pathfinder.core.sending import READING, Request, fields_of, method_of

_OPERATION = frozenset({"operationName"})
"""The field of a request that says what it does at a GraphQL endpoint."""


class Safety(Protocol):
    """What may be done; `pathfinder.engine.safety.Policy` says so for a site."""

    def may_send(self, request: Request) -> bool:
        """Whether a request may leave the browser."""

    def stop(self, request: Request) -> SafeModeStop:
        """The error that says what was stopped."""

    def describe(self, request: Request) -> str:
        """A request in a few words."""

    def pressing(self, said: Mapping[str, object]) -> SafeModeStop | None:
        """The error when a control that says this of itself may not be pressed."""

    def accepting(self, dialog: str) -> SafeModeStop | None:
        """The error when a native dialog may not be accepted."""

    def knows(self, language: str) -> bool:
        """Whether there are words for a page's language."""


class Watch:
    """Judges a browser's requests, and ends the session at the first forbidden one.

    Only those that an action of ours led to end it.

    A request that is not let through is refused whoever sends it. It ends the session when it
    follows an action, while the page comes to
    rest: until then the page that was acted on sends what the action asked for. What a page sends
        by itself (before or between actions,
    or as it loads: a heartbeat, statistics) is refused and noted, then and whenever it is sent
    again.

    safety: What may be done; None: everything.
    """

    def __init__(self, safety: Safety | None = None) -> None:
        self.safety = safety
        self._lock = threading.Lock()
        self.forget()

    def forget(self) -> None:
        """Begin anew, for another session."""
        with self._lock:
            self._acting = False
            self._loaded: list[str] = []
            self._by_itself: dict[object, Request] = {}
            self._stopped: Request | None = None
            self._notes: list[str] = []
            self._told: set[str] = set()

    def judge(self, request: Request) -> bool:
        """Whether a request may leave the browser; asked in the threads that carry requests."""
        safety = self.safety
        if safety is None:
            return True
        passes = safety.may_send(request)
        with self._lock:
            if passes and (self._stopped is None or method_of(request) in READING):
                if self._acting and _is_page(request):
                    self._loaded.append(request.url)
                return True
            self._keep(request, safety)
            return False

    def _keep(self, request: Request, safety: Safety) -> None:
        key = _key(request)
        if self._acting and key not in self._by_itself and not self._from_new_page(request):
            self._stopped = self._stopped or request
        elif key not in self._by_itself:
            self._by_itself[key] = request
            self._notes.append(f"not sent, in safe mode: {safety.describe(request)}")

    def _from_new_page(self, request: Request) -> bool:
        """Whether a page that was loaded since the action sends it.

        One that says who it is, or, where it does not, any.
        """
        sender = _header(request, "referer")
        if not sender:
            return bool(self._loaded) and not _is_page(request)
        whole = urlsplit(sender).path not in ("", "/")
        return any(_same(sender, page, whole=whole) for page in self._loaded)

    @contextmanager
    def acting(self) -> Iterator[None]:
        """While an action is done, and the page comes to rest.

        Raises:
            SafeModeStop: A request was stopped that the action led to; no other action is done
                after it.
        """
        self.begin()
        try:
            yield
        finally:
            self.rest()
            self.check()

    def begin(self) -> None:
        """An action begins.

        Raises:
            SafeModeStop: A request was stopped before.
        """
        self.check()
        with self._lock:
            self._acting = True
            self._loaded = []

    def rest(self) -> None:
        """The page has come to rest: from here on it sends what it sends by itself."""
        with self._lock:
            self._acting = False

    def check(self) -> None:
        """See whether the session has to end.

        Raises:
            SafeModeStop: A request was stopped that an action led to.
        """
        if self._stopped is not None and self.safety is not None:
            raise self.safety.stop(self._stopped)

    def press(self, said: Mapping[str, object]) -> None:
        """Hold what a control says of itself against the words.

        Raises:
            SafeModeStop: It names what can't be undone.
        """
        if self.safety is None:
            return
        language = str(said.get("language") or "")
        if not self.safety.knows(language) and language not in self._told:
            self._told.add(language)
            self._notes.append(f"safe mode has no words for the page's language, {language!r}")
        if stop := self.safety.pressing(said):
            raise stop

    def accept(self, dialog: str) -> None:
        """Hold what a native dialog asks against the words.

        Raises:
            SafeModeStop: It asks about what can't be undone.
        """
        if self.safety and (stop := self.safety.accepting(dialog)):
            raise stop

    def notes(self) -> list[str]:
        """What is to be told since this was asked last.

        Requests that pages sent by themselves, languages without words.
        """
        with self._lock:
            told, self._notes = self._notes, []
            return told

    @property
    def withheld(self) -> tuple[str, ...]:
        """The requests that pages sent by themselves and that were refused."""
        return (
            tuple(self.safety.describe(request) for request in self._by_itself.values())
            if self.safety
            else ()
        )


def _header(request: Request, name: str) -> str:
    return next(
        (value for key, value in dict(request.headers).items() if key.casefold() == name), ""
    )


def _is_page(request: Request) -> bool:
    """Whether the answer becomes a page, in a window or a frame.

    Over plain HTTP only loopback is told so by the browser.
    """
    mode = _header(request, "sec-fetch-mode")
    return mode == "navigate" if mode else "text/html" in _header(request, "accept")


def _same(sender: str, page: str, *, whole: bool) -> bool:
    one, other = urlsplit(sender), urlsplit(page)
    same_origin = (one.scheme, one.netloc) == (other.scheme, other.netloc)
    return same_origin and (not whole or (one.path, one.query) == (other.path, other.query))


def _key(request: Request) -> object:
    """What requests of one kind have in common, whatever values they hold."""
    parts = urlsplit(request.url)
    fields = fields_of(request)
    doing = tuple(value for name, value in fields if name in _OPERATION)
    return (
        method_of(request),
        parts.netloc,
        parts.path,
        tuple(sorted({name for name, _ in fields})),
        doing,
    )
