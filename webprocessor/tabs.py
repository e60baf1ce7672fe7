"""Tabs: one that opens is gone to, one that closes is left."""

from selenium.common.exceptions import TimeoutException, UnexpectedAlertPresentException
from selenium.webdriver.chromium.webdriver import ChromiumDriver
from selenium.webdriver.remote.webdriver import WebDriver

from pathfinder.core.errors import BrowserDied
from pathfinder.webprocessor.troubles import TROUBLE, fatal, message


class Tabs:
    """The tabs of a browser, as they were when it was last asked."""

    def __init__(self, driver: WebDriver) -> None:
        self.driver = driver
        self._handles: tuple[str, ...] = tuple(driver.window_handles)

    def __len__(self) -> int:
        return len(self._handles)

    def follow(self) -> list[str]:
        """Go to a tab that has opened, or to the last one when the current tab has closed."""
        try:
            handles = tuple(self.driver.window_handles)
            new = [handle for handle in handles if handle not in self._handles]
            gone = len(handles) < len(self._handles)
            self._handles = handles
            if new:
                return self._gone_to(new[-1])
            if gone and handles:
                self.driver.switch_to.window(handles[-1])
                return ["tab closed"]
        except UnexpectedAlertPresentException:
            return []
        except TROUBLE as error:
            raise fatal(error) or BrowserDied(f"no tab is left: {message(error)}") from None
        return []

    def _gone_to(self, handle: str) -> list[str]:
        """Go to a tab; one that is never shown, as of a file that nobody keeps, is left.

        It is closed where that can be done.
        """
        here = self.driver.current_window_handle
        try:
            self.driver.switch_to.window(handle)
            self.driver.execute_script("return 0")
        except TimeoutException:
            self.driver.switch_to.window(here)
            if isinstance(self.driver, ChromiumDriver):
                self.driver.execute_cdp_cmd("Target.closeTarget", {"targetId": handle})
                self._handles = tuple(one for one in self._handles if one != handle)
            return ["a new tab showed nothing"]
        return ["new tab"]

    def close_others(self) -> None:
        """Close all tabs but the first, and go to that."""
        handles = self.driver.window_handles
        for handle in handles[1:]:
            self.driver.switch_to.window(handle)
            self.driver.close()
        self.driver.switch_to.window(handles[0])
        self._handles = (handles[0],)
