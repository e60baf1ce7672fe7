"""Looking at a page: one WebDriver call, and some more for each frame of another origin."""

import time
from collections.abc import Sequence
from dataclasses import replace

from selenium.common.exceptions import (
    NoSuchWindowException,
    UnexpectedAlertPresentException,
    WebDriverException,
)
from selenium.webdriver.remote.webdriver import WebDriver

from pathfinder.core.secrets import Vault
from pathfinder.webprocessor.capture import foreign_frames, read_capture, read_frame
from pathfinder.webprocessor.element import Snapshot
from pathfinder.webprocessor.page import script
from pathfinder.webprocessor.prepare import is_chromium
from pathfinder.webprocessor.troubles import message


def look_once(driver: WebDriver, vault: Vault, *, tabs: int) -> Snapshot:
    """The page as it is now.

    Raises:
        WebDriverException: The page can't be read, now or at all.
    """
    began = time.perf_counter()
    payload = _captured(driver, whole_page=True)
    snapshot = read_capture(payload, vault=vault, tabs=tabs, began=began)
    for frame in foreign_frames(payload):
        snapshot = _with_frame(driver, vault, snapshot, frame["frame"], (frame["x"], frame["y"]))
    return snapshot


def _captured(driver: WebDriver, *, whole_page: bool = False) -> str:
    """What the script says of the page, or of the frame that the driver is in.

    A dialog that opens while it runs leaves it without an answer; the next call then says so.
    """
    for _ in range(2):
        said = _with_listeners(driver) if whole_page else None
        said = driver.execute_script(script("look")) if said is None else said
        if isinstance(said, str):
            return said
    raise WebDriverException("the page gave no answer when it was looked at")


def _with_listeners(driver: WebDriver) -> str | None:
    """The same, by a script that may ask the browser which elements listen to what.

    Only Chromium's console can tell, and the page does not notice. None where it can't be asked:
    the script then goes without.
    """
    if not is_chromium(driver):
        return None
    asked = {
        "expression": f"(function () {{{script('look')}}})(null, getEventListeners, null)",
        "includeCommandLineAPI": True,
        "returnByValue": True,
    }
    command = {"cmd": "Runtime.evaluate", "params": asked}
    try:
        answer = driver.execute("executeCdpCommand", command)["value"]
    except (UnexpectedAlertPresentException, NoSuchWindowException):
        raise
    except (WebDriverException, KeyError):
        return None
    said = answer.get("result", {}).get("value")
    return said if isinstance(said, str) else None


def _with_frame(
    driver: WebDriver,
    vault: Vault,
    snapshot: Snapshot,
    path: Sequence[int],
    offset: tuple[float, float],
) -> Snapshot:
    """The Snapshot with the elements of a frame of another origin, which takes calls of its own."""
    try:
        for index in path:
            driver.switch_to.frame(index)
        payload = _captured(driver)
    except WebDriverException as error:
        return replace(
            snapshot, notes=(*snapshot.notes, f"frame {list(path)} can't be read: {message(error)}")
        )
    finally:
        driver.switch_to.default_content()
    first = len(snapshot.elements)
    inner = read_frame(payload, vault=vault, first=first, frame=tuple(path), offset=offset)
    return replace(snapshot, elements=snapshot.elements + inner)
