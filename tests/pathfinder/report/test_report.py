import html
import json
import re
from pathlib import Path

import pytest
from make_session import INJECTION, make_session
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from pathfinder.core import events
from pathfinder.core.errors import Blame, UsageError
from pathfinder.core.journal import FileJournal, read_journal
from pathfinder.core.verdict import Status, Verdict
from pathfinder.report.html import write_report
from pathfinder.report.overlay import close_up
from pathfinder.report.step import Step
from pathfinder.report.story import CLOSING_WORDS, read_story
from pathfinder.report.words import in_words
from tests.fakes.audit import overflow, phone, serious
from tests.fakes.journals import lines


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_session(tmp_path_factory.mktemp("runs") / "demo-7")


@pytest.fixture(scope="module")
def page(session: Path) -> str:
    return write_report(session).read_text(encoding="utf-8")


def cut(session: Path, to: Path, keep: int, tail: str = "") -> Path:
    """A session that was killed after so many events, in the middle of writing the next."""
    to.mkdir()
    (to / "screenshots").symlink_to(session / "screenshots")
    lines = (session / "journal.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (to / "journal.jsonl").write_text("".join(lines[:keep]) + tail, encoding="utf-8")
    return to


def test_verdict_and_its_evidence_come_first(page: str) -> None:
    hero = page[page.index("<main") : page.index('id="path"')]
    for words in (
        "Goal reached",
        "make a purchase",
        "Your order number is 100042.",
        "a strict condition on the page",
        "embedded/qwen2.5-coder-1.5b",
    ):
        assert words in hero
    assert re.search(r"Guards off</dt><dd>cycle", hero)


def test_each_step_has_the_papers_three_columns(
    driver: webdriver.Chrome, session: Path, page: str
) -> None:
    driver.get((session / "report.html").as_uri())
    steps = driver.find_elements(By.CSS_SELECTOR, "article.step")
    assert [step.get_attribute("id") for step in steps] == [f"step-{n}" for n in range(1, 10)]
    for step in steps[:-1]:
        assert [column.text for column in step.find_elements(By.CSS_SELECTOR, ".column > h4")] == [
            "THE PAGE",
            "CHOSEN",
            "WHAT HAPPENED",
        ]
    third = steps[2]
    assert len(third.find_elements(By.CSS_SELECTOR, ".outlines rect")) == 10
    assert third.find_element(By.CSS_SELECTOR, ".outlines rect.chosen").is_displayed()
    assert "put the oak-lamp in the basket" in [
        tag.text for tag in third.find_elements(By.CSS_SELECTOR, ".tag")
    ]
    assert third.find_element(By.CSS_SELECTOR, ".closeup .mark").is_displayed()
    for words in (
        "A product has to be in the basket",
        "shows The oak lamp is in your basket.",
        "likely, 86\u202f%",
    ):
        assert words in third.text


def long_session(folder: Path) -> Path:
    """Thirty looks at one page, at the third of which something was found."""
    journal = FileJournal(folder)
    journal.write(events.Session(session="long"))
    for step in range(1, 31):
        journal.write(events.Look(step=step, url="http://a.test/" + "long" * 30, title=f"P{step}"))
        journal.write(events.Change(step=step, said=f"change {step}"))
    journal.write(events.Finding(step=3, kind="exception", severity="error", message="boom"))
    journal.close()
    return folder


def test_a_long_report_folds_steps_in_which_nothing_was_found(
    driver: webdriver.Chrome, tmp_path: Path
) -> None:
    report = write_report(long_session(tmp_path / "long")).as_uri()
    with phone(driver):
        driver.get(report)
        shown = [
            step.get_attribute("id")
            for step in driver.find_elements(By.CSS_SELECTOR, "article.step")
            if step.find_element(By.CSS_SELECTOR, ".columns").is_displayed()
        ]
        assert shown == ["step-3", "step-30"]
        assert "change 7" in driver.find_element(By.ID, "step-7").text
        assert overflow(driver) <= 0
        driver.get(f"{report}#step-7")
        assert driver.find_element(By.CSS_SELECTOR, "#step-7 .columns").is_displayed()


def test_going_back_guards_and_what_was_off_screen_are_told(page: str) -> None:
    second, eighth = (
        page[page.index(f'id="step-{n}"') : page.index(f'id="step-{n + 1}"')] for n in (2, 8)
    )
    assert "a detour: the page offers nothing for the goal" in second
    assert "Log in (off this site)" in second
    assert "persona.card.number".removeprefix("persona.") in eighth
    assert "order with obligation to pay" in eighth


def test_a_chosen_element_below_the_screenshot_is_sketched(
    driver: webdriver.Chrome, session: Path, page: str
) -> None:
    driver.get((session / "report.html").as_uri())
    eighth = driver.find_element(By.CSS_SELECTOR, "#step-8 .column.choice")
    assert len(eighth.find_elements(By.CSS_SELECTOR, ".closeup .mark")) == 3
    assert eighth.find_element(By.CSS_SELECTOR, ".sketch text").text == "Pay and order"
    assert "further down the page" in eighth.text


def test_outlines_sit_on_their_elements_and_can_be_hidden(
    driver: webdriver.Chrome, session: Path, page: str
) -> None:
    driver.get((session / "report.html").as_uri())
    stage = driver.find_element(By.CSS_SELECTOR, "#step-3 .stage svg").rect
    outline = driver.find_element(By.CSS_SELECTOR, "#step-3 rect.chosen").rect
    scale = stage["width"] / 1280
    assert outline["x"] - stage["x"] == pytest.approx(60 * scale, abs=3)
    assert outline["y"] - stage["y"] == pytest.approx(420 * scale, abs=3)
    driver.find_element(By.TAG_NAME, "body").send_keys("o")
    assert not driver.find_element(By.CSS_SELECTOR, "#step-3 rect.chosen").is_displayed()


def test_keys_walk_through_the_steps(driver: webdriver.Chrome, session: Path, page: str) -> None:
    driver.get((session / "report.html").as_uri())
    driver.execute_script(
        "Element.prototype.scrollIntoView = (f => function () { f.call(this) "
        "})(Element.prototype.scrollIntoView)"
    )
    body = driver.find_element(By.TAG_NAME, "body")
    seen = []
    for key in "jjk":
        body.send_keys(key)
        driver.execute_async_script(
            "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))"
        )
        seen.append(driver.find_element(By.ID, "where").text)
    assert seen == ["1 / 8", "2 / 8", "1 / 8"]


def test_a_page_can_be_enlarged_and_closed(
    driver: webdriver.Chrome, session: Path, page: str
) -> None:
    driver.get((session / "report.html").as_uri())
    driver.find_element(By.CSS_SELECTOR, "#step-3 .enlarge").send_keys(Keys.ENTER)
    assert driver.find_element(By.CSS_SELECTOR, "dialog .stage").is_displayed()
    driver.find_element(By.TAG_NAME, "body").send_keys(Keys.ESCAPE)
    assert not driver.find_element(By.ID, "large").is_displayed()


def test_the_browser_has_nothing_to_complain_about_and_asks_nobody(
    driver: webdriver.Chrome, session: Path, page: str
) -> None:
    driver.get_log("browser")
    driver.get((session / "report.html").as_uri())
    assert driver.get_log("browser") == []
    assert (
        driver.execute_script(
            "return performance.getEntriesByType('resource').filter(e => "
            "!e.name.startsWith('data:')).length"
        )
        == 0
    )
    assert not re.search(r"""(?:src|href|url\()\s*=?\s*["'(]?(?:https?:)?//""", page)


def test_it_fits_a_phone(driver: webdriver.Chrome, session: Path, page: str) -> None:
    phone = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
    try:
        driver.get((session / "report.html").as_uri())
        for words in CLOSING_WORDS.values():
            driver.execute_script(
                "document.querySelector('.pill').textContent = arguments[0]", words
            )
            assert driver.execute_script("return document.documentElement.scrollWidth") == 390
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_the_pages_that_were_looked_over_are_told_with_how_likely_each_is(page: str) -> None:
    told = re.sub(r"<[^>]+>", "", page)
    assert "9 pages within reach; how likely the goal is done on each" in told
    assert '70 % "About us"; says: how to order' in html.unescape(told)


def test_it_is_small_and_holds_each_screenshot_once(session: Path, page: str) -> None:
    assert len(page) < 4_000_000
    assert page.count("data:image/webp") == len(list((session / "screenshots").iterdir()))


def test_words_of_a_page_stay_words(driver: webdriver.Chrome, tmp_path: Path) -> None:
    report = write_report(make_session(tmp_path / "evil", heading=INJECTION))
    assert INJECTION not in report.read_text(encoding="utf-8")
    driver.get(report.as_uri())
    assert driver.title == "Goal reached: make a purchase"
    assert INJECTION in driver.find_element(By.CSS_SELECTOR, "#step-1 h3").text


def test_costs_are_summed_by_role_and_bad_replies_are_shown(session: Path, page: str) -> None:
    story = read_story(read_journal(session))
    calls = [event for event in lines(session) if event["event"] == "call"]
    system1 = next(totals for totals in story.roles if totals.role == "system1")
    assert system1.calls == sum(call["role"] == "system1" for call in calls)
    assert story.total.prompt_tokens == sum(call["prompt_tokens"] for call in calls)
    assert system1.bad == story.total.bad == 1
    assert (
        "not JSON: the reply ends early" in page[page.index('id="bad"') : page.index('id="calls"')]
    )


@pytest.mark.parametrize("keep", [0, 1, 2, 4, 6, 11, 30])
def test_a_killed_run_still_has_a_report(session: Path, tmp_path: Path, keep: int) -> None:
    folder = cut(session, tmp_path / "killed", keep, tail='{"event": "call", "step": 2, "repl')
    page = write_report(folder).read_text(encoding="utf-8")
    assert "No verdict" in page
    assert "The run was cut off after" in page


def test_a_report_of_a_killed_run_shows_the_last_choice(session: Path, tmp_path: Path) -> None:
    lines = (session / "journal.jsonl").read_text(encoding="utf-8").splitlines()
    choice = next(
        number for number, line in enumerate(lines, 1) if json.loads(line)["event"] == "choice"
    )
    page = write_report(cut(session, tmp_path / "killed", choice)).read_text(encoding="utf-8")
    assert "open “About us”" in page
    assert "The journal ends before the page answered." in page


def test_unknown_events_and_lost_screenshots_do_not_matter(session: Path, tmp_path: Path) -> None:
    folder = cut(session, tmp_path / "odd", 30)
    (folder / "screenshots").unlink()
    with (folder / "journal.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"event": "weather", "step": 3}\n{"event": "look", "step": "third"}\n[1]\n')
        file.write('{"event": "judgement", "step": 3, "score": null, "by": null}\n')
    page = write_report(folder).read_text(encoding="utf-8")
    assert "no screenshot kept" in page
    assert "weather ×1" in page
    assert "look (unreadable) ×1" in page


def test_a_screenshot_outside_the_session_is_not_read(tmp_path: Path, session: Path) -> None:
    journal = FileJournal(tmp_path / "runs" / "sly")
    (tmp_path / "private.png").write_bytes(next((session / "screenshots").iterdir()).read_bytes())
    journal.write(events.Look(step=1, state="s1", heading="Home", screenshot="../../private.png"))
    journal.close()
    assert "data:image/webp" not in write_report(tmp_path / "runs" / "sly").read_text(
        encoding="utf-8"
    )


def test_a_stuck_session_names_whom_it_blames(tmp_path: Path) -> None:
    verdict = Verdict(
        Status.STUCK,
        "There is nothing to buy.",
        "Sorry, sold out.",
        by="oracle",
        blame=Blame.SITE,
        steps=7,
        seconds=9,
    )
    page = write_report(make_session(tmp_path / "stuck", verdict=verdict)).read_text(
        encoding="utf-8"
    )
    assert '<body class="stuck">' in page
    assert "the Oracle" in page
    assert "Blame: <b>the site</b>" in page


def test_the_map_draws_each_state_and_the_return(
    driver: webdriver.Chrome, session: Path, page: str
) -> None:
    driver.get((session / "report.html").as_uri())
    graph = driver.find_element(By.CSS_SELECTOR, "svg.map")
    assert len(graph.find_elements(By.CSS_SELECTOR, ".node")) == 8
    assert len(graph.find_elements(By.CSS_SELECTOR, ".edge.return")) == 1
    assert len(graph.find_elements(By.CSS_SELECTOR, ".edge.way")) == 6
    titles = [
        title.get_attribute("textContent")
        for title in graph.find_elements(By.CSS_SELECTOR, ".node.last title")
    ]
    assert [title.splitlines()[-1] for title in titles if title] == ["where it ended"]


def test_what_is_written_on_the_map_is_not_cut_off(
    driver: webdriver.Chrome, session: Path, page: str
) -> None:
    driver.get((session / "report.html").as_uri())
    room, ends = driver.execute_script(
        "const map = document.querySelector('svg.map');"
        "return [map.viewBox.baseVal.width, [...map.querySelectorAll('text.words')].map("
        "text => text.getBBox()).map(box => box.x + box.width)]"
    )
    assert len(ends) > 5
    assert max(ends) < room


def test_a_short_value_stays_in_one_line(driver: webdriver.Chrome, tmp_path: Path) -> None:
    name = "I accept the terms and conditions of the shop and its partners"
    journal = FileJournal(tmp_path / "ticked")
    journal.write(events.Look(step=1, state="s1", heading="Review", url="http://127.0.0.1/"))
    journal.write(events.Choice(step=1, text="fill in", uids=("c1",)))
    journal.write(events.Input(step=1, uid="c1", name=name, value="check", by="rule"))
    journal.close()
    driver.get(write_report(tmp_path / "ticked").as_uri())
    row = driver.find_element(By.CSS_SELECTOR, ".inputs tr")
    lines = driver.execute_script(
        "const range = document.createRange(); range.selectNodeContents(arguments[0]);"
        "return range.getClientRects().length",
        row.find_element(By.CSS_SELECTOR, "td"),
    )
    assert lines == 1


def test_what_a_rule_did_without_a_choice_is_named(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path / "banner")
    journal.write(events.Look(step=1, state="s1", heading="Home", url="http://127.0.0.1/"))
    journal.write(events.Guard(step=1, guard="banner", what='pressed "Only necessary"'))
    journal.write(
        events.Act(
            step=1,
            action={"kind": "click", "uid": "b1"},
            element={"uid": "b1", "name": "Only necessary"},
            result={"ok": True},
        )
    )
    journal.write(events.Change(step=1, state_before="s1", state="s1", said="-> gone: Accept all"))
    journal.close()
    page = write_report(tmp_path / "banner").read_text(encoding="utf-8")
    assert '<b>click Only necessary</b> <span class="note">by rule</span>' in page
    assert "→ gone: Accept all" in page


def test_no_journal_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no journal\.jsonl here"):
        write_report(tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(
    driver: webdriver.Chrome, session: Path, page: str, scheme: str
) -> None:
    feature = {"name": "prefers-color-scheme", "value": scheme}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    driver.get((session / "report.html").as_uri())
    assert serious(driver) == []
    with phone(driver):
        driver.get((session / "report.html").as_uri())
        assert serious(driver) == []
        assert overflow(driver) == 0
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (
            '97%, before 1% for open "Our story"',
            'the model’s choice, 97\u202f% sure; next came “open "Our story"”, 1\u202f%',
        ),
        (
            "log-odds of Yes 2.90, of a step that does nothing -2.90",
            "the model’s answer: likely, 95\u202f% (where nothing happens: unlikely, 5\u202f%)",
        ),
        (
            "log-odds of Yes 0.71, of a step that does nothing -3.71; before it 1.25; "
            "+17% of the goal's words",
            "the model’s answer: open, 67\u202f% (where nothing happens: no, 2\u202f%); "
            "before it was done: likely, 78\u202f%; "
            "the page says 17\u202f% more of the goal’s words",
        ),
        (
            "log-odds of Yes 0.71, of a step that does nothing -3.71; before it 0.00; "
            "+0% of the goal's words",
            "the model’s answer: open, 67\u202f% (where nothing happens: no, 2\u202f%)",
        ),
        (
            "whether all of it is done: log-odds of Yes 2.00; a button was pressed",
            "the model’s answer: likely, 88\u202f%; a button was pressed",
        ),
        ("the assertor's log-odds of Yes are -4.00", "the model’s answer: no, 2\u202f%"),
        ("it is the cheapest", "it is the cheapest"),
    ],
)
def test_figures_of_models_are_said_in_words(written: str, told: str) -> None:
    assert in_words(written) == told


def test_a_doubt_whether_the_site_refuses_is_asked_as_such(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path / "doubt")
    journal.write(events.Look(step=1, state="s1", heading="Basket", url="http://127.0.0.1/"))
    journal.write(
        events.Judgement(
            step=1,
            by="oracle",
            score=-2.3,
            status="in progress",
            evidence="Added.",
            grounded=False,
            rationale="whether the site refuses",
        )
    )
    journal.close()
    page = write_report(tmp_path / "doubt").read_text(encoding="utf-8")
    assert "Does the site refuse?</span> <b>not taken for one</b>" in page
    assert "Goal reached?" not in page
    assert "the quote proves nothing here" not in page


def test_what_the_screenshot_shows_is_not_sketched() -> None:
    def seen(name: str, box: tuple[float, float, float, float]) -> events.SeenElement:
        return events.SeenElement(uid=name, role="button", name=name, box=box, actionable=True)

    banner, tile = seen("accept", (80, 850, 120, 40)), seen("tile", (60, 700, 200, 300))
    step = Step(1, (events.Look(elements=(banner, tile)), events.Choice(uids=("accept",))))
    near = close_up(step)
    assert near is not None
    assert near.sketches == ()
    assert near.view.bottom <= 900
