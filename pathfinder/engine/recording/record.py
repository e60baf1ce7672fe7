"""Recording: from a successful session's journal to a scenario that needs no model."""

from collections.abc import Sequence
from typing import cast, get_args
from urllib.parse import urlsplit

from pathfinder.core.errors import UsageError
from pathfinder.core.events import (
    Act,
    ActedElement,
    Event,
    Look,
    SeenElement,
    Session,
    Verdict,
    first,
    last,
)
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
from pathfinder.engine.playback.remembering import STEP_KINDS, nearest
from pathfinder.engine.playback.values import relative
from pathfinder.engine.recording.expectations import Wording, expectations
from pathfinder.engine.recording.trail import Leg, legs, paths

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
    session, verdict = first(events, Session) or Session(), last(events, Verdict) or Verdict()
    if verdict.status not in ("success", "passed", "likely"):
        ended = f"ended as {verdict.status}" if verdict.status else "has no verdict"
        raise UsageError(
            f"session {session.session} {ended}; only one that reached its goal, or likely did, "
            "can be recorded"
        )
    made = paths(legs(events))
    if not made:
        raise UsageError(
            f"session {session.session}: its journal does not tell how it reached its goal"
        )
    return [_scenario(path, session, verdict, Wording(persona), pin=pin) for path in made]


def _scenario(
    path: Sequence[Leg], session: Session, verdict: Verdict, wording: Wording, *, pin: bool
) -> Scenario:
    task = session.task
    steps = [step for leg in path for step in _steps(leg, task.url, wording, pin=pin)]
    goal = goal_predicates(session, verdict, wording)
    expect = tuple(dict.fromkeys((*steps[-1].expect, *goal)))
    steps[-1] = steps[-1].model_copy(update={"expect": expect})
    return Scenario(
        name=task.goal,
        goal=task.goal,
        site=task.site,
        url=task.url,
        persona=task.persona,
        session=session.session,
        seed=session.seed,
        versions=session.versions,
        steps=(Step(kind="navigate", value="/", says="open the site"), *steps),
    )


def goal_predicates(session: Session, verdict: Verdict, wording: Wording) -> tuple[str, ...]:
    """What proved the goal.

    The conditions that held, else what would prove it, else the words that the Oracle quoted.
    """
    if verdict.by == "condition":
        return session.task.success
    if verdict.condition:
        return (str(parse_predicate(verdict.condition)),)
    told = wording.text(verdict.evidence)
    return (told,) if told else ()


def _steps(leg: Leg, site: str, wording: Wording, *, pin: bool) -> list[Step]:
    """The steps of a leg; what is expected belongs to the last of them."""
    known = [
        (act, STEP_KINDS[act.action.kind]) for act in leg.acts if act.action.kind in STEP_KINDS
    ]
    steps = [_step(act, kind, leg, site, wording) for act, kind in known]
    if steps:
        steps[-1] = steps[-1].model_copy(
            update={"expect": tuple(expectations(leg, wording, pin=pin))}
        )
    return steps


def _step(act: Act, kind: StepKind, leg: Leg, site: str, wording: Wording) -> Step:
    value = act.action.value
    if kind == "navigate":
        value = relative(value, site)
    elif kind in ("fill", "select"):
        value = wording.entered(value)
    return Step(
        kind=kind,
        target=_target(act.element, leg.look, wording) if act.element else None,
        onto=_target(act.onto, leg.look, wording) if act.onto else None,
        value=value,
    )


def _target(element: ActedElement, look: Look, wording: Wording) -> Target:
    locators = tuple(
        Locator(
            by=cast(LocatorBy, one.by),
            value=wording.personal(one.value),
            name=wording.personal(one.name),
        )
        for one in element.locators
        if one.by in _KINDS and one.value
    )
    if not locators:
        locators = (Locator(by="xpath", value=element.xpath),)
    return Target(locators=locators, element=_remembered(element, look, wording))


def _remembered(element: ActedElement, look: Look, wording: Wording) -> Remembered:
    across, down = look.scroll
    box = element.box
    given = {
        name: value[:120]
        for name, value in element.attributes.items()
        if name in _KEPT or "test" in name
    }
    found = {one.by: one.value for one in element.locators if one.by in ("id", "testid")}
    return Remembered(
        tag=element.tag,
        role=element.role,
        name=wording.personal(element.name),
        text=wording.personal(element.text),
        label=wording.personal(element.label),
        context=wording.personal(element.context),
        heading=wording.personal(element.heading),
        attributes=given or found,
        box=(box[0] + across, box[1] + down, box[2], box[3]) if box else None,
        neighbours=tuple(wording.personal(name) for name in neighbours(element, look.elements)),
        page=urlsplit(look.url).path,
    )


def neighbours(element: ActedElement, others: Sequence[SeenElement]) -> tuple[str, ...]:
    """Names of what stood nearest to an element, as the journal tells it."""
    return nearest(element.box, element.name, ((other.box, other.name) for other in others))
