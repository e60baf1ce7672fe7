"""A test case's run as a report shows it.

A row a step, and the transition system with the way that was taken.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pathfinder.core.events import Call, Event, Heal, Step, of
from pathfinder.core.iolts import VERDICTS, Iolts, iolts_in

_ROW = 34.0


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

    steps: tuple[Step, ...]
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


def case_of(journal: Sequence[Event]) -> CaseStory | None:
    """The test case of a journal, by its events "step" and "iolts"; None without any."""
    heals = {heal.step: heal for heal in of(journal, Heal) if heal.good}
    calls = Counter(call.step for call in of(journal, Call))
    steps = tuple(
        _as_healed(step, heals[step.number], calls[step.number]) if step.number in heals else step
        for step in of(journal, Step)
    )
    system = iolts_in(journal) or Iolts("", ())
    return CaseStory(steps, _rows(system), system) if steps or system.transitions else None


def _as_healed(step: Step, heal: Heal, calls: int) -> Step:
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
