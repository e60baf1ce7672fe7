"""Where sessions are played: sites that are served and browsers that are open.

Both are kept from session to session, and each session finds them as new.
"""

import contextlib
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from pathfinder.core.errors import BrowserError, BrowserNotStarted, UsageError
from pathfinder.core.secrets import Vault
from pathfinder.core.suggest import did_you_mean
from pathfinder.core.task import Persona, Site
from pathfinder.engine.safety import policy_of
from pathfinder.session.siteserver import resetter, served
from pathfinder.webprocessor.browser import Browser
from pathfinder.webprocessor.notices import axe_source
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.state import read_state
from pathfinder.webprocessor.watch import Safety
from pathfinder.webprocessor.webdriver import WebDriverBrowser


class OpenBrowser(Protocol):
    """How sessions get their browser; `pathfinder.webprocessor.opening.open_browser` is one way."""

    def __call__(
        self,
        hosts: Sequence[str],
        /,
        *,
        vault: Vault,
        headed: bool,
        webdriver_url: str,
        downloads: Path | None,
        device: str,
        safety: Safety | None,
        insecure: bool,
    ) -> Browser: ...


NETWORK = "network.har"
BROWSERS = ("chromium", "firefox")


def opener(
    browser: str,
    *,
    accessibility: bool = False,
    state: Path | None = None,
    save_state: Path | None = None,
    har: bool = False,
) -> OpenBrowser:
    """How browsers of a kind are opened, and whether they check pages for accessibility.

    Args:
        state: A file with cookies and storage to begin with. save_state: Where to keep them.
        har: Log the network of each session.

    Raises:
        UsageError: No such kind, or one that takes no state.
        SettingsError: The state can't be read.
        ModuleNotFoundError: Accessibility is not installed.
    """
    if browser not in BROWSERS:
        raise UsageError(f"--browser: {browser!r} is not known; {did_you_mean(browser, BROWSERS)}")
    if (state or save_state) and browser != BROWSERS[0]:
        raise UsageError(f"--browser {browser}: --state and --save-state need {BROWSERS[0]}")
    return partial(
        open_browser,
        browser=browser,
        audit=axe_source() if accessibility else "",
        state=read_state(state) if state else None,
        save_state=save_state,
        har=har,
    )


class SiteFixture:
    """Sites and browsers, each of which a session finds as new; leaving it ends them all.

    Args:
        open_with: Opens a browser that is held to the safety it is given.
        device: A phone to emulate; empty for none.
    """

    def __init__(
        self,
        open_with: OpenBrowser = open_browser,
        *,
        headed: bool = False,
        webdriver_url: str = "",
        device: str = "",
    ) -> None:
        self._open_with = open_with
        self._headed, self._webdriver_url, self._device = headed, webdriver_url, device
        self._served: dict[tuple[object, ...], tuple[Site, contextlib.ExitStack]] = {}
        self._browsers: dict[tuple[object, ...], Browser] = {}

    def __enter__(self) -> "SiteFixture":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def fresh(self, site: Site, *, seed: int = 0, extra: tuple[str, ...] = ()) -> Site:
        """The site in its first state: reset where it can be, else started anew, else as it is.

        Args:
            seed: Seeds the stock of a site that is started here.
            extra: Words added to its start command, such as `--fault NAME`.

        Raises:
            UsageError: There are such words, but no start command for them.
            SiteUnreachable: It could not be started, or not be reset.
        """
        key = (site.name, site.url, seed, extra)
        if key in self._served and (site.reset or not site.start):
            known = self._served[key][0]
            if reset := resetter(known):
                reset()
            return known
        for other in list(self._served):
            if other == key or other[-1] not in ((), extra):
                self._stop(other)
        stack = contextlib.ExitStack()
        self._served[key] = stack.enter_context(served(site, seed=seed, extra=extra)), stack
        return self._served[key][0]

    def browser(
        self,
        site: Site,
        persona: Persona,
        goal: str,
        *,
        downloads: Path | None = None,
        folder: Path | None = None,
    ) -> Browser:
        """A browser without memories of the last session, as safe as site and goal demand.

        Args:
            folder: The session's, for the network log where one is kept.

        Raises:
            BrowserNotStarted: It did not start, nor a second time.
            UsageError: Safe mode with a browser elsewhere, whose requests nobody here sees.
        """
        safety = policy_of(site, goal, persona)
        key = (site.url, site.hosts, persona.name, site.safe, site.insecure_certificates)
        if key in self._browsers:
            try:
                self._browsers[key].forget()
                self._browsers[key].keep_safe(safety)
            except BrowserError:
                self._browsers.pop(key).close()
        if key not in self._browsers:
            asked: dict[str, Any] = {
                "vault": persona.vault,
                "headed": self._headed,
                "webdriver_url": self._webdriver_url,
                "downloads": downloads,
                "device": self._device,
                "safety": safety,
                "insecure": site.insecure_certificates,
            }
            try:
                self._browsers[key] = self._open_with(site.hosts, **asked)
            except BrowserNotStarted:  # a busy machine: the second time it most often does
                self._browsers[key] = self._open_with(site.hosts, **asked)
        browser = self._browsers[key]
        if folder and isinstance(browser, WebDriverBrowser):
            browser.log_network_to(folder / NETWORK)
        return browser

    def close_browsers(self) -> None:
        """Close all browsers; the next session finds a new one."""
        while self._browsers:
            self._browsers.popitem()[1].close()

    def close(self) -> None:
        """Close the browsers, and stop serving."""
        self.close_browsers()
        for key in list(self._served):
            self._stop(key)

    def _stop(self, key: tuple[object, ...]) -> None:
        """Stop serving a site, and close the browsers that were on it.

        A suite of faults would pile them up.
        """
        site, stack = self._served.pop(key)
        for name in [name for name in self._browsers if name[0] == site.url]:
            self._browsers.pop(name).close()
        stack.close()
