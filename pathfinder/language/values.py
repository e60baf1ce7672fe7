"""Numbers, sums of money and dates in a text, compared by value: "£1,204.50" is "1.204,50 £"."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache

from pathfinder.core.statement import Comparison

_NUMBER = re.compile(
    r"(?<![\w.,])[-−]?(?=\d)\d+(?:[.,'’\u00a0\u202f ]\d{3}(?!\d))*(?:[.,]\d+)?(?![\w])"
    r"|(?<=[^\W\d_])\d+(?:[.,]\d+)*|\d+(?:[.,]\d+)*(?=[^\W\d_])"
)
_NUMERIC_DATE = re.compile(r"(?<!\d)(\d{1,4})([./-])(\d{1,2})\2(\d{2,4})(?!\d)")
_WORD = re.compile(r"[^\W\d_]+|\d+")
_TIME = re.compile(r"(?<!\d)(\d{1,2}):([0-5]\d)(?!\d)(?:\s*([ap])\.?m\b\.?)?", re.I)
_ISO_CODE = re.compile(r"\b[A-Z]{3}\b")
_LOCALES = ("en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv", "da", "cs")
_CENTURY = 100
_MOST_GAP = 2


@dataclass(frozen=True)
class Number:
    """A number as it is written, and what it may stand for: "1.234" is 1.234 or 1234."""

    text: str
    values: frozenset[Decimal]


def numbers_in(text: str) -> tuple[Number, ...]:
    """The numbers of a text, in order."""
    return tuple(Number(one[0], frozenset(_values(one[0]))) for one in _NUMBER.finditer(text))


def number_in(text: str) -> Number | None:
    """The first number of a text."""
    return next(iter(numbers_in(text)), None)


def dates_in(text: str) -> frozenset[date]:
    """The dates that a text may mean; of 3/4/2026 both."""
    return frozenset((*_numeric_dates(text), *_spelled_dates(text)))


def says_day(text: str, wanted: str) -> bool:
    """Whether a text says a day that is wanted, with or without its year."""
    days = dates_in(wanted)
    return any(day in days or _without_year(day, days) for day in dates_in(text))


def _without_year(day: date, days: Iterable[date]) -> bool:
    return day.year == 1 and any((day.month, day.day) == (one.month, one.day) for one in days)


def currencies_in(text: str) -> frozenset[str]:
    """The symbols of the currencies that a text names; an ISO code counts as its symbol."""
    signs = {sign for sign in text if unicodedata.category(sign) == "Sc"}
    return frozenset(signs | {_symbol(code) for code in _ISO_CODE.findall(text)} - {""})


def plain(text: str) -> str:
    """A text as it is compared: one case, single spaces, without full stops or colons around it."""
    return " ".join(text.casefold().split()).strip(" .:;,!…*")


def compare(shown: str, comparison: Comparison, wanted: str) -> bool:
    """Whether what a page shows is as wanted: by value where both have one, else by words."""
    one, other = plain(shown), plain(wanted)
    if comparison == "is":
        return one == other or same_value(shown, wanted)
    if comparison in ("contains", "starts with", "ends with"):
        return {
            "contains": has_words(shown, wanted),
            "starts with": one.startswith(other),
            "ends with": one.endswith(other),
        }[comparison]
    left, right = sort_key(shown), sort_key(wanted)
    if left[0] != right[0]:
        return False
    return {
        "at least": left >= right,
        "at most": left <= right,
        "more than": left > right,
        "less than": left < right,
    }[comparison]


def same_value(shown: str, wanted: str) -> bool:
    """Whether two texts give the same date, time, number or sum of money."""
    dates = dates_in(wanted)
    if dates:
        return bool(dates & dates_in(shown))
    if time := _TIME.search(wanted):
        return any(_minutes(time) == _minutes(one) for one in _TIME.finditer(shown))
    one, other = number_in(shown), number_in(wanted)
    if one is None or other is None or len(numbers_in(wanted)) > 1:
        return False
    money = currencies_in(shown), currencies_in(wanted)
    if all(money) and not money[0] & money[1]:
        return False
    words = _WORD.findall(wanted.replace(other.text, " "))
    known = {word.casefold() for word in _WORD.findall(shown)}
    return bool(one.values & other.values) and all(
        word.casefold() in known or _symbol(word) for word in words
    )


def has_words(text: str, words: str) -> bool:
    """Whether words stand in a text, whole, next to one another; "£5" is not in "£5.50"."""
    wanted, where = plain(words), " ".join(text.casefold().split())
    start = where.find(wanted) if wanted else -1
    while start >= 0:
        end = start + len(wanted)
        if not _goes_on(where, start, end):
            return True
        start = where.find(wanted, start + 1)
    return False


def sort_key(text: str) -> tuple[int, Decimal, str]:
    """What a column is sorted by: the date, else the first number, else the words."""
    dates = dates_in(text)
    if dates:
        return (0, Decimal(min(dates).toordinal()), "")
    number = number_in(text)
    if number is not None:
        return (1, min(number.values), "")
    letters = unicodedata.normalize("NFD", text.casefold())
    return (2, Decimal(0), "".join(sign for sign in letters if sign.isalnum()))


def sorted_by_value(texts: Sequence[str], *, descending: bool = False) -> bool:
    """Whether texts are in order, equal ones included; those of another sort than most left out."""
    keys = [sort_key(text) for text in texts]
    most = max((key[0] for key in keys), key=[key[0] for key in keys].count, default=2)
    alike = [key for key in keys if key[0] == most]
    return alike == sorted(alike, reverse=descending)


def _values(written: str) -> Iterator[Decimal]:
    """What a number may stand for: one separator before three digits tells nothing."""
    digits = re.sub(r"['’\u00a0\u202f ]", "", written.replace("−", "-"))
    marks = [sign for sign in digits if sign in ".,"]
    whole, _, rest = digits.rpartition(marks[-1]) if marks else (digits, "", "")
    bare = re.sub(r"[.,]", "", digits)
    groups = not marks or marks.count(marks[-1]) > 1 or len(rest) == len("000")
    if groups:
        yield Decimal(bare)
    if marks and marks.count(marks[-1]) == 1:
        yield Decimal(f"{re.sub(r'[.,]', '', whole)}.{rest}")


def _numeric_dates(text: str) -> Iterator[date]:
    for first, _, second, third in _NUMERIC_DATE.findall(text):
        one, two, three = int(first), int(second), int(third)
        if len(first) == len("2026"):
            yield from _date(one, two, three)
        else:
            year = three + 2000 if three < _CENTURY else three
            yield from _date(year, two, one)
            yield from _date(year, one, two)


def _spelled_dates(text: str) -> Iterator[date]:
    """A day, the name of a month and a year, in any order, next to one another.

    The hour that follows is no day.
    """
    words = _WORD.findall(_TIME.sub(" ", text))
    months = _months()
    for at, word in enumerate(words):
        month = months.get(word.casefold())
        if month:
            near = words[max(0, at - _MOST_GAP) : at + _MOST_GAP + 2]
            found = [int(one) for one in near if one.isdigit()]
            years = [one for one in found if one > 1000]
            for day in (one for one in found if one <= 31):
                yield from _date(years[0] if years else 1, month, day)


def _date(year: int, month: int, day: int) -> Iterator[date]:
    try:
        yield date(year, month, day)
    except ValueError:
        return


def _minutes(time: re.Match[str]) -> int:
    hour, minute, half = int(time[1]), int(time[2]), (time[3] or "").lower()
    return ((hour % 12 + 12 * (half == "p")) if half else hour) * 60 + minute


def _goes_on(text: str, start: int, end: int) -> bool:
    """Whether a word or a number goes on across an end of the part of a text."""
    inside = text[start:end]
    before, after = text[:start][-1:], text[end:][:1]
    if (before.isalnum() and inside[:1].isalnum()) or (after.isalnum() and inside[-1:].isalnum()):
        return True
    return inside[-1:].isdigit() and after in (".", ",") and text[end + 1 : end + 2].isdigit()


@cache
def _months() -> dict[str, int]:
    """The names of the months, short and long, in several languages."""
    from babel.dates import get_month_names

    names: Iterable[tuple[str, int]] = (
        (name.rstrip(".").casefold(), number)
        for locale in _LOCALES
        for context in ("format", "stand-alone")
        for width in ("wide", "abbreviated")
        for number, name in get_month_names(width, context, locale).items()
    )
    return {name: number for name, number in names if len(name) > 2}


def without_weekdays(text: str) -> str:
    """A text without the names of weekdays, in several languages: "17 to 18 June"."""
    words = (word for word in text.split() if plain(word).rstrip(",") not in _weekdays())
    return " ".join(words)


@cache
def _weekdays() -> frozenset[str]:
    from babel.dates import get_day_names

    names = (
        name.rstrip(".").casefold()
        for locale in _LOCALES
        for context in ("format", "stand-alone")
        for width in ("wide", "abbreviated")
        for name in get_day_names(width, context, locale).values()
    )
    return frozenset(name for name in names if len(name) > 2 and name not in _months())


@cache
def _symbol(code: str) -> str:
    """The symbol of a currency; empty for what is none."""
    from babel.core import UnknownLocaleError
    from babel.numbers import UnknownCurrencyError, get_currency_symbol, validate_currency

    try:
        validate_currency(code.upper())
    except (UnknownCurrencyError, UnknownLocaleError):
        return ""
    return get_currency_symbol(code.upper(), "en_GB").replace("US", "")
