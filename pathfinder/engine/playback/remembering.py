"""What is remembered of an element, to know it again when no locator finds it."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

from pathfinder.core.action import Action
from pathfinder.core.scenario import Control, Locator, Remembered, Step, StepKind, Target
from pathfinder.core.secrets import escaped
from pathfinder.webprocessor.element import Element, Scene
from pathfinder.webprocessor.locate import contract_of, locators

_KEPT = (
    "id",
    "name",
    "type",
    "autocomplete",
    "placeholder",
    "title",
    "aria-label",
    "class",
    "inputmode",
)
STEP_KINDS: Mapping[str, StepKind] = {
    "navigate": "navigate",
    "click": "click",
    "double click": "double click",
    "type": "fill",
    "clear": "fill",
    "select": "select",
    "check": "check",
    "uncheck": "uncheck",
    "upload": "upload",
    "press": "press",
    "hover": "hover",
    "focus": "focus",
    "select text": "select text",
    "drag": "drag",
    "back": "back",
    "answer dialog": "answer dialog",
}
"""The kinds of action that a scenario keeps -> what its step is called."""
_MOST_NEIGHBOURS = 6
_LONGEST_NEIGHBOUR = 60
_MOST_BESIDE = 120
Box = tuple[float, float, float, float]


def remembered(element: Element, scene: Scene) -> Remembered:
    """An element of a look, as a scenario keeps it."""
    kept = {
        name: value[:120]
        for name, value in element.attributes.items()
        if name in _KEPT or "test" in name
    }
    if element.href:
        kept["href"] = urlsplit(element.href).path
    return Remembered(
        tag=element.tag,
        role=element.role,
        name=element.name,
        text=element.text,
        label=element.label,
        context=element.context,
        heading=element.heading,
        attributes=kept,
        box=box_of(element, scene),
        neighbours=neighbours(element, scene),
        page=urlsplit(scene.url).path,
        contract=contract_of(element),
    )


def beside(element: Element, scene: Scene) -> tuple[Control, ...]:
    """The other controls of an element's page."""
    others = [one for one in scene.actionable if one is not element][:_MOST_BESIDE]
    return tuple(
        Control(role=one.role, name=one.name, contract=contract_of(one), box=box_of(one, scene))
        for one in others
    )


def box_of(element: Element, scene: Scene) -> Box | None:
    """Where an element is on its page, not in the viewport."""
    box = element.box
    return (
        (box.x + scene.scroll[0], box.y + scene.scroll[1], box.width, box.height) if box else None
    )


def neighbours(element: Element, scene: Scene, most: int = _MOST_NEIGHBOURS) -> tuple[str, ...]:
    """Names of what stands nearest to an element."""
    others = (
        (box_of(e, scene), e.name or e.text)
        for e in (*scene.actionable, *scene.informational)
        if e is not element
    )
    return nearest(box_of(element, scene), element.name, others, most)


def nearest(
    own: Box | None,
    name: str,
    others: Iterable[tuple[Box | None, str]],
    most: int = _MOST_NEIGHBOURS,
) -> tuple[str, ...]:
    """Names of the others, the nearest first.

    Nothing of an element that has no place, or of one that is named the same.
    """
    near = [
        (gap(own, box), other) for box, other in others if own and box and other and other != name
    ]
    names = dict.fromkeys(
        other[:_LONGEST_NEIGHBOUR] for _, other in sorted(near, key=lambda pair: pair[0])
    )
    return tuple(names)[:most]


def gap(one: Box, other: Box) -> float:
    """Distance between two boxes' edges.

    Across counts half, for what stands in a line belongs together.
    """
    across = max(other[0] - (one[0] + one[2]), one[0] - (other[0] + other[2]), 0.0)
    down = max(other[1] - (one[1] + one[3]), one[1] - (other[1] + other[3]), 0.0)
    return across / 2 + down


def target_of(element: Element, scene: Scene) -> Target:
    """Ways to find an element again, and what is remembered of it."""
    found = tuple(
        Locator.model_validate(
            {"by": one.by, "value": escaped(one.value), "name": escaped(one.name)}
        )
        for one in locators(element, scene)
    )
    return Target(
        locators=found or (Locator(by="xpath", value=element.xpath),),
        element=remembered(element, scene),
    )


def recorded_step(action: Action, scene: Scene) -> Step | None:
    """An action as a scenario's step; None where a scenario keeps nothing of the kind."""
    kind = STEP_KINDS.get(action.kind)
    element, onto = scene.find(action.uid or ""), scene.find(action.target or "")
    if kind is None:
        return None
    return Step(
        kind=kind,
        target=target_of(element, scene) if element else None,
        onto=target_of(onto, scene) if onto else None,
        value=action.written,
    )


def from_locators(target: Target) -> Remembered:
    """What the locators alone tell of an element that nobody has seen yet."""
    facts: dict[str, Any] = {}
    attributes: dict[str, str] = {}
    for locator in target.locators:
        if locator.by == "role":
            facts.setdefault("role", locator.value)
            facts.setdefault("name", locator.name)
        elif locator.by in ("label", "text"):
            facts.setdefault(locator.by, locator.value)
            facts.setdefault("name", locator.value)
        elif locator.by in ("aria-label", "placeholder"):
            facts.setdefault("name", locator.value)
            attributes[locator.by] = locator.value
        elif locator.by in ("id", "name"):
            attributes[locator.by] = locator.value
        elif locator.by == "testid":
            attributes["data-testid"] = locator.value
    return Remembered(**facts, attributes=attributes)


def first_of(names: Iterable[str]) -> str:
    """The first name that is one."""
    return next((name for name in names if name), "")
