"""From an order to actions on the page as it is: by rules, or with the reason why not."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urljoin

from rapidfuzz import fuzz, process

from pathfinder.core.action import Action, Kind
from pathfinder.core.secrets import Value, written
from pathfinder.core.task import Site
from pathfinder.language.prose.marked import plain
from pathfinder.language.prose.matching import GOOD, find_matches, is_clear
from pathfinder.language.prose.sorting import direction
from pathfinder.language.prose.targets import Instruction, Target
from pathfinder.webprocessor.element import Element, Scene

_USER = re.compile(r"e-?mail|user|login|account", re.I)
_ANY_PLACE = re.compile(
    r"(?:\w+ )?(?:panel|menu|page|dialog|pop-?up|list|bar|header|footer|drawer)", re.I
)
_KEYS: Mapping[str, re.Pattern[str]] = {
    "price": re.compile(r"price|cheap|dear|expensive|[£$€]", re.I),
    "date": re.compile(r"date|new|latest|recent|oldest", re.I),
    "name": re.compile(r"name|title|alphabet|\b[AZ]\W+(?:to )?[AZ]\b", re.I),
    "rating": re.compile(r"rating|review|stars|rated", re.I),
}
_BY_DATE = re.compile(r"\b(?:newest|latest|oldest|most recent)\b", re.I)
_SORTING = re.compile(
    r"low(?:est)?|high(?:est)?|first|last|from|the|and|most|order|ascending|descending|smallest|largest"
)
_PAGE_WIDE = frozenset({Kind.BACK, Kind.ANSWER_DIALOG, Kind.SWITCH_TAB, Kind.WAIT})


@dataclass(frozen=True)
class Plan:
    """What to do; no action and `ok` if there is nothing to do, not `ok` if it can't be done.

    reason: What it means on this page, or what stands in the way.
    sure: Whether the words leave no doubt about what is meant; else a model may be asked.
    """

    actions: tuple[Action, ...] = ()
    ok: bool = True
    reason: str = ""
    sure: bool = True


def plan(order: Instruction, scene: Scene, site: Site) -> Plan:
    """The actions that carry the order out on this page."""
    if order.free:
        return (
            _log_in(order, scene)
            if order.target
            else Plan(ok=False, reason="no rule reads this instruction", sure=False)
        )
    if order.kind is None:
        return Plan(reason="there is nothing to do, only to look")
    if order.kind is Kind.NAVIGATE:
        return _navigate(order, site)
    if order.kind in _PAGE_WIDE:
        return Plan((Action(order.kind, value=order.value or None),), reason=order.text)
    if order.kind is Kind.PRESS and order.value == "F5":
        return Plan((Action(Kind.NAVIGATE, value=scene.url),), reason="reload the page")
    if order.kind is Kind.SELECT:
        return _select(order, scene)
    if order.target is None:
        return Plan((Action(order.kind, value=order.value or None),), reason=order.text)
    return _on_element(order, order.target, scene)


def _navigate(order: Instruction, site: Site) -> Plan:
    url = urljoin(site.url, order.value)
    if not site.allows(url):
        return Plan(
            ok=False, reason=f"{order.value} is not on a host that the site {site.name!r} allows"
        )
    return Plan((Action(Kind.NAVIGATE, value=url),), reason=f"open {url}")


def _on_element(order: Instruction, target: Target, scene: Scene) -> Plan:
    matches = find_matches(target, scene, order.kind)
    if not matches and order.kind in (Kind.SCROLL, Kind.HOVER):
        shown = replace(scene, actionable=scene.informational)
        matches = find_matches(target, shown)
    if not matches:
        return Plan(ok=False, reason=_missing(target, scene, order.kind), sure=target.literal)
    element = matches[0].element
    sure = is_clear(matches) or bool(target.ordinal) or matches[0].score >= 98
    kind, value = _kind(order, element)
    return Plan((Action(kind, element.uid, value),), reason=f"{kind} {element.name!r}", sure=sure)


def _kind(order: Instruction, element: Element) -> tuple[Kind, Value | None]:
    """The action as this element wants it.

    A radio button is clicked to check it, a list is chosen from.
    """
    kind = order.kind or Kind.CLICK
    if kind is Kind.TYPE and element.options:
        return Kind.SELECT, option_meant(order.value, element.options) or written(order.value)
    if kind is Kind.CHECK and element.role == "radio":
        return Kind.CLICK, None
    return kind, (written(order.value) if kind is Kind.TYPE else order.value) or None


def _select(order: Instruction, scene: Scene) -> Plan:
    """An option of the named list; without a list, of any that has it.

    Else a choice or a control of that name.
    """
    target = order.target or Target()
    lists = (
        [match.element for match in find_matches(target, scene, Kind.SELECT)]
        if target.words
        else [e for e in scene.actionable if e.options]
    )
    for element in lists:
        if option := option_meant(order.value, element.options):
            return Plan(
                (Action(Kind.SELECT, element.uid, option),),
                reason=f"select {option!r} in {element.name!r}",
            )
    if lists and target.words and lists[0].options:
        return Plan(
            ok=False,
            reason=f"{lists[0].name!r} has no option {order.value!r}; it has "
            f"{', '.join(lists[0].options[:12])}",
        )
    if target.words and lists:
        return Plan(
            (Action(Kind.SELECT, lists[0].uid, written(order.value)),),
            reason=f"select {order.value!r} in {lists[0].name!r}",
        )
    return _choice(order, target, scene)


def _choice(order: Instruction, target: Target, scene: Scene) -> Plan:
    around = "" if _ANY_PLACE.fullmatch(target.words) else target.words or target.around
    wanted = replace(target, words=order.value, literal=True, around=around)
    for roles in (("radio",), ("checkbox",), ("option", "tab", "menuitem"), ()):
        matches = find_matches(replace(wanted, roles=roles), scene)
        found = [match.element for match in matches if not roles or match.element.role in roles]
        if found:
            return Plan(
                (Action(Kind.CLICK, found[0].uid),),
                reason=f"click {found[0].name!r}",
                sure=bool(target.literal or roles),
            )
    return Plan(
        ok=False,
        reason=_missing(replace(wanted, around=""), scene, Kind.CLICK),
        sure=target.literal,
    )


def option_meant(wanted: str, options: Sequence[str]) -> str:
    """The option that is called so, or the only one that says so or is called nearly so.

    Empty when none is.
    """
    exact = next((option for option in options if plain(option) == plain(wanted)), "")
    exact = exact or next((option for option in options if _bare(option) == _bare(wanted)), "")
    if exact or not options:
        return exact
    whole = [
        option
        for option in options
        if re.search(rf"(?<!\w){re.escape(plain(wanted))}(?!\w)", plain(option))
    ]
    if len(whole) == 1:
        return whole[0]
    near = process.extractOne(wanted, options, scorer=fuzz.ratio, score_cutoff=GOOD)
    return str(near[0]) if near else _sorts(wanted, options)


def _sorts(wanted: str, options: Sequence[str]) -> str:
    """The only option that sorts in the same direction, and by what is said.

    `lowest price first` is `Price: low to high`.
    """
    up, keys = direction(wanted), _keys(wanted)
    others = [
        word
        for word in re.findall(r"[a-z]{3,}", plain(wanted))
        if not (_SORTING.fullmatch(word) or _keys(word))
    ]
    if others or (up is None and not _BY_DATE.search(wanted)):
        return ""
    alike = [option for option in options if keys <= _keys(option) and direction(option) == up]
    return alike[0] if len(alike) == 1 else ""


def _keys(text: str) -> set[str]:
    return {key for key, words in _KEYS.items() if words.search(text)}


def _bare(text: str) -> str:
    """Words without punctuation: `price, from high to low` is `Price: high to low`."""
    return " ".join(word for word in re.findall(r"\w+", plain(text)) if word != "from")


def _log_in(order: Instruction, scene: Scene) -> Plan:
    """Fill in who logs in, and the password, and send the form.

    The link that leads there first, where it is on another page.
    """
    password = next((e for e in scene.actionable if e.attributes.get("type") == "password"), None)
    if password is None:
        link = next(
            (e for e in scene.actionable if re.match(r"(log|sign)[ -]?in\b", e.name, re.I)), None
        )
        if link is None:
            return Plan(
                ok=False,
                reason="there is no field for a password, and nothing to log in with",
                sure=False,
            )
        return Plan((Action(Kind.CLICK, link.uid),), reason=f"click {link.name!r}", sure=False)
    fields = [
        e
        for e in scene.actionable
        if e.form == password.form and e.role == "textbox" and e is not password
    ]
    user = next(
        (e for e in fields if _USER.search(f"{e.name} {e.attributes.get('type', '')}")), None
    )
    submit = next((e for e in scene.actionable if e.form == password.form and e.submits), None)
    if user is None or submit is None or order.target is None:
        return Plan(
            ok=False,
            reason="the form to log in has no field for the user, or no button",
            sure=False,
        )
    typed = (
        Action(Kind.TYPE, user.uid, written(order.target.words)),
        Action(Kind.TYPE, password.uid, written(order.value)),
    )
    return Plan((*typed, Action(Kind.CLICK, submit.uid)), reason="log in")


def _missing(target: Target, scene: Scene, kind: Kind | None) -> str:
    """Why there is no such element, with what comes closest."""
    noun = (
        target.roles[0]
        if target.roles
        else "field"
        if kind in (Kind.TYPE, Kind.CLEAR)
        else "element"
    )
    names = list(dict.fromkeys(element.name for element in scene.actionable if element.name))
    close = process.extract(target.words, names, limit=3, score_cutoff=55)
    near = f"; closest: {', '.join(repr(name) for name, _, _ in close)}" if close else ""
    where = f" with {target.around!r}" if target.around else ""
    return f"no {noun} {target.words!r}{where} on the page {(scene.heading or scene.title)!r}{near}"
