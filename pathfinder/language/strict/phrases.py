"""What the words of a strict sentence name: values in quotes, numbers, and things on the page."""

import re
from typing import Any, cast

from lark import Token, Transformer, Tree

from pathfinder.language.strict.forms import Noun, Phrase

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1}
_NOUNS: dict[Noun, str] = {
    "button": r"button",
    "link": r"(hyper)?link",
    "field": r"field|input|text ?box|text ?area|search ?box|box",
    "list": r"list|drop-?down|menu|select ?box",
    "checkbox": r"check ?box",
    "radio": r"radio( button)?",
    "heading": r"heading",
    "image": r"image|picture|icon",
    "tab": r"tab",
    "file": r"file",
}


class Value(str):
    """What stood in quotes."""


class Phrases(Transformer[Token, Any]):
    """Turns the parts of a parse tree that name things into phrases."""

    def value(self, items: list[Any]) -> Value:
        return Value(_unquoted(str(items[0])))

    def det(self, items: list[Any]) -> None:
        return None

    def ordinal(self, items: list[Any]) -> int:
        word = str(items[0]).casefold()
        return _ORDINALS.get(word) or int(re.sub(r"\D", "", word))

    def number(self, items: list[Any]) -> int:
        return _number(str(items[0]))

    def near(self, items: list[Any]) -> Tree[Any]:
        return Tree("near", [first(items, Value)])

    def phrase(self, items: list[Any]) -> Phrase:
        nouns = [
            noun_of(str(item))
            for item in items
            if isinstance(item, Token) and item.type in ("NOUN", "TAB")
        ]
        noun: Noun = next((noun for noun in nouns if noun != "text"), "text" if nouns else "")
        near = next(
            (item for item in items if isinstance(item, Tree) and item.data == "near"), None
        )
        return Phrase(
            str(first(items, Value)),
            noun,
            first(items, int) or 0,
            str(near.children[0]) if near else "",
        )


def noun_of(word: str) -> Noun:
    """The kind of thing that a word names; "text" for any other word."""
    plain = re.sub(r"\s+", " ", word.casefold())
    return next(
        (noun for noun, pattern in _NOUNS.items() if re.fullmatch(f"(?:{pattern})(?:e?s)?", plain)),
        "text",
    )


def _unquoted(token: str) -> str:
    pairs = {"'": "'", '"': '"', "“": "”", "‘": "’", "«": "»", "`": "`"}
    return (
        token[1:-1].strip() if token[0] in pairs and token[-1] == pairs[token[0]] else token.strip()
    )


def _number(word: str) -> int:
    plain = word.casefold()
    if plain in _NUMBERS:
        return _NUMBERS.index(plain)
    return int(float(plain.replace(",", ".")))


def first(items: list[Any], kind: type[Any]) -> Any:
    """The first part of that type, or None."""
    return next((item for item in items if isinstance(item, kind)), None)


def token(items: list[Any], kind: str) -> str:
    """The first word of that kind of the grammar's, or nothing."""
    return next((str(item) for item in items if isinstance(item, Token) and item.type == kind), "")


def last_token(tree: Tree[Any]) -> Token:
    """The last word of a part, however deep."""
    found = tree.children[-1]
    return last_token(found) if isinstance(found, Tree) else cast(Token, found)


def is_negated(items: list[Any]) -> bool:
    """Whether the parts say "not", "no" or "does not"."""
    return any(
        isinstance(item, Token) and item.type in ("NOT", "NO", "DOES_NOT") for item in items
    ) or any(
        isinstance(item, Tree) and item.data == "negated" and is_negated(item.children)
        for item in items
    )
