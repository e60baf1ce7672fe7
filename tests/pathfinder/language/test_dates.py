"""Dates in a text, in words."""

from datetime import date

import pytest

from pathfinder.language.values import dates_in


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
