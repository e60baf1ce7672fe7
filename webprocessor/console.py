"""What a page's scripts say to the browser's console: errors, and exceptions that none caught.

Chromium's driver hands its log out; other browsers, and those elsewhere, tell it by WebDriver BiDi.
"""

import contextlib
import json
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.remote.webdriver import WebDriver
from urllib3.exceptions import HTTPError
from websocket import WebSocketException

from pathfinder.webprocessor.bidi import Bidi, Fields

_LOGGED = {"javascript": "exception", "console-api": "console error"}
_ADDED = {"javascript": "exception", "console": "console error"}
_PLACE = re.compile(r"^(?P<url>\S+) (?P<place>\d+:\d+) (?P<said>.*)$", re.S)
_MOST_KEPT = 200
_ENTRY = "log.entryAdded"
_LEAVES = "browsingContext.navigationStarted"
_STAYS = frozenset(
    f"browsingContext.{event}"
    for event in ("domContentLoaded", "downloadWillBegin", "navigationAborted", "navigationFailed")
)
_UNCAUGHT = "Uncaught"
# How Firefox ends the requests of a page that is left, and a script that waits for one.
_CUT_OFF = "NetworkError when attempting to fetch resource"


@dataclass(frozen=True)
class Said:
    """One error. kind: "exception" or "console error". place: "line:column", counted from 0."""

    kind: str
    words: str
    url: str = ""
    place: str = ""


class Console(Protocol):
    """A browser's console, as far as it tells of errors."""

    def errors(self) -> list[Said]:
        """What was said since this was asked last."""

    def close(self) -> None:
        """Listen no longer."""


def console_of(driver: WebDriver) -> Console | None:
    """The console of a driver's browser; None where it keeps that to itself."""
    if read := getattr(driver, "get_log", None):
        return ChromiumLog(read)
    url = driver.capabilities.get("webSocketUrl")
    with contextlib.suppress(OSError, WebSocketException, ValueError):
        return BidiLog(url) if isinstance(url, str) else None
    return None


class ChromiumLog:
    """The console as chromedriver keeps it.

    Quicker than by BiDi, for which chromedriver runs a page of its own beside the browser's.
    """

    def __init__(self, read: Callable[[str], list[dict[str, Any]]]) -> None:
        self._read = read

    def errors(self) -> list[Said]:
        """What was said since this was asked last."""
        with contextlib.suppress(WebDriverException, HTTPError):
            return list(_logged(self._read("browser")))
        return []

    def close(self) -> None:
        """Nothing is to be ended."""


def _logged(entries: list[dict[str, Any]]) -> Iterator[Said]:
    for entry in entries:
        kind = _LOGGED.get(str(entry.get("source")))
        if entry.get("level") != "SEVERE" or not kind:
            continue
        said = str(entry.get("message", ""))
        match = _PLACE.match(said)
        url, place, words = (
            (match["url"], match["place"], match["said"]) if match else ("", "", said)
        )
        with contextlib.suppress(ValueError):
            words = str(json.loads(words)) if words.startswith('"') else words
        yield Said(kind, words, url, place)


class BidiLog:
    """The console as WebDriver BiDi tells it.

    Source: WebDriver BiDi, event log.entryAdded. An exception is called "Uncaught", as Chromium's
    own log does. A request that ends because its page is left is no error of the page.

    Raises:
        OSError, WebSocketException: No BiDi there.
    """

    def __init__(self, url: str) -> None:
        self._lock = threading.Lock()
        self._said: list[Said] = []
        self._left: set[str] = set()
        self._bidi = Bidi(url, self._hear)
        self._bidi.ask("session.subscribe", {"events": [_ENTRY]})
        for event in (_LEAVES, *sorted(_STAYS)):
            self._bidi.ask("session.subscribe", {"events": [event]})  # some are new to some drivers

    def errors(self) -> list[Said]:
        """What was said since this was asked last.

        The browser answers a question after what it had to say before, so that nothing is late.
        """
        self._bidi.ask("browsingContext.getTree", {"maxDepth": 0})
        with self._lock:
            told, self._said = self._said, []
            return told

    def close(self) -> None:
        """End the connection."""
        self._bidi.close()

    def _hear(self, event: str, entry: Fields) -> None:
        if event == _LEAVES:
            self._left.add(str(entry.get("context")))
        elif event in _STAYS:
            self._left.discard(str(entry.get("context")))
        kind = _ADDED.get(str(entry.get("type")))
        if event != _ENTRY or entry.get("level") != "error" or not kind or self._cut_off(entry):
            return
        with self._lock:
            if len(self._said) < _MOST_KEPT:
                self._said.append(_added(kind, entry))

    def _cut_off(self, entry: Fields) -> bool:
        context = (entry.get("source") or {}).get("context")
        return context in self._left and _CUT_OFF in str(entry.get("text"))


def _added(kind: str, entry: Fields) -> Said:
    words = str(entry.get("text") or "")
    if kind == "exception" and not words.startswith(_UNCAUGHT):
        words = f"{_UNCAUGHT} {words}"
    first: Fields = next(iter((entry.get("stackTrace") or {}).get("callFrames") or ()), {})
    place = f"{first['lineNumber']}:{first.get('columnNumber', 0)}" if "lineNumber" in first else ""
    return Said(kind, words, str(first.get("url") or ""), place)
