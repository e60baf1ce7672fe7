"""What is wrong with a page on the face of it.

Exceptions and console errors, requests that failed, images that do not load, slow answers: facts
that the browser and its gateway tell, which nobody has to judge.
"""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal, Protocol, runtime_checkable
from urllib.parse import urlsplit

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.remote.webdriver import WebDriver
from urllib3.exceptions import HTTPError

from pathfinder.core.secrets import Vault
from pathfinder.webprocessor.checkpoint import Answered
from pathfinder.webprocessor.console import console_of
from pathfinder.webprocessor.gateway import Gateway
from pathfinder.webprocessor.page import script

Severity = Literal["error", "warning"]
SLOW_SECONDS = 3.0
_LONGEST = 300
# A page that lays itself out while it is told of its layout: browsers report it as an error, and
# go on.
_HARMLESS = ("ResizeObserver loop",)


@dataclass(frozen=True)
class Notice:
    """One thing that is wrong.

    kind: "exception", "console error", "failed request", "broken image", "broken link",
        "slow page", "accessibility" or "control does nothing".
    message: In a sentence. evidence: What the browser says, or where in the page.
    url: Of the page, or of what failed.
    """

    kind: str
    message: str
    severity: Severity = "error"
    url: str = ""
    evidence: str = ""


@runtime_checkable
class Noticing(Protocol):
    """A browser that tells what is wrong with its pages."""

    def notices(self) -> tuple[Notice, ...]:
        """What is wrong and was not told yet, also with the page as it is now."""

    def answered_a_press(self) -> bool | None:
        """Whether a press was answered out of sight since the last notices.

        By a request, or by a field that took the focus; None where nobody can tell.
        """


class Noticer:
    """Collects what is wrong from a driver and its gateway.

    Args:
        allows: Whether a URL is of an allowed origin; what the gateway refuses is no site's fault.
        audit: The source of axe-core, to check pages for accessibility with; empty: don't.
    """

    def __init__(
        self,
        driver: WebDriver,
        gateway: Gateway | None,
        allows: Callable[[str], bool],
        vault: Vault,
        *,
        audit: str = "",
    ) -> None:
        self._driver, self._gateway, self._allows, self._vault = driver, gateway, allows, vault
        self._console = console_of(driver)
        self.audit = audit
        self._audited: set[str] = set()
        self._sent = 0

    def forget(self) -> None:
        """Begin anew, for another session."""
        self.all()
        self._audited.clear()

    def close(self) -> None:
        """Listen to the console no longer."""
        if self._console:
            self._console.close()

    def all(self) -> tuple[Notice, ...]:
        """What is wrong and was not told yet."""
        page = self._page()
        found = [*self._said(), *self._of_page(page)]
        images = {one.url for one in found if one.kind == "broken image"}
        found += [one for one in self._failed(page) if one.url not in images]
        if self.audit:
            found += self._violations(str(page.get("url", "")))
        self._sent = self._gateway.sent if self._gateway else 0
        return tuple(found)

    def answered_a_press(self) -> bool | None:
        """Whether a request was sent, or a field has the focus, since `all` was asked."""
        if self._gateway is None or self._driver_at().startswith("https:"):
            return None
        return self._gateway.sent > self._sent or bool(self._page().get("answering"))

    def _driver_at(self) -> str:
        with contextlib.suppress(WebDriverException, HTTPError):
            return self._driver.current_url
        return "https:"

    def _page(self) -> Mapping[str, Any]:
        with contextlib.suppress(WebDriverException, HTTPError):
            return dict(self._driver.execute_script(script("notices")) or {})
        return {}

    def _said(self) -> Iterator[Notice]:
        """What the console says."""
        for one in self._console.errors() if self._console else ():
            if not any(harmless in one.words for harmless in _HARMLESS):
                first = self._clean(one.words.strip().split("\n")[0])
                where = self._clean(f"{one.url} {one.place}")
                yield Notice(one.kind, first, url=self._clean(one.url), evidence=where)

    def _of_page(self, page: Mapping[str, Any]) -> Iterator[Notice]:
        here = self._clean(str(page.get("url", "")))
        for image in page.get("images", ()):
            source = str(image["src"])
            if source.startswith("http") and not self._allows(source):
                continue
            called = f' "{image["alt"]}"' if image["alt"] else ""
            said = f"the picture{called} does not load"
            yield Notice("broken image", self._clean(said), url=self._clean(source), evidence=here)
        seconds = float(page.get("answered", 0)) / 1000
        if seconds >= SLOW_SECONDS:
            said = f"the server took {seconds:.1f} s to answer"
            yield Notice("slow page", said, "warning", here)

    def _failed(self, page: Mapping[str, Any]) -> Iterator[Notice]:
        """Requests that failed: all that the gateway carried, of https what the page knows."""
        answers = self._gateway.failures() if self._gateway else []
        hidden = [
            Answered("GET", one["url"], int(one["status"]), True, False)
            for one in page.get("failed", ())
            if not self._gateway or str(one["url"]).startswith("https:")
        ]
        for one in (*answers, *hidden):
            if notice := self._failure(one):
                yield notice

    def _failure(self, one: Answered) -> Notice | None:
        path = self._clean(urlsplit(one.url).path)
        if path == "/favicon.ico" or (one.status < 500 and not one.asked_by_page):
            return None  # asked for by the browser, or by whoever steers it
        if one.status < 500 and one.method not in ("GET", "HEAD"):
            return None  # how a form that is filled in wrongly is answered
        severity: Severity = "warning" if one.status in (401, 403) else "error"
        url = self._clean(one.url)
        if one.is_page and one.status < 500:
            return Notice("broken link", f"a link leads to {path}: {one.status}", severity, url)
        return Notice("failed request", f"{one.method} {path}: {one.status}", severity, url)

    def _violations(self, url: str) -> list[Notice]:
        """What axe-core finds serious, once for each address."""
        path = url.partition("#")[0]
        if not path.startswith("http") or path in self._audited:
            return []
        self._audited.add(path)
        with contextlib.suppress(WebDriverException, HTTPError):
            found = self._driver.execute_async_script(_AUDIT % self.audit)
            return [self._violation(one, self._clean(path)) for one in found or ()]
        return []

    def _violation(self, one: Mapping[str, Any], url: str) -> Notice:
        said = f"{one['help']} ({one['id']}; {one['count']} on the page)"
        return Notice("accessibility", self._clean(said), "warning", url, self._clean(one["where"]))

    def _clean(self, text: str) -> str:
        return self._vault.mask(text)[:_LONGEST]


def axe_source() -> str:
    """The script of axe-core, from the package that brings it.

    Raises:
        ModuleNotFoundError: It is not installed; the extra `accessibility` brings it.
    """
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


_AUDIT = """
const done = arguments[arguments.length - 1];
const kept = window.axe;
%s
const axe = window.axe;
const tell = one => ({
  id: one.id, help: one.help, count: one.nodes.length, where: String(one.nodes[0].target[0])});
axe.run(document, {resultTypes: ["violations"]})
  .then(found => done(found.violations.filter(
    one => one.impact === "serious" || one.impact === "critical").map(tell)))
  .catch(() => done([]))
  .finally(() => { if (kept) window.axe = kept; else delete window.axe; });
"""
