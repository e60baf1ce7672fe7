"""Dialogs that open by themselves are put away; those that answer a step, or may be it, stay."""

from dataclasses import replace

import pytest

from pathfinder.core.action import Kind
from pathfinder.engine.candidates import Candidate
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.playing import Move, Outcome
from pathfinder.engine.stage import View
from pathfinder.engine.unasked import is_unasked, putting_away
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.element import Element, Scene

URL = "http://s.test/list"


def control(name: str, layer: str, role: str = "button", kind: str = "") -> Element:
    return Element(
        "button", role, name, uid=name, layer=layer, attributes={"type": kind}, actionable=True
    )


def text(words: str) -> Element:
    return Element("p", "text", words, text=words, layer="dialog")


def page(*inside: Element, says: str = "Join our newsletter", url: str = URL) -> Scene:
    layer = "covered" if inside else ""
    return Scene(url, "L", "L", (control("Add a folder", layer), *inside), (text(says),))


MAIL, SIGN_UP = control("E-mail", "dialog", "textbox"), control("Sign up", "dialog")


@pytest.mark.parametrize("name", ["Skip", "No thanks", "Nicht jetzt", "Close", "Non merci"])
def test_a_dialog_is_put_away_by_what_leaves_it(name: str) -> None:
    found = putting_away(page(MAIL, SIGN_UP, control(name, "dialog")), "share the folder Plans")
    assert found is not None
    assert found.name == name


def test_a_dialog_that_may_be_what_the_goal_is_about_stays() -> None:
    skip = control("Skip", "dialog")
    assert putting_away(page(MAIL, skip), "subscribe to the newsletter") is None
    assert putting_away(page(control("Code", "dialog", "textbox", "password"), skip), "buy") is None
    assert putting_away(page(MAIL, SIGN_UP), "share the folder") is None
    assert putting_away(page(), "share the folder") is None


def outcome(before: Scene, after: Scene, *, by_choice: bool = True) -> Outcome:
    first, then = (View(1, scene, StateGraph().visit(scene)[0], True) for scene in (before, after))
    chosen = Candidate("a", "press", Kind.CLICK, before.actionable[0]) if by_choice else None
    return Outcome(Move("press", (), chosen), first, then, changes(before, after), ())


def test_what_opens_where_something_was_pressed_is_the_answer_to_it() -> None:
    opened = page(MAIL, control("Cancel", "dialog"))
    assert not is_unasked(outcome(page(), opened), True)
    assert not is_unasked(outcome(opened, opened), False)


def test_what_opens_on_another_page_or_stands_there_from_the_first_opened_by_itself() -> None:
    opened = page(MAIL, control("Skip", "dialog"))
    assert is_unasked(outcome(opened, opened), True)
    assert is_unasked(outcome(page(), replace(opened, url="http://s.test/other")), False)
    assert is_unasked(outcome(page(), opened, by_choice=False), False)


def test_what_opens_over_what_opened_by_itself_is_the_answer_to_what_was_pressed_there() -> None:
    """An editor that covers the page asks whether to publish now."""
    editor = page(MAIL, control("Private", "dialog"))
    asks = page(control("Cancel", "dialog"), control("OK", "dialog"), says="Publish now?")
    assert not is_unasked(outcome(editor, asks), True)
    assert is_unasked(outcome(editor, page(MAIL, control("Later", "dialog"))), True)
