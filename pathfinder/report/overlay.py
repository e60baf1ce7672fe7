"""What is drawn over a screenshot.

Outlines, labels, and the close-up of what was chosen. Units: CSS pixels of the viewport.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pathfinder.core.action import FIELDS
from pathfinder.core.events import Look, SeenElement
from pathfinder.report.step import Step

_LETTER, _PADDING, _LINE, _LONGEST = 11.6, 20.0, 26.0, 34
_ASPECT = 4 / 3
_CLOSEST = 460.0
_ICON = 60.0
_CUT = 12.0
"""Pixels of an element that may lie below the screenshot, and it still counts as seen."""


@dataclass(frozen=True)
class Frame:
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def meets(self, other: "Frame") -> bool:
        """Whether two rectangles overlap."""
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )


@dataclass(frozen=True)
class Outline:
    """An element's outline.

    look: link, button or field; crowded: its label has no room and waits for the pointer.
    """

    uid: str
    box: Frame
    look: str
    name: str
    purpose: str
    chosen: bool
    label: Frame
    crowded: bool


def outlines(step: Step) -> tuple[Outline, ...]:
    """The actionable elements that the screenshot shows, with labels where they have room.

    The chosen ones come first.
    """
    look = step.look
    if look is None:
        return ()
    chosen = set(step.chosen_uids)
    shown = [
        (element, frame)
        for element in look.elements
        if element.actionable and (frame := visible(element, look))
    ]
    shown.sort(key=lambda pair: pair[0].uid not in chosen)
    placed: list[Frame] = []
    return tuple(_outline(element, frame, step, look, placed) for element, frame in shown)


def _outline(
    element: SeenElement, frame: Frame, step: Step, look: Look, placed: list[Frame]
) -> Outline:
    purpose = step.purposes.get(element.uid, "")
    is_chosen = element.uid in step.chosen_uids
    words = purpose or (element.name if is_chosen or _is_wordless(element, frame) else "")
    places = _places(words, frame, look)
    label = next(
        (place for place in places if words and not any(place.meets(other) for other in placed)),
        None,
    )
    if label:
        placed.append(label)
    return Outline(
        element.uid,
        frame,
        kind_of(element),
        element.name,
        words,
        is_chosen,
        label or places[0],
        label is None,
    )


def _is_wordless(element: SeenElement, frame: Frame) -> bool:
    """A field, or as small and square as an icon: what it is called is not written in it."""
    return kind_of(element) == "field" or frame.width <= _ICON <= 2 * frame.height


def _places(words: str, frame: Frame, look: Look) -> tuple[Frame, ...]:
    """Where the label may go, best first: on the outline's top edge, on its bottom edge.

    Inside the screenshot.
    """
    width = min(len(words), _LONGEST) * _LETTER + _PADDING
    x = max(0.0, min(frame.x, look.viewport[0] - width))
    above, below = frame.y - _LINE + 3, frame.bottom - 3
    return tuple(
        Frame(x, y, width, _LINE) for y in (above, below) if 0 <= y <= look.viewport[1] - _LINE
    ) or (Frame(x, 0.0, width, _LINE),)


def kind_of(element: SeenElement) -> str:
    """Link, button or field: the colour of its outline."""
    if element.role in FIELDS or element.tag in ("input", "select", "textarea"):
        return "button" if element.role == "button" else "field"
    return "link" if element.role == "link" or element.tag == "a" else "button"


def visible(element: SeenElement, look: Look) -> Frame | None:
    """The part of an element that the screenshot shows; None when it is outside."""
    if element.box is None:
        return None
    x, y, width, height = element.box
    left, top = max(x, 0.0), max(y, 0.0)
    right, bottom = min(x + width, look.viewport[0]), min(y + height, look.viewport[1])
    return (
        Frame(left, top, right - left, bottom - top)
        if right - left > 1 and bottom - top > 1
        else None
    )


@dataclass(frozen=True)
class Sketch:
    """An element further down than the screenshot goes, drawn from its box and name."""

    box: Frame
    look: str
    name: str


@dataclass(frozen=True)
class CloseUp:
    """The part of the page around what was chosen.

    `sketches` stand in for what the screenshot does not reach.
    """

    view: Frame
    marks: tuple[Frame, ...]
    sketches: tuple[Sketch, ...]


def close_up(step: Step) -> CloseUp | None:
    """The chosen elements and their surroundings; None when it is not known where they are."""
    look = step.look
    marks = tuple(frame for element in step.chosen_elements if (frame := _frame(element)))
    if look is None or not marks:
        return None
    view = _around(marks, look)
    reached = Frame(0.0, 0.0, *look.viewport)
    below = [
        (element, frame)
        for element in look.elements
        if view.bottom > reached.bottom
        and (frame := _frame(element))
        and frame.meets(view)
        and frame.bottom > reached.bottom
    ]
    return CloseUp(
        view,
        marks,
        tuple(
            Sketch(frame, kind_of(e) if e.actionable else "reading", e.name) for e, frame in below
        ),
    )


def _frame(element: SeenElement) -> Frame | None:
    return (
        Frame(*element.box) if element.box and element.box[2] > 1 and element.box[3] > 1 else None
    )


def _around(marks: Sequence[Frame], look: Look) -> Frame:
    """A 4:3 view of the marks with some air, no closer than a person stands, inside the page."""
    left, top = min(m.x for m in marks), min(m.y for m in marks)
    right, bottom = max(m.right for m in marks), max(m.bottom for m in marks)
    width = min(
        max((right - left) * 1.25, (bottom - top) * 1.35 * _ASPECT, _CLOSEST), look.viewport[0]
    )
    height = max(width / _ASPECT, (bottom - top) * 1.1)
    x = min(max((left + right - width) / 2, 0.0), look.viewport[0] - width)
    lowest = (
        max(look.viewport[1] - height, 0.0)
        if bottom <= look.viewport[1] + _CUT
        else bottom + 40 - height / 2
    )
    y = min(max((top + bottom - height) / 2, 0.0), lowest)
    return Frame(x, y, width, height)
