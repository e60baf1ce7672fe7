"""Looking at what a step would show, without taking it.

An address in a tab of its own, which is closed again; a closed menu, tab or section in the page.
"""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.remote.webdriver import WebDriver

from pathfinder.core.secrets import Vault
from pathfinder.webprocessor.dialogs import dismiss_dialogs
from pathfinder.webprocessor.element import Element, Snapshot
from pathfinder.webprocessor.looking import look_once
from pathfinder.webprocessor.navigate import go
from pathfinder.webprocessor.page import script
from pathfinder.webprocessor.settle import settle
from pathfinder.webprocessor.troubles import TROUBLE, fatal

PATIENCE = 3.0
"""Seconds that such a page may take to settle."""


@dataclass(frozen=True)
class Behind:
    """What something closed holds.

    fields, controls: Names of its fields, and of what can be pressed. lines: Its first lines.
    links: The addresses that it leads to.
    """

    fields: tuple[str, ...] = ()
    controls: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    links: tuple[str, ...] = ()


@runtime_checkable
class Peeking(Protocol):
    """A browser that can look at an address and leave its page as it is."""

    def peek(self, url: str) -> Snapshot | None:
        """What is shown at an allowed address; None where nothing comes that can be looked at."""

    def behind(self, elements: Sequence[Element]) -> dict[str, Behind]:
        """UID -> what it would open, of those that say what that is and have not opened it."""

    def unseen(self) -> tuple[Element, ...]:
        """The links of the page that show only once something is opened."""


def peek(
    driver: WebDriver, url: str, vault: Vault, awaited: Callable[[], bool] = lambda: False
) -> Snapshot | None:
    """As `Peeking.peek`. awaited: As `settle` takes it.

    Raises:
        BrowserDied, TabCrashed.
    """
    try:
        with _another_tab(driver):
            go(driver, url)
            settle(driver, timeout=PATIENCE, awaited=awaited)
            return replace(look_once(driver, vault, tabs=1), unseen=unseen(driver, vault))
    except TROUBLE as error:
        if dead := fatal(error):
            raise dead from None
        return None


def behind(driver: WebDriver, elements: Sequence[Element], vault: Vault) -> dict[str, Behind]:
    """As `Peeking.behind`; nothing where the page gives no answer.

    Raises:
        BrowserDied, TabCrashed.
    """
    asked = [e for e in elements if not e.frame]
    try:
        told = driver.execute_script(script("behind"), [e.xpath for e in asked]) if asked else ()
    except TROUBLE as error:
        if dead := fatal(error):
            raise dead from None
        return {}
    return {
        element.uid: Behind(*(tuple(map(vault.mask, names)) for names in held))
        for element, held in zip(asked, told or (), strict=False)
        if held and any(held)
    }


def unseen(driver: WebDriver, vault: Vault) -> tuple[Element, ...]:
    """As `Peeking.unseen`; nothing where the page gives no answer.

    Raises:
        BrowserDied, TabCrashed.
    """
    try:
        told = driver.execute_script(script("behind"), None) or ()
    except TROUBLE as error:
        if dead := fatal(error):
            raise dead from None
        return ()
    return tuple(
        Element("a", "link", name, name, f"unseen {path}", href=address, xpath=path)
        for name, address, path in ((vault.mask(name), *rest) for name, *rest in told)
    )


@contextlib.contextmanager
def _another_tab(driver: WebDriver) -> Iterator[None]:
    """A new tab, and afterwards the one before, with nothing left of the new one.

    Cookies that scripts may read are as before: an address may have changed the language by one.
    What they may not read is the session's, and may have been given for the one before.
    """
    here, before = driver.current_window_handle, frozenset(driver.window_handles)
    held = driver.get_cookies()
    driver.switch_to.new_window("tab")
    try:
        yield
    finally:
        with contextlib.suppress(WebDriverException):
            dismiss_dialogs(driver)
        for handle in driver.window_handles:
            if handle not in before:
                driver.switch_to.window(handle)
                driver.close()
        driver.switch_to.window(here)
        _restore(driver, held)


def _restore(driver: WebDriver, held: Sequence[dict[str, Any]]) -> None:
    """Cookies of the site that is shown, as they were; none is taken away before it is replaced."""
    now, names = driver.get_cookies(), {cookie["name"] for cookie in held}
    kept = {cookie["name"] for cookie in now if cookie.get("httpOnly")}
    for cookie in held:
        if cookie not in now and cookie["name"] not in kept:
            driver.add_cookie({key: cookie[key] for key in cookie if not _implied(key, cookie)})
    for cookie in now:
        if cookie["name"] not in names | kept:
            driver.delete_cookie(cookie["name"])


def _implied(key: str, cookie: dict[str, Any]) -> bool:
    """Whether a part of a cookie was not set by the site, and is not to be set again.

    A domain that is but its host: a cookie that is added with it is for all below. "SameSite=None"
    of one that is not secure, as Firefox says where a site says nothing: none is added with it.
    """
    if key == "domain":
        return not cookie[key].startswith(".")
    return key == "sameSite" and cookie[key] == "None" and not cookie.get("secure")
