"""What languages call themselves, as a site's switch between them does.

Source: CLDR; the names are kept in a file, for babel reads all that it knows of 300 languages to
    tell them, which takes longer than a browser takes to start.
"""

import unicodedata
from functools import cache
from pathlib import Path

from pathfinder.core.yamlfile import read_yaml

NAMES = Path(__file__).with_name("own_names.yaml")


@cache
def own_names() -> frozenset[str]:
    """`deutsch`, `francais`, `english`, …: every language's name in itself, letters alone."""
    names = map(_letters, read_yaml(NAMES).content.values())
    return frozenset(name for name in names if name)


def is_a_language(name: str) -> bool:
    """Whether a control is called as a language calls itself, with or without its country."""
    return _letters(name.partition("(")[0]) in own_names()


def _letters(text: str) -> str:
    """A name without accents, vowel signs, case and what is no letter."""
    parted = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parted if unicodedata.category(letter).startswith("L"))
