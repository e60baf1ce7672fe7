"""A range of days is a first and a last one; two days that are no range stay one value."""

import pytest

from pathfinder.core.task import GoalValue
from pathfinder.systems.explore.ranges import parted


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("24 to 26 April 2027", ["24 April 2027", "26 April 2027"]),
        ("24-26 April 2027", ["24 April 2027", "26 April 2027"]),
        ("24 April to 2 May 2027", ["24 April 2027", "2 May 2027"]),
        ("24 April 2027 until 2 May 2027", ["24 April 2027", "2 May 2027"]),
        ("April 24 – 26, 2027", ["April 24, 2027", "April 26, 2027"]),
        ("24. bis 26. April 2027", ["24. April 2027", "26. April 2027"]),
        ("Thursday 17 to Friday 18 June 2027", ["17 June 2027", "18 June 2027"]),
        ("Thu, 17 June to Fri, 2 July 2027", ["17 June 2027", "2 July 2027"]),
        ("Donnerstag, 17. bis Freitag, 18. Juni 2027", ["17. Juni 2027", "18. Juni 2027"]),
        ("24 Mar to 2 Apr 2027", ["24 Mar 2027", "2 Apr 2027"]),
        ("24 au 26 avril 2027", ["24 avril 2027", "26 avril 2027"]),
    ],
)
def test_a_range_is_two_days(text: str, days: list[str]) -> None:
    assert parted([GoalValue("date", text)]) == [
        GoalValue("first date", days[0]),
        GoalValue("last date", days[1]),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "26 April 2027",
        "24 and 26 April 2027",
        "10 to 12 people",
        "2027-04-24",
        "9:30 and 10:30",
        "9:30, for 10:30",
        "Tom 9:30 to 10:30",
        "12 - 14",
        "Open days 24 to 26 April 2027",
    ],
)
def test_what_is_no_range_of_days_stays_as_it_is(text: str) -> None:
    assert parted([GoalValue("date", text)]) == [GoalValue("date", text)]


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("18:00 to 22:00", ["18:00", "22:00"]),
        ("from 9:30 until 10:30", ["9:30", "10:30"]),
        ("9:30–10:30", ["9:30", "10:30"]),
        ("9:30 am to 1:15 pm", ["9:30 am", "1:15 pm"]),
        ("18.00 bis 22.00 Uhr", []),
        ("18.00 bis 22.00", ["18.00", "22.00"]),
    ],
)
def test_so_is_a_range_of_times(text: str, times: list[str]) -> None:
    parts = [GoalValue(f"{which} time", t) for which, t in zip(("first", "last"), times)]  # noqa: B905
    assert parted([GoalValue("time", text)]) == (parts or [GoalValue("time", text)])


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("31.6 litres, 52.14 euros", [("litres", "31.6"), ("euros", "52.14")]),
        ("2 adults, 3 children, 1 dog", [("adults", "2"), ("children", "3"), ("dog", "1")]),
        ("31,6 l", []),
        ("12 Mill Lane, 4020 Linz", []),
        ("24 april, 2 may", []),
        ("40 chairs, white", []),
        ("52.14 EUR, 31.6 km", [("EUR", "52.14"), ("km", "31.6")]),
    ],
)
def test_amounts_in_a_row_are_each_of_its_unit(text: str, amounts: list[tuple[str, str]]) -> None:
    """No address, no days, and nothing beside them."""
    whole = [GoalValue("amount", text)]
    assert parted(whole) == ([GoalValue(of, value) for of, value in amounts] or whole)


def test_two_days_that_are_called_alike_are_no_amounts() -> None:
    days = [GoalValue("jour", "6 mai"), GoalValue("jour", "9 juin")]
    assert parted(days) == days
