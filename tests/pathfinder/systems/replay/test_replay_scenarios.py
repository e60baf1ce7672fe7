"""The bundled scenarios pass on the demo shop; the language's questions are asked."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from pathfinder.core.errors import UsageError
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.scenario import Scenario
from pathfinder.core.settings import DEFAULTS, load_persona, site_from_url
from pathfinder.core.task import Site
from pathfinder.core.verdict import Verdict
from pathfinder.engine.playback.turn import Pace
from pathfinder.language.dsl import compile_file, compile_script, read_text
from pathfinder.session.siteserver import resetter
from pathfinder.systems.replay.player import Replayer
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.quick import QuickBrowser
from pathfinder.webprocessor.webdriver import WebDriverBrowser
from pathfinder_demoshop.serve import running_shop

SCENARIOS = sorted((DEFAULTS / "userdata/scenarios").glob("*.dsl"))


@pytest.fixture(scope="module")
def shop() -> Iterator[Site]:
    with running_shop(seed=0) as url:
        yield replace(site_from_url(f"{url}/"), name="demo", safe=False, reset="/truth/reset")


@pytest.fixture(scope="module")
def browser() -> Iterator[WebDriverBrowser]:
    chromium = open_browser(["127.0.0.1:*"])
    yield chromium
    chromium.close()


def play(
    scenario: Scenario, shop: Site, browser: WebDriverBrowser, *, timeout: float = 60.0
) -> Verdict:
    reset = resetter(shop)
    assert reset is not None
    reset()
    browser.vault = load_persona(DEFAULTS / "userdata", scenario.persona or "alex").vault
    browser.forget()
    return Replayer(
        scenario,
        shop,
        QuickBrowser(browser),
        MemoryJournal(),
        Pace(timeout=timeout, screenshots=False),
    ).run()


@pytest.mark.long(but=2)
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_scenario_passes(path, shop, browser):
    verdict = play(compile_file(path), shop, browser)
    assert verdict.status == "passed", verdict


LOG_IN = 'navigate to "/account/login"\n'


@pytest.mark.parametrize(
    "text",
    [
        'click "Log in" button\nassert URL contains "/account/login"\nassert text "There is a '
        'problem" is present',
        'assert "Log in" button is visible\nassert "Nobody" button is hidden\nassert "Log in" '
        'heading contains "LOG"',
        'set word to text of element with role "heading"\nassert "{{word}}" heading is visible',
        'wait until "Nobody" link is hidden\nif "Nobody" link is hidden\nelse\n  assert text '
        '"never" is present\nend',
        'if "Log in" button contains "Pay"\n  assert text "never" is present\nend',
    ],
)
def test_what_is_asked_of_an_element_holds(text, shop, browser):
    verdict = play(compile_script(read_text(LOG_IN + text)), shop, browser)
    assert verdict.status == "passed", verdict


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('assert "Log in" button is hidden', "it can still be seen"),
        ('assert "Log in" button contains "Pay"', "it says 'Log in', not 'Pay'"),
    ],
)
def test_what_is_asked_of_an_element_and_does_not_hold_fails(text, said, shop, browser):
    verdict = play(compile_script(read_text(LOG_IN + text)), shop, browser, timeout=2.0)
    assert (verdict.status, verdict.blame) == ("failed", "site")
    assert said in verdict.reason


def test_a_selector_that_is_none_is_the_users_mistake(shop, browser):
    with pytest.raises(UsageError, match="css"):
        play(
            compile_script(read_text(LOG_IN + 'assert element with css selector "[" is hidden')),
            shop,
            browser,
        )


def test_a_page_is_loaded_again(shop, browser):
    script = 'navigate to "/basket"\nreload\nassert URL contains "/basket"'
    assert play(compile_script(read_text(script)), shop, browser).status == "passed"


@pytest.mark.parametrize("line", ['open "Lighting"', 'search for "linen"', 'do "log in"'])
def test_what_does_not_say_how_is_refused_before_anything_is_done(line, shop, browser):
    scenario = compile_script(read_text(f'navigate to "/basket"\n{line}'))
    with pytest.raises(UsageError, match="does not say how"):
        play(scenario, shop, browser)


IN_WORDS = """
set thing to "storm candle lantern"
navigate to "/product/storm-candle-lantern"
assert page "{{thing}}"
fill the "quantity" as "2"
click the "Add to cart" button
wait until text "2" in "the header"
navigate to "/basket"
assert value of the "Subtotal" is at least "£64"
if text "Storm Candle Lantern" in "the row of the {{thing}}"
  click the "Remove" button in "the row of the {{thing}}"
end
assert not text "£64.00"
"""


def test_a_script_in_a_persons_words_is_played_on_the_page(shop, browser):
    verdict = play(compile_script(read_text(IN_WORDS)), shop, browser, timeout=5.0)
    assert verdict.status == "passed", verdict


def test_what_the_page_lacks_fails_and_what_may_be_several_is_asked_about(shop, browser):
    missing = 'navigate to "/basket"\nclick the "Fax us" button'
    verdict = play(compile_script(read_text(missing)), shop, browser, timeout=0.5)
    assert (verdict.status, verdict.blame) == ("failed", "site")
    assert "'Fax us' button" in verdict.reason
    wrong = 'navigate to "/basket"\nassert page "Spaceships"'
    verdict = play(compile_script(read_text(wrong)), shop, browser, timeout=0.5)
    assert verdict.status == "failed"
    assert 'expected page "Spaceships"' in verdict.reason
    several = 'navigate to "/category/lighting"\nclick the "Add to wish list" button'
    with pytest.raises(UsageError, match="say which, or in what place"):
        play(compile_script(read_text(several)), shop, browser, timeout=0.5)
