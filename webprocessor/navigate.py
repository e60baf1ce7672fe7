"""Going to a URL, and whether it was come to."""

import contextlib
import socket
import time
from urllib.parse import urlsplit

from selenium.common.exceptions import (
    TimeoutException,
    UnexpectedAlertPresentException,
    WebDriverException,
)
from selenium.webdriver.chromium.webdriver import ChromiumDriver
from selenium.webdriver.remote.webdriver import WebDriver

from pathfinder.webprocessor.troubles import TROUBLE, error_page_words, fatal, unloaded

_TRIES = 12
_PATIENCE = 0.2
_CONNECT_SECONDS = 5.0
UNSAID = "ERR_FAILED"
ERROR_PAGES = ("chrome-error:", "about:neterror", "about:certerror")
"""How the addresses of browsers' own error pages begin."""
_ERROR_PAGE = (
    "return location.protocol === 'chrome-error:' ? "
    "(document.body.innerText.match(/ERR_\\w+/) || ['ERR_FAILED'])[0] : "
    "/^about:(net|cert)error/.test(document.documentURI) ? document.documentURI : ''"
)
_HERE = (
    "return [location.href, performance.timeOrigin, "
    "(performance.getEntriesByType('navigation')[0] || {}).type]"
)


def go(driver: WebDriver, url: str) -> None:
    """Go to a URL; again when a reload that the page before had under way won over it.

    A document that has begun to arrive when time is over is worked with as it is.

    Raises:
        WebDriverException: As `driver.get` does.
    """
    before = _document(driver)
    for left in reversed(range(_TRIES)):
        try:
            driver.get(url)
        except TimeoutException as error:
            if not (left and unloaded(error)):
                if _has_begun(driver, url, before):
                    return
                raise
        else:
            if not _overtaken(driver, url, before):
                return


def _has_begun(driver: WebDriver, url: str, before: float) -> bool:
    """Whether another document than the one before has begun to arrive from the URL's host."""
    with contextlib.suppress(*TROUBLE):
        here, document, _ = _state(driver)
        return (
            document != before
            and here.startswith("http")
            and urlsplit(here).netloc == urlsplit(url).netloc
            and bool(driver.execute_script("return !!document.body"))
        )
    return False


def listens(url: str) -> bool:
    """Whether something listens where a URL leads."""
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        socket.create_connection((parts.hostname or "", port), _CONNECT_SECONDS).close()
    except OSError:
        return False
    return True


def error_page(driver: WebDriver) -> str:
    """What the browser's own error page says in place of a page; empty where there is none.

    UNSAID where that page is empty.
    """
    said = str(driver.execute_script(_ERROR_PAGE) or "")
    return error_page_words(said) if said.startswith("about:") else said


def ask_again(driver: WebDriver) -> str:
    """Why the page that is not there does not come, found out by asking for it once more."""
    if isinstance(driver, ChromiumDriver):
        with contextlib.suppress(WebDriverException):
            answer = driver.execute_cdp_cmd("Page.navigate", {"url": driver.current_url})
            return str(answer.get("errorText", "")).removeprefix("net::") or UNSAID
    return UNSAID


def _overtaken(driver: WebDriver, url: str, before: float) -> bool:
    """Whether a reload of the page before is there instead.

    That page itself is waited on for a moment (a download leaves it there).
    """
    began = time.monotonic()
    while time.monotonic() - began < _PATIENCE:
        here, document, kind = _state(driver)
        if here == url:
            return False
        if document != before or not here:
            return kind == "reload"
        time.sleep(0.02)
    return False


def _document(driver: WebDriver) -> float:
    """When the document was begun, which tells it from the next one at the same URL."""
    return _state(driver)[1]


def _state(driver: WebDriver) -> tuple[str, float, str]:
    """URL, document and kind of navigation.

    Nothing where a document is just going, took away what the script needs, or has a native dialog.
    """
    try:
        state = driver.execute_script(_HERE)
    except UnexpectedAlertPresentException:
        return "", 0.0, ""
    except WebDriverException as error:
        if unloaded(error):
            return "", 0.0, "reload"
        if fatal(error):
            raise
        return "", 0.0, ""
    if state is None:  # Firefox's answer from a document that goes
        return "", 0.0, "reload"
    here, document, kind = state
    return here, document, kind
