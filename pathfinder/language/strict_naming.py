"""What the words of a strict sentence name: values in quotes, numbers, and things on a page."""

import re
from dataclasses import dataclass
from typing import Any, cast

from lark import Token, Transformer, Tree

from pathfinder.core.statement import Comparison, Described
from pathfinder.language.lexicon import lexicon

_QUOTES = {"'": "'", '"': '"', "“": "”", "‘": "’", "«": "»", "`": "`"}
_KINDS = frozenset(
    {"button", "link", "field", "searchbox", "list", "menu", "checkbox", "radio", "heading"}
    | {"image", "icon", "tab"}
)
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Value(str):
    """What stood in quotes."""


class Subjects(tuple[Described, ...]):
    """Things said of together. one: It is enough that one of them is so."""

    one = False


@dataclass(frozen=True)
class Compared:
    """How a value is compared.

    negated: The sentence says that it is not so. shows: It says what is to be seen.
    """

    comparison: Comparison
    negated: bool = False
    shows: bool = False


@dataclass(frozen=True)
class Times:
    """How often something is there."""

    comparison: Comparison
    number: int


class Naming(Transformer[Token, Any]):
    """Turns what names things into descriptions and values."""

    def value(self, items: list[Any]) -> Value:
        text = str(items[0])
        quoted = text[:1] in _QUOTES and text[-1] == _QUOTES[text[0]]
        return Value((text[1:-1] if quoted else text).strip())

    def det(self, items: list[Any]) -> None:
        return None

    def ordinal(self, items: list[Any]) -> int:
        word = str(items[0]).casefold()
        return lexicon().ordinals.get(word) or int(re.sub(r"\D", "", word))

    def number(self, items: list[Any]) -> int:
        word = str(items[0]).casefold()
        return _WORDS.index(word) if word in _WORDS else int(float(word.replace(",", ".")))

    def near(self, items: list[Any]) -> Tree[Any]:
        return Tree("near", [first(items, Value)])

    def phrase(self, items: list[Any]) -> Described:
        words = (str(one) for one in items if is_token(one, "NOUN", "TAB"))
        kind = next((kind for kind in map(kind_of, words) if kind), "")
        return Described(
            name=str(first(items, Value)),
            kind=kind,
            ordinal=first(items, int) or 0,
            place=place_of(items),
        )


def place_of(items: list[Any]) -> str:
    """What a thing stands beside, in the tester's words; nothing where it is not said."""
    return next((str(one.children[0]) for one in items if is_tree(one, "near")), "")


def kind_of(word: str) -> str:
    """The kind of thing that a word names; nothing for any other word."""
    known = lexicon()
    return next((kind for kind in known.named(known.kinds, word) if kind in _KINDS), "")


def first(items: list[Any], kind: type[Any]) -> Any:
    """The first part of that type, or None."""
    return next((one for one in items if isinstance(one, kind)), None)


def last_word(items: list[Any]) -> Token:
    """The last word of the noun that is counted."""
    found = next(one for one in items if is_tree(one, "plural"))
    while isinstance(found, Tree):
        found = found.children[-1]
    return cast(Token, found)


def word_of(items: list[Any], kind: str) -> str:
    """The first word of that kind of the grammar's, or nothing."""
    return next((str(one) for one in items if is_token(one, kind)), "")


def is_token(item: Any, *types: str) -> bool:
    """Whether a part is a word of one of these kinds."""
    return isinstance(item, Token) and item.type in types


def is_tree(item: Any, name: str) -> bool:
    """Whether a part is a rule of that name."""
    return isinstance(item, Tree) and item.data == name


def is_negated(items: list[Any]) -> bool:
    """Whether the parts say "not", "no" or "does not"."""
    return any(
        is_token(one, "NOT", "NO", "DOES_NOT")
        or (is_tree(one, "negated") and is_negated(one.children))
        for one in items
    )


def limit_of(items: list[Any]) -> Comparison:
    """How a number is compared, as the sentence says it."""
    found = next((one.children[0] for one in items if is_tree(one, "limit")), "is")
    return cast(Comparison, found)
