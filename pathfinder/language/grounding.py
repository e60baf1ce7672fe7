"""What on a page is described: found by accessible name, kind and place, with one score."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from pathfinder.core.scenario import StepKind
from pathfinder.core.statement import Described
from pathfinder.language.lexicon import MAYBE, SURE, lexicon
from pathfinder.language.sight import ITEM_KINDS, Sight, likeness, names_of, said
from pathfinder.language.values import has_words
from pathfinder.webprocessor.element import Element

PRESSED = frozenset({"button", "link", "menuitem", "tab", "option", "treeitem"})
TYPED = frozenset({"textbox", "searchbox", "spinbutton", "date", "slider"})
CHOSEN = frozenset({"combobox", "listbox"})
TICKED = frozenset({"checkbox", "switch", "radio"})
FAMILIES = (PRESSED, TYPED, CHOSEN, TICKED)
"""Roles that a user can't tell apart, and that pages take for one another."""
_KINDS: dict[str, Collection[str]] = {
    **{role: family for family in FAMILIES for role in family},
    "field": TYPED | CHOSEN | {"file"},
    "textbox": TYPED | {"combobox"},
    "searchbox": TYPED | {"combobox"},
    "list": CHOSEN | {"list"},
    "checkbox": TICKED,
    "radio": TICKED,
    "option": PRESSED | TICKED,
    "menu": PRESSED | CHOSEN | {"menu"},
    "icon": PRESSED | {"img"},
    "image": {"img", "link", "button"},
    "img": {"img", "link", "button"},
    "heading": {"heading", "legend", "text"},
    "column": {"columnheader"},
    "message": {"text", "alert", "status", "listitem", "heading"},
}
_FOR: dict[str, Collection[str]] = {
    "fill": TYPED | {"combobox"},
    "select": CHOSEN | {"radio"},
    "check": TICKED,
    "uncheck": TICKED,
    "upload": {"file", "button"},
}
_MARKUP = ("name", "id", "data-testid", "data-test")
_OTHER_KIND = 0.72
_BARE = 0.9
_ELSEWHERE = 0.65
_KIN = 0.99
_KIN_ALONE = 0.8
_LEAD = 0.07
_MOST = 4


@dataclass(frozen=True)
class Candidate:
    """An element and how well it is what is described, from 0 to 1."""

    element: Element
    score: float


@dataclass(frozen=True)
class Grounded:
    """What a description means on a page.

    element: The one that it means; None where several or none do. best: The few that come closest.
    placeless: The page has no such place.
    """

    described: Described
    element: Element | None
    best: tuple[Candidate, ...] = ()
    placeless: bool = False

    @property
    def ambiguous(self) -> bool:
        """Whether several elements are meant alike."""
        return self.element is None and bool(self.best) and self.best[0].score >= SURE

    @property
    def reason(self) -> str:
        """Why it is not one element, in words; empty where it is."""
        what = str(self.described)
        if self.element is not None:
            return ""
        if self.placeless:
            return f"the page has no {self.described.place!r}"
        if not self.best:
            return f"nothing on the page is like {what}"
        names = ", ".join(repr(one.element.name or said(one.element)) for one in self.best)
        return f"{what} may be {names}" if self.ambiguous else f"no {what}; closest are {names}"


def ground(
    described: Described, sight: Sight, kind: StepKind = "click", *, form: str = ""
) -> Grounded:
    """Find what is described, as something that a step of that kind can be done on.

    form: Key of the form that was filled in last: of several that fit alike what sends it is meant.
    """
    usable = [one for one in sight.scene.actionable if one.layer != "covered"]
    fit = [one for one in usable if one.role in _FOR.get(kind, (one.role,))]
    if kind in ("hover", "scroll", "select text", "drag"):
        fit = [one for one in sight.elements if one.layer != "covered" and one.uid]
    return ground_among(described, sight, fit, form=form)


def ground_among(
    described: Described, sight: Sight, elements: Sequence[Element], *, form: str = ""
) -> Grounded:
    """Find what is described among some elements of a page.

    Where none is called so, by what the markup calls it: "login-username".
    """
    ranked = candidates(described, sight, elements)
    if not surely(described, ranked) and (own := _by_markup(described, elements)):
        return Grounded(described, own)
    placeless = bool(described.place and not sight.places(described.place))
    known = surely(described, ranked)
    if described.ordinal and known:
        level = [one for one in known if one.score >= known[0].score - _LEAD]
        ordered = sorted(level, key=lambda one: _place(one.element, sight))
        at = described.ordinal - 1 if described.ordinal > 0 else described.ordinal
        chosen = ordered[at] if -len(ordered) <= at < len(ordered) else None
        found = chosen.element if chosen else None
        return Grounded(described, found, tuple(ordered[:_MOST]), placeless)
    distinct = _distinct(ranked)
    first = known[0] if known else None
    level = [one for one in distinct if first and one.score > first.score - _LEAD]
    level = [first] if first and first.score < SURE and described.name else level
    meant = _preferred(described, level, form)
    sure = bool(known) and len(meant) == 1 and not placeless
    return Grounded(
        described, meant[0].element if sure else None, tuple(distinct[:_MOST]), placeless
    )


def _by_markup(described: Described, elements: Sequence[Element]) -> Element | None:
    """The only element that the markup gives this very name."""
    if not described.name or described.place or described.ordinal:
        return None
    own = [one for one in elements if described.name in markup_names(one)]
    return own[0] if len(own) == 1 else None


def markup_names(element: Element) -> tuple[str, ...]:
    """What the markup calls an element, and no user sees."""
    return tuple(element.attributes[key] for key in _MARKUP if element.attributes.get(key))


def surely(described: Described, ranked: Sequence[Candidate]) -> list[Candidate]:
    """Those that are surely called so; where none is, the only one whose long name has the words.

    "Express delivery" is "Express delivery, next working day, £7.95".
    """
    if not described.name:
        return list(ranked)
    known = [one for one in ranked if one.score >= SURE]
    holding = [
        one
        for one in ranked
        if any(has_words(name, described.name) for name in names_of(one.element))
    ]
    return known or (holding if len(_distinct(holding)) == 1 else [])


def _preferred(described: Described, level: Sequence[Candidate], form: str) -> Sequence[Candidate]:
    """Of several that fit alike: the kind that was said, the very name, what the page is about."""
    tests: tuple[Callable[[Element], bool], ...] = (
        lambda one: one.role == described.kind,
        lambda one: bool(form) and one.form == form and one.submits,
        lambda one: described.name in (one.name, one.text, one.label),
        lambda one: one.landmark not in ("banner", "navigation", "contentinfo"),
    )
    for test in tests:
        kept = [one for one in level if test(one.element)]
        level = kept or level
    return level


def candidates(described: Described, sight: Sight, elements: Iterable[Element]) -> list[Candidate]:
    """The elements that may be meant, the likeliest first."""
    places = sight.places(described.place) if described.place else ()
    within = {id(one) for place in places for one in place}
    scored = (
        Candidate(one, _score(described, one, sight, within if described.place else None))
        for one in elements
    )
    return sorted((one for one in scored if one.score >= MAYBE), key=lambda one: -one.score)


def everything(described: Described, sight: Sight) -> list[Candidate]:
    """What is described, to be read or used, whether it can be used or not."""
    return candidates(described, sight, [one for one in sight.elements if one.layer != "covered"])


def _score(
    described: Described, element: Element, sight: Sight, within: Collection[int] | None
) -> float:
    kind = _kind_fit(described.kind, element)
    if not kind:
        return 0.0
    if kind == _KIN and not described.name:
        kind = _KIN_ALONE
    named = likeness(described.name, element) if described.name else _BARE
    if described.name and element.context and element.role not in ("heading", "cell"):
        named = max(named, _with_context(described.name, element))
    if within is None:
        beside = 1.0 if element.landmark != "contentinfo" else 0.99
        return named * kind * beside
    return named * kind * (1.0 if id(element) in within else _ELSEWHERE)


def _with_context(name: str, element: Element) -> float:
    """How well card and name together fit: "the navy bag's update"; the name has its part in it."""
    known = lexicon()
    if not set(known.canonical(name)) & set(known.canonical(element.name)):
        return 0.0
    both = replace(element, name=f"{element.name} {element.context}", text="", label="")
    return 0.97 * likeness(name, both)


def _kind_fit(kind: str, element: Element) -> float:
    """1 where an element is of a kind, less where it is of another one, 0 where it can't be."""
    if not kind or kind in ITEM_KINDS | {"section", "table", "menuitem", "cell"}:
        return 1.0
    wanted = _KINDS.get(kind, (kind,))
    if element.role in wanted or element.role == kind:
        return 1.0 if element.role == kind or kind not in PRESSED else _KIN
    fields = TYPED | CHOSEN | TICKED
    across = (element.role in fields) != (bool(fields & set(wanted)))
    return 0.0 if across and wanted is not _KINDS["icon"] else _OTHER_KIND


def kin_of(kind: str) -> frozenset[str]:
    """The roles that a kind may have on a page."""
    return frozenset((kind, *_KINDS.get(kind, ())))


def _distinct(ranked: Sequence[Candidate]) -> list[Candidate]:
    """Candidates without the second of two that lead to the same."""
    found: dict[object, Candidate] = {}
    for one in ranked:
        link = one.element.href if one.element.href and "#" not in one.element.href else ""
        found.setdefault(link or id(one.element), one)
    return list(found.values())


def _place(element: Element, sight: Sight) -> int:
    return next(
        (at for at, one in enumerate(sight.elements) if one is element), len(sight.elements)
    )
