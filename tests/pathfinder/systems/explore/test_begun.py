"""A form that something was entered into may be sent as it stands, if nothing else is asked for."""

from dataclasses import replace

import pytest

from pathfinder.engine.candidates import form_candidates
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
