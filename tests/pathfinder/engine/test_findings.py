"""What is wrong with a page is written down, and nothing of a page that is well."""

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pathfinder.cli.app import run
from pathfinder.core import events
from pathfinder.core.action import Action, Kind
from pathfinder.core.journal import FileJournal, MemoryJournal, read_journal
from pathfinder.core.scenario import Locator, Scenario, Step, Target
from pathfinder.core.settings import site_from_url
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.playback.turn import Pace
from pathfinder.engine.stage import Stage
from pathfinder.systems.replay.player import Replayer
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.notices import axe_source
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.quick import QuickBrowser
from pathfinder.webprocessor.webdriver import WebDriverBrowser
from tests.fakes.served_pages import served_pages

WELL = """
<h1>Well</h1>
<img alt="dot" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==">
<a href="/">Home</a> <a href="#here">Down</a> <button onclick="this.after('Yes')">Speak</button>
<form><label>Name <input required></label><button>Send</button></form>
<button onclick="document.querySelector('input').focus()">Go to the name</button>
<button onclick="fetch('/')">Save</button>
<script>console.warn("only a warning")</script>
"""
ILL = """
<h1>Ill</h1>
<img alt="A lamp" src="/lamp.png"> <img alt="Elsewhere" src="http://192.0.2.1/x.png">
<a href="/gone">Offers</a> <button>Subscribe</button>
<script>console.error("stock", 7); fetch("/api/stock"); setTimeout(() => { throw new Error("boom") })</script>
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[WebDriverBrowser]:
    chromium = open_browser(["127.0.0.1:*"])
    yield chromium
    chromium.close()


def visited(page: str, browser: WebDriverBrowser, pressing: str = "") -> list[events.Finding]:
    """Look at a page, press what is called so, and return what was found."""
    journal = MemoryJournal()
    stage = Stage(browser, journal, StateGraph())
    with served_pages({"/": WELL, "/page": page}) as url:
        browser.forget()
        browser.open(f"{url}page")
        before = stage.look(1)
        if pressing:
            press(stage, before, pressing)
    return [event for event in journal.events if isinstance(event, events.Finding)]


def press(stage: Stage, before, name: str) -> None:
    [element] = [one for one in before.scene.actionable if one.name == name]
    stage.act(1, [Action(Kind.CLICK, element.uid)], before.scene)
    after = stage.see(2)
    change = changes(before.scene, after.scene)
    stage.note_change(before, after, change, change.history_line())
    stage.note_look(after)


def test_what_is_wrong_with_a_page_is_found_once(browser):
    found = visited(ILL, browser)
    assert sorted((one.kind, one.severity, one.message) for one in found) == [
        ("broken image", "error", 'the picture "A lamp" does not load'),
        ("console error", "error", '"stock" 7'),
        ("exception", "error", "Uncaught Error: boom"),
        ("failed request", "error", "GET /api/stock: 404"),
    ]
    assert all(one.step == 1 for one in found)


@pytest.mark.parametrize("name", ["", "Home", "Down", "Speak", "Send", "Go to the name", "Save"])
def test_nothing_is_found_on_a_page_that_is_well(name, browser):
    assert visited(WELL, browser, name) == []


def test_a_link_that_leads_nowhere_is_found_with_the_step_that_followed_it(browser):
    found = visited(ILL, browser, "Offers")
    assert ("broken link", "a link leads to /gone: 404", 1) in [
        (one.kind, one.message, one.step) for one in found
    ]


def test_a_button_that_does_nothing_is_found(browser):
    [dead] = [one for one in visited(ILL, browser, "Subscribe") if one.kind.startswith("control")]
    assert dead.message == 'the button "Subscribe" was pressed, and nothing happened'
    assert dead.severity == "warning"


def test_a_press_that_no_server_answers_is_not_in_vain(browser):
    stage = Stage(browser, journal := MemoryJournal(), StateGraph())
    with served_pages({"/": WELL}) as url:
        browser.forget()
        browser.open(url)
        before = stage.look(1)
    press(stage, before, "Save")
    found = [event for event in journal.events if isinstance(event, events.Finding)]
    assert "control does nothing" not in {one.kind for one in found}


def test_an_address_that_a_tester_types_is_no_finding(browser):
    stage = Stage(browser, journal := MemoryJournal(), StateGraph())
    with served_pages({"/": WELL}) as url:
        browser.forget()
        browser.open(f"{url}not-there")
        stage.look(1)
    assert not [event for event in journal.events if isinstance(event, events.Finding)]


@pytest.fixture
def session(tmp_path: Path) -> Path:
    folder = tmp_path / "session"
    journal = FileJournal(folder)
    journal.write(events.Session(session="session"))
    for kind, severity in (("exception", "error"), ("slow page", "warning")):
        journal.write(
            events.Finding(step=3, kind=kind, severity=severity, message="boom", url="http://x/y")
        )
    journal.close()
    return folder


def test_findings_go_to_the_terminal_to_sarif_and_to_junit(session, tmp_path, capsys):
    sarif, junit = tmp_path / "out/f.sarif", tmp_path / "out/f.xml"
    assert run(["findings", str(session), "--sarif", str(sarif), "--junit", str(junit)]) == 0
    assert "error    exception: boom  http://x/y  (step 3)" in capsys.readouterr().out
    [log] = json.loads(sarif.read_text(encoding="utf-8"))["runs"]
    assert [(one["ruleId"], one["level"]) for one in log["results"]] == [
        ("exception", "error"),
        ("slow-page", "warning"),
    ]
    assert {one["id"] for one in log["tool"]["driver"]["rules"]} == {"exception", "slow-page"}
    place = log["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "http://x/y"
    [suite] = ET.parse(junit).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")


@pytest.mark.parametrize(("word", "code"), [("error", 1), ("warning", 1), ("grave", 2)])
def test_findings_can_fail_a_run(word, code, session, capsys):
    assert run(["findings", str(session), "--fail-on", word, "--json"]) == code


def test_only_errors_fail_where_only_errors_are_to(tmp_path):
    journal = FileJournal(tmp_path / "session")
    journal.write(events.Finding(step=1, kind="slow page", severity="warning", message="slow"))
    journal.close()
    assert run(["findings", str(tmp_path / "session"), "--fail-on", "error"]) == 0
    assert run(["findings", str(tmp_path / "session"), "--fail-on", "warning"]) == 1


def test_what_axe_calls_serious_is_found_where_it_is_asked_for(tmp_path):
    journal = MemoryJournal()
    pale = '<main><h1>Offers</h1><p style="color: #ccc; background: #fff">Hardly legible</p></main>'
    chromium = open_browser(["127.0.0.1:*"], audit=axe_source())
    with closing(chromium), served_pages({"/": pale}) as url:
        chromium.open(url)
        stage = Stage(chromium, journal, StateGraph())
        stage.look(1)
        stage.look(2)
        assert chromium.driver.execute_script("return typeof window.axe") == "undefined"
    [found] = [event for event in journal.events if isinstance(event, events.Finding)]
    assert (found.kind, found.severity, found.evidence) == ("accessibility", "warning", "p")
    assert "color-contrast; 1 on the page" in found.message


def test_a_form_is_kept_as_it_was_filled_in_before_it_is_sent(browser, tmp_path):
    journal = FileJournal(tmp_path)
    form = "<form action='/'><label>Name <input name=name></label><button>Send</button></form>"
    stage = Stage(browser, journal, StateGraph())
    with served_pages({"/": WELL, "/form": form}) as url:
        browser.forget()
        browser.open(f"{url}form")
        scene = stage.look(1).scene
        field, button = (element.uid for element in scene.actionable)
        stage.act(1, [Action(Kind.TYPE, field, "Ann"), Action(Kind.CLICK, button)], scene)
    journal.close()
    typed, sent = [one for one in read_journal(tmp_path) if isinstance(one, events.Act)]
    [look] = [one for one in read_journal(tmp_path) if isinstance(one, events.Look)]
    assert not typed.screenshot
    assert sent.screenshot != look.screenshot
    assert (tmp_path / sent.screenshot).is_file()


def test_a_replay_that_fails_tells_which_press_came_to_nothing(browser):
    journal = MemoryJournal()
    with served_pages({"/": WELL, "/page": ILL}) as url:
        press = Target(locators=(Locator(by="role", value="button", name="Subscribe"),))
        steps = (
            Step(kind="navigate", value="/page"),
            Step(kind="click", target=press),
            Step(kind="wait", value="text present Thank you"),
        )
        site = site_from_url(url)
        browser.forget()
        pace = Pace(timeout=1.0)
        Replayer(Scenario(steps=steps), site, QuickBrowser(browser), journal, pace).run()
    found = [one for one in journal.events if isinstance(one, events.Finding)]
    [dead] = [one for one in found if one.kind == "control does nothing"]
    assert (dead.step, dead.message) == (
        2,
        'the button "Subscribe" was pressed, and nothing happened',
    )
    assert "failed request" in {one.kind for one in found}
