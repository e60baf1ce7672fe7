"""An expected result in free words: what a model and code see is weighed together."""

import pytest

from pathfinder.agents.ata import Assertor
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.agents.thresholds import thresholds_for
from pathfinder.core.errors import Blame
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.task import Persona, Site
from pathfinder.core.verdict import Status
from pathfinder.engine import assertor
from pathfinder.engine.actor import Actor
from pathfinder.engine.assertor import Asserting, ClaimSigns, claim_signs
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.runner import RunContext
from pathfinder.engine.stage import Stage
from pathfinder.testing import FakeBrowser, FakePage
from tests.fakes.snapshots import snapshot_of

URL = "http://127.0.0.1/voices"
PAGE = """<title>Voices</title><main><h1>Voices</h1><p>Anna sings alto.</p><p>Two voices sing.</p>
<label>Name <input value="Lena"></label></main>"""
WEIGHED = thresholds_for("scripted").model_copy(
    update={
        "assertor_word": 1.0,
        "assertor_held": 2.0,
        "assertor_denied": -2.0,
        "assertor_missing": -4.0,
        "assertor_holds": 1.0,
        "assertor_sure": 3.0,
        "assertor_denies": -3.0,
    }
)


def asserting(word):
    """The assertor on the page, whose model's log-odds of Yes are as told; and what it is asked."""
    asked = []

    def scores(prompt, choices):
        asked.append(prompt.messages[-1].content)
        return [min(word if choice == "Yes" else -word, 0.0) for choice in choices]

    browser = FakeBrowser({"voices": FakePage(snapshot_of(PAGE, URL))})
    browser.open(URL)
    journal = MemoryJournal()
    site = Site("choir", URL, ("127.0.0.1",), safe=False)
    context = RunContext(browser, journal, {}, site, Persona("anna", {}))
    actor = Actor(Stage(browser, journal, StateGraph()), context, 0.0)
    actor.begin(1)
    return Asserting(actor, Assertor(ScriptedModel(scores=scores))), asked


@pytest.fixture(autouse=True)
def weighed(monkeypatch):
    monkeypatch.setattr(assertor, "thresholds_of", lambda model: WEIGHED)


def test_the_signs_are_the_models_word_what_code_found_and_the_words_that_are_nowhere():
    asked, _ = asserting(0.5)
    signs = claim_signs("Anna sings soprano", [True, False, None, True], asked.actor.sight, 0.5)
    assert signs == ClaimSigns(0.5, 0.5, 0.25, pytest.approx(1 / 3))
    assert signs.weighed(WEIGHED) == pytest.approx(0.5 + 1.0 - 0.5 - 4 / 3)


def test_what_code_could_not_read_speaks_neither_for_nor_against():
    asked, _ = asserting(0.0)
    signs = claim_signs("Anna sings alto", (), asked.actor.sight, 0.0)
    assert (signs.held, signs.denied, signs.missing) == (0.5, 0.0, 0.0)


def test_what_code_finds_and_the_model_does_not_deny_is_likely():
    made, _ = asserting(-0.5)
    decision = made.check("Anna sings alto", [True])
    assert (decision.status, decision.by) == (Status.LIKELY, "model")
    assert decision.evidence == "Anna sings alto."


@pytest.mark.parametrize(("word", "sure"), [(0.5, False), (1.5, True)])
def test_what_surely_holds_shows_that_what_led_there_was_right(word, sure):
    made, _ = asserting(word)
    decision = made.check("Anna sings alto", [True])
    assert (decision.status, decision.shown) == (Status.LIKELY, sure)


def test_the_models_word_alone_makes_nothing_likely_that_code_denies():
    made, _ = asserting(2.0)
    assert made.check("Anna sings alto", [False]).status is Status.INCONCLUSIVE


def test_what_code_denies_too_is_denied_where_all_speaks_against_it():
    made, _ = asserting(-2.0)
    decision = made.check("Anna sings soprano", [False])
    assert (decision.status, decision.blame) == (Status.FAILED, Blame.SITE)


def test_what_only_the_model_denies_blames_nobody():
    made, _ = asserting(-9.0)
    decision = made.check("Anna sings soprano", [None])
    assert (decision.status, decision.blame) == (Status.INCONCLUSIVE, Blame.MODEL)


def test_the_model_is_shown_what_fields_hold_and_what_the_page_says_of_it():
    made, asked = asserting(0.0)
    made.check("The name is Lena, and two voices sing", [None])
    assert 'Name: "Lena"' in asked[0]
    assert "Two voices sing." in asked[0]
