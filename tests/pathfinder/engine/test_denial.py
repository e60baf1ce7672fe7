"""What a sentence names in quotes and no page has: failed where that is sure, looked for before."""

import pytest

from pathfinder.core.errors import Blame
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.task import Persona, Site
from pathfinder.core.verdict import Status
from pathfinder.engine.actor import Actor
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.runner import RunContext
from pathfinder.engine.stage import Stage
from pathfinder.engine.statements import Statements
from pathfinder.language.strict import read_expected, read_strict
from pathfinder.testing import FakeBrowser, FakePage
from tests.fakes.snapshots import snapshot_of

URL = "http://127.0.0.1/choir"
SITE = Site("choir", URL, ("127.0.0.1",), safe=False)
PLAIN = """<h1>The choir</h1><a href=/concerts>Concerts</a><button>Join</button>
<label>Voice <select><option>Alto<option>Bass</select></label><p>We sing on Mondays</p>"""

GERMAN = """<h1>Der Chor</h1><p>Wir singen am Montag und sind nicht allein, wenn du auch mitsingst</p>
<button>In den Warenkorb</button>"""


def page(body, path="/choir", **leads):
    html = f"<title>Choir</title><main>{body}</main>"
    return FakePage(snapshot_of(html, f"http://127.0.0.1{path}"), leads)


def play(sentence, *, sure=True, read=read_strict, **pages):
    """What came of a sentence on the first of some pages, and what was used."""
    browser = FakeBrowser(pages)
    browser.open(URL)
    context = RunContext(browser, MemoryJournal(), {}, SITE, Persona("nobody", {}))
    actor = Actor(Stage(browser, context.journal, StateGraph()), context, 0.0)
    actor.begin(1)
    (step,) = read(sentence).statements
    decision = Statements(actor).do(step, sentence, sure=sure)
    return decision, [done.element or str(done.action.kind) for done in browser.done]


@pytest.mark.parametrize(
    ("sentence", "body"),
    [
        ("Click on 'Cars'", PLAIN),
        ('Click the button "Add to basket"', f"{PLAIN}<a href=/b>Basket</a>"),
        ("Fill the field 'Voucher' with 'X-1'", PLAIN),
        ("Click the button 'Singer's corner'", PLAIN),
        ("Select 'Tenor' in the list 'Voice'", PLAIN),
        ("Click on 'An den Vorstand'", GERMAN),
    ],
)
def test_what_is_named_in_quotes_and_nothing_may_be_fails(sentence, body):
    decision, _ = play(sentence, here=page(body))
    assert (decision.status, decision.blame) == (Status.FAILED, Blame.SITE), decision.reason


@pytest.mark.parametrize(
    ("sentence", "body", "doubt"),
    [
        ("Click on 'Join the choir'", PLAIN, "'Join' may be meant"),
        ("Click on 'Mondays'", PLAIN, "'We sing on Mondays' may be meant"),
        ("Click on 'Sign in'", f"{PLAIN}<h2>Log in</h2>", "'Log in' may be meant"),
        ("Click on 'Cars'", f"{PLAIN}<button><svg width=20 height=20></svg></button>", "no name"),
        ("Fill the field 'Town' with 'Rye'", f"{PLAIN}<input>", "no name"),
        ("Select 'Low bass' in the list 'Voice'", PLAIN, "'Bass' may be meant"),
        (
            "Fill the field 'tenor-town' with 'Rye'",
            f"{PLAIN}<a id=tenor-town href=/t>T</a>",
            "meant",
        ),
        ("Click on 'Add to basket'", GERMAN, "another language (de)"),
        ("Click on Cars", PLAIN, "nothing on the page is like 'Cars'"),
    ],
)
def test_where_something_may_be_meant_nobody_fails(sentence, body, doubt):
    decision, _ = play(sentence, here=page(body))
    assert decision.status is Status.INCONCLUSIVE
    assert doubt in decision.reason


def test_what_only_the_markup_calls_so_is_found():
    fields = "<label>Town <input name=home-town></label><label>Town <input name=work-town></label>"
    decision, _ = play("Fill the field 'work-town' with 'Rye'", here=page(fields))
    assert decision.status is Status.PASSED, decision.reason


def test_a_reading_in_doubt_denies_nothing():
    decision, _ = play("Click on 'Cars'", sure=False, here=page(PLAIN))
    assert decision.status is Status.INCONCLUSIVE


def test_what_is_in_another_tab_is_looked_for_there():
    tabs = "<div role=tablist><button role=tab aria-selected={}>News</button>" + (
        "<button role=tab aria-selected={}>People</button></div>"
    )
    first = page(PLAIN + tabs.format("true", "false"), People="second")
    second = page(PLAIN + tabs.format("false", "true") + "<a href=/ada>Ada</a>", "/choir#p")
    ada = page("<h1>Ada</h1>", "/ada")
    decision, used = play("Click on 'Ada'", first=first, second=second, ada=ada)
    assert decision.status is Status.PASSED, decision.reason
    assert "which was in another tab" in decision.reason
    assert used == ["People", "Ada"]


def test_what_a_cookie_banner_covers_is_used_once_that_is_answered():
    banner = """<div role=dialog aria-modal=true style='position:fixed;inset:0;background:white'>
    <p>We use cookies</p><button>Accept all</button></div>"""
    first = page(f"{PLAIN}<a href=/ada>Ada</a>{banner}", **{"Accept all": "second"})
    second = page(f"{PLAIN}<a href=/ada>Ada</a>")
    ada = page("<h1>Ada</h1>", "/ada")
    decision, used = play("Click on 'Ada'", first=first, second=second, ada=ada)
    assert decision.status is Status.PASSED, decision.reason
    assert used == ["Accept all", "Ada"]


def test_a_page_that_goes_on_below_is_no_proof_that_something_is_not_there():
    below = "<p style='margin-top:{}px'>The end</p>"
    pages = {
        f"p{at}": page(PLAIN + below.format(3000) + f"<p>Post {at}</p>", scroll=f"p{at + 1}")
        for at in range(9)
    }
    decision, _ = play("Click on 'Ada'", **pages)
    assert decision.status is Status.INCONCLUSIVE
    assert "goes on below" in decision.reason


def test_a_menu_that_leads_away_is_left_again():
    menu = "<button aria-expanded=false>Menu</button>"
    first = page(PLAIN + menu, Menu="away")
    away = page("<h1>Elsewhere</h1>", "/elsewhere", back="first")
    decision, used = play("Click on 'Ada'", first=first, away=away)
    assert decision.status is Status.FAILED, decision.reason
    assert used[:2] == ["Menu", "back"]


def test_what_comes_further_down_is_seen_before_a_check_denies_it():
    below = "<p style='margin-top:3000px'>The end</p>"
    first = page(PLAIN + below, scroll="second")
    second = page(f"{PLAIN}{below}<p>Founded in 1921</p>")
    asked = "The text 'Founded in 1921' is shown"
    decision, _ = play(asked, read=read_expected, first=first, second=second)
    assert decision.status is Status.PASSED, decision.reason
    decision, _ = play(asked, read=read_expected, first=first, second=page(PLAIN + below))
    assert decision.status is Status.FAILED, decision.reason
