"""What each rule of the grammar makes of its parts, where it needs nothing else."""

from collections.abc import Callable, Mapping
from typing import Any

from pathfinder.core.scenario import Locator, LocatorBy, Step, StepKind, Target
from pathfinder.core.statement import Check, CheckKind, Comparison, Described
from pathfinder.language.dsl.script import Condition
from pathfinder.language.dsl.words import ordinal_of

_URL_CONTAINS = "url contains "


def _with_value(kind: StepKind) -> Callable[[str], Step]:
    return lambda value: Step(kind=kind, value=value)


def _on_element(kind: StepKind) -> Callable[[Target], Step]:
    return lambda target: Step(kind=kind, target=target)


def _into(kind: StepKind) -> Callable[[str, Target], Step]:
    return lambda value, target: Step(kind=kind, value=value, target=target)


def _by(by: LocatorBy) -> Callable[[str], Locator]:
    return lambda value: Locator(by=by, value=value)


def _predicate(form: str) -> Callable[..., Condition]:
    return lambda *words: Condition(form.format(*words))


def _one(by: LocatorBy, value: str) -> Target:
    return Target(locators=(Locator(by=by, value=value),))


def _named(name: str, role: str, *others: Locator) -> Target:
    return Target(locators=(Locator(by="role", value=role.lower(), name=name), *others))


def wait_until(condition: Condition) -> Step:
    """A wait: for an address, for an element, or for what a predicate says."""
    if condition.check:
        return Step(kind="wait", check=condition.check)
    if condition.target:
        return Step(kind="wait for element", target=condition.target, value=condition.value)
    if condition.value.startswith(_URL_CONTAINS):
        return Step(kind="wait for url", value=condition.value.removeprefix(_URL_CONTAINS))
    return Step(kind="wait", value=condition.value)


def _described(
    name: str = "", kind: str | None = None, place: str | None = None, ordinal: str | None = None
) -> Described:
    number = ordinal_of(ordinal) if ordinal else 0
    return Described(name=name, kind=(kind or "").lower(), ordinal=number, place=place or "")


def _compared(kind: CheckKind) -> Callable[[Described, Comparison, str], Check]:
    return lambda of, comparison, value: Check(
        kind=kind, of=of, comparison=comparison, values=(str(value),)
    )


def _state(of: Described, state: str) -> Check:
    word = state.lower()
    return Check(kind="state", of=of, values=("absent" if word == "hidden" else word,))


def _ordered(of: Described | None, *items: str) -> Check:
    return Check(kind="order", of=of, values=items)


def _said(comparison: Comparison) -> Callable[[], Comparison]:
    return lambda: comparison


MAKERS: Mapping[str, Callable[..., Any]] = {
    "scenario": lambda value: ("name", "scenario", value),
    "goal": lambda value: ("goal", "goal", value),
    "site": lambda value: ("site", "site", value),
    "persona": lambda value: ("persona", "use persona", value),
    "navigate": _with_value("navigate"),
    "click": _on_element("click"),
    "click_text": lambda text: Step(kind="click", target=_one("text", text)),
    "double_click": _on_element("double click"),
    "hover": _on_element("hover"),
    "focus": _on_element("focus"),
    "select_text": _on_element("select text"),
    "select_part": _into("select text"),
    "drag": lambda target, onto: Step(kind="drag", target=target, onto=onto),
    "scroll": _on_element("scroll"),
    "scroll_page": _with_value("scroll"),
    "fill": lambda locators, value: Step(kind="fill", target=locators, value=value),
    "fill_label": lambda label, value: Step(kind="fill", target=_one("label", label), value=value),
    "select": _into("select"),
    "check": _on_element("check"),
    "uncheck": _on_element("uncheck"),
    "upload": _into("upload"),
    "press": _into("press"),
    "back": lambda: Step(kind="back"),
    "accept": lambda: Step(kind="answer dialog", value="accept"),
    "dismiss": lambda: Step(kind="answer dialog", value="dismiss"),
    "answer": lambda text: Step(kind="answer dialog", value=f"accept: {text}"),
    "evaluate": lambda script, name: Step(kind="evaluate", value=script, name=name or ""),
    "set_text": lambda name, value: Step(kind="set", name=name, value=value),
    "set_from": lambda name, target: Step(kind="set", name=name, target=target),
    "wait": _with_value("wait"),
    "wait_until": wait_until,
    "open": _with_value("open"),
    "search": _with_value("search"),
    "reload": lambda: Step(kind="reload"),
    "do": _with_value("do"),
    "check_that": lambda condition: Step(
        kind="assert", value=condition.value, target=condition.target, check=condition.check
    ),
    "checked": lambda check: Condition("", check=check),
    "denied": lambda check: Check.model_validate({**check.model_dump(), "negated": True}),
    "either": lambda first, *others: Condition(
        "", check=first.model_copy(update={"either": others})
    ),
    "page": lambda words: Check(kind="page", of=Described(name=words)),
    "text": lambda words, place: Check(kind="text", of=_described(words, place=place)),
    "value": _compared("value"),
    "sum": _compared("sum"),
    "count": _compared("count"),
    "sorted": lambda of, way: _ordered(of, way.lower()),
    "ordered": _ordered,
    "state": _state,
    "described_contains": lambda of, words: Check(
        kind="value", of=of, comparison="contains", values=(words,)
    ),
    "is_": _said("is"),
    "contains_": _said("contains"),
    "starts_with": _said("starts with"),
    "ends_with": _said("ends with"),
    "at_least": _said("at least"),
    "at_most": _said("at most"),
    "more_than": _said("more than"),
    "less_than": _said("less than"),
    "described": lambda ordinal, name, kind, place: _described(name, kind, place, ordinal),
    "described_kind": lambda ordinal, kind, place: _described("", kind, place, ordinal),
    "described_there": _described,
    "described_named": lambda name, place: _described(name, None, place),
    "pointed": lambda described, *others: Target(locators=others, described=described),
    "thing": _described,
    "place": str,
    "kind": str,
    "condition_text": Condition,
    "text_visible": lambda text: Condition("", _one("text", text)),
    "text_hidden": lambda text: Condition("hidden", _one("text", text)),
    "visible": lambda target: Condition("", target),
    "hidden": lambda target: Condition("hidden", target),
    "contains": lambda target, text: Condition(f"contains {text}", target),
    "named": _named,
    "found": lambda locators: locators,
    "labelled": lambda label, *others: Target(locators=(Locator(by="label", value=label), *others)),
    "field": lambda target: target,
    "locators": lambda *locators: Target(locators=locators),
    "by_role": lambda role, name: Locator(by="role", value=role, name=name or ""),
    "by_label": _by("label"),
    "by_text": _by("text"),
    "by_css": _by("css"),
    "by_aria_label": _by("aria-label"),
    "by_testid": _by("testid"),
    "by_id": _by("id"),
    "by_placeholder": _by("placeholder"),
    "by_name": _by("name"),
    "by_xpath": _by("xpath"),
    "url_contains": _predicate("url contains {0}"),
    "url_is": _predicate("url is {0}"),
    "url_matches": _predicate("url matches {0}"),
    "title_contains": _predicate("title contains {0}"),
    "title_is": _predicate("title is {0}"),
    "title_matches": _predicate("title matches {0}"),
    "text_present": _predicate("text present {0}"),
    "text_absent": _predicate("text absent {0}"),
    "text_matches": _predicate("text matches {0}"),
    "name_present": _predicate("element present {0}"),
    "name_absent": _predicate("element absent {0}"),
    "field_is": _predicate('field "{0}" is {1}'),
}
