"""How like two elements are: what a step remembers, and what the page shows now.

No model; the weights are settled by hand.
"""

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from math import exp, hypot
from urllib.parse import urlsplit

from rapidfuzz import fuzz

from pathfinder.agents.fields import match_field
from pathfinder.core.scenario import Remembered
from pathfinder.core.secrets import only_key
from pathfinder.engine.playback.remembering import box_of, first_of, neighbours
from pathfinder.language.grounding import CHOSEN, FAMILIES, TICKED, TYPED
from pathfinder.language.lexicon import alike
from pathfinder.systems.heal.alignment import NEAR, Alignment
from pathfinder.webprocessor.element import Element, Scene

GOOD = 0.62
CLEAR = 0.07
_FOR_KIND = {
    "fill": TYPED | {"combobox"},
    "select": CHOSEN,
    "check": TICKED,
    "uncheck": TICKED,
    "upload": frozenset({"file", "button"}),
}
_EXACT = frozenset({"autocomplete", "type", "href", "name"})
_WEIGHTS = {
    "words": 0.30,
    "role": 0.10,
    "attributes": 0.20,
    "place": 0.10,
    "neighbours": 0.12,
    "position": 0.10,
    "structure": 0.12,
    "purpose": 0.30,
}
_SAME_NEIGHBOUR = 85
_SAME_NAME = 0.95
_SAME_WORDS = 0.6
_HALF = 0.5
_MOST = 0.75
_AS_IT_WAS = Alignment()


@dataclass(frozen=True)
class Match:
    """An element of the page and how like the remembered one it is, from 0 to 1."""

    element: Element
    score: float
    parts: dict[str, float]


def fits(kind: str, old: Remembered, element: Element) -> bool:
    """Whether the step could be done on an element at all."""
    if element.layer == "covered" or not element.enabled:
        return False
    wanted = _FOR_KIND.get(kind)
    if wanted is not None:
        return element.role in wanted
    family = next((family for family in FAMILIES if old.role in family), None)
    return element.role in family if family else True


def matches(
    kind: str,
    old: Remembered,
    candidates: Iterable[Element],
    scene: Scene,
    *,
    value: str = "",
    keys: Sequence[str] = (),
    paths: Sequence[str] = (),
    aligned: Alignment = _AS_IT_WAS,
) -> list[Match]:
    """What the page shows, the most like first.

    Args:
        kind: Of the step.
        old: What the step remembers.
        candidates: What it may be.
        scene: The page.
        value: What the step types: a persona's value tells what its field is for.
        keys: The persona's keys.
        aligned: How much of the page has stayed as it was: what has changed everywhere counts less.
        paths: The element's XPath and CSS path as they were; what stands exactly there is likelier,
            where anything does.
    """
    free = [
        element
        for element in candidates
        if fits(kind, old, element) and not _stood_beside(old, element)
    ]
    there = {
        element.uid
        for element in free
        if element.xpath in paths or (element.css and element.css in paths)
    }
    found = [_match(old, element, scene, value, keys, there, aligned) for element in free]
    return sorted(found, key=lambda match: -match.score)


def _stood_beside(old: Remembered, element: Element) -> bool:
    """Whether an element stood beside the old one already: then it has not taken its place."""
    return (
        any(alike(name, element.name) >= _SAME_NAME and name != old.name for name in old.neighbours)
        and alike(old.name, element.name) < _SAME_NAME
    )


def clear_best(ranked: Sequence[Match]) -> Match | None:
    """The best match, where it is good, and clearly better than the second.

    One with other words not by its place alone.
    """
    if not ranked or ranked[0].score < GOOD:
        return None
    best, others = ranked[0], ranked[1:]
    leads = [best.score - other.score for other in others]
    if best.parts.get("words", 1.0) < _SAME_WORDS:
        leads += [_without_place(best) - _without_place(other) for other in others]
    return best if min(leads, default=1.0) >= CLEAR else None


def _without_place(match: Match) -> float:
    weights = {
        name: _WEIGHTS[name] for name in match.parts if name not in ("position", "structure")
    }
    return sum(weight * match.parts[name] for name, weight in weights.items()) / (
        sum(weights.values()) or 1.0
    )


def _match(
    old: Remembered,
    element: Element,
    scene: Scene,
    value: str,
    keys: Sequence[str],
    there: Set[str],
    aligned: Alignment,
) -> Match:
    parts = {
        "words": _words(old, element),
        "role": 1.0 if old.role == element.role else 0.5 if old.role else None,
        "attributes": _attributes(old, element),
        "place": _place(old, element),
        "neighbours": _neighbours(old, element, scene),
        "position": _position(old, element, scene),
        "structure": float(element.uid in there) if there else None,
        "purpose": _purpose(element, value, keys),
    }
    known = {name: part for name, part in parts.items() if part is not None}
    stayed = {
        "words": aligned.words,
        "neighbours": aligned.words,
        "position": aligned.position,
        "structure": aligned.position,
    }
    weights = {name: _WEIGHTS[name] * stayed.get(name, 1.0) for name in known}
    weight = sum(weights.values())
    return Match(
        element,
        sum(weights[name] * part for name, part in known.items()) / weight if weight else 0.0,
        known,
    )


def _words(old: Remembered, element: Element) -> float | None:
    told = [
        text
        for text in (old.name, old.label, old.text, old.attributes.get("aria-label", ""))
        if text
    ]
    now = [text for text in (element.name, element.label, element.text) if text]
    if not told:
        return None
    return max(
        (alike(one, other) for one in dict.fromkeys(told) for other in dict.fromkeys(now)),
        default=0.0,
    )


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[\W\d_]+", " ", text.casefold()).split())


def _attributes(old: Remembered, element: Element) -> float | None:
    now = {**element.attributes, **({"href": element.href} if element.href else {})}
    scores = []
    for key, was in old.attributes.items():
        new = now.get(key, "")
        if key == "class" or not was:
            continue
        if key == "href":
            scores.append(
                1.0 if new.split("?")[0].endswith(was) and was != "/" else alike(was, new)
            )
        else:
            scores.append(float(was == new) if key in _EXACT else alike(was, new))
    return sum(scores) / len(scores) if scores else None


def _place(old: Remembered, element: Element) -> float | None:
    where = first_of((old.context, old.heading))
    if not where:
        return None
    return max(
        (alike(where, one) for one in (element.context, element.heading) if one), default=0.0
    )


def _neighbours(old: Remembered, element: Element, scene: Scene) -> float | None:
    if not old.neighbours:
        return None
    now = neighbours(element, scene, most=2 * len(old.neighbours))
    known = sum(
        any(fuzz.ratio(_plain(one), _plain(other)) >= _SAME_NEIGHBOUR for other in now)
        for one in old.neighbours
    )
    return known / len(old.neighbours)


def _position(old: Remembered, element: Element, scene: Scene) -> float | None:
    new = box_of(element, scene)
    if old.box is None or new is None:
        return None
    return exp(-hypot(old.box[0] - new[0], old.box[1] - new[1]) / NEAR)


def _purpose(element: Element, value: str, keys: Sequence[str]) -> float | None:
    """Whether a field is for the persona's value that the step types.

    Unknown where the step types none of them alone.
    """
    wanted = only_key(value)
    if not wanted or not keys:
        return None
    found = match_field(element, keys)
    return 1.0 if found is not None and found.key == wanted else 0.0


def page_is_same(old: Remembered, scene: Scene) -> bool | None:
    """Whether the page is the one that the element was on; None where nothing is known.

    It is where it still has the address. Elsewhere half of what stood around the element has to be
    there; most of it under another
    heading, for a summary of the order stands on many pages.
    """
    if len(old.page) > 1 and urlsplit(scene.url).path == old.page:
        return True
    if len(old.neighbours) < 3:
        return None
    names = [_plain(name) for name in scene.names]
    known = sum(
        any(fuzz.ratio(_plain(one), name) >= _SAME_NEIGHBOUR for name in names)
        for one in old.neighbours
    )
    headings = (
        scene.heading,
        *(e.name for e in scene.informational if e.role in ("heading", "legend")),
    )
    headed = not old.heading or any(
        alike(old.heading, one) >= _SAME_NAME for one in headings if one
    )
    return known >= len(old.neighbours) * (_HALF if headed else _MOST)
