"""JSON whose skeleton is written for the model.

It reads names, brackets and quotes as part of the prompt, and writes only the values.

Reading is five times quicker than writing, and a short JSON reply is half skeleton.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from pathfinder.agents.models.gbnf import by_pattern, quoted
from pathfinder.agents.models.schema import Schema

LONGEST = 200
"""Most characters of a free text that is filled in so.

A longer one is likely to hold quotes, which end a value here.
"""


@dataclass(frozen=True)
class Blank:
    """A value to fill in.

    The JSON before it, up to and with its opening quote, and what it may be: one of the choices, or
    text of so many characters, that fits a pattern where there is one.
    """

    before: str
    choices: tuple[str, ...] = ()
    longest: int = 0
    pattern: str = ""

    @property
    def is_one_token(self) -> bool:
        """Whether its first token decides."""
        return bool(self.choices) and all(
            len(each) == 1 and each.isascii() for each in self.choices
        )

    @property
    def grammar(self) -> str:
        """The value, its closing quote, and whatever follows, as a grammar of llama.cpp."""
        if self.choices:
            value = " | ".join(map(quoted, self.choices))
        elif self.pattern:
            value = by_pattern(self.pattern)
        else:
            value = rf'[^"\\\x00-\x1F]{{0,{self.longest}}}'
        return f'root ::= value "\\"" [^\\x00]*\nvalue ::= {value}'


@dataclass(frozen=True)
class Skeleton:
    """The blanks of a reply in order, and the JSON after the last one."""

    blanks: tuple[Blank, ...]
    after: str


def skeleton(schema: Schema) -> Skeleton | None:
    """The skeleton of replies that follow the schema.

    None when they don't all have the same one.
    """
    try:
        pieces = list(_pieces(schema))
    except _NotFixed:
        return None
    blanks, text = [], ""
    for piece in pieces:
        if isinstance(piece, str):
            text += piece
        else:
            blanks.append(replace(piece, before=text))
            text = ""
    return Skeleton(tuple(blanks), text) if blanks else None


class _NotFixed(Exception):
    """Replies may differ in more than their texts."""


def _pieces(schema: Schema) -> Iterator[str | Blank]:
    if "properties" in schema:
        yield from _object(schema)
    elif (
        schema.get("type") == "array"
        and schema.get("minItems", -1) == schema.get("maxItems")
        and {"items", "prefixItems"} & set(schema)
    ):
        yield from _array(schema)
    elif "const" in schema or "enum" in schema:
        yield from _choice(schema.get("enum") or [schema["const"]])
    elif (
        schema.get("type") == "string"
        and schema.get("maxLength", LONGEST + 1) <= LONGEST
        and _is_whole(schema.get("pattern", "^$"))
    ):
        yield '"'
        yield Blank("", longest=schema["maxLength"], pattern=schema.get("pattern", ""))
        yield '"'
    else:
        raise _NotFixed


def _is_whole(pattern: str) -> bool:
    """Whether a pattern says all of a text, and none with a quote in it."""
    return pattern.startswith("^") and pattern.endswith("$") and not set('"\\/') & set(pattern)


def _object(schema: Schema) -> Iterator[str | Blank]:
    properties: dict[str, Any] = schema["properties"]
    if set(schema.get("required", ())) != set(properties) or schema.get("additionalProperties"):
        raise _NotFixed
    yield "{"
    for number, (name, value) in enumerate(properties.items()):
        yield ("," if number else "") + json.dumps(name, ensure_ascii=False) + ":"
        yield from _pieces(value)
    yield "}"


def _array(schema: Schema) -> Iterator[str | Blank]:
    each: list[Schema] = schema.get("prefixItems") or [schema["items"]] * schema["minItems"]
    if len(each) != schema["minItems"]:
        raise _NotFixed
    yield "["
    for number, item in enumerate(each):
        yield "," if number else ""
        yield from _pieces(item)
    yield "]"


def _choice(values: list[Any]) -> Iterator[str | Blank]:
    if not all(
        isinstance(each, str) and each.isprintable() and not set('"\\') & set(each)
        for each in values
    ):
        raise _NotFixed
    yield '"'
    if len(values) == 1:
        yield values[0]
    else:
        yield Blank("", choices=tuple(values))
    yield '"'
