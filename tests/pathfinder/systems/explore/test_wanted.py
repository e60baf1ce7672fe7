"""What of the goal's values a control would set, and that it says so."""

from dataclasses import replace

import pytest

from pathfinder.core.action import Kind
from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import Candidate, single
from pathfinder.systems.explore.wanted import (
    as_taken,
    fits,
    in_a_row,
    in_words,
    is_for_numbers,
    names_value,
    sets_values,
    wanted_options,
    without_label,
)
from pathfinder.webprocessor.element import Element

VALUES = (GoalValue("colour", "red"), GoalValue("size", "Large"))


def select(selected: str, *options: str) -> Element:
    return Element(
        "select", "combobox", "Colour", uid="c", options=options, selected=selected, actionable=True
    )


def test_a_list_says_the_option_that_the_goal_names() -> None:
    candidate = single(select("Blue", "Blue", "Red"))
    assert sets_values(candidate, VALUES) == ("Red",)
    told = in_words(candidate, candidate.text, VALUES)
    assert told == 'choose "Red" in "Colour" (now "Blue")'


@pytest.mark.parametrize(
    "element",
    [select("Red", "Blue", "Red"), select("Blue", "Blue", "Green"), select("S", "Large", "red")],
    ids=["chosen already", "no such option", "several are named"],
)
def test_a_list_where_nothing_is_left_to_choose_stays_as_it_is(element: Element) -> None:
    candidate = single(element)
    assert sets_values(candidate, VALUES) == ()
    assert in_words(candidate, candidate.text, VALUES) == candidate.text


def test_a_time_as_people_say_it_is_the_one_option_in_either_half_of_the_day() -> None:
    values = (GoalValue("time", "4:15"),)
    assert sets_values(single(select("16:30", "15:45", "16:15", "16:30")), values) == ("16:15",)
    assert sets_values(single(select("16:30", "04:15", "16:15", "16:30")), values) == ()


def test_a_list_that_takes_several_takes_all_that_the_goal_names() -> None:
    several = replace(
        select("Blue, Large", "Blue", "Red", "Large", "Small"),
        role="listbox",
        attributes={"multiple": ""},
    )
    candidate = single(several)
    assert sets_values(candidate, (*VALUES, GoalValue("size", "small"))) == ("Red", "Small")
    assert in_words(candidate, candidate.text, (*VALUES, GoalValue("size", "small"))).startswith(
        'choose "Red" and "Small" in "Colour"'
    )


def test_a_form_says_the_options_that_the_goal_names_in_its_lists() -> None:
    button = Element("button", "button", "Save", uid="s", submits=True, actionable=True)
    fields = (select("Blue", "Blue", "Red"), Element("input", "textbox", "Name", uid="n"))
    form = Candidate("f", 'fill in Colour, Name and press "Save"', Kind.CLICK, button, fields)
    assert in_words(form, form.text, VALUES) == f'{form.text} (with "Red")'


@pytest.mark.parametrize(
    ("values", "count", "given"),
    [
        ([GoalValue("levels", "[11, 19,5]")], 3, ("11", "19", "5")),
        ([GoalValue("level", "11"), GoalValue("level", "19")], 2, ("11", "19")),
        ([GoalValue("levels", "11,19,5")], 2, ()),
        ([GoalValue("room", "a b c")], 3, ()),
        ([GoalValue("level", "11")], 1, ()),
    ],
)
def test_values_in_a_row_are_those_of_as_many_sliders(
    values: list[GoalValue], count: int, given: tuple[str, ...]
) -> None:
    assert (
        in_a_row([Element("span", "slider", "", uid=str(n)) for n in range(count)], values) == given
    )


@pytest.mark.parametrize(
    ("role", "name", "checked", "wanted"),
    [
        ("checkbox", "Red", False, "Red"),
        ("checkbox", "Red", True, ""),
        ("checkbox", "Green", False, ""),
        ("radio", "large", False, "large"),
        ("radio", "large", True, ""),
    ],
)
def test_a_tick_or_a_choice_sets_a_value_once(
    role: str, name: str, checked: bool, wanted: str
) -> None:
    element = Element("input", role, name, uid="t", checked=checked, actionable=True)
    assert sets_values(single(element), VALUES) == ((wanted,) if wanted else ())


@pytest.mark.parametrize(
    ("name", "context", "named"),
    [
        ("Large", "", True),
        ("LARGE ", "", True),
        ("Large coats", "", False),
        ("Edit", "Large", False),
    ],
)
def test_a_link_is_named_as_a_value_by_its_own_words(name: str, context: str, named: bool) -> None:
    link = Element("a", "link", name, uid="l", context=context, actionable=True)
    assert names_value(single(link), VALUES) is named


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("email", "summer concert", False),
        ("email", "ann@example.org", True),
        ("tel", "summer concert", False),
        ("tel", "0117 496 0123", True),
        ("tel", "+44 (0)117 496-0123 ext. 7", True),
        ("tel", "Saturday 22 May 2027", False),
        ("tel", "22 мая 2027", False),
        ("tel", "no", False),
        ("date", "before the concert", False),
        ("date", "2 May 2031", True),
        ("date", "June 2027", False),
        ("month", "June 2027", True),
        ("url", "two words", False),
        ("url", "https://a.test", True),
        ("text", "summer concert", True),
        ("text", "", False),
    ],
)
def test_a_field_of_a_type_takes_what_is_of_it(kind: str, text: str, expected: bool) -> None:
    field = Element("input", "textbox", "Field", attributes={"type": kind})
    assert fits(field, text) is expected


def test_a_field_for_numbers_takes_no_words() -> None:
    field = Element("input", "spinbutton", "Ticket", attributes={"type": "number"})
    assert [fits(field, text) for text in ("two", "2", "2.50", "")] == [False, True, True, False]


def test_a_field_that_holds_a_number_of_the_sites_takes_no_words_alone() -> None:
    field, leaks = Element("input", "textbox", "", value="-24"), "The tent leaks"
    assert [is_for_numbers(field, text, ()) for text in (leaks, "30", "12a")] == [
        True,
        False,
        False,
    ]
    assert not is_for_numbers(replace(field, value="Flat 4"), leaks, ())
    assert not is_for_numbers(field, leaks, [GoalValue("sum", "-24")])


@pytest.mark.parametrize(
    ("label", "text", "expected"),
    [
        ("Shelf", "shelf F2", "F2"),
        ("Shelf", "shelf Upper left", "Upper left"),
        ("Zimmer *", "Zimmer 12", "12"),
        ("Pieces", "3 pieces", "3"),
        ("Pieces", "1 piece", "1"),
        ("Family", "Lindholm family", "Lindholm"),
        ("Street", "Mill Street", "Mill Street"),
        ("Title", "title of the book", "title of the book"),
        ("Note", "Note to self", "Note to self"),
        ("Shelf", "shelf", "shelf"),
        ("Coupon code", "code SPRING10", "SPRING10"),
        ("Coupon code", "Code of honour", "Code of honour"),
        ("Street code", "street 12", "street 12"),
        ("", "shelf F2", "shelf F2"),
    ],
)
def test_a_value_is_entered_without_the_name_of_its_field(
    label: str, text: str, expected: str
) -> None:
    assert without_label(Element("input", "textbox", label, label=label), text) == expected


def test_of_a_number_with_words_a_field_for_numbers_takes_the_figures() -> None:
    field = Element("input", "spinbutton", "Count")
    told = ("3 kites", "2.50 each", "-4 degrees", "3 of 4 kites", "flat A1", "1,200", "none")
    assert [as_taken(field, text) for text in told] == ["3", "2.50", "-4", *told[3:]]


def test_a_field_is_for_numbers_by_its_keyboard_too_or_as_it_holds_one() -> None:
    line = Element("input", "textbox", "Count")
    keyed = replace(line, attributes={"inputmode": "decimal"})
    assert as_taken(line, "four people") == "four people"
    assert as_taken(keyed, "four people") == "4"
    assert as_taken(replace(line, value="3"), "12 kites") == "12"
    assert as_taken(keyed, "two and a half hours") == "two and a half hours"
    for title in ("12 Monkeys", "Brave 2", "12 kites and a string"):
        assert as_taken(replace(line, value="1984"), title) == title


def test_a_bare_number_is_written_as_the_amount_before() -> None:
    line = Element("input", "textbox", "Adults", value="8,50 Euro")
    assert as_taken(line, "9,50") == "9,50 Euro"
    assert as_taken(replace(line, value="3 of 4 kites"), "9") == "9"


def test_two_values_of_one_thing_are_not_two_names() -> None:
    both = (GoalValue("concert", "two tickets"), GoalValue("concert", "summer concert"))
    names = [Element("input", "textbox", "Name", uid=str(n)) for n in range(2)]
    assert in_a_row(names, both) == ()
    concerts = [Element("input", "textbox", "Concert", uid=str(n)) for n in range(2)]
    assert in_a_row(concerts, both) == ("two tickets", "summer concert")


BOATS = (
    "Wed 19 May, 17:15 Oban to Skye",
    "Fri 21 May, 11:30 Oban to Skye",
    "Fri 21 May, 17:15 Oban to Skye",
    "Fri 21 May, 17:15 Oban to Mull",
)


@pytest.mark.parametrize(
    ("values", "options"),
    [
        (("Skye", "21 May 2027", "17:15"), (BOATS[2],)),
        (("21 May 2027", "11:30"), (BOATS[1],)),
        (("21 May 2027", "17:15"), ()),
        (("11:30", "Grace Orr"), ()),
        (("19 May 2027", "19 May 2027"), ()),
    ],
    ids=["all three", "two", "two options say as much", "one value", "one value twice"],
)
def test_of_options_that_say_several_things_the_one_that_says_most_of_the_goal_is_wanted(
    values: tuple[str, ...], options: tuple[str, ...]
) -> None:
    boats = select("", "Choose a boat", *BOATS)
    assert wanted_options(boats, [GoalValue("", value) for value in values]) == options


def test_a_year_that_is_said_counts() -> None:
    years = select("", "1 May 2026, 9:00", "1 May 2027, 9:00", "2 May 2027, 9:00")
    given = [GoalValue("", "1 May 2027"), GoalValue("", "9:00")]
    assert wanted_options(years, given) == ("1 May 2027, 9:00",)


def test_what_an_option_that_is_named_says_counts_before_what_another_says() -> None:
    boats = select("", *BOATS, "Skye")
    given = [GoalValue("", value) for value in ("Skye", "21 May 2027", "17:15")]
    assert wanted_options(boats, given) == ("Skye",)


def test_an_option_that_begins_with_a_value_and_explains_it_is_wanted() -> None:
    slots = select("", "Any time (7:30-17:00)", "Morning (7:30-12:00)", "Noon (12:00)")
    assert wanted_options(slots, [GoalValue("time", "morning")]) == ("Morning (7:30-12:00)",)
    places = select("", "Beck House, Skelby HD2 7QA", "Orchard Bank, Skelby HD2 7QA")
    given = [GoalValue("place", "Orchard Bank"), GoalValue("", "Skelby")]
    assert wanted_options(places, given) == ("Orchard Bank, Skelby HD2 7QA",)
    boats = [GoalValue("", value) for value in ("Fri 21 May", "17:15", "Skye")]
    assert wanted_options(select("", *BOATS), boats) == (BOATS[2],)
    assert wanted_options(select("", "Read/write", "None"), [GoalValue("", "read")]) == ()
    rooms = select("", "2 - twin beds", "3 - a family")
    assert wanted_options(rooms, [GoalValue("number", "2")]) == ()


def test_an_option_that_is_all_of_a_value_goes_before_one_that_explains_it() -> None:
    states = select("", "done", "done (for now)")
    assert wanted_options(states, [GoalValue("", "done")]) == ("done",)
    assert wanted_options(select("", "done (now)", "done (later)"), [GoalValue("", "done")]) == ()
