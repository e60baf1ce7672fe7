"""Dates in a text, in words."""

from datetime import date

import pytest

from pathfinder.language.values import dates_in, says_day


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Fri 21 May, 17:15 Oban to Skye", [date(1, 5, 21)]),
        ("May 21, 9:30 am", [date(1, 5, 21)]),
        ("21 May 2027 17:15", [date(2027, 5, 21)]),
    ],
)
def test_the_hour_that_follows_a_date_is_no_day(text: str, days: list[date]) -> None:
    assert dates_in(text) == frozenset(days)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Fri 21 May, 17:15", True),
        ("2027-05-21", True),
        ("21 May 2026", False),
        ("Fri 22 May", False),
        ("Friday", False),
    ],
)
def test_a_day_is_said_with_or_without_its_year(text: str, *, said: bool) -> None:
    assert says_day(text, "21 May 2027") is said
