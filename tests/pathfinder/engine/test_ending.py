"""Whether an instruction is carried out, by how it was read and by what was done."""

import pytest

from pathfinder.agents.thresholds import thresholds_for
from pathfinder.engine.ending import DoneSoFar, EndSigns, end_signs, names_of, presses
from pathfinder.language.dsl.compile import steps_of
from pathfinder.language.dsl.read import read_text

KNOWN = thresholds_for("embedded/qwen2.5-coder-1.5b")


def read_as(*lines):
    return steps_of(read_text("\n".join(lines)))


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("Open the record number 3 (Hedda Brandvold)", {"3", "hedda", "brandvold"}),
        ("type 'oak leaf' into the search", {"oak", "leaf"}),
        ("go to the settings, please", {"settings"}),
        ("Log in as Ann. Open the books", {"ann"}),
    ],
)
def test_what_an_instruction_is_about(words, names):
    assert set(names_of(words)) == names


def test_what_does_not_say_how_it_is_done_is_pressed_once():
    assert presses(()) == 1
    assert presses(read_as('do "look around"', 'click the "Add"', 'fill the "Name" as "Ann"')) == 2


def test_signs_are_what_was_said_and_what_is_left():
    words = "Add Ann and Bob"
    steps = read_as('fill the "Name" as "Ann"', 'click the "Add"', 'click the "Save"')
    nothing = DoneSoFar((), 0, filled=False)
    assert end_signs(words, steps, nothing) == EndSigns(0.0, 2, True)
    assert end_signs(words, steps, DoneSoFar(("Ann", "Add"), 1, filled=True)) == EndSigns(
        0.5, 1, False
    )


def ends(words, steps, said, pressed):
    signs = end_signs(words, steps, DoneSoFar(said, pressed, filled=False))
    return signs.weighed(KNOWN) >= KNOWN.ended


def test_it_ends_when_as_much_was_pressed_as_was_read():
    read = read_as('click the "Members"')
    assert ends("look at the members", read, ("Members",), 1)


def test_it_goes_on_where_half_of_its_names_were_not_used():
    read = read_as('click the "Concerts"', 'click the "Mozart"')
    assert not ends("Open the Concerts, then the Mozart", read, ("Concerts",), 1)
    assert ends("Open the Concerts, then the Mozart", read, ("Concerts", "Mozart"), 2)


def test_an_empty_form_is_not_filled_in():
    read = read_as('fill the "Name" as "Bread"', 'fill the "Price" as "12"', 'click the "Add"')
    assert not ends("Add a bill: Bread, 12", read, ("Add a bill",), 1)


def test_what_was_read_as_filling_in_may_be_a_button_with_all_its_names():
    read = read_as('fill the "client no." as "11"', 'fill the "client" as "Arthur Pennock"')
    said = ("Use client 11 for the reservation", "Arthur Pennock")
    assert ends("Take the existing client no. 11, Arthur Pennock", read, said, 1)
