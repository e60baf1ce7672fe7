"""How a statement is carried out on a page as it is: which action on which element, or why not."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin

from rapidfuzz import fuzz, process

from pathfinder.core.action import Action, Kind
from pathfinder.core.errors import Blame
from pathfinder.core.scenario import Locator, Step, Target
from pathfinder.core.secrets import Vault, keys_in, written
from pathfinder.core.statement import Check, Described
from pathfinder.core.task import Site
from pathfinder.engine.observation import named
from pathfinder.engine.playback.turn import KINDS
from pathfinder.language.checks import check
from pathfinder.language.grounding import (
    TYPED,
    Grounded,
    everything,
    ground,
    ground_among,
    surely,
)
from pathfinder.language.lexicon import MAYBE, lexicon
from pathfinder.language.sight import Sight, likeness
from pathfinder.language.values import plain
from pathfinder.webprocessor.element import Element

_OPENED = frozenset({"link", "tab", "menuitem", "button"})
_OPTIONS = frozenset({"radio", "option", "tab", "checkbox", "switch"})
_GOOD_OPTION = 86
_MOST_OPTIONS = 12
_ATTRIBUTES = {
    "id": "id",
    "testid": "data-testid",
    "placeholder": "placeholder",
    "aria-label": "aria-label",
    "name": "name",
}


@dataclass(frozen=True)
class Ready:
    """Whether a statement can be carried out now, and how.

    actions: What to do, in order; none where there is nothing to do, or it is not ready.
    reason: What it means on this page, or what stands in the way.
    several: The elements that are meant alike.
    missing: What it needs is not on this page, and may be on another one.
    """

    ok: bool
    reason: str
    actions: tuple[Action, ...] = ()
    element: Element | None = None
    blame: Blame = Blame.SITE
    several: tuple[Element, ...] = ()
    missing: bool = False


@dataclass(frozen=True)
class Eye:
    """What a statement is held against: a page, and what is known beside it.

    form: Key of the form that was filled in last. chosen: What was chosen among several.
    """

    sight: Sight
    site: Site
    vault: Vault
    form: str = ""
    chosen: Element | None = None

    @property
    def where(self) -> str:
        """What the page is called."""
        scene = self.sight.scene
        return repr(scene.heading or scene.title or scene.url)


def ready(step: Step, eye: Eye) -> Ready:
    """How a statement is carried out on this page."""
    if step.kind in _PAGE_WIDE:
        return _PAGE_WIDE[step.kind](step, eye)
    if step.target is None:
        return Ready(True, _said(step), (Action(KINDS[step.kind], value=step.value or None),))
    if step.kind == "select":
        return _select(step, eye)
    found = _find(step, step.target, eye)
    if found.ambiguous and step.kind == "scroll":  # all of them are what is to be seen
        return _on(step, found.best[0].element, eye)
    if found.element is None:
        other = _option_of_a_list(step, found, eye) if step.kind == "click" else None
        return other or _not_found(found, eye)
    return _on(step, found.element, eye)


def described_of(target: Target) -> Described | None:
    """What a target is called; None where only the markup tells."""
    if target.described:
        return target.described
    for locator in target.locators:
        if locator.by == "role":
            return Described(name=locator.name, kind=locator.value)
        if locator.by in ("label", "text"):
            return Described(name=locator.value, kind="field" if locator.by == "label" else "")
    return None


def _find(step: Step, target: Target, eye: Eye) -> Grounded:
    described = described_of(target)
    if eye.chosen is not None and described:
        return Grounded(described, eye.chosen)
    if located := _located(target.locators, eye.sight):
        return Grounded(described or Described(name=target.words), located)
    if described is None:
        return Grounded(Described(name=target.words), None)
    if described.kind == "option":
        options = [one for one in eye.sight.scene.actionable if one.role in _OPTIONS]
        found = ground_among(described, eye.sight, options)
        if found.element is not None or found.ambiguous or _lists(described.name, eye):
            return found
    return ground(described, eye.sight, step.kind, form=eye.form)


def _located(locators: Sequence[Locator], sight: Sight) -> Element | None:
    """The only element that has what a locator by the markup says."""
    for one in locators:
        key = _ATTRIBUTES.get(one.by, "")
        same = [
            element
            for element in sight.elements
            if element.uid
            and (
                (key and element.attributes.get(key) == one.value)
                or (one.by == "xpath" and element.xpath == one.value)
            )
        ]
        if len(same) == 1:
            return same[0]
    return None


def _not_found(found: Grounded, eye: Eye) -> Ready:
    what = found.described
    if found.ambiguous:
        several = tuple(one.element for one in found.best)
        told = ", ".join(dict.fromkeys(map(named, several)))
        remedy = f"say which, as in: the 1st {what.name!r}, or {what.name!r} in the row of 'WORDS'"
        reason = f"{what} may be {told} on the page {eye.where}; {remedy}"
        return Ready(False, reason, blame=Blame.USER, several=several)
    there = [one.element for one in surely(what, everything(what, eye.sight))]
    if disabled := next((one for one in there if not one.enabled), None):
        return Ready(False, f"{named(disabled)} is there, but it is disabled")
    reason = f"{found.reason} on the page {eye.where}"
    if there and not found.best:
        reason = f"{named(there[0])} is there, but can't be used so, on the page {eye.where}"
    return Ready(False, reason, missing=True)


def _on(step: Step, element: Element, eye: Eye) -> Ready:
    kind, value = KINDS[step.kind], step.value
    meant = named(element)
    if step.kind == "fill":
        if element.options:
            return _choose(element, value, eye)
        if element.readonly and not element.answers:
            return Ready(False, f"{meant} can't be typed into")
        kind = Kind.TYPE if value else Kind.CLEAR
        action = Action(kind, element.uid, written(value) if value else None)
        return Ready(True, meant, (action,), element)
    if step.kind in ("check", "uncheck"):
        if element.checked is (step.kind == "check"):
            state = "already" if element.checked else "not"
            return Ready(False, f"{meant} is {state} checked", element=element)
        kind = Kind.CLICK if element.role == "radio" else kind
    if step.kind == "upload" and not Path(value).is_file():
        return Ready(False, f"{value} is not a file", element=element, blame=Blame.USER)
    onto = ""
    if step.onto is not None:
        other = _find(step, step.onto, eye)
        if other.element is None:
            return _not_found(other, eye)
        onto = other.element.uid
    action = Action(kind, element.uid, eye.vault.show(value) or None, onto or None)
    return Ready(True, meant, (action,), element)


def _select(step: Step, eye: Eye) -> Ready:
    """An option of a list, or one of several radio buttons."""
    target = step.target
    assert target is not None  # the caller has looked
    found = _find(step, target, eye)
    if found.element is not None and found.element.role != "radio":
        return _choose(found.element, step.value, eye)
    described = described_of(target) or Described(name=target.words)
    radios = [one for one in eye.sight.scene.actionable if one.role in _OPTIONS]
    for place in dict.fromkeys((described.name, described.place)):
        option = Described(name=eye.vault.show(step.value), kind="radio", place=place)
        meant = ground_among(option, eye.sight, radios)
        if meant.element is not None:
            action = Action(Kind.CLICK, meant.element.uid)
            return Ready(True, named(meant.element), (action,), meant.element)
    return _not_found(found, eye)


def _choose(element: Element, value: str, eye: Eye) -> Ready:
    secret = set(keys_in(value)) & eye.vault.secret
    option = None if secret else _option(eye.vault.show(value), element.options)
    if element.options and option is None and not secret:
        offered = ", ".join(element.options[:_MOST_OPTIONS])
        reason = f"{named(element)} has no option {value!r}; it has {offered}"
        return Ready(False, reason, element=element)
    action = Action(Kind.SELECT, element.uid, option or written(value))
    return Ready(True, named(element), (action,), element)


def _option_of_a_list(step: Step, found: Grounded, eye: Eye) -> Ready | None:
    """`Select "Express delivery"`, where one list has such an option."""
    what = found.described
    lists = [] if found.ambiguous or what.place else _lists(what.name, eye)
    if len(lists) > 1:
        reason = f"{len(lists)} lists have the option {what.name!r}; say in which list"
        return Ready(False, reason, blame=Blame.USER, several=tuple(one for one, _ in lists))
    if not lists:
        return None
    element, option = lists[0]
    action = Action(Kind.SELECT, element.uid, option)
    return Ready(True, f"{option!r} in {named(element)}", (action,), element)


def _lists(name: str, eye: Eye) -> list[tuple[Element, str]]:
    lists = [one for one in eye.sight.scene.actionable if one.options and one.layer != "covered"]
    return [(one, option) for one in lists if (option := _option(name, one.options))]


def _option(wanted: str, options: Sequence[str]) -> str | None:
    same = next((option for option in options if plain(option) == plain(wanted)), None)
    if same or not options:
        return same
    part = [option for option in options if plain(option).startswith(plain(wanted))]
    if len(part) == 1:
        return part[0]
    known = [plain(option) for option in options]
    best = process.extractOne(plain(wanted), known, scorer=fuzz.ratio, score_cutoff=_GOOD_OPTION)
    return options[best[2]] if best and not any(map(str.isdigit, wanted)) else None


def _navigate(step: Step, eye: Eye) -> Ready:
    url = eye.vault.show(step.value)
    whole = urljoin(eye.site.url, url)
    if not eye.site.allows(whole):
        reason = f"{url} is not on a host that the site {eye.site.name!r} allows"
        return Ready(False, reason, blame=Blame.USER)
    return Ready(True, f"open {whole}", (Action(Kind.NAVIGATE, value=whole),))


def _reload(step: Step, eye: Eye) -> Ready:
    url = eye.sight.scene.url
    return Ready(True, f"open {url} again", (Action(Kind.NAVIGATE, value=url),))


def _answer(step: Step, eye: Eye) -> Ready:
    if not eye.sight.scene.dialog:
        return Ready(False, "no native dialog is open")
    return Ready(True, f"{step.value} the dialog", (Action(Kind.ANSWER_DIALOG, value=step.value),))


def _open(step: Step, eye: Eye) -> Ready:
    """A page by its name: what leads there, or it is open already."""
    of = Described(name=eye.vault.show(step.value))
    usable = [
        one for one in eye.sight.scene.actionable if one.role in _OPENED and one.layer != "covered"
    ]
    found = Grounded(of, eye.chosen) if eye.chosen else ground_among(of, eye.sight, usable)
    if found.element is not None:
        action = Action(Kind.CLICK, found.element.uid)
        return Ready(True, named(found.element), (action,), found.element)
    here = check(Check(kind="page", of=of), eye.sight)
    if here.holds:
        return Ready(True, f"{here.reason}: it is open already")
    if not found.ambiguous and lexicon().is_home(of.name):
        return _navigate(Step(kind="navigate", value=eye.site.url), eye)
    return _not_found(found, eye)


def _search(step: Step, eye: Eye) -> Ready:
    """What is searched for goes into the search box, and is sent with Enter."""
    boxes = [one for one in eye.sight.scene.actionable if one.role in TYPED | {"combobox"}]
    own = [one for one in boxes if one.role == "searchbox" or one.landmark == "search"]
    called = [one for one in boxes if likeness("search", one) >= MAYBE]
    field = next(iter((*own, *called)), None)
    if field is None:
        return Ready(False, f"the page {eye.where} has no search box", missing=True)
    typed = Action(Kind.TYPE, field.uid, written(step.value))
    actions = (typed, Action(Kind.PRESS, field.uid, "Enter"))
    return Ready(True, f"search for {step.value!r} in {named(field)}", actions, field)


def _goal(step: Step, eye: Eye) -> Ready:
    return Ready(False, f"{step.value!r} does not say how", blame=Blame.USER, missing=True)


def _replay_only(step: Step, eye: Eye) -> Ready:
    reason = f"`{step.kind}` is for `pathfinder replay`; say what is done on the page"
    return Ready(False, reason, blame=Blame.USER)


def _said(step: Step) -> str:
    return f"{step.kind} {step.value}".strip()


_PAGE_WIDE: Mapping[str, Callable[[Step, Eye], Ready]] = {
    "navigate": _navigate,
    "reload": _reload,
    "answer dialog": _answer,
    "open": _open,
    "search": _search,
    "do": _goal,
    "set": _replay_only,
    "evaluate": _replay_only,
}
