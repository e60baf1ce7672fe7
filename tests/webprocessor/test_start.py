"""Starting browsers: here, elsewhere, and where there is none."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from user_at_browser import User

from pathfinder.core.action import Kind
from pathfinder.core.errors import BrowserMissing, BrowserNotStarted, UsageError
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.options import (
    BrowserOptions,
    chromium_options,
    firefox_options,
    resolver_rules,
)
from tests.fakes.served_pages import served_pages


def test_a_remote_webdriver_does_the_same(remote: str, own_user: Callable[..., User]) -> None:
    user = own_user(webdriver_url=remote)
    assert [
        note
        for note in user.browser.open(user.site.page("<h1>Home</h1>")).notes
        if "not other ports" in note
    ]
    user.visit("<h1>Shop</h1><label>Name <input></label>")
    assert user.change(Kind.TYPE, "Name", "Ann").history_line() == "Name is now 'Ann'"
    assert user.browser.version.startswith(("Chromium ", "Firefox "))
    assert user.scene.viewport == (1280, 900)


def test_no_browser_says_how_to_install_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(BrowserMissing, match="apt-get install chromium chromium-driver"):
        open_browser(["127.0.0.1:*"])
    with pytest.raises(
        BrowserMissing, match="no Firefox found; install it with `apt-get install firefox-esr`,"
    ):
        open_browser(["127.0.0.1:*"], browser="firefox")


def test_a_browser_without_windows_that_does_not_start_makes_room_for_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "chromium-headless-shell"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    browser = open_browser(["127.0.0.1:*"])
    try:
        assert browser.driver.capabilities["browserName"] == "chrome"
    finally:
        browser.close()


def test_no_remote_server_is_told(own_user: Callable[..., User]) -> None:
    with pytest.raises(BrowserMissing, match=r"a browser at http://127\.0\.0\.1:1 did not start"):
        own_user(webdriver_url="http://127.0.0.1:1")
    with pytest.raises(UsageError, match="write http://HOST:PORT"):
        own_user(webdriver_url="localhost")


def test_a_server_that_is_no_webdriver_is_no_reason_to_install_a_browser_here(
    own_user: Callable[..., User],
) -> None:
    with served_pages({"/": "<h1>Hello</h1>"}) as url, pytest.raises(BrowserNotStarted) as refused:
        own_user(webdriver_url=url)
    assert "see that a WebDriver server answers there" in str(refused.value)
    assert "apt-get" not in str(refused.value)


def test_nothing_but_the_allowed_hosts_resolves() -> None:
    assert (
        resolver_rules(["shop.example:8080", "127.0.0.1:5000", "127.0.0.1:6000"])
        == "MAP * ~NOTFOUND, EXCLUDE shop.example, EXCLUDE 127.0.0.1"
    )
    preferences = firefox_options(BrowserOptions(("shop.example:8080",))).preferences
    assert preferences["network.proxy.no_proxies_on"] == "shop.example"


def test_a_phone_is_emulated_by_its_viewport_and_touch():
    told = chromium_options(BrowserOptions(("127.0.0.1",), device="pixel 7")).experimental_options[
        "mobileEmulation"
    ]
    assert told["deviceMetrics"]["width"] == 412
    assert told["deviceMetrics"]["touch"]


def test_firefox_does_not_play_a_phone():
    with pytest.raises(UsageError, match="only Chromium shows pages as a phone does"):
        firefox_options(BrowserOptions(("127.0.0.1",), device="Pixel 7"))


def test_an_unknown_phone_is_a_mistake_that_lists_those_there_are():
    with pytest.raises(UsageError, match="Pixel 7"):
        chromium_options(BrowserOptions(("127.0.0.1",), device="Nokia 3310"))
