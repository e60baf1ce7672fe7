"""What a vague step names, and what an assertion states."""

import pytest

from pathfinder.systems.steps_wording import has_name, stated


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
