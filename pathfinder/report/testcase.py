"""A test case's run as a report shows it.

A row a step, and the transition system with the way that was taken.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import Field, ValidationError

from pathfinder.core.iolts import VERDICTS, Iolts, Kind, Transition, run_of
from pathfinder.report.events import Heal
from pathfinder.report.record import Event, Record

_ROW = 34.0
E = TypeVar("E", bound=Event)


class CaseStepFacts(Event):
    """How one step or assertion went."""

    number: int = 0
    text: str = ""
    part: str = ""
    status: str = ""
    by: str = ""
    blame: str = ""
    reason: str = ""
    evidence: str = ""
    screenshot: str = ""
    seconds: float = 0.0
    calls: int = 0
    tokens: int = 0
    phase: str = ""
    truth: bool | None = None


class TransitionFacts(Record):
    """One arrow."""

    source: str = ""
    target: str = ""
    label: str = ""
    kind: Kind = "internal"
    number: int = 0


class IoltsFacts(Event):
    """The transition system of the case."""

    name: str = ""
    transitions: tuple[TransitionFacts, ...] = Field(default=())


@dataclass(frozen=True)
class Branch:
    """A way out of a row, to a verdict."""

    label: str
    verdict: str
    taken: bool


@dataclass(frozen=True)
class Row:
    """One arrow down the spine of the drawing, with the ways out beside it.

    y: Of its upper end, CSS pixels.
    """

    y: float
    source: str
    target: str
    label: str
    kind: str
    number: int
    taken: bool
    branches: tuple[Branch, ...]


@dataclass(frozen=True)
class CaseStory:
    """What a report says of a test case."""

    steps: tuple[CaseStepFacts, ...]
    rows: tuple[Row, ...]
    system: Iolts

    @property
    def height(self) -> float:
        """Of the drawing."""
        return len(self.rows) * _ROW + 2 * _ROW

    @property
    def by_rule(self) -> int:
        """Steps that no model decided."""
        return sum(step.by == "rule" for step in self.steps)


def case_of(journal: Iterable[Mapping[str, Any]]) -> CaseStory | None:
    """The test case of a journal, by its events "step" and "iolts"; None without any."""
    raw = [event for event in journal if isinstance(event, Mapping)]
    heals = {
        heal.step: heal
        for event in raw
        if event.get("event") == "heal" and (heal := _read(Heal, event)) and heal.good
    }
    calls = Counter(
        call.step for event in raw if event.get("event") == "call" and (call := _read(Event, event))
    )
    told = (
        step
        for event in raw
        if event.get("event") == "step" and (step := _read(CaseStepFacts, event))
    )
    steps = tuple(
        _as_healed(step, heals[step.number], calls[step.number]) if step.number in heals else step
        for step in told
    )
    facts = next(
        (
            read
            for event in raw
            if event.get("event") == "iolts" and (read := _read(IoltsFacts, event))
        ),
        IoltsFacts(),
    )
    if not steps and not facts.transitions:
        return None
    transitions = tuple(Transition(**each.model_dump()) for each in facts.transitions)
    system = run_of(Iolts(facts.name, transitions), [step.model_dump() for step in steps])
    return CaseStory(steps, _rows(system), system)


def _read(kind: type[E], event: Mapping[str, Any]) -> E | None:
    try:
        return kind.model_validate(event)
    except ValidationError:
        return None


def _as_healed(step: CaseStepFacts, heal: Heal, calls: int) -> CaseStepFacts:
    """A step of a replay that went another way than it is written: how, and what it cost."""
    why = " · ".join(
        part for part in (f"now “{heal.new.name}”" if heal.new.name else "", heal.why) if part
    )
    by = "model" if heal.kind == "agent" or (heal.kind == "detour" and calls) else step.by
    status = "healed" if step.status in ("passed", "likely") else step.status
    return step.model_copy(
        update={
            "status": status,
            "by": by,
            "reason": step.reason or why,
            "calls": step.calls or calls,
        }
    )


def _rows(system: Iolts) -> tuple[Row, ...]:
    taken = {system.transitions[index] for index in system.taken}
    spine = [
        each for each in system.transitions if each.target not in VERDICTS or each.target == "pass"
    ]
    rows = []
    for place, each in enumerate(spine):
        beside = (
            other
            for other in system.transitions
            if other.source == each.source and other is not each
        )
        branches = tuple(
            Branch(other.label, other.target, other in taken)
            for other in beside
            if other.target in VERDICTS
        )
        rows.append(
            Row(
                (place + 1) * _ROW,
                each.source,
                each.target,
                each.label,
                each.kind,
                each.number,
                each in taken,
                branches,
            )
        )
    return tuple(rows)
