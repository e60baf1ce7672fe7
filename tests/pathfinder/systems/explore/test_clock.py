"""What a goal says of the time in words is entered in figures."""

import pytest

from pathfinder.systems.explore.clock import in_figures


@pytest.mark.parametrize(
    ("said", "time"),
    [
        ("half past ten", "10:30"),
        ("a quarter to nine", "08:45"),
        ("Quarter past 4", "04:15"),
        ("two o'clock", "02:00"),
        ("halb elf", "10:30"),
        ("Viertel nach zehn", "10:15"),
        ("14 Uhr", "14:00"),
        ("dix heures et demie", "10:30"),
        ("neuf heures", "09:00"),
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
