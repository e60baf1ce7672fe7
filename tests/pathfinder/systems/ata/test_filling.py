"""Which fields of a page a free instruction fills in.

What the model says, and what of it is believed.
"""

import json

import pytest

from pathfinder.agents.agent import Call
from pathfinder.agents.ata import Entry, Filler
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.action import Kind
from pathfinder.core.journal import MemoryJournal
from pathfinder.language.filling import Filling, blanks_of, brings_no_value, grounded, leaves_out
from pathfinder.webprocessor.scene import make_scene
from tests.fakes.journals import lines
from tests.fakes.snapshots import snapshot_of

PAGE = """<html><body><header><form role="search"><label for="q">Search the shop</label><input id="q" type="search"></form></header>
<main><h1>Join</h1><form id="join">
<label for="m">Email (optional)</label><input id="m"><label for="p">Password</label><input id="p" type="password">
<label for="r">Password again</label><input id="r" type="password">
<label for="l">Land</label><select id="l"><option>Ireland</option><option>France</option></select>
<fieldset><legend>Colour</legend><label><input type="radio" name="c"> Clay</label>
<label><input type="radio" name="c"> Sage</label></fieldset>
<button>Join</button></form></main></body></html>"""


@pytest.fixture(scope="module")
def scene():
    return make_scene(snapshot_of(PAGE, "http://127.0.0.1/join"))


def actions(scene, instruction, entries, **facts):
    reply = {"Fields": [{"Field": name, "Value": value} for name, value in entries]}
    model = ScriptedModel([json.dumps(reply)])
    journal = MemoryJournal()
    found = Filling(Filler(model)).actions(instruction, scene, Call(journal, 1), **facts)
    names = {element.uid: element.name for element in scene.actionable}
    return [(action.kind, names[action.uid], action.value) for action in found], sum(
        event["event"] == "call" for event in lines(journal)
    )


def test_fields_are_told_as_a_tester_sees_them(scene):
    told = [(blank.name, blank.options) for blank in blanks_of(scene, "Fill in the form")]
    assert told == [
        ("Email", ()),
        ("Password", ()),
        ("Password again", ()),
        ("Land", ("Ireland", "France")),
        ("Colour", ("Clay", "Sage")),
    ]


def test_a_search_field_is_meant_only_when_something_is_searched_for(scene):
    assert "Search the shop" in [blank.name for blank in blanks_of(scene, "Search for a jug")]


def test_text_lists_and_choices_are_filled_in(scene):
    said = "Join as ann@example.com from France, colour clay"
    found, asked = actions(
        scene, said, [("Email", "ann@example.com"), ("Land", "France"), ("Colour", "clay")]
    )
    assert found == [
        (Kind.TYPE, "Email", "ann@example.com"),
        (Kind.SELECT, "Land", "France"),
        (Kind.CLICK, "Colour: Clay", None),
    ]
    assert asked == 1


def test_what_the_instruction_does_not_say_is_not_entered(scene):
    found, _ = actions(
        scene,
        "Enter ann@example.com",
        [("Email", "ann@example.com"), ("Password", "secret"), ("Land", "Spain")],
    )
    assert found == [(Kind.TYPE, "Email", "ann@example.com")]


def test_what_is_said_twice_goes_into_the_field_and_its_repetition(scene):
    found, _ = actions(
        scene, "Fill in twice the password tea12", [("Password", "tea12"), ("Password", "tea12")]
    )
    assert [name for _, name, _ in found] == ["Password", "Password again"]


def test_a_field_that_swallowed_what_is_said_of_others_is_asked_about_no_more(scene):
    said = "Enter the password tea12 and password again tea13"
    first, then = (
        [("Email", "the password tea12 and password again tea13")],
        [("Password", "tea12"), ("Password again", "tea13")],
    )
    replies = [
        json.dumps({"Fields": [{"Field": name, "Value": value} for name, value in entries]})
        for entries in (first, then)
    ]
    found = Filling(Filler(ScriptedModel(replies))).actions(said, scene, Call(MemoryJournal(), 1))
    assert [action.value for action in found] == ["tea12", "tea13"]


def test_nobody_is_asked_where_nothing_is_to_be_entered_or_the_form_is_another(scene):
    assert actions(scene, "continue", []) == ([], 0)
    assert actions(
        scene, "Enter ann@example.com", [("Email", "ann@example.com")], form="another"
    ) == ([], 0)


def test_a_part_of_another_value_is_no_value():
    entries = [
        Entry(Field="County", Value="M1"),
        Entry(Field="Postcode", Value="M1 1PT"),
        Entry(Field="Name", Value=","),
    ]
    assert [entry.Field for entry in grounded(entries, "Enter the postcode M1 1PT")] == ["Postcode"]
    assert len(grounded(entries, "Enter M1 and M1 1PT")) == 2


@pytest.mark.parametrize(
    ("text", "none"),
    [
        ("continue", True),
        ("put the Red Pot into the basket", True),
        ('add "x"', False),
        ("type x", False),
    ],
)
def test_whether_an_instruction_brings_a_value(text, none):
    assert brings_no_value(text) is none


@pytest.mark.parametrize(
    ("instruction", "values", "left"),
    [
        (
            "enter ann@example.com, Ann Lee, 14 Tower Street, SY8 1RL",
            ["ann@example.com", "Ann", "Lee", "14 Tower Street", "SY8 1RL"],
            False,
        ),
        (
            "enter ann@example.com, Ann Lee, 14 Tower Street, SY8 1RL",
            ["ann@example.com", "Ann", "Lee"],
            True,
        ),
        (
            "pay with 4242 4242 4242 4242, valid until 09/29, CVC 123",
            ["4242 4242 4242 4242", "09/29"],
            True,
        ),
        ('give it 3 stars, title "Fine"', ["3"], True),
        ("choose the colour clay", ["Clay"], False),
    ],
)
def test_what_is_said_and_not_entered_is_noticed(instruction, values, left):
    assert leaves_out(instruction, values) == left
