"""What tells, from outside a site's pages or from its last page, that a goal was really reached."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pathfinder.core.errors import SettingsError
from pathfinder.core.predicate import Predicate, parse_predicate

_PAGE = re.compile(r"^(url|title|text|element)\s", re.IGNORECASE)
_TEST = re.compile(
    r"^(?P<what>(?:GET\s+)?\S+)"
    r"(?:\s+(?P<path>(?!count\b)[\w*-]+(?:\.[\w*-]+)*))?"
    r"(?P<count>\s+count)?"
    r"\s+(?P<operator>>=|<=|>|<|is|contains)\s+(?P<value>.+)$"
)
_NAME = re.compile(r"^(?:GET\s+/\S*|[\w-]+)$")
HELP = (
    "write a fact that the site tells (`orders`, `orders count >= 1`, `orders *.status is paid`), "
    "`GET /path` with such a test,"
    " `run COMMAND`, or a condition on the last page (`text present …`)"
)


@dataclass(frozen=True)
class Fact:
    """One thing that must be so.

    `key` names what has to be asked for, and what the journal keeps the answer under.

    kind: "told" (JSON, from the site's truth path or an address of its own), "run" (a command: exit
        code 0 yes, 1 no), "page".
    path: Where in the JSON, part by part; "*" stands for any item. count: The number of items there
        is tested.
    """

    text: str
    kind: str
    key: str
    path: tuple[str, ...] = ()
    count: bool = False
    operator: str = ""
    value: str = ""

    def __str__(self) -> str:
        return self.text

    @property
    def predicate(self) -> Predicate:
        """The condition on the page, of a fact of that kind."""
        return parse_predicate(self.key)

    def holds(self, told: Mapping[str, Any]) -> bool | None:
        """Whether it is so, by what was told; None when nobody told."""
        if self.key not in told or told[self.key] is None:
            return None
        if self.kind != "told":
            return bool(told[self.key])
        found = _items(told[self.key], self.path)
        if self.count:
            return _compare(
                sum(len(each) if isinstance(each, list | dict) else 1 for each in found),
                self.operator,
                self.value,
            )
        if not self.operator:
            return bool(found and found[0])
        return any(_compare(each, self.operator, self.value) for each in found)


def parse_fact(text: str) -> Fact:
    """Read `orders count >= 1` and its like.

    Raises:
        SettingsError: Not one of the forms; the message lists them.
    """
    words = " ".join(text.split())
    if words.startswith("run "):
        return Fact(words, "run", words.removeprefix("run "))
    if _PAGE.match(words):
        return Fact(words, "page", str(parse_predicate(words)))
    if _NAME.match(words):
        return Fact(words, "told", words)
    match = _TEST.match(words)
    if not match or not _NAME.match(match["what"]):
        raise SettingsError(f"fact {text!r} is not understood; {HELP}")
    path = tuple(match["path"].split(".")) if match["path"] else ()
    if match["operator"] in (">=", "<=", ">", "<") and _number(match["value"]) is None:
        raise SettingsError(f"fact {text!r}: {match['value']!r} is no number to compare with")
    return Fact(
        words,
        "told",
        match["what"],
        path,
        bool(match["count"]),
        match["operator"],
        match["value"].strip("'\""),
    )


def _items(value: Any, path: tuple[str, ...]) -> list[Any]:
    """What lies at the path; several with "*", none when the path leads nowhere."""
    if not path:
        return [value]
    first, rest = path[0], path[1:]
    if first == "*":
        inside = (
            value
            if isinstance(value, list)
            else list(value.values())
            if isinstance(value, dict)
            else []
        )
        return [found for each in inside for found in _items(each, rest)]
    if isinstance(value, dict) and first in value:
        return _items(value[first], rest)
    if isinstance(value, list) and first.isdigit() and int(first) < len(value):
        return _items(value[int(first)], rest)
    return []


def _compare(found: Any, operator: str, value: str) -> bool:
    said = _plain(found)
    if operator == "is":
        numbers = (_number(said), _number(value))
        return said == value.casefold() or (None not in numbers and numbers[0] == numbers[1])
    if operator == "contains":
        return value.casefold() in said
    left, right = _number(said), _number(value)
    if left is None or right is None:
        return False
    return {">=": left >= right, "<=": left <= right, ">": left > right, "<": left < right}[
        operator
    ]


def _plain(found: Any) -> str:
    if found is None:
        return "null"
    return " ".join(str(found).casefold().split())


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
