"""Starting a browser that reaches the allowed origins and no others."""

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import SessionNotCreatedException, WebDriverException
from selenium.webdriver.common.options import ArgOptions
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.webdriver import WebDriver
from urllib3.exceptions import HTTPError, ReadTimeoutError

from pathfinder.core.errors import BrowserMissing, BrowserNotStarted, PageFrozen, UsageError
from pathfinder.webprocessor.keeper import keeper_arguments
from pathfinder.webprocessor.options import BrowserOptions, chromium_options, firefox_options
from pathfinder.webprocessor.prepare import prepare_browser
from pathfinder.webprocessor.troubles import SCRIPT_TIMEOUT

_WINDOWLESS = ("chromium-headless-shell", "chrome-headless-shell")
_CHROMIUMS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
_COMMAND_SECONDS = 60
_INSTALL = {
    "chromium": "apt-get install chromium chromium-driver",
    "firefox": "apt-get install firefox-esr",
}
_GECKODRIVERS = "https://github.com/mozilla/geckodriver/releases"


class _Kept:
    """A driver that ends with PathFinder, however that ends, with its browser and profile."""

    def _start_process(self, path: str) -> None:
        self._driver = path
        super()._start_process(sys.executable)  # type: ignore[misc]

    def command_line_args(self) -> list[str]:
        return [*keeper_arguments(self._driver), *super().command_line_args()]  # type: ignore[misc]


_GOES_TO_A_TAB = frozenset({Command.SWITCH_TO_WINDOW, Command.NEW_WINDOW})


class _Patient:
    """A driver that waits so long for an answer, and no longer.

    A page in a loop without end answers nothing, and its browser can't be asked anything else.
    """

    patience: float = _COMMAND_SECONDS

    def wait_at_most(self, seconds: float) -> None:
        """Give every command so long from now on."""
        self.patience = seconds
        self.command_executor.client_config.timeout = seconds  # type: ignore[attr-defined]

    def execute(self, driver_command: Any, params: Any = None) -> Any:
        """Have the driver do something.

        Raises:
            PageFrozen: It did not answer in time, and has been ended.
        """
        try:
            return super().execute(driver_command, params)  # type: ignore[misc]
        except HTTPError as error:
            if not isinstance(getattr(error, "reason", error), ReadTimeoutError):
                raise
        self._give_up()
        raise PageFrozen(f"the page stopped answering: nothing came for {self.patience:.0f} s")

    def _give_up(self) -> None:
        service = getattr(self, "service", None)
        if service:
            service.process.terminate()  # its keeper ends the browser too
            service.process.wait()


class _Chrome(_Patient, webdriver.Chrome):
    """Chromium; the one without windows is told anew in each tab what to do with files.

    Its driver has it keep them in the folder that it was started in, whenever it meets a new tab.

    files: Parameters of CDP's `Browser.setDownloadBehavior`; nothing where preferences are heard.
    """

    files: Mapping[str, str] = MappingProxyType({})

    def keep_files(self, files: Mapping[str, str]) -> None:
        """Say what is to be done with files from now on."""
        self.files = files
        self.execute_cdp_cmd("Browser.setDownloadBehavior", dict(files))

    def execute(self, driver_command: Any, params: Any = None) -> Any:
        """As every driver; a tab that was gone to is told what to do with files."""
        answer = super().execute(driver_command, params)
        if self.files and driver_command in _GOES_TO_A_TAB:
            self.keep_files(self.files)
        return answer


class _Firefox(_Patient, webdriver.Firefox):
    pass


class _Remote(_Patient, webdriver.Remote):
    pass


class _ChromeService(_Kept, webdriver.ChromeService):
    pass


class _FirefoxService(_Kept, webdriver.FirefoxService):
    pass


def start_driver(asked: BrowserOptions) -> WebDriver:
    """A started browser with an empty profile.

    Raises:
        BrowserMissing: No browser or driver; the message says what to do.
        BrowserNotStarted: Both are there, and do not start.
    """
    os.environ["SE_OFFLINE"] = "true"
    try:
        driver = _started(asked)
    except UsageError:
        raise
    except HTTPError as error:
        if not asked.webdriver_url:
            raise BrowserNotStarted(
                f"the driver of {_where(asked)} does not answer: {_first_line(error)}; look for a "
                "full disk or memory"
            ) from None
        raise BrowserMissing(
            f"{_where(asked)} did not start: no WebDriver server answers there; start one, or "
            "correct --webdriver-url"
        ) from None
    except Exception as error:
        if asked.webdriver_url:
            raise BrowserNotStarted(
                f"{_where(asked)} did not start: {_first_line(error)}; see that a WebDriver server "
                f"answers there, and that it has {asked.browser.capitalize()}"
            ) from None
        raise BrowserNotStarted(
            f"{_where(asked)} did not start: {_first_line(error)}; look for a full disk or memory, "
            "and that browser and driver are of one"
            f" version (`pathfinder doctor`, `{_INSTALL[asked.browser]}`)"
        ) from None
    prepare_browser(driver, keeps_files=bool(asked.downloads))
    driver.set_page_load_timeout(asked.load_seconds)
    driver.set_script_timeout(SCRIPT_TIMEOUT)
    if isinstance(driver, _Patient):
        driver.wait_at_most(asked.answer_seconds)
    return driver


def _started(asked: BrowserOptions) -> WebDriver:
    """A driver with its browser, without BiDi where it does not know of that."""
    begin = (
        _remote if asked.webdriver_url else _firefox if asked.browser == "firefox" else _chromium
    )
    try:
        return begin(asked)
    except WebDriverException as error:
        if not asked.bidi or "websocketurl" not in str(error.msg).lower():
            raise
    return begin(replace(asked, bidi=False))


def chromium_names(headed: bool) -> tuple[str, ...]:
    """Programs that are Chromium, the one to take first.

    Where nobody watches, the one without windows: the same engine for little more than half of the
    work.
    """
    return _CHROMIUMS if headed else (*_WINDOWLESS, *_CHROMIUMS)


def _chromium(asked: BrowserOptions) -> WebDriver:
    names = chromium_names(asked.headed)
    found = [path for name in names if (path := shutil.which(name))]
    program = shutil.which("chromedriver")
    if not found or not program:
        raise BrowserMissing(
            f"no {'Chromium' if not found else 'chromedriver'} found; install it with "
            f"`{_INSTALL['chromium']}`"
        )
    if Path(found[0]).name in _WINDOWLESS and len(found) > 1:
        # One of another version than the driver is no reason to do without a browser.
        with contextlib.suppress(SessionNotCreatedException):
            return _sized(_chromium_at(found[0], program, asked), asked)
        del found[0]
    return _sized(_chromium_at(found[0], program, asked), asked)


def _chromium_at(binary: str, program: str, asked: BrowserOptions) -> WebDriver:
    options = chromium_options(asked)
    options.binary_location = binary
    driver = _Chrome(
        options=options, service=_ChromeService(program, log_output=subprocess.DEVNULL)
    )
    if Path(binary).name in _WINDOWLESS:
        driver.keep_files(_keeping(asked.downloads))
    return driver


def _keeping(downloads: Path | None) -> dict[str, str]:
    """What the browser without windows does with files; it hears no preferences."""
    if not downloads:
        return {"behavior": "deny"}
    return {"behavior": "allow", "downloadPath": str(downloads.resolve())}


def _firefox(asked: BrowserOptions) -> WebDriver:
    binary = shutil.which("firefox") or shutil.which("firefox-esr")
    program = shutil.which("geckodriver")
    if not binary:
        raise BrowserMissing(
            f"no Firefox found; install it with `{_INSTALL['firefox']}`, and geckodriver, if it "
            f"is not there, from {_GECKODRIVERS}"
        )
    if not program:
        raise BrowserMissing(f"no geckodriver found; install it from {_GECKODRIVERS}")
    options = firefox_options(asked)
    options.binary_location = binary
    driver = _Firefox(
        options=options, service=_FirefoxService(program, log_output=subprocess.DEVNULL)
    )
    return _sized(driver, asked)


def _remote(asked: BrowserOptions) -> WebDriver:
    if not asked.webdriver_url.startswith(("http://", "https://")):
        raise UsageError(
            f"--webdriver-url {asked.webdriver_url}: not an address; write http://HOST:PORT"
        )
    options: ArgOptions = (
        firefox_options(asked) if asked.browser == "firefox" else chromium_options(asked)
    )
    config = ClientConfig(remote_server_addr=asked.webdriver_url, timeout=_COMMAND_SECONDS)
    driver = _Remote(command_executor=asked.webdriver_url, options=options, client_config=config)
    return _sized(driver, asked)


def _sized(driver: WebDriver, asked: BrowserOptions) -> WebDriver:
    """The driver with a viewport (not a window) of the wished size.

    An emulated device has its own.
    """
    if asked.device:
        return driver
    try:
        width, height = driver.execute_script(
            "return [outerWidth - innerWidth, outerHeight - innerHeight]"
        )
        driver.set_window_size(asked.viewport[0] + width, asked.viewport[1] + height)
    except WebDriverException:
        return driver
    return driver


def _where(asked: BrowserOptions) -> str:
    return (
        f"a browser at {asked.webdriver_url}" if asked.webdriver_url else asked.browser.capitalize()
    )


def _first_line(error: Exception) -> str:
    return (str(getattr(error, "msg", "") or error).strip().splitlines() or [type(error).__name__])[
        0
    ]
