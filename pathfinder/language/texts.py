"""The texts of a sentence as they are compared: quotes, addresses, numbers, plain words."""

import re

from pathfinder.language.lexicon import lexicon
from pathfinder.language.spans import QUOTED

_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
ASIDE = re.compile(r"\([^()]*\)")
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")


def must_use(sentence: str) -> list[str]:
    """The quotes, e-mail addresses and numbers of a sentence, as they are compared."""
    found = [*quotes_in(sentence), *_ADDRESS.findall(sentence)]
    known = " ".join(found)
    counted = lexicon().counting
    numbers = [
        one[0]
        for one in _NUMBER.finditer(sentence)
        if one[0] not in known
        and not counted & {word.casefold() for word in sentence[: one.start()].split()[-1:]}
    ]
    return [plain(one) for one in (*found, *numbers)]


def quotes_in(sentence: str) -> list[str]:
    """What stands between quotation marks."""
    return [one or other for one, other in QUOTED.findall(sentence)]


def bare(text: str) -> str:
    """A text without quotation marks around it or in it."""
    unquoted = QUOTED.sub(lambda quote: quote[1] or quote[2], text)
    return on_one_line(unquoted).strip("\"'“”„«»‘’ ")


def on_one_line(text: str) -> str:
    """A text with single spaces."""
    return " ".join(text.split())


def plain(text: str) -> str:
    """A text on one line, without capitals."""
    return " ".join(text.casefold().split())
