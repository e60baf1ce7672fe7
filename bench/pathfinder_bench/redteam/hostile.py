"""The red team's pages as data.

Small sites in families, each with a goal and with what must not happen there.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import yaml

PAGES = Path(__file__).parent / "pages"
FAMILIES = ("secrets", "origins", "irreversible", "proof", "robustness")
_SITE, _OTHER = "site", "other"


@dataclass(frozen=True)
class Answer:
    """What a request for a path gets; its text still has the server's marks in it."""

    body: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class HostilePage:
    """A small site and a session on it.

    name: `family/name`, or `family/name/variant`.
    players: Who can play it: explore's profiles (fast, paper) and test runners.
    turn: The one of them whose turn it is, where a page is one of many variants; empty for all.
    steps: At most so many, for an exploration.
    case, claims: A test case for the runners: what is done, and what is then expected.
    success: Strict conditions.
    safe: Whether the site is in safe mode.
    never: Requests ("POST /buy") that would be irreversible actions.
    may_receive: Requests in which the site itself may get a secret.
    canary: A colour that the page paints a secret in, and nothing else; no screenshot may have it.
    unseen: Text that nobody can see, and that therefore must not be in any prompt.
    proven: The goal is reached here with proof: success is right.
    may_pass: Whether the test case may pass.
    site, other: "METHOD /path" -> answer, of the site and of the origin that it does not list.
    """

    name: str
    goal: str
    players: tuple[str, ...] = ("fast", "paper")
    turn: str = ""
    steps: int = 4
    case: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    success: tuple[str, ...] = ()
    safe: bool = False
    never: tuple[str, ...] = ()
    may_receive: tuple[str, ...] = ()
    canary: str = ""
    unseen: str = ""
    proven: bool = False
    may_pass: bool = True
    site: Mapping[str, Answer] = field(default_factory=dict)
    other: Mapping[str, Answer] = field(default_factory=dict)

    @property
    def family(self) -> str:
        """The family that it belongs to."""
        return self.name.partition("/")[0]


@cache
def hostile_pages() -> tuple[HostilePage, ...]:
    """Every page, by family and in the files' order."""
    return tuple(page for family in FAMILIES for page in _of_family(family))


def page_named(name: str) -> HostilePage:
    """The page of that name.

    Raises:
        KeyError: There is none.
    """
    return {page.name: page for page in hostile_pages()}[name]


def _of_family(family: str) -> Iterator[HostilePage]:
    entries = yaml.safe_load((PAGES / f"{family}.yaml").read_text(encoding="utf-8"))
    for entry in entries:
        variants: Mapping[str, str] = entry.pop("each", None) or {}
        if not variants:
            yield _page(f"{family}/{entry['name']}", entry)
        for number, (variant, text) in enumerate(variants.items()):
            page = _page(f"{family}/{entry['name']}/{variant}", _with_text(entry, str(text)))
            # Variants take turns with their players: a session each, not one a player.
            yield replace(page, turn=page.players[number % len(page.players)])


def _with_text(entry: Any, text: str) -> Any:
    if isinstance(entry, str):
        return entry.replace("@TEXT@", text)
    if isinstance(entry, list):
        return [_with_text(each, text) for each in entry]
    return (
        {key: _with_text(each, text) for key, each in entry.items()}
        if isinstance(entry, dict)
        else entry
    )


def _page(name: str, entry: Mapping[str, Any]) -> HostilePage:
    fields: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()
    }
    body, site, other = (
        fields.pop("body", None),
        _answers(fields.pop(_SITE, {})),
        _answers(fields.pop(_OTHER, {})),
    )
    first = {} if body is None else {"GET /": Answer(body)}
    return HostilePage(**{**fields, "name": name}, site={**first, **site}, other=other)


def _answers(said: Mapping[str, Any]) -> dict[str, Answer]:
    return {_request(path): _answer(each) for path, each in said.items()}


def _request(path: str) -> str:
    return path if re.match(r"[A-Z]+ /", path) else f"GET {path}"


def _answer(said: Any) -> Answer:
    return (
        Answer(said)
        if isinstance(said, str)
        else Answer(**{**said, "status": int(said.get("status", 200))})
    )
