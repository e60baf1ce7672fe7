"""A browser on pages that are held in memory: links lead from one to the next. For tests, simulations and demonstrations."""

import base64
from collections.abc import Mapping
from urllib.parse import urljoin, urlsplit

from pathfinder.core.action import Action, ActionResult, Kind
from webprocessor.element import Scene, Snapshot
from webprocessor.saved import read_page

_DOT = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==")
_NOWHERE = "<title>Not found</title><h1>There is no such page</h1>"


class PagesBrowser:
    """A Browser without a process: no layout, no scripts, no forms; what can be clicked is what has an address.

    Args:
        pages: Path -> HTML.
    """

    version = "pages in memory"

    def __init__(self, pages: Mapping[str, str]) -> None:
        self._pages = pages
        self._url = "about:blank"

    def open(self, url: str) -> ActionResult:
        """Go to a page."""
        self._url = url
        return ActionResult(ok=True)

    def look(self) -> Snapshot:
        """The page as its markup says it."""
        return read_page(self._pages.get(urlsplit(self._url).path or "/", _NOWHERE), self._url)

    def perform(self, action: Action, scene: Scene) -> ActionResult:
        """Follow a link, or go to an address; nothing else can be done here."""
        if action.kind is Kind.NAVIGATE:
            return self.open(urljoin(self._url, str(action.value)))
        element = scene.find(action.uid) if action.uid else None
        if action.kind is not Kind.CLICK or element is None:
            return ActionResult(ok=False, error="other", message="pages in memory can only be clicked through")
        if href := element.attributes.get("href", ""):
            return self.open(urljoin(self._url, href))
        return ActionResult(ok=True)

    def screenshot(self) -> bytes:
        """One pixel: there is nothing to see."""
        return _DOT

    def forget(self) -> None:
        """There is nothing to forget."""

    def close(self) -> None:
        """There is nothing to close."""
