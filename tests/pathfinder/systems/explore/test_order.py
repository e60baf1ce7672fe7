"""What the goal names waits for what it names before, and what it names several of is one thing."""

from dataclasses import replace

import pytest

from pathfinder.core.action import Kind
from pathfinder.core.task import GoalValue
from pathfinder.engine.beside import goal_words_beside, in_other_rows
from pathfinder.engine.candidates import Candidate, form_candidates, numbered, single
from pathfinder.systems.explore.order import comes_last, in_the_goals_place, next_named, too_early
from pathfinder.systems.explore.together import together, with_choices
from pathfinder.webprocessor.element import Element, Scene

PARTS = ("tick the colours", "click Save")
VALUES = (GoalValue("colour", "Red"), GoalValue("colour", "Blue"))


def box(name: str, form: str = "f", *, checked: bool = False) -> Element:
    return Element("input", "checkbox", name, uid=name, checked=checked, form=form, actionable=True)


def button(name: str, form: str = "f", *, submits: bool = True) -> Element:
    return Element("button", "button", name, uid=name, form=form, submits=submits, actionable=True)


def offered(*elements: Element) -> list[Candidate]:
    return together(form_candidates(Scene("http://a.test/", "", "", elements, ()), {}), VALUES)


def texts(candidates: list[Candidate]) -> list[str]:
    return [candidate.text for candidate in candidates]


def test_tick_boxes_that_the_goal_names_are_ticked_together() -> None:
    boxes = offered(box("Red"), box("Green"), box("Blue"))
    assert texts(boxes) == ['tick "Red" and "Blue"', 'tick "Green"']
    assert [element.uid for element in boxes[0].fields] == ["Red", "Blue"]


def test_boxes_of_two_forms_stay_apart() -> None:
    assert texts(offered(box("Red"), box("Blue", "g"))) == ['tick "Red"', 'tick "Blue"']


def test_a_form_is_not_sent_before_the_goals_choices_are_made_in_it() -> None:
    on_offer = offered(box("Red"), button("Send"), button("Search", "other"))
    assert texts(too_early(on_offer, VALUES, ())) == ['press "Send"']
    done = offered(box("Red", checked=True), button("Send"))
    assert too_early(done, VALUES, ()) == []


def test_what_the_goal_names_last_waits_for_its_choices_in_every_form() -> None:
    on_offer = offered(box("Red"), button("Save", "", submits=False), button("Help", "g"))
    assert texts(too_early(on_offer, VALUES, PARTS)) == ['press "Save"']


def text_field(name: str, form: str = "f") -> Element:
    return Element("input", "textbox", name, uid=name, form=form, actionable=True)


def list_of(name: str, *options: str, selected: str, form: str = "f") -> Element:
    return Element(
        "select",
        "combobox",
        name,
        uid=name,
        form=form,
        options=options,
        selected=selected,
        value=selected,
        actionable=True,
    )


def test_what_fills_in_a_form_makes_the_choices_that_the_goal_names() -> None:
    paint = list_of("Paint", "Green", "Red", selected="Green")
    size = list_of("Size", "Large", "Small", selected="Small")
    elsewhere = list_of("Show", "All", "Blue", selected="All", form="g")
    on_offer = with_choices(
        offered(text_field("Name"), paint, size, button("Save"), elsewhere, button("Go", "g")),
        VALUES,
    )
    assert texts(on_offer) == [
        'fill in Name and press "Save"',
        'choose in "Size" (now "Small")',
        'choose in "Show" (now "All")',
        'press "Go"',
    ]
    assert [field.uid for field in on_offer[0].fields] == ["Name", "Paint"]
    assert texts(too_early(on_offer, VALUES, ())) == ['press "Go"']
    ticked = with_choices(offered(text_field("Name"), box("Red"), button("Save")), VALUES)
    assert [field.uid for field in ticked[0].fields] == ["Name", "Red"]
    assert len(ticked) == 1


@pytest.mark.parametrize(
    ("parts", "last"),
    [
        (PARTS, True),
        (("click Save",), False),
        (("save it with Save", "press Save"), False),
        (("click Save", "log out"), False),
    ],
)
def test_a_control_comes_last_where_only_the_last_part_names_it(
    parts: tuple[str, ...], last: bool
) -> None:
    assert comes_last(single(button("Save")), parts) is last


def test_the_next_value_is_the_first_that_something_is_called_as_and_was_not_used() -> None:
    on_offer = [single(button(name)) for name in ("Blue", "Green", "Red")]
    assert next_named(on_offer, VALUES, ()) == "Red"
    assert next_named(on_offer, VALUES, {"Red"}) == "Blue"
    assert next_named(on_offer, VALUES, {"Red", "Blue"}) == ""


def test_controls_alike_say_what_of_the_goal_stands_in_their_row() -> None:
    def at(path: str, name: str, tag: str = "span") -> Element:
        return Element(tag, "button", name, text=name, uid=path, xpath=path, actionable=True)

    rows = [single(at(f"/body/div[{n}]/p/i", "Share")) for n in (1, 2, 3)]
    told = (
        at("/body/div[1]/b", "Mia @lacus"),
        at("/body/div[3]/b", "Mia @annis"),
        at("/body/h1", "Share posts"),
    )
    scene = Scene("http://a.test/", "", "", (), told)
    beside = goal_words_beside(rows, scene, 'Press "Share" at the post of @annis')
    assert beside == {rows[2].key: "@annis"}
    assert in_other_rows([*rows, single(at("/body/a", "Send"))], beside) == {
        rows[0].key,
        rows[1].key,
    }


@pytest.mark.parametrize(
    ("goal", "found"),
    [
        ("Press the 3rd Like", "2"),
        ("Press the third one", "2"),
        ("den dritten drücken", "2"),
        ("Press the last Like", "4"),
        ("Press the 6th Like", ""),
        ("Move the first to the third place", ""),
        ("Log in with the password Third-alto-77", ""),
        ("Press Like", ""),
    ],
)
def test_of_things_alike_that_one_stands_out_that_the_goal_counts_to(goal: str, found: str) -> None:
    likes = numbered([single(replace(button("Like"), uid=str(n))) for n in range(5)])
    place = in_the_goals_place([*likes, single(button("Send"))], goal, ())
    assert [c.elements[0].uid for c in place] == ([found] if found else [])
    assert in_the_goals_place(likes, goal, place) == []


def test_sliders_of_one_name_are_set_together_to_values_in_a_row() -> None:
    sliders = [
        Candidate(
            str(n),
            f'set "slider" (now "0"), {n} of 2',
            Kind.TYPE,
            None,
            (Element("span", "slider", "", uid=str(n), value="0"),),
        )
        for n in (1, 2)
    ]
    values = (GoalValue("levels", "4, 7"),)
    assert texts(together(sliders, values)) == ['set "slider", 1 to 2']
    assert texts(together(sliders, (GoalValue("level", "4"),))) == [
        'set "slider" (now "0"), 1 of 2',
        'set "slider" (now "0"), 2 of 2',
    ]
