"""A page as data: Snapshot (all that was captured) and Scene (what a user can see and use)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pathfinder.core.action import FIELDS as FIELDS


@dataclass(frozen=True)
class Box:
    """Position and size in CSS pixels, relative to the top left of the viewport."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Element:
    """One element as captured.

    uid: Empty in a Snapshot; given in a Scene.
    name: Accessible name with badges and icon targets spoken: "shopping cart, 1 item".
    text: Own visible text.
    attributes: As in the markup.
    box: None when nothing was laid out (an Element that was made without a browser).
    value: What the field holds; masked when secret. A password field shows only that it is filled,
        as "••••".
    options: Labels of a select's options.
    context: What tells it from its like: card heading, form legend, row label, nearest heading.
    css: A CSS path from an ancestor with an id; empty where there is none
        (pathfinder.webprocessor.locate.css_of makes one).
    form: Key of the form (or form-like group) that it belongs to, or nothing.
    action: Where its form is sent, as the markup says it; empty where it says nothing.
    submits: A control that sends its form.
    posts: Its form is sent by POST, so that it may change what the site keeps.
    error: The validation message that the page shows at this field.
    frame: Indices of the frames that lead to it, outermost first.
    layer: Covered by a dialog ("covered"), in the dialog on top ("dialog"), or "".
    landmark: Part of the page: "banner", "navigation", "main", "contentinfo", "complementary",
        "search", or "".
    notice: The text is an "error" or another message to the user ("status"), or "".
    size: Font size in CSS pixels of a heading, and of other text that is large; else 0.
    parent: Index, in the Snapshot, of the nearest captured element around it; -1 when there is
        none.
    hovers: Something opens while the pointer rests on it.
    answers: A read-only field that a script listens at, as one that opens a calendar.
    twice: It listens to being pressed twice, and not once.
    drags: It can be dragged.
    scrolls: It holds more than it shows, or stands first in a box that does.
    """

    tag: str
    role: str
    name: str
    text: str = ""
    uid: str = ""
    attributes: Mapping[str, str] = field(default_factory=dict)
    box: Box | None = None
    actionable: bool = False
    visible: bool = True
    enabled: bool = True
    in_viewport: bool = True
    obstructed: bool = False
    value: str = ""
    checked: bool | None = None
    selected: str = ""
    options: tuple[str, ...] = ()
    required: bool = False
    readonly: bool = False
    error: str = ""
    label: str = ""
    heading: str = ""
    context: str = ""
    form: str = ""
    action: str = ""
    submits: bool = False
    posts: bool = False
    layer: str = ""
    href: str = ""
    xpath: str = ""
    css: str = ""
    frame: tuple[int, ...] = ()
    landmark: str = ""
    notice: str = ""
    size: int = 0
    parent: int = -1
    hovers: bool = False
    answers: bool = False
    twice: bool = False
    drags: bool = False
    scrolls: bool = False

    @property
    def state(self) -> str:
        """What state it is in, as its markup says: "open", "selected, pressed"; or empty."""
        words = [_STATES.get((key, self.attributes.get(key, ""))) for key in _STATE_KEYS]
        words += ["chosen"] if self.role == "radio" and self.checked else []
        return ", ".join(word for word in words if word)

    @property
    def is_field(self) -> bool:
        """Something a user types into or chooses from."""
        return self.role in FIELDS


def held_by(field: Element) -> str:
    """What a field holds, in words."""
    if field.role in ("checkbox", "radio", "switch"):
        return "checked" if field.checked else "not checked"
    return field.selected or field.value


_STATES = {
    ("aria-expanded", "true"): "open",
    ("aria-expanded", "false"): "closed",
    ("aria-selected", "true"): "selected",
    ("aria-pressed", "true"): "pressed",
    ("aria-pressed", "false"): "not pressed",
    ("aria-checked", "true"): "checked",
    ("aria-checked", "mixed"): "partly checked",
    ("aria-current", "page"): "this page",
    ("aria-sort", "ascending"): "sorted upwards",
    ("aria-sort", "descending"): "sorted downwards",
}
_STATE_KEYS = tuple(dict.fromkeys(key for key, _ in _STATES))


@dataclass(frozen=True)
class Snapshot:
    """All that one look captured.

    scroll: How far the page is scrolled, CSS pixels.
    dialog: Text of an open native dialog, else empty.
    tabs: Number of open tabs.
    notes: What the capture could not read ("frame 2 is of another origin").
    unseen: Links that show only once something is opened, of a page that was looked at beside
        another; of any other nobody has asked.
    """

    url: str
    title: str
    elements: tuple[Element, ...]
    viewport: tuple[int, int] = (0, 0)
    scroll: tuple[int, int] = (0, 0)
    dialog: str = ""
    tabs: int = 1
    nodes: int = 0
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    unseen: tuple[Element, ...] = ()


@dataclass(frozen=True)
class Scene:
    """What a user can see and use, named.

    heading: The visible main heading (not the title).
    actionable: Links, buttons, fields, widgets; in reading order, with UIDs.
    informational: Headings, labels, text, errors, prices, table cells; in reading order, with UIDs.
    errors: Texts of the error messages shown.
    """

    url: str
    title: str
    heading: str
    actionable: tuple[Element, ...]
    informational: tuple[Element, ...]
    errors: tuple[str, ...] = ()
    viewport: tuple[int, int] = (0, 0)
    scroll: tuple[int, int] = (0, 0)
    dialog: str = ""
    tabs: int = 1
    notes: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All that can be read on the page, a line an element.

        Not what only names a picture or a control to those who hear it.
        """
        return "\n".join(
            dict.fromkeys(e.text for e in (*self.informational, *self.actionable) if e.text)
        )

    @property
    def names(self) -> tuple[str, ...]:
        """Names of everything that can be used or read."""
        return tuple(e.name for e in (*self.actionable, *self.informational) if e.name)

    @property
    def holdings(self) -> tuple[tuple[str, str], ...]:
        """What each field holds, by its name.

        Text, the chosen option, or "checked" and "not checked".
        """
        fields = [element for element in self.actionable if element.is_field]
        return tuple((element.label or element.name, held_by(element)) for element in fields)

    def find(self, uid: str) -> Element | None:
        """The element of exactly that UID."""
        return next((e for e in (*self.actionable, *self.informational) if e.uid == uid), None)
