"""Test cases as testers write them, and how a run of one went."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal

from pathfinder.core import events
from pathfinder.core.errors import Blame
from pathfinder.core.evidence import proves
from pathfinder.core.verdict import Status, Verdict

Part = Literal["action", "assertion"]
Decider = Literal["rule", "model", "error", "safe mode", "origins"]
Expected = Literal["passed", "failed", ""]


@dataclass(frozen=True)
class CaseStep:
    """One step or assertion in the tester's words.

    expected: The result that the tester expects of this step; empty for none.
    truth: The recorded outcome that is right for this step or assertion on a healthy site; None
        where none is recorded.
    line: Of the file, from 1; 0 when it was not read from one.
    note: A remark beside it, such as why it is expected to fail; no runner is told.
    reached: Conditions, such as `url contains /basket`, that hold after it when it was carried out
        rightly; no runner is told.
    """

    text: str
    expected: str = ""
    truth: bool | None = None
    line: int = 0
    note: str = ""
    reached: tuple[str, ...] = ()


@dataclass(frozen=True)
class TestCase:
    """A test case: steps, then assertions.

    fault: Fault of the demo shop to serve the site with.
    expected: The verdict that is right for the whole case; empty where none is recorded.
    failing_step: Number of the step that is to fail, from 1; 0 for none.
    """

    __test__ = False  # not a test of ours, whatever pytest makes of the name

    name: str
    steps: tuple[CaseStep, ...]
    assertions: tuple[CaseStep, ...] = ()
    site: str = ""
    persona: str = ""
    goal: str = ""
    fault: str = ""
    expected: Expected = ""
    failing_step: int = 0
    source: Path | None = None
    line: int = 0
    tags: tuple[str, ...] = ()

    @property
    def parts(self) -> tuple[tuple[int, Part, CaseStep], ...]:
        """Every step and assertion in order, with its number from 1."""
        both: list[tuple[Part, CaseStep]] = [
            *(("action", step) for step in self.steps),
            *(("assertion", one) for one in self.assertions),
        ]
        return tuple((number, part, step) for number, (part, step) in enumerate(both, 1))


@dataclass(frozen=True)
class Suite:
    """Test cases of one file. warnings: "FILE:LINE: what could not be read, or was repaired"."""

    name: str
    cases: tuple[TestCase, ...]
    site: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class StepResult:
    """How one step or assertion went.

    number: From 1, over steps and assertions together.
    status: passed, likely (a model alone says that what is expected holds), failed or inconclusive.
    by: Who decided.
    screenshot: Path relative to the session's folder.
    calls, tokens: What the models cost.
    reached: Whether it really led where it should; None where nobody recorded where that is.
    untold: Whether what is expected is so could not be told, after which the case went on.
    """

    number: int
    text: str
    part: Part
    status: Status
    by: Decider = "rule"
    blame: Blame = Blame.NOBODY
    reason: str = ""
    evidence: str = ""
    screenshot: str = ""
    seconds: float = 0.0
    calls: int = 0
    tokens: int = 0
    reached: bool | None = None
    untold: bool = False

    def to_json(self) -> dict[str, Any]:
        """The result for other programs."""
        return {**asdict(self), "seconds": round(self.seconds, 3)}

    def as_event(self, *, phase: str = "", truth: bool | None = None) -> events.Step:
        """The result for the journal."""
        return events.Step(step=self.number, phase=phase, truth=truth, **self.to_json())

    @classmethod
    def of(cls, event: events.Step) -> "StepResult":
        """The result that an event tells."""
        told = event.model_dump(include={each.name for each in fields(cls)})
        return cls(**told | {"status": Status(event.status), "blame": Blame(event.blame)})


@dataclass(frozen=True)
class CaseResult:
    """How a run of a test case went.

    session: The folder with its journal; empty until the session is written.
    """

    case: TestCase
    verdict: Verdict
    results: tuple[StepResult, ...] = ()
    session: str = ""

    @property
    def as_expected(self) -> bool | None:
        """Whether the verdict is the recorded one, a likely one counted as a pass.

        None where none is recorded.
        """
        return None if not self.case.expected else self.counted == self.case.expected

    @property
    def counted(self) -> str:
        """The verdict as the published protocols count it.

        There a model's pass is a pass, proven or not.
        """
        return "passed" if self.verdict.status is Status.LIKELY else str(self.verdict.status)

    def at(self, session: str) -> "CaseResult":
        """The same result with the folder of its session."""
        return replace(self, session=session)


def passed_or_likely(results: Sequence[StepResult], *, unproven: bool = False) -> Verdict:
    """The verdict of a case whose steps all went well.

    Likely where nothing but a model's word says so.

    Args:
        results: Its steps.
        unproven: An agent chose what was done since a rule last saw something expected.
    """
    doubted = next((each for each in results if each.status is Status.LIKELY), None)
    if doubted:
        quoted = doubted.evidence.partition(" · ")[0]
        condition = f'the page contains "{quoted}"' if proves(quoted) and '"' not in quoted else ""
        return Verdict(
            Status.LIKELY,
            f"step {doubted.number}: a model alone says so: {doubted.reason}",
            quoted,
            "model",
            condition=condition,
        )
    if unproven:
        reason = (
            f"{_all(len(results))} carried out, the last of them as an agent chose; "
            "nothing expected was seen by a rule since"
        )
        return Verdict(Status.LIKELY, reason, by="model")
    holding = sum(each.part == "assertion" for each in results)
    return Verdict(
        Status.PASSED,
        f"{_all(len(results))} carried out and verified, {holding} as expected results",
        by="rule",
    )


def _all(steps: int) -> str:
    return "the one step was" if steps == 1 else f"all {steps} steps were"
