"""Before a form is sent its closed lists are opened, where the goal names what nothing has used."""

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.action import Kind
from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import Candidate, single
from pathfinder.systems.explore.closed_lists import closed_list, left_to_say, named_option
from pathfinder.testing import FakeBrowser, FakePage
from pathfinder.webprocessor.element import Element, Snapshot
from tests.pathfinder.systems.explore.test_explore import explore

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


@pytest.mark.parametrize(
    ("left", "option"),
    [
        (["Omar"], "Omar Haddou"),
        (["Order Rye", "Omar"], "Omar Haddou"),
        (["Lin"], None),
        (["Oma"], None),
        ([], None),
    ],
)
def test_of_an_open_list_the_one_option_that_the_goal_names(
    left: list[str], option: str | None
) -> None:
    """Nothing that was there before, and none of several."""
    names = ("Omar Haddou", "Lin Zhao", "Lin Marsh")
    options = [single(replace(WHO, name=name, uid=name)) for name in names]
    menu = single(replace(WHO, name="Omar's cards", uid="menu"))
    found = named_option([menu, *options], names, left)
    assert (found.control.name if found and found.control else None) == option


@pytest.mark.parametrize(
    ("required", "pressed"), [(False, ["Assigned to", "Omar Haddou"]), (True, ["Note", "Add"])]
)
def test_what_the_model_would_write_into_a_field_that_may_stay_empty_may_belong_into_a_list(
    required: bool, pressed: str
) -> None:
    path = "/html/body/form/"
    note = replace(FIELD, name="Note", label="Note", xpath=f"{path}input", required=required)
    who = replace(WHO, xpath=f"{path}button[1]")
    add = replace(ADD, xpath=f"{path}button[2]")
    names = ("Omar Haddou", "Lin Zhao")
    people = tuple(
        replace(WHO, name=name, uid=name, attributes={}, xpath=f"/html/body/ul/button[{n}]")
        for n, name in enumerate(names)
    )
    opened = replace(who, attributes={"aria-haspopup": "listbox", "aria-expanded": "true"})
    page = FakePage(Snapshot("http://a.test/", "Card", (note, who, add)), {"Assigned to": "open"})
    open_page = FakePage(Snapshot("http://a.test/", "Card", (note, opened, *people, add)))
    browser = FakeBrowser({"page": page, "open": open_page})
    read = {
        "parts": ["make a card"],
        "values": [{"value": "Omar", "of": "person"}],
        "asks": "",
        "SelectedInput": {"1": "Omar"},
    }

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        asked = prompt.messages[-1].content
        lines = [line for line in asked.splitlines() if line[1:2] == "."]
        wanted = 'press "Add"' if "into the field" not in asked else "Omar"
        if len(lines) == len(choices):
            return [-0.1 if wanted in line else -5.0 for line in lines]
        return [-1.0] * len(choices)

    explore(
        browser,
        "http://a.test/",
        "make a card for Omar",
        ScriptedModel(lambda prompt: json.dumps(read), scores=scores),
        success=["text present never on any page"],
        max_steps=2,
    )
    assert [one.element for one in browser.done][:2] == pressed
