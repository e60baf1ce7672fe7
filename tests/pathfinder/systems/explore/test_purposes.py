"""What elements are for, asked where the page does not say."""

import json

import pytest

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import PurposePerceptron
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.journal import MemoryJournal
from pathfinder.engine.candidates import single
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.stage import View
from pathfinder.systems.explore.purposes import Purposes
from pathfinder.webprocessor.element import Element, Scene


@pytest.mark.parametrize(
    ("role", "name", "asked"),
    [
        ("button", "", True),
        ("button", "⋮", True),
        ("button", "3", True),
        ("button", "Save", False),
        ("cell", "09-04-2027", False),
        ("cell", "⋮", True),
    ],
)
def test_what_says_nothing_of_itself_is_asked_about(role: str, name: str, *, asked: bool) -> None:
    element = Element("div", role, name, uid="e", actionable=True, context="Crane")
    scene = Scene("http://rooms.test/", "Rooms", "Rooms", (element,), ())
    reply = {"ActionableElementsPurpose": [{"Element": "1", "Purpose": "Show more of it"}]}
    model = ScriptedModel(lambda prompt: json.dumps(reply))
    purposes = Purposes("book a room", PurposePerceptron(model), MemoryJournal())
    view = View(1, scene, StateGraph().visit(scene)[0], True)
    told = purposes.spoken(view, [single(element)], Call(MemoryJournal(), 1))
    assert any("Show more of it" in text for text in told.values()) is asked
