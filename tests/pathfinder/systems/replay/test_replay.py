"""Recording and replay on the demo shop in real Chromium.

What was explored once is done again without a model.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pathfinder.core import events
from pathfinder.core.journal import FileJournal, MemoryJournal, read_journal
from pathfinder.core.scenario import Locator, Scenario, Step, Target, load_scenario
from pathfinder.core.settings import load_persona, site_from_url, userdata_folder
from pathfinder.core.task import Site
from pathfinder.core.verdict import Verdict
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.playback.turn import Pace
from pathfinder.engine.playing import PlayerTurns
from pathfinder.session.recording import record_ended
from pathfinder.session.siteserver import resetter
from pathfinder.systems.explore.players import make_player
from pathfinder.systems.explore.profiles import PROFILES
from pathfinder.systems.replay.player import Replayer
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.quick import QuickBrowser
from pathfinder.webprocessor.webdriver import WebDriverBrowser
from pathfinder_demoshop.serve import running_shop
from tests.fakes.journals import lines
from tests.fakes.playing import play_turns
from tests.pathfinder.systems.explore.test_explore import ROLES, guided

ALEX = load_persona(userdata_folder(), "alex")
PATIENT = Pace(timeout=60.0, screenshots=False)
HASTY = Pace(timeout=1.0, screenshots=False)
THANKS = "text present Thank you for your order"


@pytest.fixture(scope="module")
def browser() -> Iterator[WebDriverBrowser]:
    chromium = open_browser(["127.0.0.1:*"], vault=ALEX.vault)
    yield chromium
    chromium.close()


@pytest.fixture(scope="module")
def shop() -> Iterator[Site]:
    with running_shop(seed=1) as url:
        yield replace(site_from_url(f"{url}/"), name="demo", safe=False, reset="/truth/reset")


@pytest.fixture(scope="module")
def session(
    browser: WebDriverBrowser, shop: Site, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """An exploration that bought something, recorded."""
    from pathfinder.core.predicate import parse_predicate
    from pathfinder.core.task import Task

    folder = tmp_path_factory.mktemp("session")
    task = Task("make a purchase", shop, ALEX, (parse_predicate(THANKS),))
    journal, graph = FileJournal(folder), StateGraph()
    facts = {
        "goal": task.goal,
        "site": "demo",
        "url": shop.url,
        "persona": "alex",
        "success": [THANKS],
    }
    journal.write(events.Session(session=folder.name, task=facts, models={}, seed=1))
    player = make_player(
        task,
        dict.fromkeys(ROLES, guided()),
        journal,
        graph,
        PROFILES["fast"],
        frozenset(),
        can_reset=False,
    )
    browser.forget()
    assert play_turns(PlayerTurns(task, player, browser, journal, graph)).status == "success"
    noted = record_ended(read_journal(folder), shop, ALEX, browser, folder, PATIENT)
    assert noted.verified is True, noted
    journal.close()
    return folder


def play(
    scenario: Scenario, shop: Site, browser: WebDriverBrowser, pace: Pace = PATIENT
) -> tuple[Verdict, MemoryJournal]:
    reset = resetter(shop)
    assert reset is not None
    reset()
    browser.forget()
    journal = MemoryJournal()
    return Replayer(scenario, shop, QuickBrowser(browser), journal, pace).run(), journal


def link(name: str) -> Target:
    return Target(locators=(Locator(by="role", value="link", name=name),))


def written(*steps: Step) -> Scenario:
    return Scenario(name="written", site="demo", steps=(Step(kind="navigate", value="/"), *steps))


def test_what_was_explored_replays_and_really_buys(
    session: Path, shop: Site, browser: WebDriverBrowser
) -> None:
    scenario = load_scenario(session)
    verdict, journal = play(scenario, shop, browser)
    assert (verdict.status, verdict.exit_code()) == ("passed", 0)
    assert verdict.evidence
    assert not [event for event in lines(journal) if event["event"] == "call"]


def test_a_recording_holds_no_secret_and_no_name_of_the_persona(session: Path) -> None:
    text = (session / "scenario.json").read_text()
    values = [
        ALEX.values[key]
        for key in (
            "payment.card_number",
            "account.email",
            "identity.full_name",
            "address.postcode",
        )
    ]
    assert [value for value in values if value in text] == []
    assert "{{persona.payment.card_number}}" in text


def test_a_recording_leaves_out_detours_and_refusals(session: Path) -> None:
    steps = load_scenario(session).steps
    assert [step.kind for step in steps].count("check") == 1
    pressed = [
        step.target.locators[0].name for step in steps if step.kind == "click" and step.target
    ]
    assert pressed.count("Place order") == 1
    assert steps[-1].expect[-1].startswith("text present")
    assert THANKS in steps[-1].expect
    assert any(text.startswith("text present Total £") for step in steps for text in step.expect)


def test_what_is_expected_and_does_not_come_fails_on_the_sites_account(
    shop: Site, browser: WebDriverBrowser
) -> None:
    verdict, journal = play(
        written(
            Step(kind="click", target=link("Log in"), expect=("text present Welcome back, nobody",))
        ),
        shop,
        browser,
        HASTY,
    )
    assert (verdict.status, verdict.blame, verdict.exit_code()) == ("failed", "site", 1)
    assert "Welcome back, nobody" in verdict.reason
    assert [event["status"] for event in lines(journal) if event["event"] == "step"] == [
        "passed",
        "failed",
    ]


def test_control_flow_variables_and_assertions(shop: Site, browser: WebDriverBrowser) -> None:
    scenario = written(
        Step(kind="set", name="page", value="/products"),
        Step(
            kind="if",
            value="text present no such words",
            then=(Step(kind="navigate", value="/nowhere"),),
        ),
        Step(kind="repeat", times=2, then=(Step(kind="navigate", value="{{page}}"),)),
        Step(kind="wait for url", value="{{page}}"),
        Step(
            kind="evaluate", name="heading", value="return document.querySelector('h1').innerText"
        ),
        Step(kind="assert", value="text present {{heading}}"),
        Step(kind="back"),
        Step(kind="assert", value="element present Log in"),
        Step(kind="wait for element", target=link("Log in")),
    )
    verdict, journal = play(scenario, shop, browser)
    assert verdict.status == "passed", verdict
    assert [event["text"] for event in lines(journal) if event["event"] == "step"].count(
        "open {{page}}"
    ) == 2
