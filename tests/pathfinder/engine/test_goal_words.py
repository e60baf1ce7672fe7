"""The words that a goal is about."""

import pytest

from pathfinder.engine.goal_words import goal_words, is_in, names_another, said_in, same_word
from pathfinder.webprocessor.element import Element, Scene


def test_verbs_short_words_and_fillers_are_left_out_and_numbers_stay() -> None:
    goal = "Change invoice 17 from the shelf to box A, box A"
    assert goal_words(goal) == ["invoice", "17", "shelf"]


def test_endings_do_not_count_and_short_words_are_as_they_are() -> None:
    assert same_word("address", "addresses")
    assert not same_word("box", "boxes")
    assert same_word("toys", "toy")
    assert not same_word("none", "one")
    assert not same_word("gate", "stage")
    assert not same_word("10236", "10233")
    assert same_word("room", "room4")
    assert not same_word("house", "horse race")


@pytest.mark.parametrize(
    ("value", "text", "there"),
    [
        ("Broken lamp", "Topic: broken-lamp", True),
        ("1,250", "1 250 EUR", True),
        ("~/Invoices", "Folder Invoices, in /data/Invoices", False),
        ("~/Invoices", "Folder Invoices, in ~/invoices", True),
        ("ada@example.org", "Ada, example.org", False),
    ],
)
def test_a_path_or_an_address_is_itself_only_as_it_is_written(
    value: str, text: str, there: bool
) -> None:
    assert is_in(value, ["Page", text]) is there


def test_words_are_found_in_any_of_the_texts() -> None:
    assert said_in(["rhubarb", "crown"], ["Plots", "Rhubarb, to give away"]) == {"rhubarb"}


@pytest.mark.parametrize(
    ("held", "goal", "another"),
    [
        ("Harbour Choir", 'Write a new article "Uniform"', True),
        ("Harbour Choir", "The choir is called Harbour Singers now", False),
        ("Harbour Choir", 'Add a room for the Harbour Days, the "Hay loft"', True),
        ("Two a year", 'Write a new article "Uniform"', False),
        ("", 'Write a new article "Uniform"', False),
    ],
)
def test_a_field_with_the_name_of_what_the_page_is_about(
    held: str, goal: str, another: bool
) -> None:
    title = Element("input", "textbox", "Title", uid="t", value=held, actionable=True)
    scene = Scene("http://wiki.test/_edit/", "Wiki", "Harbour Choir", (title,), ())
    assert names_another(title, scene, goal) is another
