"""What of the goal's values comes in the place of what a field holds."""

import pytest

from pathfinder.core.task import GoalValue
from pathfinder.systems.explore.replacing import common_ends, replaced

PRICES = (GoalValue("admission", "7.50 EUR"), GoalValue("current price", "8.00 EUR"))
NAMES = (GoalValue("title", "Causeway Tdies"), GoalValue("right title", "Causeway Tides"))


def test_one_value_of_the_goal_gives_way_to_another_in_what_a_field_holds() -> None:
    assert replaced("Admission is 7.50 EUR.", PRICES, ()) == ("Admission is 8.00 EUR.", PRICES[1])
    assert replaced("Causeway Tdies", NAMES, ()) == ("Causeway Tides", NAMES[1])


@pytest.mark.parametrize(
    ("held", "entered"),
    [
        ("", ()),
        ("Admission is free", ()),
        ("8.00 EUR", ("8.00 EUR",)),
        ("7.50 EUR", ("7.50 EUR",)),
        ("7.50 EUR, and 7.50 EUR on Sundays", ()),
        ("7.50 EUR, for groups 8.00 EUR", ()),
    ],
)
def test_not_where_it_was_entered_or_stands_there_twice_or_with_the_other(
    held: str, entered: tuple[str, ...]
) -> None:
    assert replaced(held, PRICES, entered) is None


def test_not_where_a_field_beside_holds_such_figures() -> None:
    times = (GoalValue("from", "18:30"), GoalValue("to", "20:00"))
    assert replaced("18:30", times, (), ["19:00"]) is None
    assert replaced("18:30", times, (), ["north jetty", ""]) == ("20:00", times[1])


def test_not_where_several_might_or_they_have_nothing_in_common() -> None:
    three = (*PRICES, GoalValue("other price", "9.00 EUR"))
    assert replaced("7.50 EUR", three, ()) is None
    assert replaced("Tom", [GoalValue("person", "Tom"), GoalValue("thing", "stamps")], ()) is None
    rooms = [GoalValue("place", "east slipway"), GoalValue("place", "Old Ice House")]
    assert replaced("east slipway", rooms, ()) == ("Old Ice House", rooms[1])


def test_an_end_that_several_labels_have_is_none_of_their_names() -> None:
    assert common_ends(["Notes Optional", "Size (optional)", "Optional", "Hall"]) == {"optional"}
