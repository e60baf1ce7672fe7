"""Where a search goes on when the last steps led to nothing new."""

from dataclasses import replace

import pytest

from pathfinder.core.action import Action, Kind
from pathfinder.engine.candidates import Candidate
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.playing import Move, Outcome
from pathfinder.engine.stage import View
from pathfinder.systems.explore.backtracking import Backtracking, may_be_detour
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.element import Element, Scene


def page(name: str) -> Scene:
    link = Element("a", "link", name, uid=name, actionable=True)
    return Scene(f"http://a.test/{name}", name, name, (link,), ())


@pytest.mark.parametrize(("url", "expected"), [("?q=lamp", True), ("7", False)])
def test_what_was_sent_is_never_a_detour_and_a_search_may_be(url: str, expected: bool) -> None:
    field = Element("input", "textbox", "Words", uid="f", actionable=True)
    send = Element("button", "button", "Go", uid="b", submits=True, actionable=True)
    before, after = page("start"), replace(page("results"), url=f"http://a.test/{url}")
    move = Move(
        "send",
        (Action(Kind.TYPE, "f", "lamp"),),
        Candidate("k", "send", Kind.CLICK, send, (field,)),
    )
    one, other = (View(1, scene, StateGraph().visit(scene)[0], True) for scene in (before, after))
    outcome = Outcome(move, one, other, changes(before, after), ())
    assert may_be_detour(outcome) is expected


@pytest.mark.parametrize(("score", "expected"), [(1.0, "start"), (3.0, "other")])
def test_the_start_is_better_than_a_detour_and_worse_than_progress(
    score: float, expected: str
) -> None:
    graph = StateGraph()
    start, other, here = (graph.visit(page(name))[0] for name in ("start", "other", "here"))
    graph.connect(start, here, "open")
    other.score = score
    search = Backtracking(graph, detours=3, stale=1, neutral=2.2)
    search.count(new=False)
    assert search.out_of_cycle(here)
    back = search.take(here)
    assert back
    assert back.state is {"start": start, "other": other}[expected]
