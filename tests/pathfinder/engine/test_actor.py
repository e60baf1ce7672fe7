"""What the agents of a written case may use on a page."""

from types import SimpleNamespace

from pathfinder.core.task import Site
from pathfinder.engine.actor import Actor
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.stage import View
from pathfinder.webprocessor.element import Element, Scene

SITE = Site("budget", "http://budget.test/", ("budget.test",))


def test_links_that_leave_the_site_are_not_to_be_used() -> None:
    links = [
        Element("a", "link", name, uid=name, href=href, actionable=True)
        for name, href in (("Bills", "/bills"), ("Code", "https://code.test/"))
    ]
    press = Element("button", "button", "Add", uid="Add", actionable=True)
    scene = Scene(SITE.url, "Budget", "Budget", (*links, press), ())
    view = View(1, scene, StateGraph().visit(scene)[0], True)
    stage, context = SimpleNamespace(see=lambda number: view), SimpleNamespace(site=SITE)
    actor = Actor(stage, context, 0.0)  # type: ignore[arg-type]
    assert [candidate.elements[-1].name for candidate in actor.usable] == ["Bills", "Add"]
