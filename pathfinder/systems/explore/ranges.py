"""A value that is several: the first and the last day or time of something, or amounts in a row."""

import re
from collections import Counter
from collections.abc import Iterable

from pathfinder.core.task import GoalValue
from pathfinder.engine.phrases import phrases_of, tokens_of
from pathfinder.language.values import dates_in, without_weekdays

_DAY = r"\d{1,2}(?:st|nd|rd|th|\.)?(?!\d|[:.]\d)"
_TWO_DAYS = re.compile(rf"(?<!\d)(?P<first>{_DAY})(?P<between>.{{1,40}}?)(?<!\d)(?P<last>{_DAY})")
_TIME = r"\d{1,2}[:.]\d{2}(?!\d)(?:\s?[ap]\.?m\.?)?"
_TWO_TIMES = re.compile(
    rf"(?<![\d:.])(?P<first>{_TIME})(?P<between>.{{1,12}}?)(?<![\d:.])(?P<last>{_TIME})",
    re.IGNORECASE,
)
_AMOUNT = re.compile(r"(?P<number>\d+(?:[.,]\d+)?) (?P<unit>[^\W\d_A-Z]{2,}|[A-Z]{3})")
_COMMAS = re.compile(r",\s+")
_DASHES = frozenset("-–—")
_WORD = re.compile(r"[^\W\d_]+")
_SMALL = 5


def parted(values: Iterable[GoalValue]) -> list[GoalValue]:
    """The values, each range of days or times as two, and amounts in a row one by one.

    Month and year that are given once are those of both days. An amount is of its unit: "31.6
    litres, 52.14 euros" is 31.6 of litres and 52.14 of euros.
    """
    told = [one for value in values for one in _parted(value)]
    kinds = Counter(value.of for value in told if _amount(value.value))
    return [(kinds[one.of] > 1 and _amount(one.value)) or one for one in told]


def amounts_in(text: str) -> list[GoalValue]:
    """The amounts that a text consists of, each of another unit; empty where it is none or one."""
    found = [_amount(part.strip()) for part in _COMMAS.split(text)]
    amounts = [one for one in found if one]
    units = {one.of for one in amounts}
    return amounts if len(units) == len(found) > 1 else []


def _amount(text: str) -> GoalValue | None:
    """An amount, called by its unit; None for any other text, and for a day: "6 mai"."""
    found = _AMOUNT.fullmatch(text)
    if found is None or dates_in(f"1 {found['unit']} 2027"):
        return None
    return GoalValue(found["unit"], found["number"])


def _parted(value: GoalValue) -> list[GoalValue]:
    both = _days(value.value) or _times(value.value)
    if not both:
        return amounts_in(value.value) or [value]
    return [
        GoalValue(f"{which} {value.of}", one)
        for which, one in zip(("first", "last"), both, strict=True)
    ]


def _times(text: str) -> tuple[str, str] | None:
    """The two times of a range; None for what is no range alone."""
    found = _TWO_TIMES.search(text)
    if found is None or _without_until(found["between"]) != "":
        return None
    beside = _WORD.findall(text[: found.start()] + text[found.end() :])
    small = all(word.islower() and len(word) <= _SMALL for word in beside)
    return (found["first"], found["last"]) if small else None


def _days(text: str) -> tuple[str, str] | None:
    """The two days of a range, each with its month and year; None for what is no range alone.

    Which days of the week they are says nothing more.
    """
    text = without_weekdays(text)
    found = _TWO_DAYS.search(text)
    if found is None or not all(map(_is_of_a_date, _WORD.findall(text))):
        return None
    before, between, after = text[: found.start()], found["between"], text[found.end() :]
    own = _without_until(between)
    if own is None:
        return None
    last = f"{before if not own else ''}{found['last']}{after}".strip()
    first = f"{before}{found['first']}{own or after}".strip()
    if own and not re.search(r"\d{4}", first) and (year := re.search(r"\d{4}", after)):
        first = f"{first} {year[0]}"
    whole = len(dates_in(first)) == len(dates_in(last)) == 1 and dates_in(first) != dates_in(last)
    return (first, last) if whole else None


def _is_of_a_date(word: str) -> bool:
    """Whether a word may stand in a date: a small one, or one that makes a date of a day."""
    return (word.islower() and len(word) <= _SMALL) or bool(dates_in(f"1 {word} 2027"))


def _without_until(between: str) -> str | None:
    """What stands between two days, without the word that makes them a range; None without one."""
    dash = next((sign for sign in _DASHES if sign in between), "")
    if dash:
        return between.partition(dash)[0].rstrip()
    words = between.split()
    for phrase in phrases_of("ranges", "until"):
        size = len(phrase.tokens)
        if tokens_of(" ".join(words[-size:])) == phrase.tokens:
            return f" {' '.join(words[:-size])}" if words[:-size] else ""
    return None
