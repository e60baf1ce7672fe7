"""A time of day that a goal says in words, in figures: "half past ten" is 10:30."""

from collections.abc import Iterator
from functools import cache

from pathfinder.engine.phrases import Tokens, read_words, tokens_of
from pathfinder.language.lexicon import lexicon

_WORDS = "clock"
_HOURS = 24
_MINUTES = 60


def in_figures(text: str) -> str:
    """The time in figures, where a text says nothing else in words; the text as it is else.

    The hour is as it is said: of "ten" nothing tells whether it is in the evening.
    """
    told = tokens_of(text)
    for place, minutes, phrase in _ways():
        before = place == "before"
        said, hour = (
            (told[: len(phrase)], told[len(phrase) :])
            if before
            else (told[-len(phrase) :], told[: -len(phrase)])
        )
        if said == phrase and (at := _hour(hour)) is not None:
            whole = (at * _MINUTES + minutes) % (_HOURS * _MINUTES)
            return f"{whole // _MINUTES:02}:{whole % _MINUTES:02}"
    return text


def _hour(tokens: Tokens) -> int | None:
    """The hour that a single word or number says."""
    if len(tokens) != 1:
        return None
    number = lexicon().numbers.get(tokens[0], tokens[0])
    hour = int(number) if str(number).isdecimal() else _HOURS
    return hour if 0 < hour < _HOURS else None


@cache
def _ways() -> tuple[tuple[str, int, Tokens], ...]:
    """Where the words of a way to say it stand, the minutes that they add, and the words."""
    return tuple(sorted(_read(), key=lambda way: -len(way[2])))


def _read() -> Iterator[tuple[str, int, Tokens]]:
    for groups in read_words(_WORDS).values():
        for group, phrases in groups.items():
            place, minutes = group.split()
            yield from ((place, int(minutes), tokens_of(phrase)) for phrase in phrases)
