"""The network log of a session: what its browser asked for and was answered, as a HAR 1.2 file.

Source: HTTP Archive 1.2. Without bodies; what tells who somebody is, is masked.
"""

import json
import os
import re
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from pathfinder.core.version import __version__

MASKED = "***"
_MOST = 20_000
_PRIVATE = re.compile(
    r"cookie|authori[sz]ation|token|secret|passw|pwd|session|csrf|xsrf|signature|api.?key|otp|jwt"
    r"|credential",
    re.I,
)
_PRIVATE_PARAMETERS = frozenset({"code", "key", "sig", "auth", "pin", "sid", "state", "nonce"})

Fields = Iterable[tuple[str, str]]


@dataclass(frozen=True)
class Exchange:
    """A request and its answer.

    sent, received: Header fields. status: Its first line's number. began: Seconds since 1970.
    waited, seconds: Until the answer's head, and until its end. length: Of the answer's body as it
        came over the wire, in bytes.
    """

    method: str
    url: str
    sent: tuple[tuple[str, str], ...]
    status: int
    received: tuple[tuple[str, str], ...]
    began: float
    waited: float
    seconds: float
    length: int


class NetworkLog:
    """Collects exchanges from a gateway's threads, and writes them into a file for each session.

    Args:
        mask: Takes a persona's secrets out of a text.
    """

    def __init__(self, mask: Callable[[str], str]) -> None:
        self._mask = mask
        self._file: Path | None = None
        self._exchanges: list[Exchange] = []
        self._lock = threading.Lock()

    def begin(self, file: Path) -> None:
        """Write what there is for the last session, and collect for another one."""
        self.end()
        self._file = file

    def add(self, exchange: Exchange) -> None:
        """Take an exchange in; also before a session begins, for it then belongs to it."""
        with self._lock:
            if len(self._exchanges) < _MOST:
                self._exchanges.append(exchange)

    def end(self) -> None:
        """Write the file of the session that ends, readable for its owner alone."""
        with self._lock:
            file, self._file = self._file, None
            exchanges, self._exchanges = self._exchanges, []
        if file is None:
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(as_har(exchanges, self._mask), indent=1, ensure_ascii=False)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
            out.write(text + "\n")


def as_har(exchanges: Iterable[Exchange], mask: Callable[[str], str]) -> dict[str, Any]:
    """The exchanges in the order in which they began, as a HAR 1.2 log."""
    entries = [_entry(one, mask) for one in sorted(exchanges, key=lambda one: one.began)]
    creator = {"name": "PathFinder", "version": __version__}
    return {"log": {"version": "1.2", "creator": creator, "pages": [], "entries": entries}}


def _entry(one: Exchange, mask: Callable[[str], str]) -> dict[str, Any]:
    waited, seconds = round(one.waited * 1000, 1), round(one.seconds * 1000, 1)
    return {
        "startedDateTime": datetime.fromtimestamp(one.began, UTC).isoformat(),
        "time": seconds,
        "request": _request(one, mask),
        "response": _response(one, mask),
        "cache": {},
        "timings": {"send": 0, "wait": waited, "receive": round(seconds - waited, 1)},
    }


def _request(one: Exchange, mask: Callable[[str], str]) -> dict[str, Any]:
    url = clean_url(one.url, mask)
    query = parse_qsl(urlsplit(url).query, keep_blank_values=True)
    return {
        "method": one.method,
        "url": url,
        "httpVersion": "HTTP/1.1",
        "cookies": [],
        "headers": _headers(one.sent, mask),
        "queryString": [{"name": name, "value": value} for name, value in query],
        "headersSize": -1,
        "bodySize": _number(one.sent, "content-length"),
    }


def _response(one: Exchange, mask: Callable[[str], str]) -> dict[str, Any]:
    known = {status.value: status.phrase for status in HTTPStatus}
    kind = next((value for name, value in one.received if name.lower() == "content-type"), "")
    where = next((value for name, value in one.received if name.lower() == "location"), "")
    return {
        "status": one.status,
        "statusText": known.get(one.status, ""),
        "httpVersion": "HTTP/1.1",
        "cookies": [],
        "headers": _headers(one.received, mask),
        "content": {"size": one.length, "mimeType": kind},
        "redirectURL": clean_url(where, mask),
        "headersSize": -1,
        "bodySize": one.length,
    }


def _headers(fields: Fields, mask: Callable[[str], str]) -> list[dict[str, str]]:
    return [{"name": name, "value": _clean(name, value, mask)} for name, value in fields]


def _clean(name: str, value: str, mask: Callable[[str], str]) -> str:
    if _is_private(name):
        return MASKED
    return clean_url(value, mask) if "://" in value or value.startswith("/") else mask(value)


def _is_private(name: str) -> bool:
    return bool(_PRIVATE.search(name)) or name.lower() in _PRIVATE_PARAMETERS


def clean_url(url: str, mask: Callable[[str], str]) -> str:
    """An address without a persona's secrets, a user's name and password, and tokens."""
    parts = urlsplit(url)
    if "@" in parts.netloc:
        parts = parts._replace(netloc=f"{MASKED}@{parts.netloc.rpartition('@')[2]}")
    asked = parse_qsl(parts.query, keep_blank_values=True)
    if any(_is_private(name) for name, _ in asked):
        clean = [(name, MASKED if _is_private(name) else value) for name, value in asked]
        parts = parts._replace(query=urlencode(clean, safe="*"))
    return mask(parts.geturl())


def _number(fields: Fields, name: str) -> int:
    """The number in a header field; 0 where there is none."""
    said = next((value for key, value in fields if key.lower() == name), "")
    return int(said) if said.isdecimal() else 0
