"""Ways to find an element as the paper's selectors: css, role and name, text, ariaLabel.

A way that the paper has no selector for is written as the one that finds the same element, with a
key of its own beside it
that says which way it was: `{"role": "textbox", "name": "Email", "label": "Email"}`.
"""

from typing import Any

from pathfinder.core.scenario import StepKind, Target, Way, WayBy

Json = dict[str, Any]
_ROLES: dict[str, str] = {"select": "combobox", "check": "checkbox", "uncheck": "checkbox"}
_KEYS: dict[WayBy, str] = {
    "label": "label",
    "testid": "testId",
    "id": "id",
    "placeholder": "placeholder",
    "name": "nameAttribute",
    "xpath": "xpath",
}
_ATTRIBUTES: dict[WayBy, str] = {
    "testid": "data-testid",
    "id": "id",
    "placeholder": "placeholder",
    "name": "name",
}


class NotPaper(ValueError):
    """Something that the paper's JSON, as PathFinder writes it, does not say this way."""


def to_selector(way: Way, kind: StepKind) -> Json:
    """A way as a selector. kind: Of the step, for the role that a label's field has."""
    if way.by == "role":
        return {"role": way.value, "name": way.name} if way.name else {"role": way.value}
    if way.by == "aria-label":
        return {"ariaLabel": way.value}
    if way.by in ("css", "text"):
        return {way.by: way.value}
    own = {_KEYS[way.by]: way.value}
    if way.by == "label":
        return {"role": _ROLES.get(kind, "textbox"), "name": way.value} | own
    return {
        "css": f"xpath={way.value}"
        if way.by == "xpath"
        else _attribute(_ATTRIBUTES[way.by], way.value)
    } | own


def to_way(selector: Json, kind: StepKind) -> Way:
    """The way that a selector stands for.

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
    way = _way(selector)
    if to_selector(way, kind) != selector:
        raise NotPaper(f"{selector!r} says two things; {to_selector(way, kind)!r} says the first")
    return way


def _way(selector: Json) -> Way:
    for by, key in _KEYS.items():
        if key in selector:
            return Way(by=by, value=selector[key])
    if "role" in selector:
        return Way(by="role", value=selector["role"], name=selector.get("name", ""))
    if "ariaLabel" in selector:
        return Way(by="aria-label", value=selector["ariaLabel"])
    if "css" in selector:
        return Way(by="css", value=selector["css"])
    if "text" in selector:
        return Way(by="text", value=selector["text"])
    raise NotPaper(
        f"{selector!r} is not a selector; its keys may be css, role and name, text, ariaLabel, "
        f"{', '.join(_KEYS.values())}"
    )


def with_target(target: Target | None, kind: StepKind) -> Json:
    """The keys that hold a target: `selector`, and `or` for further ways."""
    if target is None:
        return {}
    first, *others = (to_selector(way, kind) for way in target.ways)
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
    return Target(ways=tuple(to_way(selector, kind) for selector in (step["selector"], *others)))


def _attribute(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\a ")
    return f'[{name}="{escaped}"]'
