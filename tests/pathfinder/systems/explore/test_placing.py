"""Values of the goal that a form was filled in without: which fields they go into."""

import json
import re
from collections.abc import Mapping, Sequence

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import FormEntryBot, Placer
from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.action import Action, Kind
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.secrets import Vault
from pathfinder.core.task import GoalValue
from pathfinder.systems.explore.entries import FormFiller, Input
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
    fields: Sequence[Element], replies: Sequence[str], places: Mapping[str, str]
) -> tuple[dict[str, str], ScriptedModel]:
    """Label -> what is entered, where EntryBot replies so and the Placer finds these places."""

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        asked = prompt.messages[-1].content
        lines = re.findall(r"^([A-Y])\. (.*?)(?: \(.*\))?$", asked, re.MULTILINE)
        label = re.findall(r'into the field "(.*?)"\?', asked)[-1]
        right = next((h for h, text in lines if text == places.get(label)), "Z")
        return [-0.1 if choice == right else -4.0 for choice in choices]

    reply = {str(number): text for number, text in enumerate(replies, 1)}
    model = ScriptedModel([json.dumps({"SelectedInput": reply})], scores=scores)
    filler = FormFiller(
        "note that Tom spent 42.50 on stamps",
        Vault({}, frozenset()),
        FormEntryBot(model),
        Placer(model),
        VALUES,
    )
    scene = Scene("http://app.test/new", "New", "New expense", tuple(fields), (), ())
    inputs = filler.fill(fields, scene, Call(MemoryJournal(), 1))
    return {one.field.label: one.action.written for one in inputs}, model


def test_what_was_entered_twice_makes_room_for_what_was_forgotten() -> None:
    fields = [field("What"), field("Who"), field("How much")]
    entered, _ = filled(fields, ["Tom", "Tom", "42.50"], {"What": "stamps"})
    assert entered == {"What": "stamps", "Who": "Tom", "How much": "42.50"}


def test_what_the_model_made_up_makes_room_too() -> None:
    entered, _ = filled([field("What"), field("How much")], ["Gift", "42.50"], {"What": "stamps"})
    assert entered == {"What": "stamps", "How much": "42.50"}


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


def test_what_a_field_holds_already_and_what_a_model_made_up_are_told_apart() -> None:
    held = Input(field("What", "stamps"), Action(Kind.TYPE, "What", "Stamps"), "model")
    assert held.is_there
    assert not held.made_up(VALUES)
    other = Input(field("What"), Action(Kind.TYPE, "What", "a gift"), "model")
    assert not other.is_there
    assert other.made_up(VALUES)
