"""What a step has shown that was not there before, and how long it counts."""

from dataclasses import replace

from pathfinder.engine.candidates import single_candidates
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.playing import Move, Outcome, Return
from pathfinder.engine.stage import View
from pathfinder.systems.explore.revealed import revealed, revealed_by
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.element import Element, Scene


def link(uid: str, name: str) -> Element:
    return Element("a", "link", name, uid=uid, actionable=True, href=f"/{uid}")


def test_what_was_there_is_not_revealed_under_another_uid() -> None:
    before = Scene("http://s.test/", "S", "S", (link("a", "Folders"), link("b", "Help")), ())
    after = replace(before, actionable=(link("a", "Folders"), link("c", "Help"), link("d", "Edit")))
    assert revealed(before, after) == {"d"}
    assert not revealed(after, after)


MENU = Scene("http://s.test/", "S", "S", (link("a", "Folders"),), ())
OPENED = replace(MENU, actionable=(link("a", "Folders"), link("d", "Edit")))
PRESS = single_candidates(MENU)[0]


def outcome(before: Scene, after: Scene, move: Move | Return) -> Outcome:
    first, then = (View(1, scene, StateGraph().visit(scene)[0], True) for scene in (before, after))
    return Outcome(move, first, then, changes(before, after), ())


def test_what_is_revealed_counts_until_something_else_changes() -> None:
    press = Move("open", (), PRESS)
    opened = revealed_by(outcome(MENU, OPENED, press), frozenset())
    assert opened == {"d"}
    assert revealed_by(outcome(OPENED, OPENED, press), opened) == opened
    assert not revealed_by(outcome(OPENED, MENU, press), opened)


def test_another_page_and_being_logged_in_reveal_no_next_step() -> None:
    press = Move("open", (), PRESS)
    elsewhere = replace(OPENED, url="http://s.test/other")
    assert not revealed_by(outcome(MENU, elsewhere, press), frozenset())
    single_page = replace(MENU, actionable=(link("e", "Back"), link("d", "Edit")))
    assert not revealed_by(outcome(MENU, single_page, press), frozenset())
    secret = Element(
        "input", "textbox", "Secret", uid="p", actionable=True, attributes={"type": "password"}
    )
    log_in = Move("log in", (), replace(PRESS, fields=(secret,)))
    assert not revealed_by(outcome(MENU, OPENED, log_in), frozenset())


def test_going_back_and_a_rules_own_doing_reveal_nothing() -> None:
    state = StateGraph().visit(MENU)[0]
    for move in (Return(state, "url", "a detour"), Move("log in", ())):
        assert not revealed_by(outcome(MENU, OPENED, move), frozenset({"d"}))
