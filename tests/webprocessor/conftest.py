"""One browser for all tests of this folder, and pages served on loopback.

Chromium, or the one that PATHFINDER_TEST_BROWSER names: "firefox".
"""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from user_at_browser import SECRETS, Site, User

from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.webdriver import WebDriverBrowser

BROWSER = os.environ.get("PATHFINDER_TEST_BROWSER", "chromium")


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    served = Site()
    yield served
    served.close()


@pytest.fixture(scope="session")
def other_site() -> Iterator[Site]:
    served = Site()
    yield served
    served.close()


@pytest.fixture(scope="session")
def shared_browser(
    site: Site, other_site: Site, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[WebDriverBrowser]:
    browser = open_browser(
        [site.host, other_site.host],
        vault=SECRETS,
        downloads=tmp_path_factory.mktemp("downloads"),
        browser=BROWSER,
    )
    assert isinstance(browser, WebDriverBrowser)
    yield browser
    browser.close()


@pytest.fixture
def user(shared_browser: WebDriverBrowser, site: Site) -> User:
    return User(shared_browser, site)


@pytest.fixture
def own_user(site: Site, tmp_path: Path) -> Iterator[Callable[..., User]]:
    """Users with a browser of their own, for tests that break it."""
    opened: list[WebDriverBrowser] = []

    def start(**options: object) -> User:
        browser = open_browser([site.host], **{"browser": BROWSER, **options})  # type: ignore[arg-type]
        assert isinstance(browser, WebDriverBrowser)
        opened.append(browser)
        return User(browser, site)

    yield start
    for browser in opened:
        browser.close()


@pytest.fixture
def remote() -> Iterator[str]:
    """A driver of its own, as a remote WebDriver server."""
    program = "geckodriver" if BROWSER == "firefox" else "chromedriver"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [shutil.which(program) or program, f"--port={port}"],
        stdout=subprocess.DEVNULL,
    )
    for _ in range(50):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.1)
    yield f"http://127.0.0.1:{port}"
    process.terminate()
    process.wait()
