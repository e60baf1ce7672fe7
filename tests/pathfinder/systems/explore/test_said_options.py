"""What a goal says of a form's lists in passing is chosen there."""

import pytest

from pathfinder.core.task import GoalValue
from pathfinder.systems.explore.said_options import said_options
from pathfinder.webprocessor.element import Element, Scene

GOAL = "The gate of the lower field hangs again, so the job is settled; Uwe did it"


def chosen_from(label: str, *options: str, selected: str = "", **facts: object) -> Element:
    return Element(
        "select",
        "combobox",
        label,
        uid=label,
        label=label,
        options=options,
        selected=selected or options[0],
        actionable=True,
        form="job",
        **facts,  # type: ignore[arg-type]
    )


def said(*lists: Element, goal: str = GOAL) -> list[tuple[str, str]]:
    page = Scene("http://127.0.0.1/job/4", "Job", "Job", tuple(lists), ())
    return [(v.of, v.value) for v in said_options(page, goal)]


STATE = chosen_from("State", "New", "Under way", "Settled", posts=True, action="/job/4")
WHO = chosen_from("Done by", "Nobody", "Uwe", "Rita", posts=True, action="/job/4")


def test_the_one_option_that_the_goal_says() -> None:
    assert said(STATE, WHO) == [("State", "Settled"), ("Done by", "Uwe")]


def test_the_number_of_an_option_is_none_of_its_words_and_no_number_is_said_in_passing() -> None:
    urgency = chosen_from("Priority", "1. Critical", "2. High", posts=True, selected="2. High")
    assert said(urgency, goal="it is critical") == [("Priority", "1. Critical")]
    hours = chosen_from("Hour", "10", "11", posts=True)
    assert said(hours, goal="they stay from 8 to 11 June") == []


def test_a_word_that_sentences_are_made_of_is_no_option() -> None:
    column = chosen_from("Column", "To do", "Done", posts=True)
    assert said(column, goal="Make a card that has to be done by Friday") == []


def test_endings_do_not_matter() -> None:
    assert said(STATE, goal="It settles itself") == [("State", "Settled")]


@pytest.mark.parametrize(
    "goal",
    ["Settled or under way? Tell me", "Nothing of it", "What is under, and where is the way", ""],
)
def test_not_where_it_says_two_or_none(goal: str) -> None:
    assert said(STATE, goal=goal) == []


def test_not_what_is_chosen_already() -> None:
    assert said(chosen_from("State", "New", "Settled", selected="Settled")) == []


def test_not_of_a_list_that_has_been_set() -> None:
    day = chosen_from("Day", "Wednesday", "Thursday", posts=True, selected="Thursday")
    page = Scene("http://127.0.0.1/job/4", "Job", "Job", (day,), ())
    goal = "Wednesdays no longer suit her, have it on Thursdays"
    assert said_options(page, goal, ["Thursday"]) == ()
    assert [v.value for v in said_options(page, goal)] == ["Wednesday"]


def test_not_what_two_lists_offer() -> None:
    sorts = [chosen_from(name, "Nothing", "Job", "Age") for name in ("Sort by", "Group by")]
    assert said(*sorts) == []
    assert said(sorts[0]) == [("Sort by", "Job")]


def test_not_of_a_form_that_looks_something_up() -> None:
    state = chosen_from("State", "Any", "Settled", action="/jobs")
    assert said(state) == []
    assert said(chosen_from("State", "Any", "Settled")) == [("State", "Settled")]


def test_small_words_say_nothing() -> None:
    assert (
        said(chosen_from("Grade", "none", "is", "of the"), goal="the state of the art is it") == []
    )


def test_it_stands_beside_what_was_read() -> None:
    assert said_options(Scene("http://127.0.0.1/", "", "", (STATE,), ()), GOAL) == (
        GoalValue("State", "Settled"),
    )


@pytest.mark.parametrize(
    ("goal", "options"),
    [
        ("She crosses without a car", []),
        ("Sie fährt ohne Car", []),
        ("No car, please", []),
        ("She crosses with a car", [("Vehicle", "Car")]),
        ("Not alone and not today: she brings her car", [("Vehicle", "Car")]),
        ("Without a car she does not go; book her car", [("Vehicle", "Car")]),
    ],
)
def test_what_the_goal_says_no_to_is_not_chosen(goal: str, options: list[tuple[str, str]]) -> None:
    vehicle = chosen_from("Vehicle", "None", "Car", "Van", posts=True, action="/book")
    assert said(vehicle, goal=goal) == options
