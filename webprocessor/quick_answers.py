"""A browser that is led by locators, and what it answers.

The element held or missing, and the page at rest.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.predicate import Predicate
from pathfinder.core.scenario import Target
from pathfinder.core.secrets import Value, Vault
from pathfinder.webprocessor.browser import Browser
from pathfinder.webprocessor.element import Box, Scene
from pathfinder.webprocessor.hands import ResolvedElement


@dataclass(frozen=True)
class Page:
    """What is cheaply known of a page."""

    url: str = ""
    title: str = ""
    heading: str = ""


@dataclass(frozen=True)
class FoundElement:
    """An element that one of a target's locators found, ready to be acted on.

    locator: Index of that locator.
    count: How many elements fitted it.
    path: The element's XPath.
    """

    grip: ResolvedElement
    page: Page
    locator: int
    count: int
    tag: str
    role: str
    name: str
    box: Box
    viewport: tuple[int, int]
    path: str = ""
    frame: tuple[int, ...] = ()


@dataclass(frozen=True)
class ElementNotFound:
    """No locator found what could be acted on.

    error: one of ActionResult's words, "ambiguous" or "bad selector".
    """

    error: str
    message: str
    page: Page = Page()
    hidden: bool = False


@dataclass(frozen=True)
class SettleResult:
    """A page after an action.

    unmet: The predicates that do not hold; empty when all do.
    kept: Whether the field that was typed into holds what was typed.
    status: HTTP status of the document, 0 where the browser does not tell.
    signature: Equal for two moments between which a user would notice no change.
    dialog: Text of a native dialog that is open.
    """

    page: Page
    unmet: tuple[Predicate, ...] = ()
    kept: bool = True
    status: int = 0
    signature: str = ""
    dialog: str | None = None


class LocatingBrowser(Protocol):
    """What a replay and its healer need of a browser."""

    @property
    def browser(self) -> Browser:
        """The browser that it leads."""

    @property
    def vault(self) -> Vault:
        """The persona's values."""

    def navigate(self, url: str) -> None:
        """Go to a URL.

        Raises:
            HostNotAllowed, SiteUnreachable, BrowserDied, TabCrashed.
        """

    def seek(
        self, target: Target, kind: Kind, *, timeout: float, shown_only: bool = False
    ) -> FoundElement | ElementNotFound:
        """Find what a target's locators name, and wait until a user could act on it.

        Args:
            timeout: Seconds before giving up.
            shown_only: It is enough that it can be seen.

        Raises:
            OffOrigin, BrowserDied, TabCrashed.
        """

    def text_of(self, held: FoundElement) -> str:
        """The words that an element shows, or what a field holds; empty when it has just gone."""

    def act(
        self, action: Action, held: FoundElement | None = None, onto: FoundElement | None = None
    ) -> ActionResult:
        """Do an action, on an element or on the page; wait for nothing.

        Args:
            onto: What `held` is dropped onto when it is dragged.

        Raises:
            BrowserDied, TabCrashed, SafeModeStop.
        """

    def rest(
        self,
        predicates: Sequence[Predicate],
        *,
        timeout: float,
        field: FoundElement | None = None,
        typed: Value = "",
    ) -> SettleResult:
        """Wait until the page has loaded and the predicates hold, or the time is over.

        Args:
            field: The field that was typed into, if one was.
            typed: What was typed into it.

        Raises:
            SiteUnreachable, OffOrigin, BrowserDied, TabCrashed, SafeModeStop.
        """

    def evaluate(self, code: str) -> str:
        """Run a script in the page; what it returns, as text.

        Raises:
            UsageError: The script is wrong.
        """

    def look(self) -> Scene:
        """The whole page, named.

        Raises:
            PageNotReady, BrowserDied, TabCrashed.
        """

    def screenshot(self) -> bytes:
        """The viewport as PNG, with password and card fields blurred."""
