"""Waiting until a page has come to rest."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from selenium.common.exceptions import (
    NoSuchWindowException,
    UnexpectedAlertPresentException,
)
from selenium.webdriver.remote.webdriver import WebDriver

from pathfinder.webprocessor.dialogs import dialog_text
from pathfinder.webprocessor.page import script
from pathfinder.webprocessor.troubles import TROUBLE, cut_short, fatal

_CONTENT = 2.0
"""Seconds for which a page at rest is waited for that has asked for something."""


@dataclass(frozen=True)
class Rest:
    """How the waiting ended.

    ready: The page came to rest; else `last` names what still moved.
    dialog: Text of a native dialog that stands in the way.
    printed: The page asked to print, since the action or while it was waited for.
    """

    ready: bool
    url: str = ""
    title: str = ""
    last: str = ""
    dialog: str | None = None
    seconds: float = 0.0
    printed: bool = False


def settle(
    driver: WebDriver,
    *,
    quiet: float = 0.15,
    timeout: float = 5.0,
    awaited: Callable[[], bool] = lambda: False,
) -> Rest:
    """Wait until the page stops changing; a navigation in the middle starts the waiting anew.

    Args:
        driver: Where the page is.
        quiet: Seconds without a DOM mutation or an open request that count as rest.
        timeout: Seconds before giving up.
        awaited: Whether the page waits for content: what a script of a page that is just coming
            has asked for, the page itself does not tell. A page that asks without end is waited for
            no longer than for `_CONTENT`.

    Raises:
        BrowserDied, TabCrashed: Nothing is left to wait for.
    """
    began, patience = time.monotonic(), min(_CONTENT, timeout / 2)
    last, printed = "a navigation", False
    while (left := timeout - (time.monotonic() - began)) > 0:
        called = time.monotonic()
        try:
            answer = driver.execute_async_script(script("settle"), quiet * 1000, left * 1000)
        except UnexpectedAlertPresentException as alert:
            return Rest(True, dialog=dialog_text(driver, alert), seconds=time.monotonic() - began)
        except NoSuchWindowException:
            break
        except TROUBLE as error:
            if dead := fatal(error):
                raise dead from None
            if not cut_short(error, time.monotonic() - called):
                break  # A page that took away what the script needs is never seen to rest.
            time.sleep(0.02)
            continue
        if answer is None:
            # A dialog that opens meanwhile takes the answer away; the next call tells of it.
            time.sleep(0.02)
            continue
        last, printed = answer["last"], answer["printed"]
        if answer["ready"] and time.monotonic() - began < patience and awaited():
            last = "a request"
            time.sleep(0.02)
        elif answer["ready"]:
            return Rest(
                True,
                answer["url"],
                answer["title"],
                last,
                seconds=time.monotonic() - began,
                printed=printed,
            )
    return Rest(False, last=last, seconds=time.monotonic() - began, printed=printed)
