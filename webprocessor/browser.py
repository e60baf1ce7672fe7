"""The browser: look, act, look again."""

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol

from selenium.common.exceptions import (
    TimeoutException,
    UnexpectedAlertPresentException,
    WebDriverException,
)
from selenium.webdriver.remote.webdriver import WebDriver

from pathfinder.core.action import ELSEWHERE, Action, ActionResult, Kind
from pathfinder.core.characters import whole
from pathfinder.core.errors import (
    CertificateRefused,
    HostNotAllowed,
    PageNotReady,
    SiteUnreachable,
    UsageError,
)
from pathfinder.core.origin import allowed, entry_of, origin_of
from pathfinder.core.secrets import Vault
from pathfinder.webprocessor.act import act
from pathfinder.webprocessor.downloads import UNFINISHED, DownloadCap
from pathfinder.webprocessor.element import Scene, Snapshot
from pathfinder.webprocessor.gateway import Gateway
from pathfinder.webprocessor.hands import ActionContext
from pathfinder.webprocessor.looking import look_once
from pathfinder.webprocessor.navigate import error_page, go, listens
from pathfinder.webprocessor.screenshot import blank, blurred, secret_boxes
from pathfinder.webprocessor.settle import Rest, settle
from pathfinder.webprocessor.start import BrowserOptions, start_driver
from pathfinder.webprocessor.tabs import Tabs
from pathfinder.webprocessor.traces import Traces, dismiss_dialogs
from pathfinder.webprocessor.troubles import (
    TROUBLE,
    ActionError,
    fatal,
    kind,
    message,
    translated,
    unloaded,
)
from pathfinder.webprocessor.watch import Safety, Watch

_LOOK_TRIES = 5
_LEFT = "left the allowed origins"
# What may be done wherever the browser is: it leads away, or does nothing to the page.
_ANYWHERE = frozenset({Kind.NAVIGATE, Kind.BACK, Kind.SWITCH_TAB, Kind.WAIT})
_VIEWPORT = (1280, 900)
_NOWHERE = Scene("", "", "", (), ())


class Browser(Protocol):
    """What a session needs of a browser."""

    version: str

    @property
    def withheld(self) -> tuple[str, ...]:
        """The requests that pages sent by themselves, and that safe mode kept back, in words."""

    def open(self, url: str) -> ActionResult:
        """Go to a URL and wait until it has settled.

        Raises:
            HostNotAllowed, SiteUnreachable, BrowserDied, TabCrashed, SafeModeStop.
        """

    def look(self) -> Snapshot:
        """The page as it is now, in one WebDriver call.

        Raises:
            PageNotReady, BrowserDied, TabCrashed.
        """

    def perform(self, action: Action, scene: Scene) -> ActionResult:
        """Do an action on what `scene` names, and settle. Trouble with the page is in the result.

        Raises:
            BrowserDied, TabCrashed, SafeModeStop, SiteUnreachable.
        """

    def screenshot(self) -> bytes:
        """The viewport as PNG, with password and card fields blurred."""

    def forget(self) -> None:
        """Drop cookies and storage: the site sees a fresh visitor."""

    def keep_safe(self, safety: Safety | None) -> None:
        """Begin a session that may do no more than this; None: everything."""

    def close(self) -> None:
        """End the browser."""


class WebDriverBrowser:
    """A Browser over WebDriver.

    Args:
        hosts: Allowed hosts, "host" or "host:port".
        vault: Secrets, masked in all that is read and filled in at the keyboard only.
        downloads: Folder to watch for downloads.
        timeout: Seconds a page may take to settle.
        watch: Safe mode; what it stops ends the session.
    """

    def __init__(
        self,
        driver: WebDriver,
        hosts: Sequence[str],
        *,
        vault: Vault | None = None,
        downloads: Path | None = None,
        timeout: float = 5.0,
        watch: Watch | None = None,
        gateway: Gateway | None = None,
    ) -> None:
        self.driver = driver
        self.hosts = frozenset(hosts)
        self.vault = vault or Vault()
        self.timeout = timeout
        capabilities = driver.capabilities
        name = str(capabilities.get("browserName", "browser"))
        self.version = (
            f"{'Chromium' if 'chrom' in name else name.capitalize()} "
            f"{capabilities.get('browserVersion', '')}"
        ).strip()
        self.downloads = downloads
        self.tabs = Tabs(driver)
        self._last = Snapshot("about:blank", "", (), viewport=_VIEWPORT)
        self.traces = Traces(driver)
        self.watch = watch or Watch()
        self.gateway = gateway
        self.cap = DownloadCap(downloads, gateway.cut) if downloads and gateway else None
        self.unsaid: list[str] = []

    @property
    def withheld(self) -> tuple[str, ...]:
        """The requests that pages sent by themselves, and that safe mode kept back, in words."""
        return self.watch.withheld

    def keep_safe(self, safety: Safety | None) -> None:
        """Begin a session that may do no more than this; None: everything."""
        self.watch.safety = safety
        self.watch.forget()
        if self.gateway:
            self.gateway.judge = self.watch.judge if safety else None

    def open(self, url: str) -> ActionResult:
        """Go to a URL and wait until it has settled."""
        if not self.allows(url):
            raise HostNotAllowed(
                f"{url} is not on an allowed origin; allowed: "
                f"{', '.join(sorted(self.hosts)) or 'none'}"
            )
        with self.watch.acting():
            return self._open(url)

    def _open(self, url: str) -> ActionResult:
        began = time.monotonic()
        files = self._files()
        self._last = replace(
            self._last, url=url, title="", elements=()
        )  # what a dialog that opens at once is in front of
        try:
            go(self.driver, url)
        except UnexpectedAlertPresentException:
            pass
        except TimeoutException:
            raise SiteUnreachable(
                f"{url} does not answer within {time.monotonic() - began:.0f} s"
            ) from None
        except TROUBLE as error:
            raise fatal(error) or self.unreachable(url, message(error)) from None
        result = self._after(began, files, [])
        if _LEFT in result.notes and (why := self._error_page()):
            raise self.unreachable(url, why)
        return result

    def unreachable(self, url: str, said: str) -> SiteUnreachable:
        """The error for a site that does not answer, or whose certificate is refused."""
        why = self._why(url) or said
        if "ERR_CERT_" in why or "insecure certificate" in why.lower():
            host = origin_of(url)
            return CertificateRefused(
                f"{host.host if host else url}: its certificate is not valid ({why}); if the site "
                "may be trusted all the same, "
                "write `insecure_certificates: true` for it in sites.yaml"
            )
        return SiteUnreachable(f"{url} does not answer: {why}")

    def _error_page(self) -> str:
        """What the browser's own error page says in place of a page of an allowed host.

        Empty where there is none.
        """
        with translated():
            said = error_page(self.driver)
            here = self.driver.current_url
            return self._why(here) or said if said and self.allows(here) else ""

    def _why(self, url: str) -> str:
        """Why the gateway could not reach a URL's server.

        Empty where it could, or there is none.
        """
        return self.gateway.failure(url) if self.gateway else ""

    def look(self) -> Snapshot:
        """The page as it is now, in one WebDriver call."""
        with translated():
            for attempt in range(_LOOK_TRIES):
                try:
                    self._last = look_once(self.driver, self.vault, tabs=len(self.tabs))
                    return self._last
                except UnexpectedAlertPresentException as alert:
                    return replace(
                        self._last,
                        elements=(),
                        dialog=self.vault.mask(whole(alert.alert_text or "")) or "(no text)",
                    )
                except WebDriverException as error:
                    if not unloaded(error) or attempt == _LOOK_TRIES - 1:
                        raise
                    time.sleep(0.05 * (attempt + 1))
        raise PageNotReady("the page navigates again and again")

    def perform(self, action: Action, scene: Scene) -> ActionResult:
        """Do an action on what `scene` names, and settle."""
        with self.watch.acting():
            return self._perform(action, scene)

    def _perform(self, action: Action, scene: Scene) -> ActionResult:
        began = time.monotonic()
        files = self._files()
        hands = self.hands(action, scene)
        error, said = self.attempt(action, lambda: act(hands, action))
        self._leave_frames(scene, action)
        result = self._after(began, files, hands.notes)
        if _LEFT in result.notes:
            self._check_site_listens()
            error, said = "off origin", self._come_back()
        if error:
            return replace(result, ok=False, error=error, message=said)
        return result

    def _check_site_listens(self) -> None:
        """See whether the site still listens when the browser shows its own error page.

        Raises:
            SiteUnreachable: It does not: the pages that the browser has kept lead nowhere.
        """
        why, url = self._error_page(), self.driver.current_url
        if why and self.gateway and not listens(url):
            raise self.unreachable(url, why)

    def _come_back(self) -> str:
        """Leave a page off the allowed origins for the one before it.

        Where it would have led, in words.
        """
        with translated():
            where = left_for(self.driver.current_url)
            home = self._last.url if self.allows(self._last.url) else "about:blank"
            if len(self.tabs) > 1:
                self.driver.close()
                self.tabs.follow()
            else:
                self.driver.back()
                settle(self.driver, timeout=self.timeout)
            if not self.allows(self.driver.current_url):
                go(self.driver, home)
        return self.vault.mask(where)

    def hands(self, action: Action, scene: Scene = _NOWHERE) -> ActionContext:
        """Hands that hold what an action enters."""
        return ActionContext(
            self.driver, scene, action.value or "", self.vault, self.allows, watch=self.watch
        )

    def attempt(self, action: Action, do: Callable[[], None]) -> tuple[str, str]:
        """Do it; the typed error and what is said of it, both empty when it went well.

        Raises:
            BrowserDied, TabCrashed.
        """
        try:
            if action.kind is Kind.NAVIGATE and not self.allows(str(action.value or "")):
                raise ActionError("other", f"{action.value} is not on an allowed origin")
            self._check_here(action)
            do()
        except ActionError as refused:
            return refused.error, self.vault.mask(str(refused))
        except UnexpectedAlertPresentException as alert:
            return (
                ("", "")
                if action.kind is Kind.CLICK
                else ("other", self.vault.mask(f"a native dialog is open: {alert.alert_text}"))
            )
        except TROUBLE as trouble:
            if dead := fatal(trouble):
                raise dead from None
            return kind(trouble), self.vault.mask(message(trouble))
        return "", ""

    def _check_here(self, action: Action) -> None:
        """See that the page is of an allowed origin, now.

        Of the frame that is acted in, `hold` sees it.

        Raises:
            ActionError: It is not.
        """
        if action.kind in _ANYWHERE:
            return
        with contextlib.suppress(UnexpectedAlertPresentException):
            here = self.driver.current_url
            if not self.allows(here):
                raise ActionError("off origin", f"{left_for(here)}; nothing is done there")

    def screenshot(self) -> bytes:
        """The viewport as PNG, with password and card fields blurred."""
        try:
            boxes, width = secret_boxes(self.driver, self.vault)
            return blurred(self.driver.get_screenshot_as_png(), boxes, width)
        except UnexpectedAlertPresentException:
            return blank(self._last.viewport)
        except TROUBLE as error:
            if dead := fatal(error):
                raise dead from None
            raise PageNotReady(f"no screenshot: {message(error)}") from None

    def forget(self) -> None:
        """Drop cookies and storage of every origin visited: the site sees a fresh visitor."""
        with translated():
            dismiss_dialogs(self.driver)
            self.tabs.close_others()
            self.traces.wipe()

    def close(self) -> None:
        """End the browser, also one that is already gone."""
        try:
            with contextlib.suppress(*TROUBLE):
                self.driver.quit()
        finally:
            if self.cap:
                self.cap.close()
            if self.gateway:
                self.gateway.close()

    def _after(self, began: float, files: frozenset[str], notes: list[str]) -> ActionResult:
        rest = settle(self.driver, timeout=self.timeout)
        notes = [*notes, *self.tabs.follow()]
        if "new tab" in notes or "tab closed" in notes:
            rest = settle(self.driver, timeout=self.timeout)
        notes += [
            *self._notes_on(rest),
            *self.watch.notes(),
            *self.off_origin(),
            *(self.cap.notes() if self.cap else ()),
            *(f"download: {name}" for name in sorted(self._files() - files)),
        ]
        return ActionResult(
            True,
            seconds=time.monotonic() - began,
            notes=tuple(self.vault.mask(whole(note)) for note in notes),
        )

    def off_origin(self) -> list[str]:
        """Requests off the allowed origins that were refused since last asked, a line each."""
        unsaid, self.unsaid = self.unsaid, []
        return [*unsaid, *(self.gateway.notes() if self.gateway else [])]

    def _notes_on(self, rest: Rest) -> list[str]:
        notes = []
        if rest.dialog is not None:
            notes.append(f"dialog: {rest.dialog}")
        if rest.printed:
            notes.append("print dialog")
        if not rest.ready:
            notes.append("page not ready")
        if rest.url and not self.allows(rest.url):
            notes.append(_LEFT)
        if rest.url.startswith("http"):
            self.traces.note(rest.url)
        return notes

    def _leave_frames(self, scene: Scene, action: Action) -> None:
        element = scene.find(action.uid or "")
        if element and element.frame:
            with contextlib.suppress(WebDriverException):
                self.driver.switch_to.default_content()

    def allows(self, url: str) -> bool:
        """Whether a URL's origin is allowed."""
        return allowed(url, self.hosts)

    def _files(self) -> frozenset[str]:
        folder = self.downloads
        if not folder or not folder.is_dir():
            return frozenset()
        return frozenset(
            file.name for file in folder.iterdir() if not file.name.endswith(UNFINISHED)
        )


def left_for(url: str) -> str:
    """What is said of a page that led off the allowed origins, with what would allow it.

    No path, which may hold anything.
    """
    entry = entry_of(url)
    remedy = f"; if that belongs to the site, add {entry} to its hosts" if entry else ""
    return (
        "it leads off the allowed origins, to "
        f"{origin_of(url) or url.partition(':')[0] + ':'}{remedy}"
    )


class BorrowedBrowser(WebDriverBrowser):
    """A browser that somebody else started, and goes on using: it is neither emptied nor closed."""

    def forget(self) -> None:
        """Leave cookies and storage as they are."""

    def close(self) -> None:
        """Leave it open."""


def open_browser(
    site_hosts: Sequence[str],
    *,
    vault: Vault | None = None,
    headed: bool = False,
    webdriver_url: str = "",
    downloads: Path | None = None,
    viewport: tuple[int, int] = _VIEWPORT,
    browser: str = "chromium",
    device: str = "",
    safety: Safety | None = None,
    insecure: bool = False,
) -> WebDriverBrowser:
    """Start a browser that reaches `site_hosts` only, and in safe mode does no more.

    `safety` says what is allowed there.

    Args:
        insecure: Take the servers' certificates as they are.

    Raises:
        BrowserMissing: No browser or driver; the message says how to install them.
        UsageError: No such device to emulate; or safe mode with a browser elsewhere, whose requests
            nobody here sees.
    """
    if safety and webdriver_url:
        raise UsageError(
            "safe mode sees the requests of a browser on this machine only: leave out "
            "--webdriver-url, or add --allow-irreversible"
        )
    if downloads:
        downloads.mkdir(parents=True, exist_ok=True)
    watch = Watch(safety)
    gateway = (
        None
        if webdriver_url
        else Gateway(
            partial(allowed, entries=tuple(site_hosts)),
            watch.judge if safety else None,
            insecure=insecure,
        )
    )
    wish = BrowserOptions(
        tuple(site_hosts),
        browser,
        headed,
        webdriver_url,
        downloads,
        viewport,
        device,
        insecure,
        gateway,
    )
    try:
        made = WebDriverBrowser(
            start_driver(wish),
            site_hosts,
            vault=vault,
            downloads=downloads,
            watch=watch,
            gateway=gateway,
        )
    except BaseException:
        if gateway:
            gateway.close()
        raise
    if not gateway:
        made.unsaid.append(ELSEWHERE)
    return made
