"""Events of pages: as they were seen, what was done on them, and what that changed."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import Field

from pathfinder.core.events.record import Event, Record

Box = tuple[float, float, float, float]


class SeenElement(Record):
    """An element of a look. box: x, y, width, height in CSS pixels from the viewport's top left."""

    uid: str = ""
    tag: str = ""
    role: str = ""
    name: str = ""
    box: Box | None = None
    actionable: bool = True
    layer: str = ""


class Look(Event):
    """A page as it was seen. nodes: Of its DOM."""

    event: Literal["look"] = "look"
    url: str = ""
    title: str = ""
    heading: str = ""
    state: str = ""
    screenshot: str = ""
    viewport: tuple[int, int] = (1280, 900)
    scroll: tuple[float, float] = (0, 0)
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
    """The element acted upon. frame: Indices of the frames that lead to it, outermost first.

    found_by: Of a replay: which of its step's locators found it, counted from 0.
    """

    older_names: ClassVar[Mapping[str, str]] = {"way": "found_by"}

    text: str = ""
    label: str = ""
    context: str = ""
    heading: str = ""
    attributes: dict[str, str] = Field(default_factory=dict)
    xpath: str = ""
    frame: tuple[int, ...] = ()
    locators: tuple[LocatorFacts, ...] = ()
    found_by: int = 0


class ResultFacts(Record):
    """How the action went. kept: The site has taken something, as far as that can be seen."""

    ok: bool = True
    error: str = ""
    message: str = ""
    notes: tuple[str, ...] = ()
    kept: bool = False


class Act(Event):
    """An action done in the browser.

    onto: What the element was dropped onto. screenshot: Of the form that it sent, filled in.
    """

    event: Literal["act"] = "act"
    action: ActionFacts = ActionFacts()
    element: ActedElement | None = None
    onto: ActedElement | None = None
    result: ResultFacts = ResultFacts()
    seconds: float = 0.0
    screenshot: str = ""


class Change(Event):
    """What the actions of a step changed. `nothing` is true when the page stayed as it was."""

    event: Literal["change"] = "change"
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


class Purposes(Event):
    """What the page and its elements are for, in view of the goal."""

    event: Literal["purposes"] = "purposes"
    scene_name: str = ""
    summary: str = ""
    purposes: dict[str, str] = Field(default_factory=dict)
    by: str = ""


class Finding(Event):
    """Something that is wrong with the site, whatever the verdict.

    kind: "exception", "console error", "failed request", "broken image", "broken link",
        "slow page", "accessibility", "control does nothing", "lost input" or "dead end".
    severity: "error" or "warning". url: Of the page, or of what failed.
    """

    event: Literal["finding"] = "finding"
    kind: str = ""
    message: str = ""
    evidence: str = ""
    severity: str = "warning"
    url: str = ""
    screenshot: str = ""


class Coverage(Event):
    """How much of a site a crawl has seen.

    pages: Kinds of pages, by their addresses without numbers. actions, forms: All that were seen.
    links: Those whose addresses were asked for, and not followed.
    """

    event: Literal["coverage"] = "coverage"
    states: int = 0
    pages: int = 0
    actions: int = 0
    actions_tried: int = 0
    forms: int = 0
    forms_tried: int = 0
    links: int = 0


class Stopped(Event):
    """What safe mode stopped before.

    A request (method, url, fields, and the line of sites.yaml that would allow it), or a control,
    a dialog or an address by its words (what, said, phrase).
    """

    event: Literal["stopped"] = "stopped"
    method: str = ""
    url: str = ""
    fields: tuple[str, ...] = ()
    allow: str = ""
    what: str = ""
    said: str = ""
    phrase: str = ""


class Reached(Event):
    """Whether a step led where it should. amiss: The conditions that do not hold there."""

    event: Literal["reached"] = "reached"
    reached: bool = False
    amiss: tuple[str, ...] = ()
    url: str = ""
