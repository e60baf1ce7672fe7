"""Healing in real Chromium: where pages load, forms are sent and servers answer."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from pathfinder.core.events import Heal, of
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.scenario import Locator, Scenario, Step, Target
from pathfinder.core.settings import site_from_url
from pathfinder.core.task import Site
from pathfinder.core.verdict import Verdict
from pathfinder.engine.playback.turn import Pace
from pathfinder.session.patching import apply
from pathfinder.systems.heal.healer import SceneHealer
from pathfinder.systems.replay.player import Replayer
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.quick import QuickBrowser
from pathfinder.webprocessor.webdriver import WebDriverBrowser
from tests.fakes.journals import lines
from tests.fakes.town_hall import PAGES, STATUS, document
from tests.pathfinder.systems.heal.test_heal import ALEX, chooses, scenario

BRISK = Pace(timeout=3.0, screenshots=False)


@contextmanager
def served_hall() -> Iterator[str]:
    """The town hall on loopback."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            page = document(path).encode() if path in PAGES else b""
            self.send_response(STATUS.get(path, 200) if page else 404)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def hall() -> Iterator[Site]:
    with served_hall() as url:
        yield replace(site_from_url(url), safe=False)


@pytest.fixture(scope="module")
def browser() -> Iterator[WebDriverBrowser]:
    chromium = open_browser(["127.0.0.1:*"], vault=ALEX.vault)
    yield chromium
    chromium.close()


def play(
    one: Scenario, hall: Site, browser: WebDriverBrowser, says: str = ""
) -> tuple[Verdict, list[Heal]]:
    browser.forget()
    journal = MemoryJournal()
    healer = SceneHealer(hall, ALEX, journal, (lambda: chooses(says)) if says else None)
    verdict = Replayer(one, hall, QuickBrowser(browser), journal, BRISK, healer).run()
    return verdict, of(journal.events, Heal)


def test_a_page_in_between_is_gone_through_and_the_patch_replays(
    hall: Site, browser: WebDriverBrowser
) -> None:
    one = scenario("/between", "url contains /form")
    verdict, heals = play(one, hall, browser)
    assert verdict.status == "healed", verdict
    assert [heal.kind for heal in heals] == ["detour"]
    assert play(apply(one, heals), hall, browser)[0].status == "passed"


def test_what_stands_in_its_place_is_pressed(hall: Site, browser: WebDriverBrowser) -> None:
    verdict, heals = play(scenario("/reworded", "url contains /form"), hall, browser, "Get")
    assert verdict.status == "healed", verdict
    assert [(heal.kind, heal.good) for heal in heals] == [("agent", True)]


def test_an_error_page_is_never_healed(hall: Site, browser: WebDriverBrowser) -> None:
    verdict, heals = play(scenario("/broken"), hall, browser, "Server")
    assert (verdict.status, heals) == ("failed", [])
    assert "HTTP 500" in verdict.evidence


def test_the_page_of_a_refused_form_is_healed_as_any(hall: Site, browser: WebDriverBrowser) -> None:
    assert play(scenario("/refused", "url contains /form"), hall, browser)[0].status == "healed"


def test_a_form_that_is_sent_a_moment_after_the_click_is_no_press_in_vain(
    hall: Site, browser: WebDriverBrowser
) -> None:
    start, _, *rest = scenario("/later").steps
    press = Step(
        kind="click", target=Target(locators=(Locator(by="role", value="button", name="Go on"),))
    )
    browser.forget()
    journal = MemoryJournal()
    verdict = Replayer(
        Scenario(name="permit", steps=(start, press, *rest)),
        hall,
        QuickBrowser(browser),
        journal,
        BRISK,
    ).run()
    assert verdict.status == "passed", verdict
    assert [
        event["step"] for event in lines(journal) if event["event"] == "change" and event["nothing"]
    ] == []


def test_a_site_that_no_longer_answers_gives_no_verdict(
    hall: Site, browser: WebDriverBrowser
) -> None:
    verdict, heals = play(scenario("/cut", "url contains /form"), hall, browser)
    assert (verdict.status, verdict.blame, verdict.exit_code(), heals) == (
        "inconclusive",
        "site",
        3,
        [],
    )
    assert "does not answer" in verdict.reason
