"""How a browser is started: quiet, of some size, and with no way out but the gateway."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from selenium import webdriver
from selenium.webdriver.common.options import ArgOptions

from pathfinder.core.errors import UsageError
from pathfinder.webprocessor.gateway import Gateway

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


@dataclass(frozen=True)
class BrowserOptions:
    """How the browser is to be started.

    hosts: Allowed hosts, "host" or "host:port".
    downloads: Folder that downloads are kept in.
    device: A phone to emulate, of DEVICES; empty for none.
    insecure: Take servers' certificates as they are.
    gateway: The browser's only way out; None where it can't be reached (a browser elsewhere).
    load_seconds: What a page may take to come. answer_seconds: What any command may take.
    bidi: Ask for WebDriver BiDi where nothing else tells what the console says.
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
    bidi: bool = True


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
    options.set_capability("goog:loggingPrefs", {"browser": "SEVERE"})
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
    if asked.bidi and (asked.webdriver_url or asked.browser == "firefox"):
        options.set_capability("webSocketUrl", True)


def firefox_options(asked: BrowserOptions) -> webdriver.FirefoxOptions:
    """Preferences for a quiet Firefox that goes through the gateway.

    Where there is none, other hosts go to a proxy that is not there.

    Raises:
        UsageError: A phone is to be emulated, which only Chromium does.
    """
    if asked.device:
        raise UsageError(f"device {asked.device!r}: only Chromium shows pages as a phone does")
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
        "ui.useOverlayScrollbars": 1,
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
