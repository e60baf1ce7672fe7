"""Safe mode end to end.

Whatever a page's one control does for good, nothing of it arrives, whoever presses it.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pathfinder.agents.explore import ROLES
from pathfinder.agents.models.base import Prompt
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.action import Action, Kind
from pathfinder.core.case import CaseResult, CaseStep, TestCase
from pathfinder.core.errors import SafeModeStop, UsageError
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.scenario import Locator, Scenario, Step, Target
from pathfinder.core.sending import parse_sending
from pathfinder.core.settings import load_persona, load_sites, site_from_url, userdata_folder
from pathfinder.core.task import Site, Task
from pathfinder.core.verdict import Verdict
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.playing import PlayerTurns
from pathfinder.engine.safety import Policy
from pathfinder.session.exploration import Exploration, run_exploration
from pathfinder.session.replay_options import Options
from pathfinder.session.replaying import replay
from pathfinder.suites.harness import SuiteRequest, SuiteRunner
from pathfinder.systems.explore.players import make_player
from pathfinder.systems.explore.profiles import PROFILES
from pathfinder.systems.replay.player import Replayer
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.quick import QuickBrowser
from pathfinder.webprocessor.scene import make_scene
from pathfinder.webprocessor.watch import Safety
from pathfinder.webprocessor.webdriver import WebDriverBrowser
from tests.fakes.changing_site import ACTIONS, ChangingSite, changing_site
from tests.fakes.journals import lines
from tests.fakes.playing import play_turns
from tests.pathfinder.faults.test_stopped import wait_until
from tests.pathfinder.systems.explore.test_explore import guided

ALEX = load_persona(userdata_folder(), "alex")
RUNNERS = ["steps", "uat", "seeact", "pinata"]
BY_NAME = [name for name in ACTIONS if ACTIONS[name][0]]
"""The actions that a tester can name; an icon has no name to say."""
LOOK = "<button type=button onclick=\"document.body.append('seen ')\">Look</button>"
LOAD = f"{LOOK}<script>fetch('/heartbeat', {{method: 'POST'}})</script>"
BEAT = f"{LOAD}<script>setInterval(() => fetch('/heartbeat', {{method: 'POST'}}), 300)</script>"
LOG_IN = """<form method=post action=/session><label>Email <input name=email type=email></label>
<label>Password <input name=password type=password></label><button>Log in</button></form>"""
EXTRA = {
    "/load": LOAD,
    "/beat": BEAT,
    "/to-load": "<a href=/load>On</a>",
    "/login": LOG_IN,
    "/greek": "<html lang=el><button type=button>Κοίτα</button>",
    "/list": "<label>Do <select onchange=\"location = '/landing'\"><option>Choose<option>Show all"
    "<option>Delete account</select></label>",
    "/two": "<button onclick=\"fetch('/do', {method: 'POST'})\">First</button><a "
    "href=/landing>Second</a>",
}


@pytest.fixture(scope="module")
def site() -> Iterator[ChangingSite]:
    with changing_site(EXTRA) as served:
        yield served


@pytest.fixture(scope="module")
def browser(site: ChangingSite) -> Iterator[WebDriverBrowser]:
    chromium = open_browser([site.url.split("/")[2]], vault=ALEX.vault, safety=policy(site.url))
    yield chromium
    chromium.close()


def safe_site(url: str, **more: object) -> Site:
    return replace(site_from_url(url), safe=True, **more)  # type: ignore[arg-type]


def policy(url: str, *patterns: str, goal: str = "go on") -> Policy:
    return Policy(safe_site(url, may_send={"*": tuple(map(parse_sending, patterns))}), goal, ALEX)


def press(browser: WebDriverBrowser, url: str, held_to: Policy | None, name: str = "") -> None:
    """Open a page and press its one control, and what then asks."""
    browser.forget()
    browser.keep_safe(held_to)
    browser.open(url)
    scene = make_scene(browser.look())
    (control,) = [element for element in scene.actionable if not name or element.name == name]
    browser.perform(Action(Kind.CLICK, control.uid), scene)
    if browser.look().dialog:
        browser.perform(Action(Kind.ANSWER_DIALOG, value="accept"), scene)


@pytest.mark.long(but=10)
@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_that_changes_something_stops_the_session(
    browser: WebDriverBrowser, site: ChangingSite, name: str
) -> None:
    site.changes.clear()
    with pytest.raises(SafeModeStop):
        press(browser, site.page(name), policy(site.url))
    assert site.changes == []


def test_an_option_that_says_what_cannot_be_undone_is_not_chosen(
    browser: WebDriverBrowser, site: ChangingSite
) -> None:
    browser.forget()
    browser.keep_safe(policy(site.url))
    browser.open(f"{site.url}list")
    scene = make_scene(browser.look())
    (uid,) = (element.uid for element in scene.actionable)
    with pytest.raises(SafeModeStop, match="Delete account"):
        browser.perform(Action(Kind.SELECT, uid, "Delete account"), scene)
    assert browser.look().url.endswith("/list")
    browser.perform(Action(Kind.SELECT, uid, "Show all"), scene)
    assert browser.look().url.endswith("/landing")


@pytest.mark.long(but=10)
@pytest.mark.parametrize("name", ACTIONS)
def test_without_safe_mode_every_one_of_them_arrives(
    browser: WebDriverBrowser, site: ChangingSite, name: str
) -> None:
    site.changes.clear()
    press(browser, site.page(name), None)
    wait_until(lambda: bool(site.changes), 10)
    assert len(site.changes) == 1


def explore(
    browser: WebDriverBrowser, url: str, profile: str = "fast"
) -> tuple[Verdict, MemoryJournal]:
    """An exploration with a model that presses whatever it is offered."""
    where = safe_site(url)
    browser.forget()
    browser.keep_safe(Policy(where, "finish it", ALEX))
    task = Task("finish it", where, ALEX, max_steps=4)
    journal, graph = MemoryJournal(), StateGraph()
    player = make_player(
        task,
        dict.fromkeys(ROLES, guided([".*"])),
        journal,
        graph,
        PROFILES[profile],
        frozenset(),
        can_reset=False,
    )
    return play_turns(PlayerTurns(task, player, browser, journal, graph)), journal


@pytest.mark.long(but=10)
@pytest.mark.parametrize("name", ACTIONS)
def test_an_exploration_changes_nothing(
    browser: WebDriverBrowser, site: ChangingSite, name: str
) -> None:
    site.changes.clear()
    verdict, _ = explore(browser, site.page(name))
    assert site.changes == []
    assert (verdict.status == "success", verdict.exit_code()) != (True, 0)


def obedient() -> ScriptedModel:
    """A tester that presses the first thing there is, and accepts every dialog."""

    def reply(prompt: Prompt) -> str:
        asked = prompt.messages[-1].content
        action = "ACCEPT DIALOG" if "A dialog of the browser is open" in asked else "CLICK"
        said = dict.fromkeys(
            ("PageIdentification", "PreviousActions", "ScreenshotDetails", "NextAction", "Value"),
            "",
        )
        return json.dumps(
            {
                **said,
                "CurrentStep": "1",
                "AssertionControl": "NOTHING TO VERIFY",
                "Element": "A",
                "Action": action,
            }
        )

    return ScriptedModel(reply)


def run_case(
    browser: WebDriverBrowser, url: str, out: Path, runner: str, *steps: str
) -> CaseResult:
    """A case on a site in safe mode, that names what is to be pressed."""
    request = SuiteRequest(
        runner=runner, sites=sites_file(out, url), out=out / "runs", options={"patience": 0.0}
    )
    case = TestCase("a case", tuple(map(CaseStep, steps)), site="site")
    models = {"tester": obedient()} if runner == "seeact" else {}

    def held(hosts: object, *, safety: Safety | None, **options: object) -> WebDriverBrowser:
        browser.keep_safe(safety)
        return browser

    return SuiteRunner(request, models, open_with=held).run(case)


def stopped_case(
    browser: WebDriverBrowser, site: ChangingSite, out: Path, name: str, runner: str
) -> CaseResult:
    steps = [
        f"Click on '{ACTIONS[name][0]}'",
        *(["Accept the dialog"] if name == "a dialog" else []),
    ]
    site.changes.clear()
    result = run_case(browser, site.page(name), out, runner, *steps)
    assert site.changes == []
    assert (result.verdict.status, result.verdict.exit_code(), result.verdict.blame) == (
        "inconclusive",
        3,
        "nobody",
    ), result.verdict.reason
    return result


@pytest.mark.long(but=10)
@pytest.mark.parametrize("number", range(len(BY_NAME)))
def test_a_test_case_changes_nothing_and_blames_no_site(
    browser: WebDriverBrowser, site: ChangingSite, tmp_path: Path, number: int
) -> None:
    stopped_case(browser, site, tmp_path, BY_NAME[number], RUNNERS[number % len(RUNNERS)])


@pytest.mark.long(but=6)
@pytest.mark.parametrize("runner", RUNNERS)
@pytest.mark.parametrize(
    "name", ["Buy", "fetch DELETE", "a form", "a dialog", "a link that deletes"]
)
def test_every_runner_is_held_back_alike(
    browser: WebDriverBrowser, site: ChangingSite, tmp_path: Path, name: str, runner: str
) -> None:
    stopped_case(browser, site, tmp_path, name, runner)


def test_the_journal_and_the_report_show_what_was_stopped(
    browser: WebDriverBrowser, site: ChangingSite, tmp_path: Path
) -> None:
    result = stopped_case(browser, site, tmp_path, "a form", "steps")
    (stopped,) = [event for event in lines(Path(result.session)) if event["event"] == "stopped"]
    assert (stopped["method"], stopped["url"], stopped["fields"]) == (
        "POST",
        f"{site.url}do",
        ["id"],
    )
    assert stopped["allow"] == 'may_send: {"a case": ["POST /do"]}'
    assert f"POST {site.url}do with id" in result.verdict.reason
    assert stopped["allow"] in result.verdict.reason
    assert "--allow-irreversible" in result.verdict.reason
    report = (Path(result.session) / "report.html").read_text(encoding="utf-8")
    assert f"safe mode stopped before POST {site.url}do" in report
    assert "Decided by <b>safe mode, which stopped the session</b>" in report
    assert "an error" not in report


def test_no_other_action_is_done_after_a_stop(
    browser: WebDriverBrowser, site: ChangingSite
) -> None:
    with pytest.raises(SafeModeStop):
        press(browser, f"{site.url}two", policy(site.url), "First")
    scene = make_scene(browser.look())
    (second,) = [element for element in scene.actionable if element.name == "Second"]
    for again in (
        lambda: browser.perform(Action(Kind.CLICK, second.uid), scene),
        lambda: browser.open(site.url),
    ):
        with pytest.raises(SafeModeStop):
            again()
    assert browser.look().url == f"{site.url}two"


def test_what_the_list_names_is_sent(browser: WebDriverBrowser, site: ChangingSite) -> None:
    site.changes.clear()
    press(browser, site.page("a form"), policy(site.url, "POST /do"))
    press(browser, site.page("fetch DELETE"), policy(site.url, "DELETE /do"))
    press(browser, site.page("a link that deletes"), policy(site.url, "GET /delete"))
    assert site.changes == [("POST", "/do"), ("DELETE", "/do"), ("GET", "/delete?id=3")]


def test_the_persona_logs_in_without_a_list(
    browser: WebDriverBrowser, site: ChangingSite, tmp_path: Path
) -> None:
    site.changes.clear()
    steps = (
        "Enter '{{persona.account.email}}' in 'Email'",
        "Enter '{{persona.account.password}}' in 'Password'",
        "Click on 'Log in'",
    )
    result = run_case(
        browser, f"{site.url}login", tmp_path, "steps", *steps, "Assert that 'Done' is displayed"
    )
    assert result.verdict.status == "passed", result.verdict.reason
    assert site.changes == [("POST", "/session")]


@pytest.mark.parametrize("path", ["load", "beat"])
def test_what_a_page_sends_by_itself_is_kept_back_and_ends_nothing(
    browser: WebDriverBrowser, site: ChangingSite, path: str
) -> None:
    site.changes.clear()
    browser.forget()
    browser.keep_safe(policy(site.url))
    opened = browser.open(f"{site.url}{path}")
    for _ in range(3):
        scene = make_scene(browser.look())
        assert browser.perform(Action(Kind.CLICK, scene.actionable[0].uid), scene).ok
    assert site.changes == []
    assert path == "beat" or opened.notes == (f"not sent, in safe mode: POST {site.url}heartbeat",)
    assert browser.withheld == (f"POST {site.url}heartbeat",)


def test_what_the_next_page_sends_as_it_loads_ends_nothing(
    browser: WebDriverBrowser, site: ChangingSite
) -> None:
    press(browser, f"{site.url}to-load", policy(site.url))
    assert browser.withheld == (f"POST {site.url}heartbeat",)


def test_a_case_that_fails_where_something_was_kept_back_blames_no_site(
    browser: WebDriverBrowser, site: ChangingSite, tmp_path: Path
) -> None:
    result = run_case(
        browser,
        f"{site.url}load",
        tmp_path,
        "steps",
        "Click on 'Look'",
        "Assert that 'Balance' is displayed",
    )
    assert (result.verdict.status, result.verdict.blame) == ("inconclusive", "nobody")
    assert f"POST {site.url}heartbeat" in result.verdict.reason
    assert (
        run_case(
            browser, f"{site.url}login", tmp_path, "steps", "Assert that 'Balance' is displayed"
        ).verdict.status
        == "failed"
    )


def test_a_dialog_about_what_cannot_be_undone_is_dismissed_by_rule(
    browser: WebDriverBrowser, site: ChangingSite
) -> None:
    site.changes.clear()
    verdict, journal = explore(browser, site.page("a dialog"))
    answers = [
        event["action"]["value"]
        for event in lines(journal)
        if event["event"] == "act" and event["action"]["kind"] == "answer dialog"
    ]
    assert set(answers) == {"dismiss"}
    assert (site.changes, verdict.exit_code()) == ([], 3)


def test_a_page_in_a_language_without_words_is_told(
    browser: WebDriverBrowser, site: ChangingSite
) -> None:
    _, journal = explore(browser, f"{site.url}greek")
    notes = [
        note
        for event in lines(journal)
        if event["event"] == "act"
        for note in event["result"]["notes"]
    ]
    assert "safe mode has no words for the page's language, 'el'" in notes


@pytest.mark.parametrize("name", ["a form", "fetch DELETE", "Buy"])
def test_a_replay_is_stopped_too(browser: WebDriverBrowser, site: ChangingSite, name: str) -> None:
    site.changes.clear()
    scenario = press_scenario(site.page(name), ACTIONS[name][0])
    browser.forget()
    browser.keep_safe(policy(site.url))
    journal = MemoryJournal()
    verdict = Replayer(scenario, safe_site(site.url), QuickBrowser(browser), journal).run()
    assert (verdict.status, verdict.exit_code(), verdict.blame) == ("inconclusive", 3, "nobody"), (
        verdict.reason
    )
    assert [event["event"] for event in lines(journal) if event["event"] == "stopped"] == [
        "stopped"
    ]
    assert site.changes == []


def press_scenario(url: str, name: str = "Continue") -> Scenario:
    button = Target(locators=(Locator(by="role", value="button", name=name),))
    return Scenario(
        name="press",
        site="site",
        steps=(Step(kind="navigate", value=url), Step(kind="click", target=button)),
    )


def sites_file(folder: Path, url: str) -> Path:
    (folder / "sites.yaml").write_text(f"site:\n  url: {url}\n")
    return folder / "sites.yaml"


@pytest.mark.parametrize("lifted", [False, True], ids=["safe", "lifted"])
def test_every_way_to_run_is_held_back_until_it_is_lifted(
    site: ChangingSite, tmp_path: Path, lifted: bool
) -> None:
    url = site.page("a form")
    sites = sites_file(tmp_path, url)

    def written() -> Verdict:
        request = SuiteRequest(
            sites=sites, out=tmp_path / "test", options={"patience": 0.0}, allow_irreversible=lifted
        )
        with SuiteRunner(request, {}) as workshop:
            return workshop.run(
                TestCase("a case", (CaseStep("Click on 'Continue'"),), site="site")
            ).verdict

    def replayed() -> Verdict:
        return replay(
            press_scenario(url),
            Options(sites=sites, out=tmp_path / "replay", allow_irreversible=lifted),
        )

    def explored() -> Verdict:
        task = Task(
            "finish it", replace(load_sites(sites)["site"], safe=not lifted), ALEX, max_steps=1
        )
        models = dict.fromkeys(ROLES, guided([".*"]))
        session = Exploration(task, models, PROFILES["fast"], frozenset(), tmp_path / "explore")
        return run_exploration(session, lambda event: None)

    for run in (written, replayed, explored):
        site.changes.clear()
        verdict = run()
        assert site.changes == ([("POST", "/do")] if lifted else []), run.__name__
        assert lifted or (verdict.status, verdict.blame) == ("inconclusive", "nobody"), (
            verdict.reason
        )
        assert lifted or "POST /do" in verdict.reason


def test_a_browser_whose_requests_nobody_sees_is_refused() -> None:
    with pytest.raises(UsageError, match="--webdriver-url"):
        open_browser(
            ["shop.test"], webdriver_url="http://127.0.0.1:4444", safety=policy("http://shop.test/")
        )
