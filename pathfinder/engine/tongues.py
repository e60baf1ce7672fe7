"""What languages call themselves, as a site's switch between them does.

Source: CLDR, by babel.
"""

import unicodedata
from functools import cache

from babel import Locale, localedata


@cache
def own_names() -> frozenset[str]:
    """`deutsch`, `francais`, `english`, …: every language's name in itself, letters alone."""
    languages = (name for name in localedata.locale_identifiers() if "_" not in name)
    names = (_letters(Locale.parse(name).get_display_name() or "") for name in languages)
    return frozenset(name for name in names if name)


def is_a_language(name: str) -> bool:
    """Whether a control is called as a language calls itself, with or without its country."""
    return _letters(name.partition("(")[0]) in own_names()


def _letters(text: str) -> str:
    """A name without accents, vowel signs, case and what is no letter."""
    parted = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parted if unicodedata.category(letter).startswith("L"))
