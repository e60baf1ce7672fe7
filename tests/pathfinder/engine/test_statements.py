"""Statements on pages that change: what is folded up, conditions, repetitions."""

from pathfinder.core.journal import MemoryJournal
from pathfinder.core.task import Persona, Site
from pathfinder.core.verdict import Status
from pathfinder.engine.actor import Actor
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.runner import RunContext
from pathfinder.engine.stage import Stage
from pathfinder.engine.statements import Statements
from pathfinder.language.dsl.compile import steps_of
from pathfinder.language.dsl.read import read_text
from pathfinder.testing import FakeBrowser, FakePage
from tests.fakes.snapshots import snapshot_of

URL = "http://127.0.0.1/choir"
SITE = Site("choir", URL, ("127.0.0.1",), safe=False)
HEAD = "<title>Choir</title><main><h1>The choir</h1>"
CLOSED = f'{HEAD}<button aria-expanded="false">Menu</button><p>0 singers</p></main>'
OPEN = f'{HEAD}<button aria-expanded="true">Menu</button><a href="/join">Register</a></main>'
JOIN = "<title>Join</title><main><h1>Join the choir</h1></main>"


def page(html, path="/choir", **leads):
    return FakePage(snapshot_of(html, f"http://127.0.0.1{path}"), leads)


def statements():
    browser = FakeBrowser(
        {"closed": page(CLOSED, Menu="open"), "open": page(OPEN), "join": page(JOIN, "/join")}
    )
    browser.open(URL)
    context = RunContext(browser, MemoryJournal(), {}, SITE, Persona("nobody", {}))
    actor = Actor(Stage(browser, context.journal, StateGraph()), context, 0.0)
    actor.begin(1)
    return Statements(actor), browser


def do(lines):
    made, browser = statements()
    return [made.do(step, "") for step in steps_of(read_text(lines))], browser


def test_a_closed_menu_is_opened_for_what_is_in_it():
    (decision,), browser = do('click the "Register" link')
    assert decision.status is Status.PASSED
    assert "which was folded up" in decision.reason
    assert [done.element for done in browser.done] == ["Menu", "Register"]


def test_what_is_done_again_opens_the_menu_too():
    made, _ = statements()
    for step in steps_of(read_text('click the "Register" link\nopen "Join the choir"')):
        assert made.do(step, "").passed
    scenario = made.scenario(name="join")
    assert [(step.kind, step.target.words) for step in scenario.steps] == [
        ("click", "Menu"),
        ("click", "Register"),
    ]


def test_what_is_in_no_menu_is_not_ready():
    (decision,), _ = do('click the "Sing" button')
    assert (decision.status, decision.phase) == (Status.INCONCLUSIVE, "readiness")


def test_a_condition_chooses_what_is_done():
    decisions, browser = do(
        'if text "0 singers"\n  click the "Register" link\nelse\n  reload\nend\n'
        'assert page "Join the choir"'
    )
    assert [one.status for one in decisions] == [Status.PASSED] * 2
    assert [done.element for done in browser.done] == ["Menu", "Register"]
