"""Where a search goes on when the last steps led to nothing new."""

import pytest

from pathfinder.engine.graph import StateGraph
from pathfinder.systems.explore.backtracking import Backtracking
from pathfinder.webprocessor.element import Element, Scene


def page(name: str) -> Scene:
    link = Element("a", "link", name, uid=name, actionable=True)
    return Scene(f"http://a.test/{name}", name, name, (link,), ())


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
