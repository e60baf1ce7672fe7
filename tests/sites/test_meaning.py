"""Readings that say the same, and readings that only look so."""

import pytest

from pathfinder.language.dsl import read_text
from pathfinder.language.dsl.compile import steps_of
from pathfinder_bench.decisions.meaning import same_meaning


def same(one, other):
    return same_meaning(steps_of(read_text(one)), steps_of(read_text(other)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('click the "Save" button', 'click the "save"'),
        ('click the "Save" button', 'click "Save" link'),
        ('click the "Save button"', 'click the "Save" button'),
        ('open "the settings page"', 'click the "Settings"'),
        ('click "Edit" in "the row of Ada Berg"', 'click the "Edit" link in "Ada Berg"'),
        ('search for "linen"', 'fill the "search" field as "linen"\npress "Enter"'),
        ('search for "linen"', 'fill the searchbox as "linen"\nclick the "Search" button'),
        ('repeat 2 times\nclick the "+"\nend', 'click the "+"\nclick the "+"'),
        ('fill the "Name" as "Ida."', 'fill the "name" field as "Ida"'),
        ('assert text "Sent"', 'assert text "Sent" is present'),
        ('assert text "Sent"', 'assert the "Sent" message is visible'),
        ('assert not text "Sent"', 'assert the "Sent" message is absent'),
        ('assert page "Home"\nassert text "a"', 'assert text "A"\nassert page "home page"'),
        ('do "log in as the editor"', 'do "log in as an editor"'),
    ],
)
def test_the_same_in_other_words(one, other):
    assert same(one, other)
    assert same(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('click the "Save" button', 'click the "Save" field'),
        ('click the "Save"', 'click the "Save all"'),
        ('click the first "Edit" link', 'click the second "Edit" link'),
        ('click "Edit" in "the row of Ada"', 'click "Edit" in "the row of Ben"'),
        ('click the "Save"', 'hover over the "Save"'),
        ('fill the "Name" as "Ida"', 'fill the "Name" as "ida"'),
        ('fill the "Name" as "Ida"', 'fill the "Ida" as "Name"'),
        ('click the "a"\nclick the "b"', 'click the "b"\nclick the "a"'),
        ('assert text "Sent"', 'assert not text "Sent"'),
        ('assert value of "x" is "1"', 'assert value of "x" is "2"'),
        ('assert value of "x" is "1"', 'assert value of "x" is at least "1"'),
        ('assert the "Save" button is enabled', 'assert the "Save" button is disabled'),
        ('assert order is "a", "b"', 'assert order is "b", "a"'),
        ('assert text "a"', 'assert text "a"\nassert text "b"'),
    ],
)
def test_another_meaning(one, other):
    assert not same(one, other)
