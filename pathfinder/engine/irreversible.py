"""What names an action that can't be undone.

Phrases by language, found in the words of controls, dialogs and addresses.
"""

import re
from dataclasses import dataclass
from functools import cache
from urllib.parse import parse_qsl, unquote, urlsplit

from pathfinder.engine.phrases import Phrase, Phrases, first_of, phrase_tokens, read_words

_FILE = "irreversible"
_PATHS = "paths"
_ENDING = frozenset({"delete", "cancel", "leave"})
_NO_LANGUAGE = "any"
VERBS = frozenset(
    {
        "a",
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

What others hold, such as the words of a search, is no address, but where it is written as one.
"""
_FILES = re.compile(
    r"\.(css|js|mjs|map|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|otf|mp4|webm|json|xml|txt|pdf)$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Words:
    """The phrases of all languages, and those that a site adds to them."""

    extra: tuple[str, ...] = ()

    def found(self, text: str) -> str:
        """The phrase in a text that names something irreversible; empty where there is none."""
        return first_of(text, _own(self.extra), _phrases())

    def deleting(self, text: str) -> str:
        """The phrase in a text that names the end of something; empty where there is none."""
        return first_of(text, _endings())

    def found_in_address(self, url: str) -> str:
        """The word of an address that says that opening it does something irreversible.

        Files are not pages.
        """
        parts = urlsplit(url)
        if _FILES.search(parts.path):
            return ""
        asked = " / ".join(
            f"{name} / {value if _is_done(name, value) else ''}"
            for name, value in parse_qsl(parts.query)
        )
        path = f"{unquote(parts.path)} / {asked}"
        return first_of(path, _own(self.extra), _phrases(paths=True))


def _is_done(name: str, value: str) -> bool:
    """Whether what a query parameter holds says what is to be done: "user/delete" as its path.

    A whole address, or a path from the root, is where to go after that.
    """
    route = "/" in value and " " not in value and not value.startswith("/") and "://" not in value
    return route or name.casefold().removesuffix("[]") in VERBS


def languages() -> frozenset[str]:
    """The codes of the languages that have a list."""
    return frozenset(read_words(_FILE)) - {_NO_LANGUAGE}


def has_words_for(language: str) -> bool:
    """Whether there is a list for a page's language, such as "en-GB".

    A page that does not say counts as one that has.
    """
    code = language.strip().casefold().replace("_", "-").partition("-")[0]
    return not code or code in languages() or code == "no"


@cache
def _phrases(*, paths: bool = False) -> Phrases:
    return Phrases(
        Phrase(text, phrase_tokens(text), language, group)
        for language, groups in read_words(_FILE).items()
        for group, texts in groups.items()
        if (group == _PATHS) is paths
        for text in texts
    )


@cache
def _endings() -> Phrases:
    return Phrases(phrase for phrase in _phrases() if phrase.group in _ENDING)


@cache
def _own(extra: tuple[str, ...]) -> Phrases:
    return Phrases(Phrase(text, phrase_tokens(text), group="the site's own") for text in extra)
