"""Values of the goal that a form was filled in without: which fields they go into."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import FormEntryBot, Placer
from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.action import Action, Kind
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.secrets import Vault
from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import Candidate
from pathfinder.systems.explore.entries import FormFiller, Input, filled_in
from pathfinder.webprocessor.element import Element, Scene

VALUES = (GoalValue("person", "Tom"), GoalValue("amount", "42.50"), GoalValue("thing", "stamps"))


def field(label: str, value: str = "") -> Element:
    return Element(
        "input",
        "textbox",
        label,
        uid=label,
        label=label,
        value=value,
        required=True,
        form="f",
        actionable=True,
    )


def filled(
    fields: Sequence[Element],
    replies: Sequence[str],
    places: Mapping[str, str],
    holding: Sequence[Element] = (),
    entered: Sequence[str] = (),
) -> tuple[dict[str, str], ScriptedModel]:
    """Label -> what is entered, where EntryBot replies so and the Placer finds these places."""

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        asked = prompt.messages[-1].content
        lines = re.findall(r"^([A-Y])\. (.*?)(?: \(.*\))?$", asked, re.MULTILINE)
        label = re.findall(r'into the field "(.*?)"\?', asked)[-1]
        wanted = places.get(label.partition(" (")[0])
        right = next((h for h, text in lines if text == wanted), "Z")
        return [-0.1 if choice == right else -4.0 for choice in choices]

    reply = {str(number): text for number, text in enumerate(replies, 1)}
    model = ScriptedModel([json.dumps({"SelectedInput": reply})], scores=scores)
    filler = FormFiller(
        "note that Tom spent 42.50 on stamps",
        Vault({}, frozenset()),
        FormEntryBot(model),
        Placer(model),
        VALUES,
        entered,
    )
    scene = Scene("http://app.test/new", "New", "New expense", (*fields, *holding), (), ())
    inputs = filler.fill(fields, scene, Call(MemoryJournal(), 1), holding)
    return {one.field.label: one.action.written for one in inputs}, model


def test_what_was_entered_twice_makes_room_for_what_was_forgotten() -> None:
    fields = [field("What"), field("Who"), field("How much")]
    entered, _ = filled(fields, ["Tom", "Tom", "42.50"], {"What": "stamps"})
    assert entered == {"What": "stamps", "Who": "Tom", "How much": "42.50"}


def test_what_the_model_made_up_makes_room_too() -> None:
    entered, _ = filled([field("What"), field("How much")], ["Gift", "42.50"], {"What": "stamps"})
    assert entered == {"What": "stamps", "How much": "42.50"}


def test_what_the_form_holds_already_makes_room_for_a_value_of_the_goal() -> None:
    price = field("How much", "38")
    entered, _ = filled([], [], {"How much": "42.50"}, [price, field("What", "tents")])
    assert entered == {"How much": "42.50"}


def test_no_place_is_looked_for_what_was_entered_before() -> None:
    before = [value.value for value in VALUES]
    entered, model = filled([], [], {"How much": "42.50"}, [field("How much", "38")], before)
    assert (entered, model.asked) == ({}, [])


@pytest.mark.parametrize(
    ("submits", "form", "found"), [(True, "f", 1), (False, "f", 0), (True, "", 0)]
)
def test_only_a_form_that_is_sent_is_looked_through(submits: bool, form: str, found: int) -> None:
    save = Element("button", "button", "Save", uid="s", submits=submits, form=form, actionable=True)
    scene = Scene("http://app.test", "", "", (field("What", "tents"), save), (), ())
    assert len(filled_in(Candidate("s", "press", Kind.CLICK, save), scene)) == found


def test_where_no_value_fits_the_reply_stays() -> None:
    entered, _ = filled([field("What"), field("How much")], ["Gift", "42.50"], {})
    assert entered["What"] == "Gift"


def test_nothing_is_asked_where_every_value_has_its_place() -> None:
    fields = [field("What"), field("Who"), field("How much")]
    entered, model = filled(fields, ["stamps", "Tom", "42.50"], {})
    assert entered == {"What": "stamps", "Who": "Tom", "How much": "42.50"}
    assert model.asked == []


def test_a_value_goes_into_one_field_only() -> None:
    fields = [field("What"), field("Remarks"), field("Who")]
    places = {"What": "stamps", "Remarks": "stamps"}
    entered, _ = filled(fields, ["Tom", "Tom", "Tom"], places)
    assert list(entered.values()).count("stamps") == 1


def test_what_a_field_holds_already_is_told_apart() -> None:
    held = Input(field("What", "stamps"), Action(Kind.TYPE, "What", "Stamps"), "model")
    assert held.is_there
    assert not Input(field("What"), Action(Kind.TYPE, "What", "a gift"), "model").is_there


@pytest.mark.parametrize("required", [True, False])
def test_the_whole_goal_goes_only_into_a_field_that_has_to_hold_something(required: bool) -> None:
    goal = "note that Tom spent 42.50 on stamps"
    number = replace(field("Number"), required=required)
    got, _ = filled([number], [f"{goal.capitalize()}."], {})
    assert (got.get("Number") == f"{goal.capitalize()}.") is required
