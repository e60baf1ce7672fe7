"""Requests about to be sent, and the patterns of sites.yaml that a goal needs."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.parser import BytesParser
from email.policy import HTTP
from functools import cached_property
from typing import Any, Protocol
from urllib.parse import parse_qsl, unquote, urlsplit

from pathfinder.core.errors import SettingsError

SEEN = 65536
"""How many bytes of a request's body are read, at the most."""
READING = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that by their definition change nothing; any other one, also an unknown one, may."""
_METHOD = re.compile(r"[A-Z][A-Z-]*|\*")
_OVERRIDES = ("x-http-method-override", "x-http-method", "x-method-override")
_MOST_DECODING = 3
# Some servers take what follows for a parameter of the segment, or leave it away.
_UP = re.compile(r"\.\.(?:[;\s\x00-\x1f]|$)")


class Request(Protocol):
    """A request as it is seen before it is sent. body: Its first `SEEN` bytes, as they go out."""

    @property
    def method(self) -> str: ...
    @property
    def url(self) -> str: ...
    @property
    def content_type(self) -> str: ...
    @property
    def body(self) -> bytes: ...
    @property
    def headers(self) -> Mapping[str, str]: ...


@dataclass(frozen=True)
class Sending:
    """A pattern for requests: `POST /basket/**`.

    method: In capitals; "*" for any.
    where: Origin that is asked for; empty for every host of the site.
    path: As written: `*` stands for anything within a segment, `**` for anything.
    query: Parameters that the address has to have; their values may have stars too.
    """

    method: str
    where: str
    path: str
    query: tuple[tuple[str, str], ...] = ()

    def covers(self, method: str, url: str) -> bool:
        """Whether a request of that method to that address is meant."""
        parts = urlsplit(url)
        path = plain_path(parts.path)
        if path is None or self.method not in ("*", method.upper()):
            return False
        if self.where and self.where != f"{parts.scheme}://{parts.netloc}":
            return False
        given = dict(parse_qsl(parts.query, keep_blank_values=True))
        asked = all(
            name in given and _glob(value).fullmatch(given[name]) for name, value in self.query
        )
        return asked and bool(self._path.fullmatch(path))

    @cached_property
    def _path(self) -> re.Pattern[str]:
        return _glob(unquote(self.path))

    def __str__(self) -> str:
        query = "&".join(f"{name}={value}" for name, value in self.query)
        return f"{self.method} {self.where}{self.path}{'?' if query else ''}{query}"


def parse_sending(text: str) -> Sending:
    """A pattern as sites.yaml has it.

    Raises:
        SettingsError: Not a method and a path.
    """
    words = text.split()
    if len(words) != 2 or not _METHOD.fullmatch(words[0].upper()):
        raise SettingsError(
            f"{text!r} is not a method and a path; write one such as `POST /login`, `POST "
            "/basket/**` or `* /search`"
        )
    parts = urlsplit(words[1])
    if (
        not parts.path.startswith("/")
        or bool(parts.scheme) != bool(parts.netloc)
        or parts.scheme not in ("", "http", "https")
    ):
        raise SettingsError(
            f"{text!r}: the path has to begin with / (or https://HOST/), such as `POST /basket/**`"
        )
    where = f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
    return Sending(
        words[0].upper(), where, parts.path, tuple(parse_qsl(parts.query, keep_blank_values=True))
    )


def plain_path(path: str) -> str | None:
    """A path as a server may read it, decoded.

    None where that could be a path elsewhere (`/basket/..%2Fpay`, `/basket/..;/pay`).
    """
    for _ in range(_MOST_DECODING):
        decoded = unquote(path)
        if decoded == path:
            break
        path = decoded
    else:
        return None
    leads_up = any(_UP.match(segment) for segment in path.split("/"))
    return None if "\\" in path or leads_up else path or "/"


def _glob(pattern: str) -> re.Pattern[str]:
    """A pattern with stars; `/basket/**` is also `/basket` itself."""
    tail = "(?:/.*)?" if pattern.endswith("/**") and pattern != "/**" else ""
    parts = re.split(r"(\*\*|\*)", pattern.removesuffix("/**") if tail else pattern)
    stars = {"**": ".*", "*": "[^/]*"}
    return re.compile("".join(stars.get(part, re.escape(part)) for part in parts) + tail, re.DOTALL)


def method_of(request: Request) -> str:
    """What a request does: its method, or the one that a header or a field puts in its place."""
    headers = {name.casefold(): value for name, value in dict(request.headers).items()}
    given = [headers[name] for name in _OVERRIDES if headers.get(name)]
    asked = parse_qsl(urlsplit(request.url).query)
    given += [
        value
        for name, value in (*asked, *fields_of(request))
        if name.casefold() == "_method" and value
    ]
    override = next(
        (value.strip().upper() for value in given if value.strip().upper() not in READING), ""
    )
    return override or request.method.upper()


def fields_of(request: Request) -> tuple[tuple[str, str], ...]:
    """Names and values of what a request's body holds.

    A form's fields, or what JSON has by dotted names; nothing of other kinds.
    """
    kind = request.content_type.partition(";")[0].strip().casefold()
    try:
        if kind == "application/x-www-form-urlencoded":
            return tuple(parse_qsl(request.body.decode("utf-8", "replace"), keep_blank_values=True))
        if kind == "multipart/form-data":
            return tuple(_parts(request))
        if kind.endswith("json") or request.body.lstrip()[:1] in (b"{", b"["):
            return tuple(_leaves(json.loads(request.body), ""))
    except (ValueError, RecursionError):
        return ()
    return ()


def _parts(request: Request) -> Iterator[tuple[str, str]]:
    whole = BytesParser(policy=HTTP).parsebytes(
        b"Content-Type: " + request.content_type.encode() + b"\r\n\r\n" + request.body
    )
    for part in whole.iter_parts():
        name = part.get_param("name", "", header="content-disposition")
        content = part.get_payload(decode=True)
        yield str(name), content.decode("utf-8", "replace") if isinstance(content, bytes) else ""


def _leaves(thing: Any, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(thing, dict):
        for key, inner in thing.items():
            yield from _leaves(inner, f"{name}.{key}" if name else str(key))
    elif isinstance(thing, list):
        for inner in thing:
            yield from _leaves(inner, name)
    else:
        yield name, "" if thing is None else str(thing)
