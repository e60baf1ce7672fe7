"""What a visitor leaves behind at the sites they have been to, and how it is wiped out."""

import contextlib
from urllib.parse import urlsplit

from selenium.common.exceptions import TimeoutException, UnexpectedAlertPresentException
from selenium.webdriver.chromium.webdriver import ChromiumDriver
from selenium.webdriver.remote.webdriver import WebDriver

from pathfinder.webprocessor.dialogs import MOST_DIALOGS, dismiss_dialogs
from pathfinder.webprocessor.navigate import go


class Traces:
    """The origins that a browser has been to since it was last made a fresh visitor's."""

    def __init__(self, driver: WebDriver) -> None:
        self.driver = driver
        self._origins: dict[str, None] = {}

    def note(self, url: str) -> None:
        """Remember the origin of a URL."""
        parts = urlsplit(url)
        self._origins[f"{parts.scheme}://{parts.netloc}"] = None

    def wipe(self) -> None:
        """Drop cookies and storage of every origin, and leave the last page."""
        for origin in list(self._origins):
            with contextlib.suppress(TimeoutException):
                if not self.driver.current_url.startswith(origin):
                    _reach(self.driver, origin)
                self.driver.execute_script(
                    "try { localStorage.clear(); sessionStorage.clear(); } catch { /* no storage "
                    "here */ }"
                )
            self.driver.delete_all_cookies()
        _reach(self.driver, "about:blank")
        self.driver.execute_script("window.name = ''")
        if isinstance(self.driver, ChromiumDriver):
            # What no script of a page can drop: what its service workers, caches and data bases
            # keep, and the cookies of hosts that were only seen in frames.
            for origin in self._origins:
                asked = {"origin": origin, "storageTypes": "all"}
                self.driver.execute_cdp_cmd("Storage.clearDataForOrigin", asked)
            self.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self._origins.clear()


def _reach(driver: WebDriver, url: str) -> None:
    """Go to a URL past every native dialog of the pages on the way."""
    for _ in range(MOST_DIALOGS):
        try:
            go(driver, url)
        except UnexpectedAlertPresentException:
            dismiss_dialogs(driver)
        else:
            break
    dismiss_dialogs(driver)
