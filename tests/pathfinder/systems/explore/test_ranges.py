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
        "9:30 to 10:30",
        "12 - 14",
        "Open days 24 to 26 April 2027",
    ],
)
def test_what_is_no_range_of_days_stays_as_it_is(text: str) -> None:
    assert parted([GoalValue("date", text)]) == [GoalValue("date", text)]
