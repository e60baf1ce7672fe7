"""A field in the words of a prompt."""

from pathfinder.systems.explore.asking import described
from pathfinder.webprocessor.element import Element, Scene

HOURS = tuple(f"Room {number}, {hour}:00" for number in (1, 2) for hour in range(8, 18))
FIELD = Element(
    "select", "combobox", "When", uid="w", options=HOURS, required=True, actionable=True
)
SCENE = Scene("http://rooms.test/", "Rooms", "Rooms", (FIELD,), ())


def test_of_many_options_those_are_told_that_say_most_of_the_goal() -> None:
    told = described(FIELD, SCENE, "Book room 2 at 16:00")
    assert "Room 2, 16:00" in told
    assert "Room 1, 17:00" not in told
    assert told.index("Room 2, 8:00") < told.index("Room 2, 16:00")
    assert told.count("Room") == 12


def test_few_options_are_told_as_they_are() -> None:
    few = Element("select", "combobox", "Size", uid="s", options=("S", "M"), actionable=True)
    assert described(few, SCENE, "M") == "Size (one of: S, M) (optional)"
