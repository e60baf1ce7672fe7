"""The journal's events of pages.

As they were seen, what was done on them, and what that changed.
"""

from pathfinder.report.record import Event, Record


class SeenElement(Record):
    """An element of a look. box: x, y, width, height in CSS pixels from the viewport's top left."""

    uid: str = ""
    tag: str = ""
    role: str = ""
    name: str = ""
    box: tuple[float, float, float, float] | None = None
    actionable: bool = True
    layer: str = ""


class Look(Event):
    """A page as it was seen."""

    url: str = ""
    title: str = ""
    heading: str = ""
    state: str = ""
    screenshot: str = ""
    viewport: tuple[int, int] = (1280, 900)
    nodes: int = 0
    seconds: float = 0.0
    elements: tuple[SeenElement, ...] = ()
    errors: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What a person would call the page: its heading, else its title, else its address."""
        return self.heading or self.title or self.url


class ActionFacts(Record):
    """The action as asked for."""

    kind: str = ""
    uid: str = ""
    value: str = ""
    target: str = ""


class LocatorFacts(Record):
    """One way to find the element again."""

    by: str = ""
    value: str = ""
    name: str = ""


class ActedElement(SeenElement):
    """The element acted upon."""

    text: str = ""
    xpath: str = ""
    locators: tuple[LocatorFacts, ...] = ()


class ResultFacts(Record):
    """How the action went."""

    ok: bool = True
    error: str = ""
    message: str = ""
    notes: tuple[str, ...] = ()


class Act(Event):
    """An action done in the browser."""

    action: ActionFacts = ActionFacts()
    element: ActedElement | None = None
    result: ResultFacts = ResultFacts()
    seconds: float = 0.0


class Change(Event):
    """What the actions of a step changed. `nothing` is true when the page stayed as it was."""

    state_before: str = ""
    state: str = ""
    url_before: str = ""
    url: str = ""
    said: str = ""
    appeared: tuple[str, ...] = ()
    vanished: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    news: tuple[str, ...] = ()
    nothing: bool = False
