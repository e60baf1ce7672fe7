"""A form that something was entered into may be sent as it stands, if nothing else is asked for."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.engine.candidates import form_candidates, single
from pathfinder.systems.explore.begun import Begun, asks_for_nothing
from pathfinder.testing import FakeBrowser, FakePage
from pathfinder.webprocessor.element import Element, Scene, Snapshot
from tests.pathfinder.systems.explore.test_choices import silent
from tests.pathfinder.systems.explore.test_explore import explore


def field(name: str, value: str = "", *, required: bool = False, error: str = "") -> Element:
    return Element(
        "input",
        "textbox",
        name,
        uid=name,
        xpath=f"/html/body/form/input[@name='{name}']",
        form="f",
        value=value,
        required=required,
        error=error,
        actionable=True,
    )


GOAL = "fetch it at the kiosk"
SEND = Element("button", "button", "Add", uid="add", form="f", submits=True, actionable=True)


def page(*fields: Element, url: str = "http://a.test/tickets") -> Scene:
    return Scene(url, "", "", (*fields, SEND), ())


def texts(begun: Begun, scene: Scene) -> list[str]:
    return [c.text for c in begun.sent_as_they_stand(form_candidates(scene, {}), scene)]


def test_a_form_that_nothing_was_entered_into_is_offered_whole() -> None:
    assert texts(Begun(), page(field("Adult"), field("Child"))) == [
        'fill in Adult, Child and press "Add"'
    ]


def test_what_was_entered_may_be_sent_without_the_optional_rest() -> None:
    begun, after = Begun(), page(field("Adult", "1"), field("Child"))
    begun.learn(page(field("Adult"), field("Child")), after)
    assert texts(begun, after) == [
        'fill in "Adult" (now "1")',
        'press "Add": Adult "1"',
        'fill in Child and press "Add"',
    ]


def test_a_form_that_was_begun_says_what_it_is_about() -> None:
    rest = (field("Pieces"), field("Number", "7"), field("Name", "Owls and mice"))
    begun, after = Begun(), page(field("Shelf", "F2"), *rest)
    begun.learn(page(field("Shelf"), *rest), after)
    assert 'press "Add": Shelf "F2", for "Owls and mice"' in texts(begun, after)


def test_a_form_is_begun_once_something_was_entered_there() -> None:
    begun, before, after = Begun(), page(field("Adult")), page(field("Adult", "1"))
    begun.learn(before, before)
    assert not begun.is_begun(SEND, before)
    begun.learn(before, after)
    assert begun.is_begun(SEND, after)
    assert not begun.is_begun(replace(SEND, form=""), after)
    assert not begun.is_begun(None, after)


def test_what_a_field_held_from_the_beginning_is_nothing_that_was_entered() -> None:
    begun, after = Begun(), page(field("Adult", "1"), field("Child"))
    begun.learn(after, after)
    assert 'press "Add": Adult "1"' not in texts(begun, after)


def test_a_form_with_a_field_that_is_asked_for_or_refused_waits_for_it() -> None:
    begun, before = Begun(), page(field("Adult"), field("Name", required=True))
    begun.learn(before, page(field("Adult", "1"), field("Name", required=True)))
    for rest in (field("Name", required=True), field("Name", error="too short")):
        assert not any(t.startswith("press") for t in texts(begun, page(field("Adult", "1"), rest)))


def test_a_form_of_another_page_was_not_begun() -> None:
    begun, after = Begun(), page(field("Adult", "1"), field("Child"))
    begun.learn(page(field("Adult"), field("Child")), after)
    other = replace(after, url="http://a.test/hotels")
    assert 'press "Add": Adult "1"' not in texts(begun, other)


def test_what_another_view_of_an_application_holds_was_not_entered() -> None:
    begun = Begun()
    lamp, desk = (
        page(field("Name", name), url=f"http://a.test/#/{name}") for name in ("lamp", "desk")
    )
    begun.learn(lamp, desk)
    assert not begun.is_begun(SEND, desk)


def test_of_a_password_it_says_that_it_is_there() -> None:
    secret = replace(field("Code"), attributes={"type": "password"})
    begun, after = Begun(), page(replace(secret, value="••••"), field("Child"))
    begun.learn(page(secret, field("Child")), after)
    assert 'press "Add": Code' in texts(begun, after)


def test_what_was_entered_waits_until_it_is_sent() -> None:
    begun, empty, filled = Begun(), page(field("Adult")), page(field("Adult", "1"))
    assert not begun.waits(filled)
    begun.learn(empty, filled)
    assert begun.waits(filled)
    begun.learn(filled, filled, SEND)
    assert not begun.waits(filled)


def test_what_nothing_was_entered_into_is_known_before_a_begun_form_is_sent() -> None:
    begun, before = Begun(), page(field("Title"), field("Text", "Lorem"), field("Who"))
    after = page(field("Title", "Fair"), field("Text", "Lorem"), field("Who"))
    begun.learn(before, after)
    assert [e.name for e in begun.untouched(SEND, after)] == ["Text", "Who"]


def test_what_is_entered_after_sending_waits_again() -> None:
    begun, one, two = Begun(), page(field("Adult", "1")), page(field("Adult", "2"))
    begun.learn(one, one, SEND)
    begun.learn(one, two)
    assert begun.waits(two)


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (field("Company"), True),
        (field("Name", required=True), False),
        (field("Name", error="too short"), False),
        (replace(field("Words"), role="searchbox"), False),
    ],
)
def test_a_form_asks_for_nothing_where_all_is_optional(one: Element, expected: bool) -> None:
    (candidate,) = form_candidates(page(one), {})
    assert asks_for_nothing(candidate) is expected


def test_a_form_that_asks_for_nothing_and_gets_nothing_is_sent_as_it_is() -> None:
    elements = (replace(field("Company"), xpath="/f"), replace(SEND, xpath="/b"))
    browser = FakeBrowser({"page": FakePage(Snapshot("http://a.test/", "Page", elements))})
    explore(
        browser,
        "http://a.test/",
        'order the "Blue lamp"',
        silent(),
        success=["text present never on any page"],
        max_steps=1,
    )
    assert [str(one.action.kind) for one in browser.done] == ["click"]


@pytest.mark.parametrize(("changes", "pressed"), [(True, "Place"), (False, SEND.name)])
def test_a_form_that_holds_something_and_gets_nothing_is_not_sent_where_something_is_to_be_changed(
    *, changes: bool, pressed: str
) -> None:
    """What is left is one field, for which nothing is known either."""
    place = replace(field("Place", "The farm"), xpath="/html/body/form/input[1]", posts=True)
    note = replace(field("Note"), xpath="/html/body/form/input[2]", posts=True)
    press = replace(SEND, xpath="/html/body/form/button", posts=True)
    page = FakePage(Snapshot("http://a.test/", "Order", (place, note, press)))
    browser = FakeBrowser({"page": page})
    nothing = {**READ, "values": [], "parts": ["fetch it elsewhere"], "SelectedInput": {"1": ""}}

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        asked = prompt.messages[-1].content
        if "already there" in asked:
            return [-0.1, -3.0] if changes else [-3.0, -0.1]
        lines = [line for line in asked.splitlines() if line[1:2] == "."]
        if len(lines) == len(choices):
            return [-0.1 if "Note and press" in line else -5.0 for line in lines]
        return [-1.0] * len(choices)

    model = ScriptedModel(lambda prompt: json.dumps(nothing), scores=scores)
    model.plays = "embedded/qwen2.5-coder-1.5b"  # type: ignore[attr-defined]
    explore(
        browser,
        "http://a.test/",
        "fetch the order elsewhere",
        model,
        success=["text present never on any page"],
        max_steps=1,
    )
    assert [one.element for one in browser.done] == [pressed]


@pytest.mark.parametrize(
    ("given", "done"), [("The kiosk", ["Place", "The kiosk", "Add"]), ("", ["Place", ""])]
)
def test_a_form_that_is_full_gets_a_value_of_the_goal_before_it_is_sent(
    given: str, done: list[str]
) -> None:
    """Without any it is not sent: its field is pressed instead."""
    place = replace(field("Place", "The farm"), label="Place", xpath="/html/body/form/input[1]")
    press = replace(SEND, xpath="/html/body/form/button")
    page = FakePage(Snapshot("http://a.test/", "Order", (place, press)))
    browser = FakeBrowser({"page": page})
    values = [{"value": given, "of": "place"}] if given else []
    read = {**READ, "values": values, "parts": ["fetch it elsewhere"], "SelectedInput": {"1": ""}}

    def scores(prompt: Prompt, choices: Sequence[str]) -> list[float]:
        asked = prompt.messages[-1].content
        if "already there" in asked:
            return [-0.1, -3.0]
        lines = [line for line in asked.splitlines() if line[1:2] == "."]
        if len(lines) == len(choices):
            return [-0.1 if 'press "Add"' in line else -5.0 for line in lines]
        return [-1.0] * len(choices)

    model = ScriptedModel(lambda prompt: json.dumps(read), scores=scores)
    model.plays = "embedded/qwen2.5-coder-1.5b"  # type: ignore[attr-defined]
    explore(
        browser,
        "http://a.test/",
        "fetch the order at The kiosk instead",
        model,
        success=["text present never on any page"],
        max_steps=1,
    )
    told = [text for one in browser.done for text in (one.element, one.action.written)]
    assert told == ([*done, ""] if given else done)


def test_what_was_left_out_of_a_begun_form_gets_its_place_before_it_is_sent() -> None:
    """The title is entered, the old text is not: it is replaced before the form is saved."""
    path = "/html/body/form/input[1]"
    title = replace(field("Title", "Old fair"), label="Title", xpath=path)
    body = replace(field("Body", "Stalls"), label="Body", xpath=path.replace("1", "2"))
    press = replace(SEND, xpath="/html/body/form/button")
    page = FakePage(Snapshot("http://a.test/", "Fair", (title, body, press)))
    browser = FakeBrowser({"page": page})
    explore(
        browser,
        "http://a.test/",
        'make the title "New fair" and the body "Stalls, music and cake"',
        ScriptedModel(lambda prompt: json.dumps(READ), scores=title_then_add),
        success=["text present never on any page"],
        max_steps=2,
    )
    done = [one.action for one in browser.done]
    assert [one.value for one in done] == ["New fair", "Stalls, music and cake", None]


READ = {
    "parts": ["make the title", "make the body"],
    "values": [
        {"value": "New fair", "of": "title"},
        {"value": "Stalls, music and cake", "of": "body"},
    ],
    "asks": "",
    "SelectedInput": {"1": "New fair"},
}


def title_then_add(prompt: Prompt, choices: Sequence[str]) -> list[float]:
    """Fills in the title, then presses "Add"; what is asked of a field gets the value named so."""
    asked = prompt.messages[-1].content
    lines = dict(re.findall(r"^([A-Z])\. (.*)$", asked, re.MULTILINE))
    place = re.findall(r'into the field "(\w+)', asked)
    step = 'press "Add"' if 'now "New fair"' in asked else 'fill in "Title"'
    wanted = {"Title": "New fair", "Body": "Stalls"}[place[-1]] if place else step
    right = [h for h, text in lines.items() if text.startswith(wanted)]
    return [-0.1 if choice in right else -4.0 for choice in choices]


@pytest.mark.parametrize(
    ("held", "entered", "idle"),
    [
        ("The Frist Tide", "", True),
        ("The Frist Tide", "The First Tide", False),
        ("12", "", False),
        ("Nina Okafor", "", False),
    ],
)
def test_what_sends_words_as_they_stood_there_is_idle(held: str, entered: str, idle: bool) -> None:
    """Not what the user's own form holds, nor what holds no words, as a number of pieces."""
    begun, before, after = Begun(), page(field("Title", held)), page(field("Title", held))
    if entered:
        after = page(field("Title", entered))
        begun.learn(before, after)
    assert begun.is_idle(single(SEND), after, ["Nina Okafor"]) is idle
    filling = form_candidates(page(field("Title")), {})[0]
    assert not begun.is_idle(filling, after)


def test_what_was_entered_beside_a_form_is_sent_with_it() -> None:
    """A text in a frame of its own, and what deletes what a form is about."""
    frame = replace(field("Text", "Floury potatoes"), form="", frame=(0,))
    begun, before = Begun(), page(field("Title", "Potato soup"), frame)
    assert begun.is_idle(single(SEND), before)
    assert not begun.is_idle(single(replace(SEND, name="Delete")), before)
    after = page(field("Title", "Potato soup"), replace(frame, value="Floury potatoes, leek"))
    begun.learn(before, after)
    assert not begun.is_idle(single(SEND), after)


def test_a_form_that_holds_something_is_sent_as_it_stands_for_nothing() -> None:
    """But a search, what deletes, one that is empty, and one in which something was changed."""
    begun, before = Begun(), page(field("Place", "The farm"))
    assert begun.keeps_all(single(SEND), before, GOAL)
    assert not begun.keeps_all(single(replace(SEND, name="Delete")), before, GOAL)
    assert not begun.keeps_all(single(SEND), page(field("Place")), GOAL)
    search = page(replace(field("Place", "The farm"), role="searchbox"))
    assert not begun.keeps_all(single(SEND), search, GOAL)
    after = page(field("Place", "The kiosk"))
    begun.learn(before, after)
    assert not begun.keeps_all(single(SEND), after, GOAL)


def test_a_full_form_says_what_it_holds_and_may_be_changed_and_sent_at_once() -> None:
    """But a search, what puts it away, one that asks for a password, and one that was begun."""
    place, day = field("Place", "The farm"), field("Day", "9 May")
    begun, before = Begun(), page(place, day, field("Notes"))
    (edited,) = begun.as_edited([single(SEND)], before, GOAL)
    assert edited.text == 'change Place, Day and press "Add"'
    assert edited.changes == (place, day)
    assert not begun.is_idle(edited, before)
    assert begun.is_idle(single(SEND), before)
    assert begun.keeps_all(edited, before, GOAL)
    secret = replace(field("Password"), attributes={"type": "password"})
    away = single(replace(SEND, name="Cancel"))
    for candidate, other in (
        (single(SEND), page(replace(place, role="searchbox"))),
        (single(SEND), page(place, secret)),
        (single(replace(SEND, action="http://a.test/find")), before),
        (away, before),
    ):
        assert begun.as_edited([candidate], other, GOAL) == [candidate]
    after = page(place, field("Day", "10 May"))
    begun.learn(before, after)
    assert begun.as_edited([single(SEND)], after, GOAL) == [single(SEND)]


def test_a_form_that_is_nearly_full_says_so_and_not_what_is_open_alone() -> None:
    """A list that stands at something is full; a text that has to be there, or as many, are not."""
    begun, day, notes = Begun(), field("Day", "9 May"), field("Notes")
    hour = replace(field("Hour"), tag="select", role="combobox", options=("9", "10"), selected="9")

    def offered(*fields: Element) -> list[str]:
        scene = page(*fields)
        return [c.text for c in begun.as_edited(form_candidates(scene, {}), scene, GOAL)]

    assert 'change Day, Hour, Notes and press "Add"' in offered(day, hour, notes)
    assert 'fill in Notes and press "Add"' in offered(day, notes)
    needed = replace(notes, required=True)
    assert 'fill in Notes and press "Add"' in offered(day, hour, needed)
    scene = page(day, hour, notes)
    edited = [c for c in begun.as_edited(form_candidates(scene, {}), scene, GOAL) if c.changes]
    assert begun.keeps_all(edited[0], scene, GOAL)


def test_a_form_waits_for_no_button_that_deletes() -> None:
    begun, before = Begun(), page(field("Title", "Bread"))
    after = page(field("Title", "Rye bread"))
    begun.learn(before, after)
    assert begun.waits(after)
    deletes = replace(after, actionable=(after.actionable[0], replace(SEND, name="Delete card")))
    assert not begun.waits(deletes)


def test_what_was_chosen_and_taken_at_once_waits_for_nothing() -> None:
    def column(chosen: str) -> Element:
        one = replace(field("Column"), tag="select", role="combobox", selected=chosen)
        return replace(one, options=("Doing", "Done"))

    for taken in (True, False):
        begun, after = Begun(), page(column("Done"))
        begun.learn(page(column("Doing")), after, taken=taken)
        assert begun.waits(after) is not taken
        assert begun.entered == {"Done"}


def test_another_one_of_a_group_that_is_chosen_changes_a_form() -> None:
    """Though each is sent as what it was sent as before."""

    def places(chosen: str) -> Scene:
        names = ("farm", "kiosk")
        boxes = (replace(field(n, n), role="radio", checked=n == chosen) for n in names)
        return page(*boxes)

    begun, before, after = Begun(), places("farm"), places("kiosk")
    assert begun.keeps_all(single(SEND), before, GOAL)
    begun.learn(before, after)
    assert not begun.keeps_all(single(SEND), after, GOAL)


def test_a_list_that_stands_at_what_the_goal_says_needs_no_change() -> None:
    def places(chosen: str) -> Scene:
        listed = replace(field("Place"), tag="select", role="combobox", selected=chosen)
        return page(replace(listed, options=("The farm", "Kiosk")))

    assert Begun().keeps_all(single(SEND), places("The farm"), GOAL)
    assert not Begun().keeps_all(single(SEND), places("Kiosk"), GOAL)


def test_what_was_entered_beside_a_form_changes_it() -> None:
    begun, frame = Begun(), replace(field("Text", "Soup"), form="", frame=(0,))
    before = page(field("Title", "Potato soup"), frame)
    after = page(field("Title", "Potato soup"), replace(frame, value="Soup, leek"))
    assert begun.keeps_all(single(SEND), before, GOAL)
    begun.learn(before, after)
    assert not begun.keeps_all(single(SEND), after, GOAL)


def test_where_a_part_was_sent_before_the_rest_may_be_sent_as_it_stands() -> None:
    """A tag was added: its field is empty again, and what it was added to is to be saved."""
    begun, page_of_it = Begun(), page(field("Title", "Lentil stew"))
    assert begun.keeps_all(single(SEND), page_of_it, GOAL)
    begun.learn(page_of_it, page_of_it, SEND)
    assert not begun.keeps_all(single(SEND), page_of_it, GOAL)
