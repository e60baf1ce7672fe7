"""Origins: which scheme, host and port a URL belongs to, and whether a site's list allows them."""

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urldefrag, urlsplit

_PORTS = {"http": 80, "https": 443}
_SOCKETS = {"ws": "http", "wss": "https"}
# A browser reads a backslash as a slash and drops tabs and line ends; a URL that holds one has two
# readings, and is nobody's.
_TWO_READINGS = re.compile(r"[\\\x00-\x20\x7f]")
_INHERITING = ("about:blank", "about:srcdoc")


@dataclass(frozen=True)
class Origin:
    """Scheme ("http" or "https"), host (lower case, no brackets, no final dot) and port."""

    scheme: str
    host: str
    port: int

    @property
    def authority(self) -> str:
        """The host as a URL has it, with the port where it is not the scheme's own."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    def __str__(self) -> str:
        return f"{self.scheme}://{self.authority}"


def origin_of(url: str) -> Origin | None:
    """The origin that a URL's content comes from.

    None where it has none (`data:`, `javascript:`) or can be read in two ways.

    A WebSocket's is that of the page scheme that belongs to it; a `blob:` URL's is the one inside.
    """
    if _TWO_READINGS.search(url.strip()):
        return None
    try:
        parts = urlsplit(url.strip().removeprefix("blob:"))
        scheme = _SOCKETS.get(parts.scheme, parts.scheme)
        if scheme not in _PORTS or not parts.hostname:
            return None
        return Origin(
            scheme, _host(parts.hostname), _PORTS[scheme] if parts.port is None else parts.port
        )
    except ValueError:
        return None


def allowed(url: str, entries: Iterable[str]) -> bool:
    """Whether a URL's origin is among the entries.

    An entry "host:port" allows that port, a "host" the default ports of http and https only, and
    "host:*" every port. `about:blank` and
    `about:srcdoc` have the origin of the page that made them, and are allowed.
    """
    if url.strip().partition("#")[0].partition("?")[0].lower() in _INHERITING:
        return True
    origin = origin_of(url)
    return origin is not None and any(_covers(entry, origin) for entry in entries)


def entry_of(url: str) -> str:
    """The entry that allows a URL's origin; empty where it has none."""
    origin = origin_of(url)
    return origin.authority if origin else ""


def _covers(entry: str, origin: Origin) -> bool:
    host, port = _split(entry)
    if host != origin.host:
        return False
    return port == "*" or (
        origin.port == _PORTS[origin.scheme] if port == "" else port == str(origin.port)
    )


def _split(entry: str) -> tuple[str, str]:
    found = re.fullmatch(r"(\[[^\]]*\]|[^:]*)(?::(\d+|\*))?", entry.strip())
    if not found:
        return "", ""
    host, port = _host(found[1].strip("[]")), found[2] or ""
    return host, str(int(port)) if port.isdigit() else port


def _host(name: str) -> str:
    """One spelling of a host.

    Lower case, ASCII, no final dot, the short form of an IPv6 address.
    """
    plain = name.lower().removesuffix(".")
    try:
        return str(ipaddress.ip_address(plain))
    except ValueError:
        pass
    try:
        return plain.encode("idna").decode() if not plain.isascii() else plain
    except UnicodeError:
        return plain


def page_at(url: str) -> str:
    """An address without what stands behind a #, but for one that is a view of an application."""
    page, place = urldefrag(url)
    return url if place[:1] in ("/", "!") else page
