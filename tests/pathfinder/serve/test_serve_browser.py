"""The rating page in real Chromium, as a rater uses it."""

import asyncio
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from make_session import INJECTION, make_session
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait
from serve_sessions import write_session
from uvicorn import Config, Server

from pathfinder.core.listening import address_of, listen
from pathfinder.core.ratings import read_ratings
from pathfinder.serve.app import create_app
from pathfinder.serve.summary import key_of
from tests.fakes.audit import phone, serious

PICTURE = re.compile(r"base64,[\w+/=]+")
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}


@dataclass
class Rater:
    """Somebody at Chromium."""

    driver: webdriver.Chrome
    base: str
    root: Path

    def visit(self, path: str) -> None:
        self.driver.get(self.base + path)

    def press(self, keys: str) -> None:
        self.driver.find_element(By.TAG_NAME, "body").send_keys(keys)

    def press_and_go(self, keys: str) -> None:
        self.go(lambda: self.press(keys))

    def go(self, act: Callable[[], object]) -> None:
        """Do what leads to another page, and wait until that one is here."""
        self.driver.execute_script("window.old = true")
        act()
        self.until(
            lambda: self.driver.execute_script(
                "return !window.old && document.readyState === 'complete'"
            )
        )

    def until(self, holds: Callable[[], bool]) -> None:
        WebDriverWait(self.driver, 60, poll_frequency=0.1).until(lambda _: holds())

    def find(self, selector: str) -> str:
        return self.driver.find_element(By.CSS_SELECTOR, selector).text

    def lists(self, words: str) -> bool:
        """Whether the list, read again, says something."""
        self.visit("/")
        return words in self.find("tbody")

    def complaints(self) -> list[dict[str, str]]:
        found: list[dict[str, str]] = self.driver.get_log("browser")
        return found

    def label(self, name: str) -> str:
        return read_ratings(self.root / name).label_of("Ann")


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A session with pictures, and a page whose heading is a script."""
    return make_session(tmp_path_factory.mktemp("drawn") / "newer", heading=INJECTION)


@pytest.fixture
def rater(driver: webdriver.Chrome, drawn: Path, tmp_path: Path) -> Iterator[Rater]:
    """Ann, at a server with two drawn sessions.

    The newer one says success, the older one is still to be found out.
    """
    root = tmp_path / "runs"
    write_session(root / "older", status="stuck")
    shutil.copytree(drawn, root / "newer")
    listener = listen("127.0.0.1", 0)
    app = create_app(root)
    server = Server(Config(app, log_level="warning", timeout_graceful_shutdown=2))
    app.state.service.closing = lambda: server.should_exit
    thread = threading.Thread(
        target=lambda: asyncio.run(server.serve(sockets=[listener])), daemon=True
    )
    thread.start()
    ann = Rater(driver, address_of(listener), root)
    driver.delete_all_cookies()
    ann.visit("/")
    driver.find_element(By.ID, "rater").send_keys("Ann")
    ann.go(driver.find_element(By.ID, "rater").submit)
    ann.complaints()
    yield ann
    driver.get("about:blank")
    server.should_exit = True
    thread.join(timeout=10)
    listener.close()


def test_sessions_are_rated_with_the_keyboard_alone(rater: Rater) -> None:
    rater.visit("/next")
    assert "was the goal reached?" in rater.find(".question")
    rater.press("c")
    comment = rater.driver.switch_to.active_element
    comment.send_keys("order 1 is there" + Keys.ESCAPE)
    assert rater.label("newer") == ""
    rater.press("4")
    assert "session/" in rater.driver.current_url, "FN does not fit a success: nothing happens"
    rater.press_and_go("1")
    rating = read_ratings(rater.root / "newer").by_rater["Ann"]
    assert (rating.label, rating.comment) == ("TP", "order 1 is there")
    assert "could the goal be reached?" in rater.find(".question")
    rater.press_and_go("4")
    assert rater.label("older") == "FN"
    assert "Every session is rated." in rater.find(".said")
    assert rater.complaints() == []


def test_keys_go_from_session_to_session_and_back_to_what_was_rated(rater: Rater) -> None:
    rater.visit(f"/session/{key_of('newer')}")
    rater.press_and_go("n")
    assert key_of("older") in rater.driver.current_url
    rater.press_and_go("p")
    rater.press_and_go("2")
    assert "Rated FP" in rater.find(".said")
    rater.press_and_go("b")
    assert rater.find("button[aria-pressed=true] b") == "FP"
    rater.press_and_go("0")
    assert rater.label("newer") == ""


def test_the_report_on_the_page_works_as_it_does_alone(rater: Rater) -> None:
    rater.visit(f"/session/{key_of('newer')}")
    headings = [
        column.text
        for column in rater.driver.find_elements(By.CSS_SELECTOR, "#step-3 .column > h4")
    ]
    assert headings == ["THE PAGE", "CHOSEN", "WHAT HAPPENED"]
    assert rater.driver.find_element(
        By.CSS_SELECTOR, "#step-3 .outlines rect.chosen"
    ).is_displayed()
    loaded = (
        "return performance.getEntriesByType('resource').filter(e => "
        "e.name.includes('/screenshots/') && e.transferSize > 1000).length"
    )
    rater.until(lambda: rater.driver.execute_script(loaded) >= 8)
    rater.press("o")
    assert not rater.driver.find_element(
        By.CSS_SELECTOR, "#step-3 .outlines rect.chosen"
    ).is_displayed()
    assert rater.driver.title == "Goal reached: make a purchase", "words of a page stay words"
    assert rater.complaints() == []


def test_blind_mode_hides_the_models(rater: Rater) -> None:
    assert "qwen" in rater.driver.page_source
    rater.go(rater.driver.find_element(By.CSS_SELECTOR, "button.switch").click)
    for path in (
        "/",
        f"/session/{key_of('newer')}",
        f"/session/{key_of('newer')}/report.html",
        f"/session/{key_of('newer')}/live",
    ):
        rater.visit(path)
        assert "qwen" not in PICTURE.sub("", rater.driver.page_source).casefold()
    assert rater.complaints() == []


def test_every_page_fits_a_phone_light_and_dark_and_has_nothing_to_complain_about(
    rater: Rater,
) -> None:
    session = f"/session/{key_of('newer')}"
    rater.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    try:
        for scheme in ("light", "dark"):
            features = [{"name": "prefers-color-scheme", "value": scheme}]
            rater.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
            for path in (
                "/",
                "/?site=demo&rated=unrated",
                "/agreement",
                session,
                f"{session}/live",
            ):
                rater.visit(path)
                assert (
                    rater.driver.execute_script("return document.documentElement.scrollWidth")
                    == 390
                ), path
                red = rater.driver.execute_script(
                    "return "
                    "Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0])"
                )
                assert (red > 200) == (scheme == "light")
        assert rater.complaints() == []
    finally:
        rater.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        rater.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_a_thumb_can_rate(rater: Rater) -> None:
    rater.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    try:
        rater.visit(f"/session/{key_of('newer')}")
        button = rater.driver.find_element(By.CSS_SELECTOR, "button[value=FP]")
        assert button.size["height"] >= 40
        assert button.size["width"] >= 70
        button.click()
        rater.until(lambda: rater.label("newer") == "FP")
    finally:
        rater.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_running_session_is_followed_to_its_verdict(rater: Rater) -> None:
    lines = (
        (rater.root / "newer/journal.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    )
    folder = rater.root / "running"
    folder.mkdir()
    (folder / "screenshots").symlink_to(rater.root / "newer/screenshots")
    journal = folder / "journal.jsonl"
    journal.write_text("".join(lines[:20]), encoding="utf-8")
    rater.until(lambda: rater.lists("running"))
    rater.visit(f"/session/{key_of('running')}/live")
    rater.until(lambda: "Add to basket" in rater.find("#steps"))
    assert rater.driver.find_element(By.ID, "picture").get_attribute("src")
    with journal.open("a", encoding="utf-8") as file:
        file.write("".join(lines[20:]))
    rater.until(lambda: "The confirmation page shows an order number." in rater.find("#verdict"))
    assert "fill in Card number, Security code and press Pay and order" in rater.find("#steps")
    assert [entry for entry in rater.complaints() if "screenshots" not in entry["message"]] == []


@pytest.mark.long(but=1)
@pytest.mark.parametrize("path", ["/", "/agreement", "/session/NEWER", "/session/NEWER/live"])
def test_axe_finds_nothing_serious(path: str, rater: Rater) -> None:
    rater.visit(path.replace("NEWER", key_of("newer")))
    assert serious(rater.driver) == []
    with phone(rater.driver):
        rater.visit(path.replace("NEWER", key_of("newer")))
        assert serious(rater.driver) == []
