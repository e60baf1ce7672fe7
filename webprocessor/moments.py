"""Dates and times as a user writes them, in the form that a browser's field of that type takes."""

import re
from calendar import month_abbr, month_name
from datetime import date, datetime

_ISO = re.compile(r"(\d{4})-(\d{1,2})(?:-(\d{1,2}))?")
_NUMBERS = re.compile(r"\b(\d{1,2})([./-])(\d{1,2})\2(\d{4})\b")
_WORDS = re.compile(r"[^\W\d]{3,}")
_TIME = re.compile(
    r"\b(\d{1,2})(?:[:.](\d{2}))(?:[:.]\d{2})?\s*([ap])?\.?m?\b|\b(\d{1,2})\s*([ap])\.?m", re.I
)
_WEEK = re.compile(r"(\d{4})-?W(\d{1,2})", re.I)
_MONTHS = {
    name.lower(): number
    for names in (month_name, month_abbr)
    for number, name in enumerate(names)
    if name
}


def field_value(kind: str, text: str) -> str:
    """What a field of type date, time, month, week or datetime-local holds for what a user says.

    "3/14/2026", "14.3.2026" and "March 14, 2026" are 2026-03-14; "2:30 pm" is 14:30. Of numbers
    with slashes the month comes first, as in the browser's language, unless it can't. The text
    itself where it is neither.
    """
    made = {
        "date": lambda: _iso(text),
        "time": lambda: _time(text),
        "month": lambda: _month(text),
        "week": lambda: _week(text),
        "datetime-local": lambda: _both(text),
    }.get(kind)
    return (made() if made else "") or text.strip()


def _date(text: str) -> date | None:
    try:
        if (iso := _ISO.search(text)) and iso[3]:
            return date(*map(int, iso.groups()))
        if numbers := _NUMBERS.search(text):
            first, mark, second, year = numbers.groups()
            month, day = (first, second) if mark == "/" else (second, first)
            if int(month) > 12:
                month, day = day, month
            return date(int(year), int(month), int(day))
        month_of = _named_month(text)
        years, days = (
            re.findall(r"\b\d{4}\b", text),
            re.findall(r"\b(\d{1,2})(?:st|nd|rd|th)?\b", text),
        )
        return date(int(years[0]), month_of, int(days[0])) if month_of and years and days else None
    except ValueError:
        return None


def _named_month(text: str) -> int:
    return next((_MONTHS[w] for w in map(str.lower, _WORDS.findall(text)) if w in _MONTHS), 0)


def _iso(text: str) -> str:
    found = _date(text)
    return found.isoformat() if found else ""


def _month(text: str) -> str:
    found = _date(text)
    if found:
        return f"{found:%Y-%m}"
    if iso := _ISO.search(text):
        return f"{iso[1]}-{int(iso[2]):02d}"
    year = re.search(r"\b\d{4}\b", text)
    return f"{year[0]}-{_named_month(text):02d}" if year and _named_month(text) else ""


def _week(text: str) -> str:
    if week := _WEEK.search(text):
        return f"{week[1]}-W{int(week[2]):02d}"
    found = _date(text)
    return "{}-W{:02d}".format(*found.isocalendar()) if found else ""


def _time(text: str) -> str:
    found = _TIME.search(text)
    if not found:
        return ""
    hour, minute = int(found[1] or found[4]), int(found[2] or 0)
    half = (found[3] or found[5] or "").lower()
    hour = hour % 12 + (12 if half == "p" else 0) if half else hour
    try:
        return datetime(2000, 1, 1, hour, minute).strftime("%H:%M")
    except ValueError:
        return ""


def _both(text: str) -> str:
    day, rest = _iso(text), re.sub(_NUMBERS, " ", re.sub(_ISO, " ", text))
    time = _time(rest.replace("T", " "))
    return f"{day}T{time}" if day and time else ""
