"""What a goal says of the time in words is entered in figures."""

import pytest

from pathfinder.systems.explore.clock import as_field_has_it, in_figures, is_time_meant


@pytest.mark.parametrize(
    ("said", "time"),
    [
        ("half past ten", "10:30"),
        ("a quarter to nine", "8:45"),
        ("Quarter past 4", "4:15"),
        ("two o'clock", "2:00"),
        ("halb elf", "10:30"),
        ("Viertel nach zehn", "10:15"),
        ("14 Uhr", "14:00"),
        ("dix heures et demie", "10:30"),
        ("neuf heures", "9:00"),
    ],
)
def test_a_time_in_words(said: str, time: str) -> None:
    assert in_figures(said) == time


@pytest.mark.parametrize(
    "text",
    [
        "10:30",
        "ten",
        "we meet at half past ten",
        "half past",
        "half past ten tomorrow",
        "40 Uhr",
        "quarter to the hour",
    ],
)
def test_what_says_more_or_less_stays_as_it_is(text: str) -> None:
    assert in_figures(text) == text


@pytest.mark.parametrize(
    ("text", "said", "is_meant"),
    [
        ("16:15", "4:15", True),
        ("4:15", "4:15", True),
        ("Thu 04:15 to 05:00", "4:15", True),
        ("16:15", "04:15", False),
        ("16:45", "4:15", False),
        ("14:15", "4:15", False),
        ("22:30", "10:30", False),
    ],
)
def test_an_hour_of_one_figure_is_in_either_half_of_the_day(
    text: str, said: str, is_meant: bool
) -> None:
    assert is_time_meant(text, said) is is_meant


@pytest.mark.parametrize(
    ("said", "held", "time"),
    [
        ("4:15", "16:30", "16:15"),
        ("4:15", "05:30", "04:15"),
        ("4:15", "", "16:15"),
        ("9:30", "", "09:30"),
        ("9:30", "20:00", "21:30"),
        ("10:30", "20:00", "10:30"),
        ("04:15", "16:30", "04:15"),
        ("four", "16:30", "four"),
    ],
)
def test_a_field_has_it_in_the_half_of_the_day_that_it_holds(
    said: str, held: str, time: str
) -> None:
    assert as_field_has_it(said, held) == time
