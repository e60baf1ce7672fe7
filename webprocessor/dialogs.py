"""Native dialogs: what one says, and getting past them."""

import contextlib

from selenium.common.exceptions import (
    NoAlertPresentException,
    NoSuchWindowException,
    UnexpectedAlertPresentException,
)
from selenium.webdriver.remote.webdriver import WebDriver

MOST_DIALOGS = 20
"""Dialogs that a page may open one after the other before it is left."""


def dialog_text(driver: WebDriver, told: UnexpectedAlertPresentException) -> str:
    """What a dialog in the way says; asked of the driver where its refusal does not tell.

    Firefox's driver names no text in it.
    """
    if told.alert_text is None:
        with contextlib.suppress(NoAlertPresentException, NoSuchWindowException):
            return driver.switch_to.alert.text or ""
    return told.alert_text or ""


def dismiss_dialogs(driver: WebDriver) -> None:
    """Dismiss every native dialog that is open."""
    with contextlib.suppress(NoAlertPresentException):
        for _ in range(MOST_DIALOGS):
            driver.switch_to.alert.dismiss()
