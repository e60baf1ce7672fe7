"""Claims about the state of a control: checked, enabled, filled in."""

import re

from pathfinder.core.action import Kind
from pathfinder.language.prose.claims import Claim
from pathfinder.language.prose.marked import plain
from pathfinder.language.prose.matching import find_matches, name_score
from pathfinder.language.prose.sight import Finding, Sight
from pathfinder.language.prose.targets import Target, read_target
from pathfinder.webprocessor.element import FIELDS, Element

_HOLDS_THINGS = re.compile(r"\b(?:basket|cart|bag|list|table|page|inbox|history|book)\s*$", re.I)
_HAS = re.compile(
    r"(?:the )?(?P<list>.+?) (?:list|drop-?down(?: list)?|field) has (?P<option>.+?) "
    r"(?:selected|chosen)$",
    re.I,
)


def in_state(claim: Claim, sight: Sight) -> Finding | None:
    """`The box ‹X› is checked`, `‹X› is disabled`, `the field ‹X› is empty`."""
    if has := _HAS.match(claim.words):
        return _has_selected(
            claim.marked.fill(has["list"]), claim.marked.fill(has["option"]), sight
        )
    state = re.search(
        r"\b(?:is|are|stays?|remains?|becomes?)\s+(?:still\s+|now\s+|pre-?)?(?P<not>not\s+|no "
        r"longer\s+)?"
        r"(?P<state>unchecked|checked|unticked|ticked|selected|unselected|chosen|disabled|"
        r"enabled|gr[ea]yed out|empty|blank|active|"
        r"filled in)\b",
        claim.words,
        re.I,
    )
    if not state:
        return None
    subject = read_target(claim.words[: state.start()], claim.marked)
    if not subject.words or (
        state["state"].lower() in ("empty", "blank")
        and _HOLDS_THINGS.search(claim.words[: state.start()])
    ):
        return None
    element = meant_by(subject, sight)
    if element is None:
        return None
    wanted, is_so = _stated(state["state"].lower(), element)
    wanted = wanted != (bool(state["not"]) or bool(re.match(r"no\s", claim.words, re.I)))
    return Finding(is_so == wanted, f"{element.name!r} is {_how(element)}", element.name)


def _has_selected(name: str, option: str, sight: Sight) -> Finding | None:
    lists = [match.element for match in find_matches(Target(name), sight.scene, Kind.SELECT)]
    if not lists:
        return None
    selected = lists[0].selected or lists[0].value
    return Finding(
        plain(selected) == plain(option), f"{lists[0].name!r} has {selected!r} selected", selected
    )


def _stated(state: str, element: Element) -> tuple[bool, bool]:
    if state in ("disabled", "enabled", "greyed out", "grayed out", "active"):
        return state in ("enabled", "active"), element.enabled
    if state in ("empty", "blank", "filled in"):
        return state != "filled in", not (element.value or element.selected)
    return not state.startswith("un"), bool(element.checked) or element.attributes.get(
        "aria-selected"
    ) == "true"


def _how(element: Element) -> str:
    if element.checked is not None:
        return "checked" if element.checked else "not checked"
    return (
        (
            "disabled"
            if not element.enabled
            else f"filled with {element.value!r}"
            if element.value
            else "empty"
        )
        if element.role in FIELDS
        else ("enabled" if element.enabled else "disabled")
    )


def meant_by(subject: Target, sight: Sight) -> Element | None:
    """The element that words mean, also one that can't be used now."""
    matches = find_matches(subject, sight.scene, Kind.CLICK)
    fields = [match for match in matches if match.element.role in FIELDS] or list(matches)
    if fields:
        return fields[0].element
    shown = sight.snapshot.elements if sight.snapshot else ()
    disabled = [
        each
        for each in shown
        if each.visible and not each.enabled and name_score(subject.words, each) >= 86
    ]
    return disabled[0] if disabled else None
