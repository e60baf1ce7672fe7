"""Before a form is sent its closed lists are opened, where the goal names what nothing has used."""

from dataclasses import replace

import pytest

from pathfinder.core.action import Kind
from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import Candidate, single
from pathfinder.systems.explore.closed_lists import closed_list, left_to_say
from pathfinder.webprocessor.element import Element

GOAL = 'Make a card for Omar, "Order Rye", which is due by 19 March 2027. Thank you'
VALUES = (GoalValue("card", "Order Rye"), GoalValue("due", "19 March 2027"))
FIELD = Element("input", "textbox", "Title", uid="t", form="f", actionable=True)
ADD = Element("button", "button", "Add", uid="a", form="f", submits=True, actionable=True)
WHO = replace(
    ADD, name="Assigned to", uid="w", submits=False, attributes={"aria-haspopup": "listbox"}
)
SENDING = Candidate("form", "fill in Title and press Add", Kind.CLICK, ADD, (FIELD,))


@pytest.mark.parametrize(
    ("used", "left"),
    [
        (["Order Rye"], ["19 March 2027", "Omar"]),
        (["Order Rye", "2027-03-19"], ["Omar"]),
        (["Order Rye", "2027-03-19", 'press "Omar Haddou"'], []),
    ],
)
def test_what_the_goal_names_and_nothing_has_used(used: list[str], left: list[str]) -> None:
    """No word that begins a sentence, and none in quotes."""
    assert left_to_say(GOAL, VALUES, used) == left


def test_a_closed_list_of_the_form_comes_first_once() -> None:
    who = single(WHO)
    assert closed_list(SENDING, [SENDING, who], ()) is who
    assert closed_list(SENDING, [SENDING, who], {who.key}) is None


@pytest.mark.parametrize(
    "other",
    [
        replace(WHO, form="g"),
        replace(WHO, attributes={}),
        replace(WHO, attributes={"aria-expanded": "true"}),
        replace(WHO, role="link"),
    ],
)
def test_nothing_of_another_form_and_nothing_that_is_no_closed_list(other: Element) -> None:
    assert closed_list(SENDING, [SENDING, single(other)], ()) is None


def test_a_search_and_what_deletes_wait_for_nothing() -> None:
    deleting = replace(SENDING, control=replace(ADD, name="Delete card"))
    assert closed_list(deleting, [deleting, single(WHO)], ()) is None
    search = replace(SENDING, fields=(replace(FIELD, role="searchbox"),))
    assert closed_list(search, [search, single(WHO)], ()) is None
