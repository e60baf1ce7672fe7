"""The texts of a sentence as they are compared: quotes, addresses, numbers, plain words."""

import re
from collections.abc import Iterator
from itertools import pairwise

from pathfinder.language.lexicon import lexicon, tokens_of
from pathfinder.language.spans import QUOTED

_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_LONGEST_CONDITION = 5
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


def without_conditions(sentence: str) -> str:
    """A sentence without the clauses that only say when it holds: "as long as no box is ticked".

    Such a clause ends at a comma. A word such as "after" begins one only where the sentence begins.
    """
    words, known, out, at = sentence.split(), lexicon(), list[str](), 0
    while at < len(words):
        phrases = {n: tokens_of(" ".join(words[at : at + n])) for n in range(1, _LONGEST_CONDITION)}
        begins = any(
            one in known.conditions and (len(one) > 1 or not at) for one in phrases.values()
        )
        end = next((n for n in range(at, len(words)) if words[n].endswith(",")), len(words))
        if begins and (at or end < len(words)):
            at = end + 1
        else:
            out.append(words[at])
            at += 1
    return " ".join(out)


def given_up(sentence: str) -> Iterator[str]:
    """What a value was before it changed: "from 9 to 8"."""
    words, known = sentence.split(), lexicon()
    for at, (before, word) in enumerate(pairwise(words)):
        after = {one.casefold() for one in words[at + 2 : at + 4]}
        if before.casefold() in known.formerly and known.becoming & after:
            yield word
    for quote in QUOTED.finditer(sentence):
        ahead = {one.casefold() for one in sentence[: quote.start()].split()[-1:]}
        behind = {one.casefold() for one in sentence[quote.end() :].split()[:1]}
        if known.formerly & ahead and known.becoming & behind:
            yield quote[0]


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


def number_said(word: str) -> int | None:
    """The number that a word is, in digits or letters."""
    return int(word) if word.isdecimal() else lexicon().numbers.get(word)
