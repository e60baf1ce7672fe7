"""A date of the goal, in the form in which a field writes dates."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from pathfinder.language.values import dates_in
from pathfinder.systems.explore.clock import as_field_has_it, is_time
from pathfinder.webprocessor.element import Element, Scene

Order = Literal["dmy", "mdy", "ymd"]
_NUMERIC = re.compile(r"(?<![\w./-])(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?![\w./-])")
_LETTERS = re.compile(r"(?<!\w)([^\W\d_])\1*([./-])([^\W\d_])\3*\2([^\W\d_])\4*(?!\w)")
_PICKERS = frozenset({"date", "time", "month", "week", "datetime-local"})
_A_DAY = timedelta(days=1)
_LONG_YEAR = len("2026")
_MONTHS = 12


@dataclass(frozen=True)
class DateForm:
    """How dates are written in numbers.

    padded: Days and months have two digits. long: The year has four.
    """

    order: Order
    mark: str
    padded: bool = True
    long: bool = True

    def of(self, day: date) -> str:
        """A date in this form."""
        digits = 2 if self.padded else 1
        parts = {
            "d": f"{day.day:0{digits}}",
            "m": f"{day.month:0{digits}}",
            "y": f"{day.year:04}" if self.long else f"{day.year % 100:02}",
        }
        return self.mark.join(parts[letter] for letter in self.order)


def as_shown(field: Element, value: str, scene: Scene, today: date | None = None) -> str:
    """A value as a field writes it: a date as the one that it holds, or as it says beforehand.

    Where it says nothing: as the page says ("dd/mm/yyyy"), or else as it writes all dates that it
    has in numbers. A time as people say it is in the half of the day of the one that the field
    holds. A date is unchanged where it may mean several, and where nothing on the page tells
    whether the day or the month comes first.
    """
    if field.attributes.get("type") == "time" or is_time(field.value):
        return as_field_has_it(value, field.value)
    days = [day for day in dates_in(value) if day.year > 1]
    if len(days) != 1 or field.attributes.get("type") in _PICKERS:
        return value
    form = _form_of(field, scene, today or date.today())
    return form.of(days[0]) if form else value


def _form_of(field: Element, scene: Scene, today: date) -> DateForm | None:
    if (sample := _NUMERIC.fullmatch(field.value.strip())) is not None:
        return _form_like(sample, scene, today)
    named = _LETTERS.fullmatch(field.attributes.get("placeholder", "").strip())
    if named or field.tag != "input":
        return _form_named(named) if named else None
    texts = [field.label, field.error, *_texts(scene)]
    said = {_form_named(one) for text in texts for one in _LETTERS.finditer(text)} - {None}
    if not said:
        samples = (one for text in texts for one in _NUMERIC.finditer(text))
        said = {_form_like(one, scene, today) for one in samples if dates_in(one[0])}
    return said.pop() if len(said) == 1 else None


def _form_like(sample: re.Match[str], scene: Scene, today: date) -> DateForm | None:
    first, mark, second, third = sample.groups()
    if len(first) == _LONG_YEAR:
        return DateForm("ymd", mark, padded=len(second) + len(third) == 4)
    order = (
        _order_of([sample], today)
        or _order_of(_NUMERIC.finditer("\n".join(_texts(scene))), today, mark)
        or ("dmy" if mark == "." else None)
    )
    padded = len(first) + len(second) == 4
    return DateForm(order, mark, padded, len(third) == _LONG_YEAR) if order else None


def _order_of(samples: Iterable[re.Match[str]], today: date, mark: str = "") -> Order | None:
    """Whether the day or the month comes first: where all that tell it agree."""
    told = {
        order
        for one in samples
        if (not mark or one[2] == mark) and len(one[1]) < _LONG_YEAR
        for order in _told_by(int(one[1]), int(one[3]), int(one[4]), today)
    }
    return told.pop() if len(told) == 1 else None


def _told_by(first: int, second: int, year: int, today: date) -> tuple[Order, ...]:
    """By a number that is no month, or as it is today's date in one order alone."""
    if max(first, second) > _MONTHS:
        return ("dmy",) if first > _MONTHS else ("mdy",)
    near = {(d.day, d.month) for d in (today - _A_DAY, today, today + _A_DAY)}
    is_now = year in (today.year, today.year % 100)
    orders: list[Order] = []
    if is_now and (first, second) in near:
        orders.append("dmy")
    if is_now and (second, first) in near:
        orders.append("mdy")
    return tuple(orders) if len(orders) == 1 else ()


def _form_named(named: re.Match[str]) -> DateForm | None:
    """Of "mm/dd/yyyy" or "TT.MM.JJJJ": the month is an M in most languages, the year is longest."""
    runs = named[0].split(named[2])
    longest = max(range(3), key=lambda at: len(runs[at]))
    months = [at for at, run in enumerate(runs) if run[0].casefold() == "m"]
    if len(months) != 1 or len(runs[longest]) != _LONG_YEAR or months[0] == longest:
        return None
    orders: dict[tuple[int, int], Order] = {(1, 2): "dmy", (0, 2): "mdy", (1, 0): "ymd"}
    order = orders.get((months[0], longest))
    return DateForm(order, named[2], len(runs[months[0]]) == 2) if order else None


def _texts(scene: Scene) -> list[str]:
    texts = [element.text for element in (*scene.informational, *scene.actionable)]
    return [*texts, *(element.value for element in scene.actionable)]
