"""The bounds of a browser: what is on the allowed origins, and what is said of what is not."""

import contextlib
from collections.abc import Sequence

from selenium.common.exceptions import UnexpectedAlertPresentException
from selenium.webdriver.remote.webdriver import WebDriver

from pathfinder.core.action import Action, Kind
from pathfinder.core.errors import CertificateRefused, HostNotAllowed, SiteUnreachable
from pathfinder.core.origin import allowed, entry_of, origin_of
from pathfinder.webprocessor.gateway import Gateway
from pathfinder.webprocessor.navigate import UNSAID, ask_again, error_page, listens
from pathfinder.webprocessor.troubles import ActionError, translated

# What may be done wherever the browser is: it leads away, or does nothing to the page.
_ANYWHERE = frozenset({Kind.NAVIGATE, Kind.BACK, Kind.SWITCH_TAB, Kind.WAIT})


class Bounds:
    """The allowed origins of a browser.

    Args:
        hosts: Allowed hosts, "host" or "host:port".
        gateway: The browser's only way out; None for a browser elsewhere.

    Attributes:
        unsaid: What is to be noted with the next action.
    """

    def __init__(self, driver: WebDriver, hosts: Sequence[str], gateway: Gateway | None) -> None:
        self.driver = driver
        self.hosts = frozenset(hosts)
        self.gateway = gateway
        self.unsaid: list[str] = []
        self._encrypted: set[str] = set()

    def allows(self, url: str) -> bool:
        """Whether a URL's origin is allowed."""
        return allowed(url, self.hosts)

    def takes_values(self, url: str) -> bool:
        """Whether the persona's values may be entered on a page.

        Not in plain text where the same host has answered encrypted before.
        """
        origin = origin_of(url)
        plain = {f"http://{host}" for host in self._encrypted}
        return self.allows(url) and str(origin) not in plain

    def allow(self, url: str) -> None:
        """See that a URL's origin is allowed.

        Raises:
            HostNotAllowed: It is not.
        """
        if not self.allows(url):
            raise HostNotAllowed(
                f"{url} is not on an allowed origin; allowed: "
                f"{', '.join(sorted(self.hosts)) or 'none'}"
            )

    def check_here(self, action: Action) -> None:
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
            origin = origin_of(here)
            if origin and origin.scheme == "https":
                self._encrypted.add(origin.host)

    def refused(self) -> list[str]:
        """Requests off the allowed origins that were refused since last asked, a line each."""
        unsaid, self.unsaid = self.unsaid, []
        return [*unsaid, *(self.gateway.notes() if self.gateway else [])]

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

    def error_page(self) -> str:
        """What the browser's own error page says in place of a page of an allowed host.

        Empty where there is none.
        """
        with translated():
            said = error_page(self.driver)
            here = self.driver.current_url
            if not said or not self.allows(here):
                return ""
            return self._why(here) or (ask_again(self.driver) if said == UNSAID else said)

    def check_site_listens(self) -> None:
        """See whether the site still listens when the browser shows its own error page.

        Raises:
            SiteUnreachable: It does not: the pages that the browser has kept lead nowhere.
        """
        why, url = self.error_page(), self.driver.current_url
        if why and self.gateway and not listens(url):
            raise self.unreachable(url, why)

    def _why(self, url: str) -> str:
        """Why the gateway could not reach a URL's server.

        Empty where it could, or there is none.
        """
        return self.gateway.servers.failure(url) if self.gateway else ""


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
