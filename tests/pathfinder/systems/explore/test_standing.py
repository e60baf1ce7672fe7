"""Errors that stand on a page whatever is done are no answers to what was done."""

from dataclasses import replace

import pytest

from pathfinder.core.action import Action, Kind
from pathfinder.engine.candidates import Candidate
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.playing import Move, Outcome, Return
from pathfinder.engine.stage import View
from pathfinder.systems.explore.standing import StandingErrors
from pathfinder.testing import FakeBrowser, FakePage
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.element import Element, Scene, Snapshot
from tests.pathfinder.systems.explore.test_explore import events, explore, guided

OLD = "Error: the page of the mill was not found"
ADDED = "The page was added to the list."
BUTTON = Element("button", "button", "Add", uid="b", submits=True, form="f", actionable=True)
MARKED = Element("input", "textbox", "Page", uid="p", form="f", actionable=True, error=OLD)
ADD = Candidate("add", "press Add", Kind.CLICK, BUTTON)


def scene(path: str, *texts: str, errors: tuple[str, ...] = ()) -> Scene:
    said = tuple(Element("p", "text", "", text=t, uid=f"p{n}") for n, t in enumerate(texts))
    return Scene(f"http://watch.test/{path}", "Watch", "Pages", (BUTTON,), said, errors)


def marked(page: Scene) -> Scene:
    return replace(page, actionable=(*page.actionable, MARKED))


def outcome(before: Scene, after: Scene, *, back: bool = False) -> Outcome:
    graph = StateGraph()
    views = [View(1, s, graph.visit(s)[0], True) for s in (before, after)]
    move = Move("do", (Action(Kind.CLICK, "b"),), ADD)
    way = Return(views[1].state, "url", "a detour") if back else move
    return Outcome(way, views[0], views[1], changes(before, after), ())


@pytest.mark.parametrize(
    ("before", "after", "back", "stands"),
    [
        (scene("edit"), scene("", errors=(OLD,)), True, True),
        (scene("edit", errors=(OLD,)), scene("", errors=(OLD,)), True, False),
        (scene("", errors=(OLD,)), scene("", ADDED, errors=(OLD,)), False, True),
        (scene("", errors=(OLD,)), scene("", "Pages: 4", errors=(OLD,)), False, False),
        (scene("", errors=(OLD,)), scene("", "Sorry.", errors=(OLD,)), False, False),
        (scene("", errors=(OLD,)), scene("", ADDED, errors=(OLD, "No.")), False, False),
        (scene("login"), scene("", ADDED, errors=(OLD,)), False, False),
        (scene("edit"), marked(scene("", errors=(OLD,))), True, False),
        (scene("", errors=(OLD,)), marked(scene("", ADDED, errors=(OLD,))), False, False),
    ],
)
def test_an_error_stands_that_comes_back_with_its_page_or_stays_beside_an_answer(
    before: Scene, after: Scene, back: bool, stands: bool
) -> None:
    known = StandingErrors("watch one more page")
    known.learn(outcome(before, after, back=back))
    assert known.known == ({OLD} if stands else set())


def test_what_came_up_as_the_answer_on_a_page_never_stands() -> None:
    known = StandingErrors("pay for the lamp")
    refused = scene("pay", errors=(OLD,))
    known.learn(outcome(scene("pay"), refused))
    known.learn(outcome(scene("list"), refused, back=True))
    known.learn(outcome(refused, scene("pay", "Use another card.", errors=(OLD,))))
    assert known.known == set()


def test_what_stands_is_taken_out_of_a_step_and_nothing_else() -> None:
    known = StandingErrors("watch one more page", {OLD})
    made = known.without(outcome(scene("edit"), scene("", ADDED, errors=(OLD, "No such page."))))
    assert made.after.scene.errors == made.change.errors == ("No such page.",)
    assert "shows error: No such page." in made.history_line


def test_a_site_is_not_stuck_for_an_error_that_one_of_its_things_has() -> None:
    def shown(path: str, *parts: Element) -> Snapshot:
        old = Element("p", "text", "", text=OLD, xpath="/p", notice="error", landmark="main")
        return Snapshot(f"http://watch.test/{path}", "Watch", (*parts, old))

    def button(name: str) -> Element:
        return Element(
            "button", "button", name, xpath=f"/{name}", submits=True, form="f", actionable=True
        )

    def told(text: str) -> Element:
        return Element("p", "text", "", text=text, xpath=f"/p[{text}]", landmark="main")

    names = ("Enter", "Add", "Check", "Mark", "Sort")
    pages = {
        f"p{n}": FakePage(
            shown(str(n), told(f"Part {n} was done."), *map(button, names[n : n + 1])),
            {names[n]: f"p{n + 1}"} if n + 1 < len(names) else {},
        )
        for n in range(len(names))
    }
    start = Snapshot("http://watch.test/", "Watch", (button("Start"),))
    browser = FakeBrowser({"start": FakePage(start, {"Start": "p0"}), **pages})
    asked: list[str] = []

    def refuses(text: str) -> bool:
        asked.append(text)
        return True

    model = guided(names, yes=refuses)
    _, journal = explore(
        browser, "http://watch.test/", "watch a page", model, success=[], max_steps=7
    )
    stuck = [event for event in events(journal, "verdict") if event["status"] == "stuck"]
    assert not stuck
