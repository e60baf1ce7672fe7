"""A test case as an input/output labelled transition system: what can happen in it, and what did.

Source: NLTestRunner, definition of a test case: inputs `?a` (actions), outputs `!g` (assertions),
    internal actions (readiness and
observe around each action), and the verdict states pass, fail and inconclusive.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from pathfinder.core import events

Kind = Literal["input", "output", "internal"]
PASS, FAIL, INCONCLUSIVE = "pass", "fail", "inconclusive"
VERDICTS = (PASS, FAIL, INCONCLUSIVE)
_LONGEST = 60


@dataclass(frozen=True)
class Transition:
    """One arrow. number: Of the step or assertion that it belongs to, from 1."""

    source: str
    target: str
    label: str
    kind: Kind
    number: int


@dataclass(frozen=True)
class Iolts:
    """The whole system. taken: Indices of the transitions that a run took, in order."""

    name: str
    transitions: tuple[Transition, ...]
    taken: tuple[int, ...] = ()

    @property
    def states(self) -> tuple[str, ...]:
        """Every state, in the order of the case; the verdicts last."""
        found = dict.fromkeys(
            state
            for each in self.transitions
            for state in (each.source, each.target)
            if state not in VERDICTS
        )
        used = {each.target for each in self.transitions}
        return (*found, *(verdict for verdict in VERDICTS if verdict in used))

    @property
    def ended(self) -> str:
        """Where the run ended; the start where it has not begun.

        One that went on after what could not be told passes no more.
        """
        ends = [self.transitions[index].target for index in self.taken]
        end = ends[-1] if ends else "q0"
        return INCONCLUSIVE if end == PASS and INCONCLUSIVE in ends else end

    def of(self, number: int) -> tuple[Transition, ...]:
        """The transitions of one step or assertion."""
        return tuple(each for each in self.transitions if each.number == number)

    def to_json(self) -> dict[str, Any]:
        """States, transitions and the run, for the journal and for other programs."""
        return {
            "name": self.name,
            "states": self.states,
            "initial": "q0",
            "verdicts": [state for state in self.states if state in VERDICTS],
            "transitions": [
                {**asdict(each), "taken": index in self.taken}
                for index, each in enumerate(self.transitions)
            ],
            "run": self.taken,
        }

    def to_mermaid(self) -> str:
        """For Markdown; dotted arrows were not taken."""
        lines = ["flowchart TB"]
        lines += [f"    {state}([{state}])" for state in self.states if state in VERDICTS]
        for index, each in enumerate(self.transitions):
            arrow = "==>" if index in self.taken else "-.->"
            label = each.label.replace('"', "#quot;")
            lines.append(f'    {each.source} {arrow}|"{label}"| {each.target}')
        return "\n".join([*lines, ""])


def iolts_of(name: str, parts: Sequence[tuple[int, str, str]]) -> Iolts:
    """The system of a test case.

    Args:
        name: The case's.
        parts: Number, "action" or "assertion", and the words of each step, in order.
    """
    transitions: list[Transition] = []
    for place, (number, part, text) in enumerate(parts):
        here, there = f"q{place}", f"q{place + 1}" if place + 1 < len(parts) else PASS
        words = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
        if part == "assertion":
            transitions += [
                Transition(here, there, f"!{words}", "output", number),
                Transition(here, FAIL, f"!not: {words}", "output", number),
                Transition(here, INCONCLUSIVE, "no answer", "internal", number),
            ]
            continue
        ready, acted = f"r{number}", f"a{number}"
        transitions += [
            Transition(here, ready, f"readiness({number})", "internal", number),
            Transition(here, INCONCLUSIVE, f"not ready({number})", "internal", number),
            Transition(here, FAIL, f"not there({number})", "internal", number),
            Transition(ready, acted, f"?{words}", "input", number),
            Transition(acted, there, f"observe({number})", "internal", number),
            Transition(acted, INCONCLUSIVE, f"not observed({number})", "internal", number),
            Transition(acted, FAIL, f"not as expected({number})", "internal", number),
        ]
    return Iolts(name, tuple(transitions))


def iolts_in(journal: Iterable[events.Event]) -> Iolts | None:
    """The transition system in a journal, with the run that it tells of; None without one."""
    journal = list(journal)
    drawn = events.first(journal, events.System)
    if drawn is None:
        return None
    transitions = tuple(
        Transition(**each.model_dump(exclude={"taken"})) for each in drawn.transitions
    )
    return run_of(Iolts(drawn.name, transitions), events.of(journal, events.Step))


def run_of(system: Iolts, steps: Iterable[events.Step]) -> Iolts:
    """The system with the run that a journal's step events tell of.

    An action that was not ready has the phase "readiness", one that was not observed "observe". It
    failed where code denies that what it needs is there, or that what it expects is so. What could
    not be told, and was gone on after, has both: the arrow on, and the one to inconclusive.
    """
    taken: list[int] = []
    known = {each.number for each in system.transitions}
    told = [step for step in steps if step.number in known]
    for step in told:
        if step.untold and step is not told[-1]:
            taken += _taken(system, step.number, "inconclusive", "observe")[-1:]
            taken += _taken(system, step.number, "passed", "")
        else:
            taken += _taken(system, step.number, step.status, step.phase)
    return Iolts(system.name, system.transitions, tuple(taken))


def _taken(system: Iolts, number: int, status: str, phase: str) -> list[int]:
    """Indices of the transitions that one step took."""
    own = {
        each.label if each.kind == "internal" else each.kind + each.target: i
        for i, each in enumerate(system.transitions)
        if each.number == number
    }
    if any(label.startswith("output") for label in own):
        wanted = {"failed": f"output{FAIL}", "inconclusive": "no answer"}.get(status)
        forward = next(
            i for label, i in own.items() if label.startswith("output") and label != f"output{FAIL}"
        )
        return [own[wanted] if wanted else forward]
    ready, acted = (
        own[f"readiness({number})"],
        next(i for label, i in own.items() if label.startswith("input")),
    )
    if status in ("passed", "likely"):
        return [ready, acted, own[f"observe({number})"]]
    failed = status == "failed"
    if phase == "observe" or (failed and phase != "readiness"):
        end = "not as expected" if failed else "not observed"
        return [ready, acted, own[f"{end}({number})"]]
    return [own[f"{'not there' if failed else 'not ready'}({number})"]]
