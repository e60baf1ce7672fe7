"""A field in the words of a prompt."""

import json

import pytest

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import FormEntryBot
from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.secrets import Vault
from pathfinder.core.task import GoalValue
from pathfinder.systems.explore.asking import Asking, described
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


def test_of_options_that_say_several_of_the_goals_values_only_those_are_open() -> None:
    """Which of two that say as much is meant the model has to tell."""
    boats = ("Fri, 9:00, Oban to Skye", "Fri, 11:00, Skye to Oban", "Sat, 9:00, Oban to Mull")
    field = Element("select", "combobox", "Boat", uid="b", options=boats, actionable=True)
    scene = Scene("http://boats.test/", "Boats", "Boats", (field,), ())
    values = [GoalValue("place", "Skye"), GoalValue("day", "Fri")]
    told = described(field, scene, "Book her on the boat to Skye on Fri", values)
    assert told == f"Boat (one of: {boats[0]}, {boats[1]}) (optional)"
    schemas: list[str] = []

    def reply(prompt: Prompt) -> str:
        schemas.append(json.dumps(prompt.schema))
        return json.dumps({"SelectedInput": {"1": boats[0]}})

    model = ScriptedModel(reply)
    asking = Asking("Book her", Vault({}, frozenset()), FormEntryBot(model), values)
    made = asking.of([field], scene, Call(MemoryJournal(), 1))
    assert made["b"].action.value == boats[0]
    assert [boat in schemas[0] for boat in boats] == [True, True, False]


@pytest.mark.parametrize(
    ("label", "answer", "entered"),
    [
        ("Your email", "first_name", "{{persona.email}}"),
        ("Your email", "Ann@example.com", "{{persona.email}}"),
        ("Your email", "kim@example.com", "kim@example.com"),
        ("Your email", "lee@example.com", "lee@example.com"),
        ("Your name", "Ann Reed", "Ann Reed"),
        ("Subject", "Ann's wish", "Ann's wish"),
    ],
)
def test_what_is_about_the_user_is_what_the_field_is_called_by(
    label: str, answer: str, entered: str
) -> None:
    """What the goal gives, and what is made up of another, is nothing of the user's."""
    persona = {"first_name": "Ann", "last_name": "Reed", "email": "ann.reed@library.test"}
    model = ScriptedModel(lambda prompt: json.dumps({"SelectedInput": {"1": answer}}))
    asking = Asking(
        "Write to lee@example.com", Vault(persona, frozenset()), FormEntryBot(model), ()
    )
    field = Element("input", "textbox", label, uid="f", required=True, actionable=True)
    scene = Scene("http://library.test/", "A wish", "A wish", (field,), ())
    made = asking.of([field], scene, Call(MemoryJournal(), 1))
    assert str(made["f"].action.value) == entered
