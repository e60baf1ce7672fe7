"""Starting a browser that reaches the allowed origins and no others."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.options import ArgOptions
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.webdriver import WebDriver
from urllib3.exceptions import HTTPError, ReadTimeoutError

from pathfinder.core.errors import BrowserMissing, BrowserNotStarted, PageFrozen, UsageError
from pathfinder.webprocessor.gateway import Gateway
from pathfinder.webprocessor.keeper import keeper_arguments
from pathfinder.webprocessor.troubles import SCRIPT_TIMEOUT

_CHROMIUMS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-features=Translate,OptimizationHints,MediaRouter,PasswordLeakDetection,AutofillServerCommunication",
    "--force-device-scale-factor=1",
    "--hide-scrollbars",
    "--mute-audio",
    "--lang=en-US",
)
# What would go past a proxy: DNS, QUIC, and the UDP of WebRTC.
_ONLY_BY_PROXY = (
    "--proxy-bypass-list=<-loopback>",
    "--disable-quic",
    "--dns-prefetch-disable",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
# Name -> width, height and pixels a CSS pixel of the viewport; Chromium emulates touch and the
# mobile layout with them.
DEVICES = {
    "Pixel 7": (412, 839, 2.625),
    "Pixel 5": (393, 727, 2.75),
    "iPhone 13": (390, 664, 3.0),
    "iPhone SE": (375, 667, 2.0),
    "Galaxy S9+": (320, 658, 4.5),
}
_PHONE = (
    "Mozilla/5.0 (Linux; Android 13; {device}) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/120.0.0.0 Mobile Safari/537.36"
)
VIEWPORT = (1280, 900)
_COMMAND_SECONDS = 60
_INSTALL = {
    "chromium": "apt-get install chromium chromium-driver",
    "firefox": "apt-get install firefox-esr, and geckodriver from Mozilla",
}


@dataclass(frozen=True)
class BrowserOptions:
    """How the browser is to be started.

    hosts: Allowed hosts, "host" or "host:port".
    downloads: Folder that downloads are kept in.
    device: A phone to emulate, of DEVICES; empty for none.
    insecure: Take servers' certificates as they are.
    gateway: The browser's only way out; None where it can't be reached (a browser elsewhere).
    load_seconds: What a page may take to come. answer_seconds: What any command may take.
    """

    hosts: tuple[str, ...]
    browser: str = "chromium"
    headed: bool = False
    webdriver_url: str = ""
    downloads: Path | None = None
    viewport: tuple[int, int] = VIEWPORT
    device: str = ""
    insecure: bool = False
    gateway: Gateway | None = None
    load_seconds: float = 15
    answer_seconds: float = 25


class _Kept:
    """A driver that ends with PathFinder, however that ends, with its browser and profile."""

    def _start_process(self, path: str) -> None:
        self._driver = path
        super()._start_process(sys.executable)  # type: ignore[misc]

    def command_line_args(self) -> list[str]:
        return [*keeper_arguments(self._driver), *super().command_line_args()]  # type: ignore[misc]


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
    pass


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
        driver = (
            _remote(asked)
            if asked.webdriver_url
            else _firefox(asked)
            if asked.browser == "firefox"
            else _chromium(asked)
        )
    except UsageError:
        raise
    except HTTPError as error:
        if not asked.webdriver_url:
            raise BrowserNotStarted(
                f"the driver of {_where(asked)} does not answer: {_first_line(error)}; look for a "
                "full disk or memory"
            ) from None
        raise BrowserMissing(
            f"{_where(asked)} did not start: {_first_line(error)}; is there a WebDriver server?"
        ) from None
    except Exception as error:
        raise BrowserNotStarted(
            f"{_where(asked)} did not start: {_first_line(error)}; look for a full disk or memory, "
            "and that browser and driver are of one"
            f" version (`pathfinder doctor`, `{_INSTALL[asked.browser]}`)"
        ) from None
    driver.set_page_load_timeout(asked.load_seconds)
    driver.set_script_timeout(SCRIPT_TIMEOUT)
    if isinstance(driver, _Patient):
        driver.wait_at_most(asked.answer_seconds)
    return driver


def resolver_rules(hosts: Sequence[str]) -> str:
    """Chromium's host rules under which nothing but the allowed hosts resolves."""
    names = dict.fromkeys((urlsplit(f"//{host}").hostname or host) for host in hosts)
    return ", ".join(["MAP * ~NOTFOUND", *(f"EXCLUDE {name}" for name in names)])


def chromium_options(asked: BrowserOptions) -> webdriver.ChromeOptions:
    """Flags and preferences for a quiet Chromium."""
    options = webdriver.ChromeOptions()
    for flag in _FLAGS:
        options.add_argument(flag)
    if not asked.headed:
        options.add_argument("--headless=new")
    options.add_argument(f"--window-size={asked.viewport[0]},{asked.viewport[1]}")
    for flag in _way_out(asked):
        options.add_argument(flag)
    options.add_experimental_option("excludeSwitches", ["enable-logging", "enable-automation"])
    options.add_experimental_option("prefs", _preferences(asked.downloads))
    if asked.device:
        options.add_experimental_option("mobileEmulation", emulation(asked.device))
    _common(options, asked)
    return options


def _way_out(asked: BrowserOptions) -> Sequence[str]:
    """The flags under which there is no way out but the gateway.

    Where there is none, under which no other host resolves.
    """
    if not asked.gateway:
        return (
            f"--host-resolver-rules={resolver_rules(asked.hosts)}",
            *(flag for flag in _ONLY_BY_PROXY if "webrtc" in flag),
        )
    trusted = f"--ignore-certificate-errors-spki-list={asked.gateway.authority.pin}"
    return (f"--proxy-server=http://127.0.0.1:{asked.gateway.port}", trusted, *_ONLY_BY_PROXY)


def emulation(device: str) -> dict[str, object]:
    """What Chromium needs to look like a phone.

    Raises:
        UsageError: No such device; the message lists those there are.
    """
    known = next((name for name in DEVICES if name.lower() == device.strip().lower()), "")
    if not known:
        raise UsageError(
            f"device {device!r}: there is no such device; choose from {', '.join(DEVICES)}"
        )
    width, height, ratio = DEVICES[known]
    metrics = {"width": width, "height": height, "pixelRatio": ratio, "mobile": True, "touch": True}
    return {"deviceMetrics": metrics, "userAgent": _PHONE.format(device=known)}


def _preferences(downloads: Path | None) -> dict[str, object]:
    preferences: dict[str, object] = {
        "credentials_enable_service": False,
        "profile.password_manager_enabled": False,
        "profile.password_manager_leak_detection": False,
        "profile.default_content_setting_values.notifications": 2,
        "profile.default_content_setting_values.geolocation": 2,
        "autofill.profile_enabled": False,
        "autofill.credit_card_enabled": False,
        "safebrowsing.enabled": False,
        "webrtc.ip_handling_policy": "disable_non_proxied_udp",
        "net.network_prediction_options": 2,
        "download.prompt_for_download": False,
    }
    if downloads:
        preferences["download.default_directory"] = str(downloads.resolve())
    else:
        preferences["download_restrictions"] = 3  # nobody asked for files: none is kept
    return preferences


def _common(options: ArgOptions, asked: BrowserOptions) -> None:
    # "eager": a click waits for the document that it leads to, not for its slowest image.
    options.page_load_strategy = "eager"
    options.unhandled_prompt_behavior = "ignore"
    options.accept_insecure_certs = asked.insecure


def _chromium(asked: BrowserOptions) -> WebDriver:
    binary = next((path for name in _CHROMIUMS if (path := shutil.which(name))), None)
    program = shutil.which("chromedriver")
    if not binary or not program:
        raise BrowserMissing(
            f"no {'Chromium' if not binary else 'chromedriver'} found; install it with "
            f"`{_INSTALL['chromium']}`"
        )
    options = chromium_options(asked)
    options.binary_location = binary
    service = _ChromeService(program, log_output=subprocess.DEVNULL)
    driver = _Chrome(options=options, service=service)
    return _sized(driver, asked)


def _firefox(asked: BrowserOptions) -> WebDriver:
    binary = shutil.which("firefox") or shutil.which("firefox-esr")
    program = shutil.which("geckodriver")
    if not binary or not program:
        raise BrowserMissing(
            f"no {'Firefox' if not binary else 'geckodriver'} found; install it with "
            f"`{_INSTALL['firefox']}`"
        )
    options = firefox_options(asked)
    options.binary_location = binary
    driver = _Firefox(
        options=options, service=_FirefoxService(program, log_output=subprocess.DEVNULL)
    )
    return _sized(driver, asked)


def firefox_options(asked: BrowserOptions) -> webdriver.FirefoxOptions:
    """Preferences for a quiet Firefox that goes through the gateway.

    Where there is none, other hosts go to a proxy that is not there.
    """
    options = webdriver.FirefoxOptions()
    if not asked.headed:
        options.add_argument("-headless")
    allowed = (
        ""
        if asked.gateway
        else ", ".join(urlsplit(f"//{host}").hostname or host for host in asked.hosts)
    )
    port = asked.gateway.port if asked.gateway else 9
    preferences: dict[str, str | bool | int] = {
        "network.proxy.type": 1,
        "network.proxy.http": "127.0.0.1",
        "network.proxy.http_port": port,
        "network.proxy.ssl": "127.0.0.1",
        "network.proxy.ssl_port": port,
        "network.proxy.no_proxies_on": allowed,
        "network.proxy.allow_hijacking_localhost": True,
        "network.proxy.failover_direct": False,
        "network.dns.disablePrefetch": True,
        "network.prefetch-next": False,
        "network.predictor.enabled": False,
        "network.http.speculative-parallel-limit": 0,
        "network.http.http3.enable": False,
        "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False,
        "media.peerconnection.enabled": False,
        "signon.rememberSignons": False,
        "dom.webnotifications.enabled": False,
        "browser.download.folderList": 2,
        "browser.download.dir": str(asked.downloads.resolve()) if asked.downloads else "",
    }
    for key, value in preferences.items():
        options.set_preference(key, value)
    _common(options, asked)
    # Firefox can't be told to trust one key: where requests are judged, the gateway alone checks
    # the servers' certificates.
    options.accept_insecure_certs = asked.insecure or bool(asked.gateway and asked.gateway.judge)
    return options


def _remote(asked: BrowserOptions) -> WebDriver:
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
