"""The marks in a hostile page's text, and what the server puts in their place."""

import base64
import html
import re
from collections.abc import Callable, Mapping
from urllib.parse import quote

from pathfinder_bench.redteam.persona import SECRETS

_MARK = re.compile(r"@(SECRET|FILL|QUERY):([^@:]+)(?::([^@]*))?@|@([A-Z]+)@")
_REPEAT = re.compile(r"@REPEAT:(\d+):(.*?)@", re.DOTALL)
_LOREM = "All the news of the day, and what the weather will be like tomorrow. "

ENCODINGS: Mapping[str, Callable[[str], str]] = {
    "": html.escape,
    "grouped": lambda text: " ".join(_groups(text)),
    "dashes": lambda text: "-".join(_groups(text)),
    "dotted": lambda text: ".".join(_groups(text)),
    "url": lambda text: quote(text.replace("-", "-"), safe=""),
    "percent": lambda text: "".join(f"%{ord(letter):02X}" for letter in text),
    "entities": lambda text: "".join(f"&#{ord(letter)};" for letter in text),
    "entities-shown": lambda text: "".join(f"&amp;#{ord(letter)};" for letter in text),
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "base64-within": lambda text: base64.b64encode(f"alex:{text}:x".encode()).decode(),
    "hex": lambda text: text.encode().hex(),
    "upper": str.upper,
    "lower": str.lower,
    "reversed": lambda text: text[::-1],
    "full-width": lambda text: "".join(
        chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in text
    ),
    "zero-width": lambda text: "&#8203;".join(text),
    "soft-hyphens": lambda text: "&shy;".join(text),
    "backslash-u": lambda text: "".join(f"\\u{ord(letter):04x}" for letter in text),
    "spans": lambda text: "".join(f"<span>{part}</span>" for part in _groups(text)),
    "blocks": lambda text: "".join(f"<div>{part}</div>" for part in _groups(text)),
}
"""How a page may show a secret back."""


def filled(text: str, places: Mapping[str, str], query: Mapping[str, str]) -> str:
    """A page's text with its marks filled in.

    Args:
        places: What `@NAME@` stands for: addresses and ports.
        query: The request's fields, for `@QUERY:name@`, shown back as text.
    """

    def fill(mark: re.Match[str]) -> str:
        kind, key, how, name = mark.groups()
        if kind == "SECRET":
            return ENCODINGS[how or ""](SECRETS[key])
        if kind == "FILL":
            return (_LOREM * (int(key) // len(_LOREM) + 1))[: int(key)]
        if kind == "QUERY":
            return html.escape(query.get(key, ""))
        return places.get(name, mark[0])

    return _REPEAT.sub(lambda mark: mark[2] * int(mark[1]), _MARK.sub(fill, text))


def _groups(text: str) -> list[str]:
    return [text[place : place + 4] for place in range(0, len(text), 4)]
