"""Which elements of a page a tester's words mean."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from pathfinder.core.action import Kind
from pathfinder.language.prose.marked import plain
from pathfinder.language.prose.targets import Target
from pathfinder.webprocessor.element import FIELDS, Element, Scene

GOOD = 86
"""Below this a quoted name does not mean an element."""
FAIR = 80
"""The same for words without quotes."""
_TYPED = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "date", "slider", "listbox"})
_ABLE = {
    Kind.TYPE: _TYPED,
    Kind.CLEAR: _TYPED,
    Kind.SELECT: frozenset({"combobox", "listbox"}),
    Kind.CHECK: frozenset({"checkbox", "switch", "radio", "menuitemcheckbox"}),
    Kind.UNCHECK: frozenset({"checkbox", "switch", "menuitemcheckbox"}),
    Kind.UPLOAD: frozenset({"file"}),
}
_WITHOUT_COUNT = re.compile(r"[,:]?\s*\(?\d+\s*(?:items?|entries|new)?\)?$")


@dataclass(frozen=True)
class Match:
    """An element, how well its name fits, and its rank among those that fit."""

    element: Element
    score: float
    rank: float


def find_matches(target: Target, scene: Scene, kind: Kind | None = None) -> tuple[Match, ...]:
    """The elements that fit, best first; with an ordinal, the one that it says."""
    pool = [element for element in scene.actionable if _can(element, kind)]
    found = [match for element in pool if (match := _match(target, element, scene, kind))]
    if target.around:
        found = [each for each in found if stands_by(each.element, target.around, scene)]
    if target.ordinal:
        return _counted(found, target.ordinal)
    return tuple(sorted(found, key=lambda match: -match.rank))


def is_clear(matches: Sequence[Match]) -> bool:
    """Whether the first fits and no other fits as well.

    Twins that lead to the same place are one.
    """
    if len(matches) < 2 or matches[0].rank - matches[1].rank >= 1:
        return bool(matches)
    first, second = matches[0].element, matches[1].element
    return bool(first.href) and first.href == second.href


def _can(element: Element, kind: Kind | None) -> bool:
    able = _ABLE.get(kind) if kind else None
    if able is None:
        return True
    if kind is Kind.TYPE and element.role in FIELDS:
        return element.role in able or element.attributes.get("type") in (
            "date",
            "time",
            "file",
            "color",
        )
    return element.role in able


def _match(target: Target, element: Element, scene: Scene, kind: Kind | None) -> Match | None:
    score = (
        name_score(target.words, element)
        if target.words
        else (90.0 if _is_kind(target, element) else 0.0)
    )
    if score < (GOOD if target.literal else FAIR):
        return None
    return Match(
        element, score, score + _fits(target, element, kind) + _place(target, element, scene)
    )


def _is_kind(target: Target, element: Element) -> bool:
    """Whether an element is of the kind that is meant.

    A text field that is called so is a search field, too.
    """
    is_search = (
        target.roles == ("searchbox",)
        and element.role == "textbox"
        and "search" in plain(" ".join(names_of(element)))
    )
    return element.role in target.roles or is_search


def _fits(target: Target, element: Element, kind: Kind | None) -> float:
    if not target.roles:
        return (
            -4.0
            if kind in (Kind.CLICK, None)
            and element.role in FIELDS
            and element.role not in ("checkbox", "radio")
            else 0.0
        )
    return 6.0 if _is_kind(target, element) else -4.0


def _place(target: Target, element: Element, scene: Scene) -> float:
    if target.region == "dialog":
        here = (
            8.0 if element.layer == "dialog" or element.attributes.get("role") == "dialog" else -6.0
        )
    elif target.region:
        here = 8.0 if element.landmark == target.region else -6.0
    else:
        here = {"main": 2.0, "": 1.0, "contentinfo": -1.0}.get(element.landmark, 0.0)
    layer = {"dialog": 6.0, "covered": -15.0}.get(element.layer, 0.0)
    return here + layer + (0.2 if element.in_viewport else 0.0)


def _counted(found: Iterable[Match], ordinal: int) -> tuple[Match, ...]:
    """The one that an ordinal means, among those that fit best, in reading order."""
    fitting = list(found)
    if not fitting:
        return ()
    top = max(match.rank for match in fitting)
    alike = [match for match in fitting if top - match.rank < 4]
    place = ordinal - 1 if ordinal > 0 else len(alike) + ordinal
    return (alike[place],) if 0 <= place < len(alike) else ()


def name_score(words: str, element: Element) -> float:
    """How well words name an element, 0 to 100."""
    return max((_likeness(plain(words), plain(name)) for name in names_of(element)), default=0.0)


def names_of(element: Element) -> tuple[str, ...]:
    """What a user may call an element."""
    given = (
        element.attributes.get(key, "") for key in ("title", "placeholder", "alt", "aria-label")
    )
    value = element.value if element.role == "button" else ""
    own = element.name.partition(": ")[2] if element.role in ("radio", "checkbox") else ""
    return tuple(
        dict.fromkeys(
            name for name in (element.name, element.text, element.label, own, value, *given) if name
        )
    )


def _likeness(words: str, name: str) -> float:
    if not words or not name:
        return 0.0
    if words == name:
        return 100.0
    if words == _WITHOUT_COUNT.sub("", name) or words.rstrip(" .:*…") == name.rstrip(" .:*…"):
        return 98.0
    ratio = fuzz.ratio(words, name)
    whole = re.search(rf"(?<!\w){re.escape(words)}(?!\w)", name)
    if whole:
        return max(ratio, 88.0 + 6.0 * len(words) / len(name))
    if len(name) > 2 and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words):
        return max(ratio, 78.0 + 12.0 * len(name) / len(words))
    return ratio if ratio >= FAIR else 0.9 * fuzz.token_sort_ratio(words, name)


def stands_by(element: Element, words: str, scene: Scene) -> bool:
    """Whether words stand with an element.

    In its row, card, section or form, in its own name, or on its line.
    """
    wanted = plain(words)
    own = (
        element.context,
        element.heading,
        element.name,
        element.label,
        element.form.replace("-", " "),
        element.href,
    )
    if any(
        wanted in plain(each) or fuzz.ratio(wanted, plain(each)) >= GOOD for each in own if each
    ):
        return True
    return any(
        on_one_line(element, other)
        for other in mentions(words, scene)
        if other.landmark == element.landmark
    )


def mentions(words: str, scene: Scene) -> tuple[Element, ...]:
    """The elements whose text says the words."""
    wanted = plain(words)
    return tuple(
        each
        for each in (*scene.informational, *scene.actionable)
        if wanted in plain(each.text or each.name)
    )


def on_one_line(one: Element, other: Element) -> bool:
    """Whether two elements overlap by half in height."""
    if one.box is None or other.box is None:
        return False
    top, bottom = (
        max(one.box.y, other.box.y),
        min(one.box.y + one.box.height, other.box.y + other.box.height),
    )
    return bottom - top > 0.5 * min(one.box.height, other.box.height)


def folded(scene: Scene) -> list[Element]:
    """The controls that show more when they are clicked.

    Menus that are closed, and details of which nothing is to be seen.
    """
    return [
        each
        for each in scene.actionable
        if each.attributes.get("aria-expanded") == "false" or _is_closed(each, scene)
    ]


def _is_closed(element: Element, scene: Scene) -> bool:
    details = element.xpath.rpartition("/")[0] + "/"
    others = (
        each
        for each in (*scene.actionable, *scene.informational)
        if not each.xpath.startswith(element.xpath)
    )
    return element.tag == "summary" and not any(
        each.xpath.startswith(details) and each.frame == element.frame for each in others
    )
