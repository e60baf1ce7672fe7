"""What a quick browser answers: the element held or missing, and the page at rest."""

from dataclasses import dataclass

from pathfinder.core.predicate import Predicate
from pathfinder.webprocessor.element import Box
from pathfinder.webprocessor.hands import ResolvedElement


@dataclass(frozen=True)
class Page:
    """What is cheaply known of a page."""

    url: str = ""
    title: str = ""
    heading: str = ""


@dataclass(frozen=True)
class FoundElement:
    """An element that one of a target's ways found, ready to be acted on.

    way: Index of that way.
    count: How many elements fitted it.
    path: The element's XPath.
    """

    grip: ResolvedElement
    page: Page
    way: int
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
    """No way found what could be acted on.

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
