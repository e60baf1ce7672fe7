"""Explorations of pages that cause trouble.

The session goes on, and the harness is never to blame.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pathfinder.core.journal import MemoryJournal
from pathfinder.core.settings import load_persona, userdata_folder
from pathfinder.core.verdict import Verdict
from pathfinder.webprocessor.browser import Browser
from pathfinder.webprocessor.opening import open_browser
from tests.pathfinder.systems.explore.test_explore import events, explore, guided
from tests.sites.trouble import running_trouble


@pytest.fixture(scope="module")
def trouble() -> Iterator[str]:
    with running_trouble() as url:
        yield url


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    downloads: Path = tmp_path_factory.mktemp("downloads")
    chromium = open_browser(
        ["127.0.0.1:*"], vault=load_persona(userdata_folder(), "alex").vault, downloads=downloads
    )
    yield chromium
    chromium.close()


def notes(journal: MemoryJournal) -> str:
    """Everything that the results of actions noted."""
    return "; ".join(note for act in events(journal, "act") for note in act["result"]["notes"])  # type: ignore[index]


def went_on(verdict: Verdict, journal: MemoryJournal) -> bool:
    """Steps were taken to the end, and nobody of ours is blamed."""
    return verdict.blame not in ("harness", "browser", "model") and bool(events(journal, "choice"))


@pytest.mark.parametrize("link", ["Read the terms", "Open the chat"])
def test_a_new_tab_is_followed(browser: Browser, trouble: str, link: str) -> None:
    verdict, _ = explore(
        browser,
        f"{trouble}new-tab",
        "see more",
        guided([link]),
        success=["url contains landing"],
        max_steps=3,
    )
    assert (verdict.status, verdict.steps) == ("success", 1)


def test_a_download_is_noted_and_the_page_stays(browser: Browser, trouble: str) -> None:
    model = guided(["Download the price list"])
    verdict, journal = explore(
        browser,
        f"{trouble}download",
        "get the prices",
        model,
        success=["text present x-y"],
        max_steps=2,
    )
    assert went_on(verdict, journal)
    assert "prices.csv" in notes(journal)


def test_basic_auth_that_nobody_answers_ends_in_a_verdict(browser: Browser, trouble: str) -> None:
    verdict, journal = explore(
        browser,
        f"{trouble}basic-auth",
        "go in",
        guided(),
        success=["text present x-y"],
        max_steps=2,
    )
    assert verdict.blame in ("nobody", "site")
    assert verdict.exit_code() == 3
    assert events(journal, "look")


@pytest.mark.parametrize("page", ["alert", "alert-on-load", "alert-storm", "prompt"])
def test_native_dialogs_are_answered(browser: Browser, trouble: str, page: str) -> None:
    verdict, journal = explore(
        browser, trouble + page, "go on", guided(), success=["text present x-y"], max_steps=8
    )
    assert went_on(verdict, journal)


def test_a_page_that_asks_before_it_is_left_is_left(browser: Browser, trouble: str) -> None:
    model = guided(['"Leave"'])
    verdict, _ = explore(
        browser,
        f"{trouble}beforeunload",
        "leave",
        model,
        success=["url contains landing"],
        max_steps=3,
        without=["forms"],
    )
    assert verdict.status == "success"


@pytest.mark.long
def test_ten_megabytes_are_a_page(browser: Browser, trouble: str) -> None:
    model = guided(["At the bottom"])
    verdict, journal = explore(
        browser,
        f"{trouble}big",
        "press the last button",
        model,
        success=["text present x-y"],
        max_steps=1,
    )
    assert went_on(verdict, journal)
    (choice,) = events(journal, "choice")
    assert choice["text"] == 'press "At the bottom"'


def test_after_all_that_the_browser_is_as_good_as_new(browser: Browser, trouble: str) -> None:
    verdict, _ = explore(
        browser,
        f"{trouble}form",
        "send the form",
        guided(["press"]),
        success=["text present Thank you"],
        max_steps=6,
    )
    assert verdict.status == "success"
