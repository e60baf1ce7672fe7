"""What names an action that can't be undone.

Phrases by language, found in the words of controls, dialogs and addresses.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from pathfinder.core.yamlfile import read_yaml

_FILE = Path(__file__).parent / "words/irreversible.yaml"
_PATHS = "paths"
_NO_LANGUAGE = "any"
_TOKEN = re.compile(r"[^\W_]+|[\U0001F300-\U0001FAFF]")
_NO_SPACES = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")  # scripts that part no words
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_VERBS = frozenset(
    {
        "act",
        "action",
        "cmd",
        "command",
        "do",
        "event",
        "method",
        "_method",
        "mode",
        "op",
        "operation",
        "submit",
        "task",
    }
)
"""Query parameters whose value is what is to be done.

What others hold, such as the words of a search, is no address.
"""
_LONG_ENOUGH = 5
"""Letters from which on a word is known without accents: shorter ones become other words."""
_FILES = re.compile(
    r"\.(css|js|mjs|map|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|otf|mp4|webm|json|xml|txt|pdf)$",
    re.IGNORECASE,
)

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


@dataclass(frozen=True)
class Words:
    """The phrases of all languages, and those that a site adds to them."""

    extra: tuple[str, ...] = ()

    def found(self, text: str) -> str:
        """The phrase in a text that names something irreversible; empty where there is none."""
        return _first(text, (*_own(self.extra), *_phrases()))

    def found_in_address(self, url: str) -> str:
        """The word of an address that says that opening it does something irreversible.

        Files are not pages.
        """
        parts = urlsplit(url)
        if _FILES.search(parts.path):
            return ""
        asked = " / ".join(
            f"{name} / {value if name.casefold() in _VERBS else ''}"
            for name, value in parse_qsl(parts.query)
        )
        return _first(
            f"{unquote(parts.path)} / {asked}", (*_own(self.extra), *_phrases(paths=True))
        )


def languages() -> frozenset[str]:
    """The codes of the languages that have a list."""
    return frozenset(_read()) - {_NO_LANGUAGE}


def has_words_for(language: str) -> bool:
    """Whether there is a list for a page's language, such as "en-GB".

    A page that does not say counts as one that has.
    """
    code = language.strip().casefold().replace("_", "-").partition("-")[0]
    return not code or code in languages() or code == "no"


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


def _first(text: str, phrases: Iterable[Phrase]) -> str:
    tokens = tokens_of(text)
    if not tokens:
        return ""
    plain = tuple(map(_without_accents, tokens))
    whole = "".join(tokens)
    return next((phrase.text for phrase in phrases if _in(phrase, tokens, plain, whole)), "")


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


@cache
def _phrases(*, paths: bool = False) -> tuple[Phrase, ...]:
    return tuple(
        Phrase(text, _tokens(text), language, group)
        for language, groups in _read().items()
        for group, texts in groups.items()
        if (group == _PATHS) is paths
        for text in texts
    )


@cache
def _own(extra: tuple[str, ...]) -> tuple[Phrase, ...]:
    return tuple(Phrase(text, _tokens(text), group="the site's own") for text in extra)


def _tokens(text: str) -> Tokens:
    """A phrase's words; a star at the end of one is kept."""
    return tuple(
        token + ("*" if word.endswith("*") else "")
        for word in text.split()
        for token in tokens_of(word.rstrip("*"))
    )


@cache
def _read() -> dict[str, dict[str, list[str]]]:
    content: dict[str, dict[str, list[str]]] = read_yaml(_FILE).content
    return content
