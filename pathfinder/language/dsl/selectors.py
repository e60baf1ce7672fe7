"""Ways to find an element as the paper's selectors: css, role and name, text, ariaLabel.

A locator that the paper has no selector for is written as the one that finds the same element,
with a key of its own beside it that says which locator it was:
`{"role": "textbox", "name": "Email", "label": "Email"}`.
"""

from typing import Any

from pathfinder.core.scenario import Locator, LocatorBy, StepKind, Target
from pathfinder.core.statement import Described

Json = dict[str, Any]
_ROLES: dict[str, str] = {"select": "combobox", "check": "checkbox", "uncheck": "checkbox"}
_KEYS: dict[LocatorBy, str] = {
    "label": "label",
    "testid": "testId",
    "id": "id",
    "placeholder": "placeholder",
    "name": "nameAttribute",
    "xpath": "xpath",
}
_ATTRIBUTES: dict[LocatorBy, str] = {
    "testid": "data-testid",
    "id": "id",
    "placeholder": "placeholder",
    "name": "name",
}


class NotPaper(ValueError):
    """Something that the paper's JSON, as PathFinder writes it, does not say this way."""


def to_selector(locator: Locator, kind: StepKind) -> Json:
    """A locator as a selector. kind: Of the step, for the role that a label's field has."""
    if locator.by == "role":
        return (
            {"role": locator.value, "name": locator.name}
            if locator.name
            else {"role": locator.value}
        )
    if locator.by == "aria-label":
        return {"ariaLabel": locator.value}
    if locator.by in ("css", "text"):
        return {locator.by: locator.value}
    own = {_KEYS[locator.by]: locator.value}
    if locator.by == "label":
        return {"role": _ROLES.get(kind, "textbox"), "name": locator.value} | own
    return {
        "css": f"xpath={locator.value}"
        if locator.by == "xpath"
        else _attribute(_ATTRIBUTES[locator.by], locator.value)
    } | own


def to_locator(selector: Json, kind: StepKind) -> Locator:
    """The locator that a selector stands for.

    Raises:
        NotPaper: It is no selector, or says two things.
    """
    if not isinstance(selector, dict) or not all(
        isinstance(value, str) for value in selector.values()
    ):
        raise NotPaper(
            f'{selector!r} is not a selector; write one such as {{"role": "button", "name": "Log '
            f'in"}}'
        )
    locator = _locator(selector)
    if to_selector(locator, kind) != selector:
        raise NotPaper(
            f"{selector!r} says two things; {to_selector(locator, kind)!r} says the first"
        )
    return locator


def _locator(selector: Json) -> Locator:
    for by, key in _KEYS.items():
        if key in selector:
            return Locator(by=by, value=selector[key])
    if "role" in selector:
        return Locator(by="role", value=selector["role"], name=selector.get("name", ""))
    if "ariaLabel" in selector:
        return Locator(by="aria-label", value=selector["ariaLabel"])
    if "css" in selector:
        return Locator(by="css", value=selector["css"])
    if "text" in selector:
        return Locator(by="text", value=selector["text"])
    raise NotPaper(
        f"{selector!r} is not a selector; its keys may be css, role and name, text, ariaLabel, "
        f"{', '.join(_KEYS.values())}"
    )


def with_target(target: Target | None, kind: StepKind) -> Json:
    """The keys that hold a target: `selector`, and `or` for further locators."""
    if target is None:
        return {}
    described = [_described(target.described)] if target.described else []
    first, *others = [*described, *(to_selector(one, kind) for one in target.locators)]
    return {"selector": first} | ({"or": others} if others else {})


def target_of(step: Json, kind: StepKind) -> Target | None:
    """The target that a step's keys hold; none without a selector.

    Raises:
        NotPaper: A selector is none.
    """
    if "selector" not in step:
        return None
    others = step.get("or", [])
    if not isinstance(others, list):
        raise NotPaper("'or' holds a list of selectors")
    first, described = step["selector"], None
    if isinstance(first, dict) and first.keys() == {"described"}:
        described = Described.model_validate(first["described"])
    selectors = others if described else (first, *others)
    return Target(
        locators=tuple(to_locator(selector, kind) for selector in selectors), described=described
    )


def _described(described: Described) -> Json:
    return {"described": described.model_dump(exclude_defaults=True)}


def _attribute(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\a ")
    return f'[{name}="{escaped}"]'
