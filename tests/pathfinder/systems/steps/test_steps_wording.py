"""What a vague step names, and what an assertion states."""

import pytest

from pathfinder.core.action import Kind
from pathfinder.engine.brought import brought
from pathfinder.engine.candidates import Candidate
from pathfinder.engine.named import has_name, named
from pathfinder.systems.steps.wording import stated
from pathfinder.webprocessor.element import Element


@pytest.mark.parametrize(
    ("step", "name", "said"),
    [
        ("Go to the log-in page", "Log in", True),
        ("Have a look at the chef's knife", "Chef's Knife", True),
        ("Enter the customer's email address", "Email address", True),
        ("Enter the customer's email address", "Email address for the newsletter", False),
        ("Put it into the basket", "Add to basket", False),
        ("Go to the kitchens", "Kitchen", True),
        ("Go on", "Go", False),
        ("Go on", "", False),
    ],
)
def test_a_step_names_a_thing_whose_every_word_it_has(step, name, said):
    assert has_name(step, name) is said


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("Assert that the basket holds a lamp.", ("the basket holds a lamp", False)),
        ("Verify that the basket does not hold a lamp", ("the basket holds a lamp", True)),
        ("Make sure there is no lamp", ("there is lamp", True)),
    ],
)
def test_a_statement_is_told_without_its_negation(text, statement):
    assert stated(text) == statement


def control(role: str, name: str) -> Candidate:
    return Candidate(name, name, Kind.CLICK, Element("a", role, name, uid=name, actionable=True))


def field(name: str) -> Candidate:
    return Candidate(
        name,
        name,
        Kind.TYPE,
        None,
        (Element("input", "textbox", name, label=name, uid=name, actionable=True),),
    )


@pytest.mark.parametrize(
    ("step", "meant"),
    [
        ("Have a look at the chef's knife", ["Chef's Knife"]),
        ("Look into the basket", ["Basket, 0 items"]),
        ("Put it into the basket", []),
        ("Send the message", ["Send message"]),
        ('Search the shop for "basket"', []),
        ('Type "Send message" as the password', ["Password"]),
        ("Enter the password", ["Password"]),
    ],
)
def test_a_step_means_what_it_names(step, meant):
    links = [control("link", name) for name in ("Chef's Knife", "Basket, 0 items")]
    buttons = [
        control("button", name)
        for name in ("Add Chef's Knife to wish list", "Add to basket", "Send message", "Search")
    ]
    assert [
        candidate.text for candidate in named([*links, *buttons, field("Password")], step)
    ] == meant


def test_a_button_is_meant_once_the_value_is_there():
    search = control("button", "Search")
    assert named([search], 'Search the shop for "lamp"') == []
    assert named([search], 'Search the shop for "lamp"', begun=True) == [search]


@pytest.mark.parametrize(
    ("step", "values"),
    [
        ("Give Ada as the first name", ["Ada"]),
        ("Type ada@example.com in the field", ["ada@example.com"]),
        ('Type "wrong" as the password', ["wrong"]),
        ("Enter the customer's email address", []),
        ("Put it into the basket", []),
        ("Enter the password in the form", []),
        ("Use Alex's name for the order", []),
    ],
)
def test_a_step_brings_its_own_value(step, values):
    assert brought(step) == values
