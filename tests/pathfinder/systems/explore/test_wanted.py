"""What of the goal's values a control would set, and that it says so."""

import pytest

from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import single
from pathfinder.systems.explore.wanted import in_words, names_value, sets_value
from pathfinder.webprocessor.element import Element

VALUES = (GoalValue("colour", "red"), GoalValue("size", "Large"))


def select(selected: str, *options: str) -> Element:
    return Element(
        "select", "combobox", "Colour", uid="c", options=options, selected=selected, actionable=True
    )


def test_a_list_says_the_option_that_the_goal_names() -> None:
    candidate = single(select("Blue", "Blue", "Red"))
    assert sets_value(candidate, VALUES) == "Red"
    told = in_words(candidate, candidate.text, VALUES)
    assert told == 'choose "Red" in "Colour" (now "Blue")'


@pytest.mark.parametrize(
    "element",
    [select("Red", "Blue", "Red"), select("Blue", "Blue", "Green"), select("S", "Large", "red")],
    ids=["chosen already", "no such option", "several are named"],
)
def test_a_list_where_nothing_is_left_to_choose_stays_as_it_is(element: Element) -> None:
    candidate = single(element)
    assert sets_value(candidate, VALUES) == ""
    assert in_words(candidate, candidate.text, VALUES) == candidate.text


@pytest.mark.parametrize(
    ("role", "name", "checked", "wanted"),
    [
        ("checkbox", "Red", False, "Red"),
        ("checkbox", "Red", True, ""),
        ("checkbox", "Green", False, ""),
        ("radio", "large", False, "large"),
        ("radio", "large", True, ""),
    ],
)
def test_a_tick_or_a_choice_sets_a_value_once(
    role: str, name: str, checked: bool, wanted: str
) -> None:
    element = Element("input", role, name, uid="t", checked=checked, actionable=True)
    assert sets_value(single(element), VALUES) == wanted


@pytest.mark.parametrize(
    ("name", "context", "named"),
    [
        ("Large", "", True),
        ("LARGE ", "", True),
        ("Large coats", "", False),
        ("Edit", "Large", False),
    ],
)
def test_a_link_is_named_as_a_value_by_its_own_words(name: str, context: str, named: bool) -> None:
    link = Element("a", "link", name, uid="l", context=context, actionable=True)
    assert names_value(single(link), VALUES) is named
