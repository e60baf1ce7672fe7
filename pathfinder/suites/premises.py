"""Where test cases are run.

The site that is served and the browser that is open, kept from case to case.
"""

import contextlib
from typing import Protocol

from pathfinder.core.errors import BrowserError, SettingsError
from pathfinder.core.task import Persona, Site
from pathfinder.session.folder import resetter
from pathfinder.session.siteserver import served
from pathfinder.webprocessor.browser import Browser
from pathfinder.webprocessor.watch import Safety


class OpenBrowser(Protocol):
    """How a browser is opened for a site's hosts."""

    def __call__(self, site: Site, persona: Persona) -> Browser:
        """Open one."""


class SiteFixture:
    """Sites and browsers, each of which a case finds as new.

    Args:
        seed: Seeds a site's stock.
        open_with: Opens a browser.
    """

    def __init__(self, seed: int, open_with: OpenBrowser) -> None:
        self._seed = seed
        self._open_with = open_with
        self._served: dict[tuple[str, str], tuple[Site, contextlib.ExitStack]] = {}
        self._browsers: dict[tuple[str, str, bool], Browser] = {}

    def fresh(self, site: Site, fault: str) -> Site:
        """The site as in its first state: reset where it can be, else started anew.

        Raises:
            SettingsError: A fault is asked for at a site that is not started here.
        """
        key = (site.name, fault)
        if fault and not site.start:
            raise SettingsError(
                f"fault {fault!r}: the site {site.name!r} is not started here, and can't be "
                "served with a fault"
            )
        if key in self._served and (reset := resetter(self._served[key][0])):
            reset()
            return self._served[key][0]
        for known in list(self._served):
            if known == key or known[1]:
                self._stop(known)
        stack = contextlib.ExitStack()
        extra = ("--fault", fault) if fault else ()
        self._served[key] = stack.enter_context(served(site, seed=self._seed, extra=extra)), stack
        return self._served[key][0]

    def browser(self, site: Site, persona: Persona, safety: Safety | None) -> Browser:
        """A browser without memories of the last case, as safe as this case's site demands."""
        key = (site.url, persona.name, site.safe)
        if key in self._browsers:
            try:
                self._browsers[key].forget()
            except BrowserError:
                self._browsers.pop(key).close()
        if key not in self._browsers:
            self._browsers[key] = self._open_with(site, persona)
        self._browsers[key].keep_safe(safety)
        return self._browsers[key]

    def close_browsers(self) -> None:
        """Close all browsers; the next case finds a new one."""
        for browser in self._browsers.values():
            browser.close()
        self._browsers.clear()

    def close(self) -> None:
        """Close the browsers, and stop serving."""
        self.close_browsers()
        for key in list(self._served):
            self._stop(key)

    def _stop(self, key: tuple[str, str]) -> None:
        """Stop serving a site, and close the browsers that were on it.

        A suite of faults would pile them up.
        """
        site, stack = self._served.pop(key)
        for name in [name for name in self._browsers if name[0] == site.url]:
            self._browsers.pop(name).close()
        stack.close()
