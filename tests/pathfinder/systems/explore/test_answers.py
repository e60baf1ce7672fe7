"""What a site answers to something that was sent."""

import pytest

from pathfinder.core.action import ActionResult, Kind
from pathfinder.engine.candidates import Candidate
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.playing import Move, Outcome
from pathfinder.engine.stage import View
from pathfinder.systems.explore.answers import answers
from pathfinder.systems.explore.signs import sent
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.element import Element, Scene

SEND = Element("button", "button", "Save", uid="s", submits=True)


def scene(*told: Element) -> Scene:
    return Scene("http://notes.test/", "Notes", "Notes", (), told)


def text(words: str, notice: str = "") -> Element:
    return Element("p", "text", "", text=words, notice=notice, xpath=f"/p[{words}]")


@pytest.mark.parametrize(
    ("told", "answer"),
    [
        (text("Record created.", "status"), "Record created."),
        (text("Gespeichert", "status"), "Gespeichert"),
        (text("14:05", "status"), ""),
        (text("Save it?", "status"), ""),
        (text("Record created."), ""),
        (text("The record is created."), "The record is created."),
    ],
)
def test_a_message_answers_however_short_it_is(told: Element, answer: str) -> None:
    assert [one.text for one in answers(pressed(told))] == ([answer] if answer else [])


def test_what_ends_as_a_sentence_answers_before_labels_and_titles() -> None:
    outcome = pressed(
        text("A payment of £25 is still pending"),
        text("Reference code (important): S4"),
        text("Cancel your order"),
        text("Your order has been placed."),
        text("Please keep the link to this page."),
    )
    assert [one.text for one in answers(outcome)] == [
        "A payment of £25 is still pending",
        "Your order has been placed.",
        "Please keep the link to this page.",
    ]


def pressed(*told: Element) -> Outcome:
    before, after = scene(), scene(*told)
    views = [
        View(n, one, StateGraph().visit(one)[0], True) for n, one in enumerate((before, after))
    ]
    candidate = Candidate("save", "press", Kind.CLICK, SEND)
    return Outcome(Move("press", (), candidate), *views, changes(before, after), ())


def test_what_the_site_takes_at_once_is_answered_without_a_button() -> None:
    before, after = scene(), scene(text("Moved to the finished ones", "status"))
    views = [
        View(n, one, StateGraph().visit(one)[0], True) for n, one in enumerate((before, after))
    ]
    move = Move("choose", (), Candidate("list", "choose", Kind.SELECT, None))
    for kept in (True, False):
        results = (ActionResult(ok=True, kept=kept),)
        chosen = Outcome(move, *views, changes(before, after), results)
        assert [one.text for one in answers(chosen)] == (
            ["Moved to the finished ones"] if kept else []
        )
        assert sent(chosen, "move it to the finished ones") is kept
