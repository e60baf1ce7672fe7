"""What WebDriver's exceptions mean, in PathFinder's words."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import parse_qs, urlsplit

from selenium.common import exceptions as wd
from urllib3.exceptions import HTTPError

from pathfinder.core.errors import BrowserDied, BrowserSilent, PageNotReady, TabCrashed

SCRIPT_TIMEOUT = 15.0
"""Seconds that the driver gives a script to answer; ours answer sooner."""

TROUBLE = (wd.WebDriverException, HTTPError, ConnectionError)

_ERROR_PAGE = re.compile(r"about:(?:net|cert)error\?\S+")
_DEAD = (
    "not connected to devtools",
    "disconnected",
    "chrome not reachable",
    "invalid session id",
    "session deleted",
    "failed to decode response from marionette",
    "connection refused",
    "target window already closed",
    "no such execution context: browser",
    "browser has closed",
    "without establishing a connection",
)
_UNLOADED = (
    "document unloaded",
    "document was unloaded",
    "aborted by navigation",
    "execution context was destroyed",
    "cannot find context",
    "no such execution context",
)
_KINDS: tuple[tuple[type[wd.WebDriverException], str], ...] = (
    (wd.ElementClickInterceptedException, "covered"),
    (wd.StaleElementReferenceException, "stale"),
    (wd.NoSuchElementException, "not found"),
    (wd.InvalidElementStateException, "not interactable"),
    (wd.ElementNotInteractableException, "not interactable"),
    (wd.MoveTargetOutOfBoundsException, "not interactable"),
    (wd.NoAlertPresentException, "no dialog"),
    (wd.NoSuchWindowException, "no such tab"),
    (wd.TimeoutException, "timeout"),
)


class ActionError(Exception):
    """An action that can't be done; `error` is one of ActionResult's words."""

    def __init__(self, error: str, message: str) -> None:
        super().__init__(message)
        self.error = error


def message(error: BaseException) -> str:
    """The first line of what the driver says; the error's name in words where it says nothing."""
    said = error.msg if isinstance(error, wd.WebDriverException) else str(error)
    if page := _ERROR_PAGE.search(said or ""):
        return error_page_words(page[0])
    name = re.sub(r"(?<!^)(?=[A-Z])", " ", type(error).__name__)
    return ((said or "").strip().splitlines() or [name])[0]


def error_page_words(address: str) -> str:
    """What Firefox's error page says, which stands in the page's own address."""
    asked = parse_qs(urlsplit(address).query)
    return ": ".join(asked[key][0] for key in ("e", "d") if key in asked) or address


def unloaded(error: BaseException) -> bool:
    """The document went away while the driver worked on it: a navigation, not a fault.

    Of a "timeout" the reason stands below.
    """
    said = str(getattr(error, "msg", "") or error).lower()
    return any(phrase in said for phrase in _UNLOADED)


def cut_short(error: BaseException, seconds: float) -> bool:
    """A navigation ended a script that ran for `seconds`.

    Often chromedriver only says "script timeout", long before that time is over.
    """
    early = (
        isinstance(error, wd.TimeoutException)
        and "script timeout" in message(error).lower()
        and seconds < SCRIPT_TIMEOUT
    )
    return (
        early
        or unloaded(error)
        or (isinstance(error, wd.WebDriverException) and "navigat" in str(error).lower())
    )


def fatal(error: BaseException) -> BrowserDied | TabCrashed | None:
    """The error that ends the session, if this one does."""
    said = message(error)
    low = said.lower()
    if "tab crashed" in low or "page crash" in low:
        return TabCrashed(
            f"the page's process crashed ({said}); the browser has to be opened again"
        )
    if isinstance(error, (HTTPError, ConnectionError)) or any(phrase in low for phrase in _DEAD):
        return BrowserDied(f"the browser or its driver is gone ({said}); open it again")
    return None


def silence(error: BaseException) -> BrowserSilent | None:
    """What to raise where the driver waited in vain for the process that draws the page.

    It says the same of a slow server and of a busy machine, so that the site can't be blamed.
    """
    said = message(error)
    if isinstance(error, wd.TimeoutException) and "from renderer" in said.lower():
        return BrowserSilent(
            f"the browser did not answer: the site is slow, or this machine busy ({said})"
        )
    return None


def kind(error: BaseException) -> str:
    """The typed error of an ActionResult."""
    for exception, word in _KINDS:
        if isinstance(error, exception):
            return word
    low = message(error).lower()
    return (
        "not interactable"
        if "not interactable" in low or "has no size" in low
        else "timeout"
        if "timed out" in low
        else "other"
    )


@contextmanager
def translated() -> Iterator[None]:
    """Errors of the driver as errors of PathFinder."""
    try:
        yield
    except TROUBLE as error:
        if dead := fatal(error) or silence(error):
            raise dead from None
        raise PageNotReady(f"the page does not answer: {message(error)}") from None
