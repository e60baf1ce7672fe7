"""Recording: from a successful session's journal to a scenario that needs no model."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args
from urllib.parse import urlsplit

from pathfinder.core.errors import UsageError
from pathfinder.core.journal import Event
from pathfinder.core.predicate import parse_predicate
from pathfinder.core.scenario import (
    Locator,
    LocatorBy,
    Remembered,
    Scenario,
    Step,
    StepKind,
    Target,
)
from pathfinder.core.task import Persona
from pathfinder.engine.playback.remembering import nearest
from pathfinder.engine.playback.values import relative
from pathfinder.engine.recording.expectations import Wording, expectations
from pathfinder.engine.recording.trail import Leg, legs, paths, scrolled

_STEP_KINDS: Mapping[str, StepKind] = {
    "navigate": "navigate",
    "click": "click",
    "double click": "double click",
    "type": "fill",
    "clear": "fill",
    "select": "select",
    "check": "check",
    "uncheck": "uncheck",
    "upload": "upload",
    "press": "press",
    "hover": "hover",
    "focus": "focus",
    "select text": "select text",
    "drag": "drag",
    "back": "back",
    "answer dialog": "answer dialog",
}
_KINDS = frozenset(get_args(LocatorBy))
_KEPT = (
    "id",
    "name",
    "type",
    "autocomplete",
    "placeholder",
    "title",
    "aria-label",
    "class",
    "href",
)


def record(
    events: Sequence[Event], persona: Persona | None = None, *, pin: bool = False
) -> list[Scenario]:
    """Scenarios that reach what the session reached, the shortest first.

    Args:
        events: The session's journal.
        persona: Whom it was played as: values become placeholders.
        pin: Expect amounts of money as they were.

    Raises:
        UsageError: The session did not reach its goal, or its journal does not tell how.
    """
    session = next((event for event in events if event["event"] == "session"), {})
    verdict = next((event for event in reversed(events) if event["event"] == "verdict"), {})
    if verdict.get("status") not in ("success", "passed", "likely"):
        ended = f"ended as {verdict['status']}" if verdict.get("status") else "has no verdict"
        raise UsageError(
            f"session {session.get('session', '')} {ended}; only one that reached its goal, or "
            "likely did, can be recorded"
        )
    made = paths(legs(events))
    if not made:
        raise UsageError(
            f"session {session.get('session', '')}: its journal does not tell how it reached its "
            "goal"
        )
    return [_scenario(path, session, verdict, Wording(persona), pin=pin) for path in made]


def _scenario(
    path: Sequence[Leg], session: Event, verdict: Event, wording: Wording, *, pin: bool
) -> Scenario:
    task = session.get("task") or {}
    site = str(task.get("url", ""))
    steps = [step for leg in path for step in _steps(leg, site, wording, pin=pin)]
    steps[-1] = steps[-1].model_copy(
        update={"expect": _with_goal(steps[-1].expect, task, verdict, wording)}
    )
    return Scenario(
        name=str(task.get("goal", "")),
        goal=str(task.get("goal", "")),
        site=str(task.get("site", "")),
        url=site,
        persona=str(task.get("persona", "")),
        session=str(session.get("session", "")),
        seed=session.get("seed"),
        versions={name: str(version) for name, version in (session.get("versions") or {}).items()},
        steps=(Step(kind="navigate", value="/", says="open the site"), *steps),
    )


def goal_predicates(session: Event, verdict: Event, wording: Wording) -> tuple[str, ...]:
    """What proved the goal.

    The conditions that held, else what would prove it, else the words that the Oracle quoted.
    """
    if verdict.get("by") == "condition":
        return tuple((session.get("task") or {}).get("success") or ())
    if condition := verdict.get("condition"):
        return (str(parse_predicate(str(condition))),)
    told = wording.text(str(verdict.get("evidence") or ""))
    return (told,) if told else ()


def _with_goal(
    expect: tuple[str, ...], task: Mapping[str, Any], verdict: Event, wording: Wording
) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*expect, *goal_predicates({"task": task}, verdict, wording))))


def _steps(leg: Leg, site: str, wording: Wording, *, pin: bool) -> list[Step]:
    """The steps of a leg; what is expected belongs to the last of them."""
    known = [
        (act, _STEP_KINDS[act["action"]["kind"]])
        for act in leg.acts
        if act["action"]["kind"] in _STEP_KINDS
    ]
    steps = [_step(act, kind, leg, site, wording) for act, kind in known]
    if steps:
        steps[-1] = steps[-1].model_copy(
            update={"expect": tuple(expectations(leg, wording, pin=pin))}
        )
    return steps


def _step(act: Event, kind: StepKind, leg: Leg, site: str, wording: Wording) -> Step:
    value = str(act["action"].get("value") or "")
    if kind == "navigate":
        value = relative(value, site)
    elif kind in ("fill", "select"):
        value = wording.entered(value)
    element, onto = act.get("element"), act.get("onto")
    return Step(
        kind=kind,
        target=_target(element, leg.look, wording) if element else None,
        onto=_target(onto, leg.look, wording) if onto else None,
        value=value,
    )


def _target(element: Mapping[str, Any], look: Event, wording: Wording) -> Target:
    told = [
        one for one in element.get("locators") or () if one.get("by") in _KINDS and one.get("value")
    ]
    locators = tuple(
        Locator(
            by=one["by"],
            value=wording.personal(one["value"]),
            name=wording.personal(one.get("name") or ""),
        )
        for one in told
    )
    if not locators:
        locators = (Locator(by="xpath", value=str(element["xpath"])),)
    return Target(locators=locators, element=_remembered(element, look, wording))


def _remembered(element: Mapping[str, Any], look: Event, wording: Wording) -> Remembered:
    across, down = scrolled(look)
    box = element.get("box")
    given = {
        name: str(value)[:120]
        for name, value in (element.get("attributes") or {}).items()
        if name in _KEPT or "test" in name
    }
    found = {
        one["by"]: one["value"]
        for one in element.get("locators") or ()
        if one.get("by") in ("id", "testid")
    }
    words: dict[str, Any] = {
        key: wording.personal(str(element.get(key) or ""))
        for key in ("name", "text", "label", "context", "heading")
    }
    return Remembered(
        tag=str(element.get("tag", "")),
        role=str(element.get("role", "")),
        attributes=given or found,
        box=(box[0] + across, box[1] + down, box[2], box[3]) if box else None,
        neighbours=tuple(
            wording.personal(name) for name in neighbours(element, look.get("elements") or ())
        ),
        page=urlsplit(str(look.get("url") or "")).path,
        **words,
    )


def neighbours(element: Mapping[str, Any], others: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Names of what stood nearest to an element, as the journal tells it."""
    return nearest(
        element.get("box"),
        element.get("name", ""),
        ((other.get("box"), other.get("name", "")) for other in others),
    )
