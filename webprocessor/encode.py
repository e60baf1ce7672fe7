"""A Scene as text for a prompt, within a budget.

Source: PathFinder, III-A.1 (attribute lists and lengths).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from pathfinder.webprocessor.element import Element, Scene

_ATTRIBUTES: dict[str, tuple[str, ...]] = {
    "button": ("type", "id", "placeholder", "class", "value"),
    "input": ("type", "id", "placeholder", "class", "value"),
    "a": ("type", "id", "placeholder", "class", "value", "href", "name"),
    "select": ("id", "name", "class", "value"),
    "textarea": ("id", "name", "placeholder", "value"),
    "img": ("id", "class", "alt"),
    "label": ("for",),
    "form": ("id", "name"),
}
_OTHERS = ("id", "class", "role")
_NAMED = "Elements that can be acted on:"
_READ = "Text on the page:"
_NOTE_ROOM = 120


@dataclass(frozen=True)
class Limits:
    """How much is told, in characters; the paper's parameters.

    attribute: `max_attrib_length`.
    element: `max_web_element_length`.
    children: `max_children_per_element`: options of a list that are told.
    prompt: All of it.
    """

    attribute: int = 20
    element: int = 200
    children: int = 2
    prompt: int = 8192 * 4


@dataclass(frozen=True)
class Encoded:
    """The text, the UIDs it shows, and those that were cut."""

    text: str
    shown: tuple[str, ...]
    cut: tuple[str, ...]


@dataclass(frozen=True)
class _Line:
    element: Element
    text: str
    keep: tuple[float, ...]


def encode(scene: Scene, *, limits: Limits | None = None, goal: str = "") -> Encoded:
    """The Scene within `limits.prompt`.

    Informational elements go first, then actionable ones far from the goal.
    """
    limits = limits or Limits()
    words = _words(goal)
    actions = [
        _Line(e, encode_element(e, limits), (1, _nearness(e, words), -place))
        for place, e in enumerate(scene.actionable)
    ]
    reading = [
        _Line(e, encode_element(e, limits), (0, _weight(e), -place))
        for place, e in enumerate(scene.informational)
    ]
    head = _head(scene)
    kept = _fitting([*actions, *reading], limits.prompt - len(head) - len(_NAMED) - len(_READ) - 4)
    cut = tuple(line.element.uid for line in (*actions, *reading) if line.element.uid not in kept)
    parts = [
        head,
        _part(_NAMED, actions, kept),
        _part(_READ, reading, kept),
        _note(actions, reading, kept),
    ]
    return Encoded("\n".join(part for part in parts if part), tuple(kept), cut)


def encode_element(element: Element, limits: Limits) -> str:
    """An element as `uid <button type="submit">Add to basket</button> (Oak lamp)`, cut."""
    told = _attributes_of(element)
    attributes = "".join(
        f' {key}="{_cut(value, limits.attribute)}"' for key, value in told if value
    )
    facts = [
        element.context,
        *(
            word
            for word in (
                "required" if element.required else "",
                "checked" if element.checked else "",
                element.state if element.checked is None else "",
            )
            if word
        ),
    ]
    facts += ["behind a dialog"] if element.layer == "covered" else []
    after = f" ({', '.join(fact for fact in facts if fact)})" if any(facts) else ""
    inside = (element.name or element.text) + _options(element, limits)
    return _cut(
        f"{element.uid} <{element.tag}{attributes}>{inside}</{element.tag}>{after}", limits.element
    )


def _attributes_of(element: Element) -> list[tuple[str, str]]:
    values = {**element.attributes, "value": element.value}
    return [(key, values.get(key, "")) for key in _ATTRIBUTES.get(element.tag, _OTHERS)]


def _options(element: Element, limits: Limits) -> str:
    if not element.options:
        return ""
    shown = [_cut(option, limits.attribute) for option in element.options[: limits.children]]
    more = len(element.options) - len(shown)
    return f" [{', '.join(shown)}{f', … {more} more' if more else ''}]"


def _head(scene: Scene) -> str:
    lines = [f"URL: {scene.url}", f"Title: {scene.title}"]
    lines += [f"Heading: {scene.heading}"] if scene.heading else []
    return "\n".join(lines + [f"Error shown: {error}" for error in scene.errors])


def _fitting(lines: Sequence[_Line], room: int) -> dict[str, None]:
    """UIDs of the lines worth most that fit.

    The best come first, so that what is left out is worth least.
    """
    whole = sum(len(line.text) + 1 for line in lines)
    left = room if whole <= room else room - _NOTE_ROOM
    kept: set[str] = set()
    for line in sorted(lines, key=lambda line: line.keep, reverse=True):
        if len(line.text) + 1 > left:
            break
        left -= len(line.text) + 1
        kept.add(line.element.uid)
    return dict.fromkeys(line.element.uid for line in lines if line.element.uid in kept)


def _part(title: str, lines: Sequence[_Line], kept: dict[str, None]) -> str:
    texts = [line.text for line in lines if line.element.uid in kept]
    return "\n".join([title, *texts]) if texts else ""


def _note(actions: Sequence[_Line], reading: Sequence[_Line], kept: dict[str, None]) -> str:
    gone = [sum(line.element.uid not in kept for line in lines) for lines in (actions, reading)]
    return (
        f"(left out for length: {gone[0]} elements that can be acted on, {gone[1]} texts)"
        if any(gone)
        else ""
    )


def _nearness(element: Element, words: Sequence[str]) -> float:
    said = f"{element.name} {element.context} {element.href}".lower()
    near = max((fuzz.partial_ratio(word, said) for word in words), default=0.0)
    return round(near, -1) + (5 if element.is_field or element.submits else 0)


def _weight(element: Element) -> float:
    if element.notice:
        return 3
    return {"heading": 2, "label": 1, "legend": 1, "img": -1}.get(element.role, 0)


def _words(goal: str) -> list[str]:
    return [word for word in re.findall(r"\w+", goal.lower()) if len(word) > 2]


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
