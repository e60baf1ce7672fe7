"""Phrases by language, kept as data, and whether a text holds one of them.

Case, soft hyphens, zero-width characters and kinds of spaces make no difference; accents make none
in words of five letters or more.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pathfinder.core.yamlfile import read_yaml

WORDS = Path(__file__).parent / "words"
_TOKEN = re.compile(r"[^\W_]+|[\U0001F300-\U0001FAFF]")
_NO_SPACES = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")  # scripts that part no words
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LONG_ENOUGH = 5
"""Letters from which on a word is known without accents: shorter ones become other words."""

Tokens = tuple[str, ...]


@dataclass(frozen=True)
class Phrase:
    """A phrase with the language and the group of the file that it stands in."""

    text: str
    tokens: Tokens
    language: str = ""
    group: str = ""

    def within(self, tokens: Sequence[str]) -> bool:
        """Whether its words stand next to one another among these."""
        size = len(self.tokens)
        return any(
            all(map(_alike, self.tokens, tokens[at : at + size]))
            for at in range(len(tokens) - size + 1)
        )


class Phrases:
    """Phrases in an order, found in a text by the words that they begin with."""

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        self._all = tuple(phrases)
        self._by_word: dict[str, list[int]] = {}
        self._by_stem: dict[str, list[int]] = {}
        self._unparted: list[int] = []
        """Those of scripts that part no words: they may stand within one."""
        for at, phrase in enumerate(self._all):
            if _NO_SPACES.search(phrase.text):
                self._unparted.append(at)
                continue
            for word in {each.tokens[0] for each in (phrase, _unaccented(phrase)) if each.tokens}:
                known = self._by_stem if word.endswith("*") else self._by_word
                known.setdefault(word.removesuffix("*"), []).append(at)
        self._sizes = sorted({len(stem) for stem in self._by_stem})

    def __iter__(self) -> Iterator[Phrase]:
        return iter(self._all)

    def beginning(self, words: Iterable[str]) -> list[Phrase]:
        """The phrases, in their order, that begin with one of the words, or may stand within it."""
        found = set(self._unparted)
        for word in words:
            found.update(self._by_word.get(word, ()))
            for size in self._sizes:
                found.update(self._by_stem.get(word[:size], ()))
        return [self._all[at] for at in sorted(found)]


@cache
def read_words(name: str) -> dict[str, dict[str, list[str]]]:
    """A file of `words/`: language -> group -> phrases; a language's code is `<html lang>`'s."""
    content: dict[str, dict[str, list[str]]] = read_yaml(WORDS / f"{name}.yaml").content
    return content


@cache
def phrases_of(name: str, group: str) -> Phrases:
    """The phrases of one group of a file, in all its languages."""
    return Phrases(
        Phrase(text, phrase_tokens(text), language, group)
        for language, groups in read_words(name).items()
        for text in groups.get(group, ())
    )


def tokens_of(text: str) -> Tokens:
    """The words of a text as they are compared.

    Folded, without what can't be seen, "deleteItem" and "delete_item" parted.
    """
    parted = _HUMP.sub(" ", text)
    seen = "".join(
        " " if c.isspace() else c
        for c in unicodedata.normalize("NFKC", parted)
        if unicodedata.category(c) != "Cf"
    )
    return tuple(_TOKEN.findall(seen.casefold()))


def first_of(text: str, *lists: Phrases) -> str:
    """The first of the phrases of some lists that a text holds; empty where it holds none."""
    tokens = tokens_of(text)
    if not tokens:
        return ""
    plain = tuple(map(_without_accents, tokens))
    whole = "".join(tokens)
    words = {*tokens, *plain}
    begun = (phrase for phrases in lists for phrase in phrases.beginning(words))
    return next((phrase.text for phrase in begun if _in(phrase, tokens, plain, whole)), "")


def _in(phrase: Phrase, tokens: Tokens, plain: Tokens, whole: str) -> bool:
    if _NO_SPACES.search(phrase.text):
        return "".join(phrase.tokens) in whole
    return phrase.within(tokens) or _unaccented(phrase).within(plain)


def _alike(wanted: str, word: str) -> bool:
    return word.startswith(wanted[:-1]) if wanted.endswith("*") else word == wanted


@cache
def _unaccented(phrase: Phrase) -> Phrase:
    """The phrase without accents, but for short words, which would become others."""
    words = (
        _without_accents(word) if len(word) >= _LONG_ENOUGH else word for word in phrase.tokens
    )
    return Phrase(phrase.text, tuple(words), phrase.language, phrase.group)


def _without_accents(word: str) -> str:
    return unicodedata.normalize(
        "NFC",
        "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c)),
    )


def phrase_tokens(text: str) -> Tokens:
    """A phrase's words; a star at the end of one is kept."""
    return tuple(
        token + ("*" if word.endswith("*") else "")
        for word in text.split()
        for token in tokens_of(word.rstrip("*"))
    )
