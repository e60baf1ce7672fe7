"""A browser over WebDriver: look, act, look again."""

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from selenium.common.exceptions import (
    TimeoutException,
    UnexpectedAlertPresentException,
    WebDriverException,
)
from selenium.webdriver.remote.webdriver import WebDriver

from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.characters import whole
from pathfinder.core.errors import PageNotReady, PathFinderError, SiteUnreachable
from pathfinder.core.secrets import Vault
from pathfinder.webprocessor.act import act
from pathfinder.webprocessor.addresses import statuses
from pathfinder.webprocessor.bounds import Bounds, left_for
from pathfinder.webprocessor.dialogs import dialog_text, dismiss_dialogs
from pathfinder.webprocessor.downloads import DownloadCap, finished_in
from pathfinder.webprocessor.element import Element, Scene, Snapshot
from pathfinder.webprocessor.gateway import Gateway
from pathfinder.webprocessor.hands import ActionContext
from pathfinder.webprocessor.looking import look_once
from pathfinder.webprocessor.navigate import go
from pathfinder.webprocessor.notices import Notice, Noticer
from pathfinder.webprocessor.options import VIEWPORT
from pathfinder.webprocessor.peeking import Behind, behind, peek, unseen
from pathfinder.webprocessor.screenshot import blank, blurred, secret_boxes
from pathfinder.webprocessor.settle import Rest, settle
from pathfinder.webprocessor.state import StoredState, captured, restore, write_state
from pathfinder.webprocessor.tabs import Tabs
from pathfinder.webprocessor.traces import Traces
from pathfinder.webprocessor.troubles import (
    TROUBLE,
    ActionError,
    fatal,
    kind,
    message,
    silence,
    translated,
    unloaded,
)
from pathfinder.webprocessor.watch import Safety, Watch

_LOOK_TRIES = 5
_LEFT = "left the allowed origins"
_NOWHERE = Scene("", "", "", (), ())


class WebDriverBrowser:
    """A Browser over WebDriver.

    Args:
        hosts: Allowed hosts, "host" or "host:port".
        vault: Secrets, masked in all that is read and filled in at the keyboard only.
        downloads: Folder to watch for downloads.
        watch: Safe mode; what it stops ends the session.
    """

    def __init__(
        self,
        driver: WebDriver,
        hosts: Sequence[str],
        *,
        vault: Vault | None = None,
        downloads: Path | None = None,
        watch: Watch | None = None,
        gateway: Gateway | None = None,
    ) -> None:
        self.driver = driver
        self.vault = vault or Vault()
        self.timeout = 5.0  # seconds that a page may take to settle
        capabilities = driver.capabilities
        name = str(capabilities.get("browserName", "browser"))
        self.version = (
            f"{'Chromium' if 'chrom' in name else name.capitalize()} "
            f"{capabilities.get('browserVersion', '')}"
        ).strip()
        self.downloads = downloads
        self.tabs = Tabs(driver)
        self._last = Snapshot("about:blank", "", (), viewport=VIEWPORT)
        self.traces = Traces(driver)
        self.watch = watch or Watch()
        self.gateway = gateway
        self.bounds = Bounds(driver, hosts, gateway)
        self.noticer = Noticer(driver, gateway, self.bounds.allows, self.vault)
        self.cap = DownloadCap(downloads, gateway.cut) if downloads and gateway else None
        self.begun_with: StoredState | None = None
        self.save_state: Path | None = None

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
        self.bounds.allow(url)
        with self.watch.acting():
            return self._open(url)

    def _open(self, url: str) -> ActionResult:
        began = time.monotonic()
        files = finished_in(self.downloads)
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
            raise fatal(error) or self.bounds.unreachable(url, message(error)) from None
        result = self._after(began, files, [])
        if _LEFT in result.notes and (why := self.bounds.error_page()):
            raise self.bounds.unreachable(url, why)
        return result

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
                        dialog=self.vault.mask(whole(dialog_text(self.driver, alert)))
                        or "(no text)",
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
        files, taken = finished_in(self.downloads), self._taken
        hands = self.hands(action, scene)
        error, said = self.attempt(action, lambda: act(hands, action))
        self._leave_frames(scene, action)
        result = self._after(began, files, hands.notes)
        result = replace(result, kept=self._taken > taken)
        if _LEFT in result.notes:
            self.bounds.check_site_listens()
            error, said = "off origin", self._come_back()
        if error:
            return replace(result, ok=False, error=error, message=said)
        return result

    @property
    def _taken(self) -> int:
        return self.gateway.taken if self.gateway else 0

    def _come_back(self) -> str:
        """Leave a page off the allowed origins for the one before it.

        Where it would have led, in words.
        """
        with translated():
            where = left_for(self.driver.current_url)
            home = self._last.url if self.bounds.allows(self._last.url) else "about:blank"
            if len(self.tabs) > 1:
                self.driver.close()
                self.tabs.follow()
            else:
                self.driver.back()
                self._settle()
            if not self.bounds.allows(self.driver.current_url):
                go(self.driver, home)
        return self.vault.mask(where)

    def hands(self, action: Action, scene: Scene = _NOWHERE) -> ActionContext:
        """Hands that hold what an action enters."""
        allows, takes = self.bounds.allows, self.bounds.takes_values
        value = action.value or ""
        return ActionContext(self.driver, scene, value, self.vault, allows, takes, watch=self.watch)

    def attempt(self, action: Action, do: Callable[[], None]) -> tuple[str, str]:
        """Do it; the typed error and what is said of it, both empty when it went well.

        Raises:
            BrowserDied, TabCrashed, BrowserSilent.
            PageFrozen, SiteUnreachable: The page answers nothing any more, or does not come.
        """
        try:
            if action.kind is Kind.NAVIGATE and not self.bounds.allows(str(action.value or "")):
                raise ActionError("other", f"{action.value} is not on an allowed origin")
            self.bounds.check_here(action)
            do()
        except ActionError as refused:
            return refused.error, self.vault.mask(str(refused))
        except UnexpectedAlertPresentException as alert:
            return ("", "") if action.kind is Kind.CLICK else ("other", self._says_open(alert))
        except TROUBLE as trouble:
            if dead := fatal(trouble) or self._silence(action, trouble):
                raise dead from None
            return kind(trouble), self.vault.mask(message(trouble))
        return "", ""

    def _says_open(self, alert: UnexpectedAlertPresentException) -> str:
        return self.vault.mask(f"a native dialog is open: {dialog_text(self.driver, alert)}")

    def _silence(self, action: Action, trouble: Exception) -> PathFinderError | None:
        """What to raise of a browser that did not answer, with a page that is not frozen.

        An address that does not come is the site's, as in `open`.
        """
        silent = silence(trouble)
        if silent and action.kind is Kind.NAVIGATE:
            return SiteUnreachable(self.vault.mask(f"{action.value} does not answer in time"))
        if silent:
            with translated():
                self._settle()
        return silent

    def notices(self) -> tuple[Notice, ...]:
        """What is wrong with the site's pages and was not told yet."""
        return self.noticer.all()

    def statuses(self, addresses: Sequence[str]) -> dict[str, int]:
        """What HEAD is answered for allowed addresses of the page's origin."""
        return statuses(self.driver, [one for one in addresses if self.bounds.allows(one)])

    def peek(self, url: str) -> Snapshot | None:
        """What is shown at an allowed address, looked at in a tab of its own."""
        if not self.bounds.allows(url):
            return None
        with self.watch.acting():
            shown = peek(self.driver, url, self.vault, awaited=self._awaited)
        self.bounds.refused()
        return shown if shown and self.bounds.allows(shown.url) else None

    def behind(self, elements: Sequence[Element]) -> dict[str, Behind]:
        """What closed menus, tabs and sections hold."""
        return behind(self.driver, elements, self.vault)

    def unseen(self) -> tuple[Element, ...]:
        """The links of the page that show only once something is opened."""
        return unseen(self.driver, self.vault)

    def answered_a_press(self) -> bool | None:
        """Whether a press was answered out of sight; None where nobody can tell."""
        return self.noticer.answered_a_press()

    def screenshot(self) -> bytes:
        """The viewport as PNG, with password and card fields blurred."""
        try:
            boxes, width = secret_boxes(self.driver, self.vault)
            return blurred(self.driver.get_screenshot_as_png(), boxes, width)
        except UnexpectedAlertPresentException:
            return blank(self._last.viewport)
        except TROUBLE as error:
            if dead := fatal(error) or silence(error):
                raise dead from None
            raise PageNotReady(f"no screenshot: {message(error)}") from None

    def forget(self) -> None:
        """Drop cookies and storage of every origin visited: the site sees a fresh visitor."""
        self.end_network_log()
        with translated():
            dismiss_dialogs(self.driver)
            self.tabs.close_others()
            self.traces.wipe()
            self.begin_with(self.begun_with)
        self.noticer.forget()

    def log_network_to(self, file: Path) -> None:
        """Write the network log of a session that begins into a file, where one is kept."""
        if self.gateway and self.gateway.log:
            self.gateway.log.begin(file)

    def end_network_log(self) -> None:
        """Write the network log of the session that ends, where one is kept."""
        if self.gateway and self.gateway.log:
            self.gateway.log.end()

    def begin_with(self, state: StoredState | None) -> None:
        """Let each session begin with cookies and storage, as if they had been left by another."""
        self.begun_with = state
        if state is not None:
            restore(self.driver, state)

    def close(self) -> None:
        """End the browser, also one that is already gone; keep its state where asked to."""
        try:
            if self.save_state:
                with contextlib.suppress(*TROUBLE):
                    write_state(captured(self.driver), self.save_state)
            self.noticer.close()
            with contextlib.suppress(*TROUBLE):
                self.driver.quit()
        finally:
            if self.cap:
                self.cap.close()
            if self.gateway:
                self.gateway.close()
            self.end_network_log()

    def _settle(self) -> Rest:
        return settle(self.driver, timeout=self.timeout, awaited=self._awaited)

    def _awaited(self) -> bool:
        return self.gateway is not None and self.gateway.awaited()

    def _after(self, began: float, files: frozenset[str], notes: list[str]) -> ActionResult:
        rest = self._settle()
        notes = [*notes, *self.tabs.follow()]
        if "new tab" in notes or "tab closed" in notes:
            rest = self._settle()
        notes += [
            *self._notes_on(rest),
            *self.watch.notes(),
            *self.bounds.refused(),
            *(self.cap.notes() if self.cap else ()),
            *(f"download: {name}" for name in sorted(finished_in(self.downloads) - files)),
        ]
        return ActionResult(
            True,
            seconds=time.monotonic() - began,
            notes=tuple(self.vault.mask(whole(note)) for note in notes),
        )

    def _notes_on(self, rest: Rest) -> list[str]:
        notes = []
        if rest.dialog is not None:
            notes.append(f"dialog: {rest.dialog}")
        if rest.printed:
            notes.append("print dialog")
        if not rest.ready:
            notes.append("page not ready")
        if rest.url and not self.bounds.allows(rest.url):
            notes.append(_LEFT)
        if rest.url.startswith("http"):
            self.traces.note(rest.url)
        return notes

    def _leave_frames(self, scene: Scene, action: Action) -> None:
        element = scene.find(action.uid or "")
        if element and element.frame:
            with contextlib.suppress(WebDriverException):
                self.driver.switch_to.default_content()


class BorrowedBrowser(WebDriverBrowser):
    """A browser that somebody else started, and goes on using: it is neither emptied nor closed."""

    def forget(self) -> None:
        """Leave cookies and storage as they are."""

    def close(self) -> None:
        """Leave it open."""
        self.noticer.close()
