"""A time of day as people say it: "half past ten" is 10:30, and "4:15" may be in the afternoon."""

import re
from collections.abc import Iterator
from functools import cache

from pathfinder.engine.phrases import Tokens, read_words, tokens_of
from pathfinder.language.lexicon import lexicon

_WORDS = "clock"
_HOURS = 24
_MINUTES = 60
_HALF = 12
_TIME = re.compile(r"(?<![\d:])(\d{1,2}):([0-5]\d)(?![\d:])")
_OF_EITHER_HALF = re.compile(r"([1-9]):([0-5]\d)")
_DAY_BEGINS = 7
"""Where nothing tells which half of the day is meant it is the one that people are up in."""


def in_figures(text: str) -> str:
    """The time in figures, where a text says nothing else in words; the text as it is else.

    The hour is as it is said: of "four" nothing tells whether it is in the afternoon.
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
            return f"{whole // _MINUTES}:{whole % _MINUTES:02}"
    return text


def is_time(text: str) -> bool:
    """Whether a text is a time of day and nothing else."""
    return bool(_TIME.fullmatch(text.strip()))


def is_time_meant(text: str, said: str) -> bool:
    """Whether a text has the time that is said, in either half of the day where it has one figure.

    "4:15" is meant by 16:15, "04:15" is not.
    """
    return bool(_hours_meant(said) & {time.groups() for time in _TIME.finditer(text)})


def as_field_has_it(said: str, held: str) -> str:
    """A time of one figure as a field writes it: in the half of the day of the time that it holds.

    Args:
        said: Unchanged where it is no such time.
        held: What the field holds; without a time in it the day begins at seven.
    """
    if not (time := _OF_EITHER_HALF.fullmatch(said)):
        return said
    there = _TIME.search(held)
    late = int(there[1]) >= _HALF if there else int(time[1]) < _DAY_BEGINS
    return f"{int(time[1]) + _HALF * late:02}:{time[2]}"


def _hours_meant(said: str) -> set[tuple[str, ...]]:
    if not (time := _OF_EITHER_HALF.fullmatch(said)):
        return set()
    hour, minutes = int(time[1]), time[2]
    return {(form, minutes) for form in (time[1], f"{hour:02}", str(hour + _HALF))}


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
