"""Preparing a browser other than Chromium: pages tell what its driver does not.

Which elements listen to what, and that a page asks to print. The script runs before the page's
own; the page could notice it by the text of `addEventListener`. And files that nobody asked for are
not kept.
"""

import contextlib
from importlib.resources import files

from selenium.webdriver.remote.webdriver import WebDriver
from websocket import WebSocketException

from pathfinder.webprocessor.bidi import Bidi


def prepare_browser(driver: WebDriver, *, keeps_files: bool) -> None:
    """Have every page that is opened from now on prepared, where the driver knows WebDriver BiDi.

    Source: WebDriver BiDi, commands script.addPreloadScript and browser.setDownloadBehavior.
    """
    url = driver.capabilities.get("webSocketUrl")
    if not isinstance(url, str) or is_chromium(driver):
        return
    with (
        contextlib.suppress(OSError, WebSocketException, ValueError),
        contextlib.closing(Bidi(url, lambda *_: None)) as bidi,
    ):
        bidi.ask("script.addPreloadScript", {"functionDeclaration": _script()})
        if not keeps_files:
            bidi.ask("browser.setDownloadBehavior", {"downloadBehavior": {"type": "denied"}})


def is_chromium(driver: WebDriver) -> bool:
    """Whether the browser is of Chromium's family, wherever it runs."""
    return "chrom" in str(driver.capabilities.get("browserName", ""))


def _script() -> str:
    package = "pathfinder.webprocessor.page"
    return (files(package) / "prepare.js").read_text(encoding="utf-8").strip()
