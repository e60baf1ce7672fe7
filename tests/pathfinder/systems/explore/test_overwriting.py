"""What was typed over what stood on a site."""

from collections.abc import Collection

import pytest

from pathfinder.core.action import Action, Kind
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.playing import Move, Outcome
from pathfinder.engine.stage import View
from pathfinder.systems.explore.overwriting import Overwriting
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.element import Element, Scene


def form(value: str, path: str = "edit", role: str = "textbox") -> Scene:
    name = Element("input", role, "Name", uid="n", value=value, actionable=True)
    send = Element("button", "button", "Save", uid="b", submits=True, actionable=True)
    return Scene(f"http://club.test/{path}", "Club", "Club", (name, send), ())


def step(before: Scene, after: Scene, *actions: Action) -> Outcome:
    views = (View(1, one, StateGraph().visit(one)[0], True) for one in (before, after))
    return Outcome(Move("do it", actions), *views, changes(before, after), ())


def typed(text: str) -> Action:
    return Action(Kind.TYPE, "n", text)


SAVE = Action(Kind.CLICK, "b")
LIST = form("", "list")
LONG = "We meet at the gate at seven, and Ines brings the red torches for all who come"
IDA = Element("a", "link", "Ida Holm, keeper", uid="a", href="/edit", actionable=True)


def knowing(own: Collection[str] = ()) -> Overwriting:
    """It has seen a list in which Ida Holm stands."""
    known = Overwriting(own)
    people = Scene("http://club.test/people", "Club", "Club", (IDA,), ())
    known.learn(step(people, form("Ida Holm"), Action(Kind.CLICK, "a")), set(), sent=False)
    return known


@pytest.mark.parametrize(
    ("held", "entered", "role", "over"),
    [
        ("Ida Holm", "Tom Ridley", "textbox", True),
        ("Ida Holm", "Ida Holm and Tom Ridley", "textbox", False),
        ("ida holm", "Ida Holm", "textbox", False),
        ("Ann Lee", "Tom Ridley", "textbox", False),
        ("10", "12", "textbox", False),
        ("", "Tom Ridley", "textbox", False),
        ("Ida Holm", "Tom Ridley", "searchbox", False),
        ("New project #6", "Tom Ridley", "textbox", False),
        (LONG, "Tom Ridley", "textbox", True),
    ],
)
def test_words_of_others_are_typed_over(held: str, entered: str, role: str, over: bool) -> None:
    """Not what is kept, the persona's own, a number, what was looked up, or the form's own name."""
    known = knowing(["Ann Lee"])
    known.learn(step(form(held, role=role), LIST, typed(entered), SAVE), {entered}, sent=True)
    assert known.sent is over


def test_it_counts_once_it_is_sent_and_until_something_new_is_begun() -> None:
    known = knowing()
    known.learn(step(form("Ida Holm"), form("Tom"), typed("Tom")), {"Tom"}, sent=False)
    assert not known.sent
    known.learn(step(form("Tom"), LIST, SAVE), {"Tom"}, sent=True)
    assert known.sent
    published = step(form("", "publish"), LIST, SAVE)
    known.learn(published, {"Tom"}, sent=True)
    assert known.sent
    known.learn(step(form("", "add"), LIST, typed("Tom"), SAVE), {"Tom"}, sent=True)
    assert not known.sent
