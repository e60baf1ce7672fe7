"""Asking a page by script until the answer stands; a navigation in the middle asks anew."""

import time
from typing import Any

from selenium.common.exceptions import (
    JavascriptException,
    UnexpectedAlertPresentException,
    WebDriverException,
)
from selenium.webdriver.remote.webdriver import WebDriver

from pathfinder.webprocessor.dialogs import dialog_text
from pathfinder.webprocessor.page import script
from pathfinder.webprocessor.troubles import TROUBLE, cut_short, fatal, message, unloaded

_LONGEST_CALL = 8.0


def ask(driver: WebDriver, name: str, wanted: dict[str, Any], seconds: float) -> dict[str, Any]:
    """A script's answer; a navigation in the middle starts it anew, until the time is over.

    A script that can't run because of a native dialog answers as if nothing were found.

    Raises:
        JavascriptException: The script itself fails.
        BrowserDied, TabCrashed.
    """
    deadline = time.monotonic() + seconds
    while True:
        began = time.monotonic()
        left = max(deadline - began, 0.0)
        try:
            answer = driver.execute_async_script(
                script(name), wanted, min(left, _LONGEST_CALL) * 1000
            )
            # Without an answer, Firefox's page has gone, or a dialog has opened.
            if answer and (_final(answer) or time.monotonic() >= deadline):
                return dict(answer)
        except UnexpectedAlertPresentException as alert:
            said = dialog_text(driver, alert)
            return {
                "error": "other",
                "message": f"a native dialog is open: {said}",
                "dialog": said,
            }
        except JavascriptException as error:
            if not unloaded(error):
                raise
        except TROUBLE as error:
            if dead := fatal(error):
                raise dead from None
            if not cut_short(error, time.monotonic() - began):
                return {"error": "timeout", "message": message(error)}
        if time.monotonic() > deadline + 1:
            return {"error": "page not ready", "message": "the page navigates again and again"}
        time.sleep(0.02)


def answer_of(driver: WebDriver, name: str, *given: Any) -> Any:
    """The answer of a script that always has one.

    Firefox says nothing for a page that goes, or a dialog that opens; the next call then tells.

    Raises:
        WebDriverException: There is none.
    """
    for _ in range(2):
        said = driver.execute_script(script(name), *given)
        if said is not None:
            return said
    raise WebDriverException("the page gave no answer")


def _final(answer: dict[str, Any]) -> bool:
    """Whether more time could not change an answer.

    Something was found, or all holds that a script can judge.
    """
    if "unmet" in answer:
        return not answer["unmet"] or bool(answer.get("looked"))
    return (
        "element" in answer or answer.get("error") == "bad selector" or bool(answer.get("frames"))
    )
