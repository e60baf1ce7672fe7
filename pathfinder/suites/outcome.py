"""What a suite's run came to.

How many verdicts were right, how many were wrong, and what models had to do.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pathfinder.core.case import CaseResult, StepResult, TestCase
from pathfinder.core.journal import read_journal
from pathfinder.core.verdict import Status
from pathfinder.report.findings import found_in
from pathfinder.report.junit import Row
from pathfinder.suites.lint import is_doubtful

MUST_NOT_PASS = "must-not-pass"


@dataclass(frozen=True)
class Outcome:
    """The figures of a run.

    wrong_fails: Cases that should have passed and failed; wrong_passes: the other way round.
    """

    results: tuple[CaseResult, ...]
    warnings: tuple[str, ...] = ()

    @property
    def counts(self) -> Counter[str]:
        """How many runs ended in each verdict."""
        return Counter(str(result.verdict.status) for result in self.results)

    @property
    def told(self) -> str:
        """The verdicts in words, what was expected to fail said so: `21 passed, 14 failed, …`."""
        counts = Counter(
            (str(result.verdict.status), is_expected(result)) for result in self.results
        )
        return "; ".join(
            f"{number} {status}{', as expected' if expected else ''}"
            for (status, expected), number in sorted(counts.items(), key=lambda one: -one[1])
        )

    @property
    def judged(self) -> tuple[CaseResult, ...]:
        """The runs whose right verdict is recorded."""
        return tuple(result for result in self.results if right(result) is not None)

    @property
    def measures(self) -> bool:
        """Whether the run says how often PathFinder was right, and not only how the site did."""
        return knows_failures(result.case for result in self.results)

    @property
    def accuracy(self) -> float | None:
        """The share of right verdicts, a case each; None where no right verdict is recorded."""
        return (
            sum(right(result) is True for result in self.judged) / len(self.judged)
            if self.judged
            else None
        )

    @property
    def wrong_fails(self) -> tuple[CaseResult, ...]:
        """Cases that failed though they should pass."""
        return tuple(
            r
            for r in self.judged
            if r.case.expected == "passed" and r.verdict.status is Status.FAILED
        )

    @property
    def wrong_passes(self) -> tuple[CaseResult, ...]:
        """Cases that passed, or likely did, though they should not."""
        return tuple(
            r for r in self.judged if r.case.expected == "failed" and r.counted == "passed"
        )

    @property
    def clear(self) -> "Outcome":
        """The runs of the cases that the clarity check lets pass."""
        return Outcome(tuple(result for result in self.results if not is_doubtful(result.case)))

    @property
    def exit_code(self) -> int:
        """0 if each case ended as recorded, or passed; 1 if the site failed one; else 3.

        A likely pass counts as right, and is no proof: 3.
        """
        amiss = [
            r
            for r in self.results
            if r.verdict.status is Status.LIKELY or not (right(r) or _passed_unrecorded(r))
        ]
        if any(r.verdict.status in (Status.FAILED, Status.PASSED) for r in amiss):
            return 1
        return 3 if amiss else 0

    def to_json(self) -> dict[str, Any]:
        """The figures and every case, for `--json`."""
        steps = [step for result in self.results for step in result.results]
        return {
            "cases": [_case_json(result) for result in self.results],
            "verdicts": dict(self.counts),
            "accuracy": self.accuracy,
            "wrong_fails": len(self.wrong_fails),
            "wrong_passes": len(self.wrong_passes),
            "with_clarity_check": _clarity_json(self.clear),
            "steps": len(steps),
            "steps_by_rule": sum(step.by == "rule" for step in steps),
            "model_calls": sum(step.calls for step in steps),
            "tokens": sum(step.tokens for step in steps),
            "seconds": round(sum(result.verdict.seconds for result in self.results), 3),
            "warnings": list(self.warnings),
            "exit": self.exit_code,
        }


def right(result: CaseResult) -> bool | None:
    """Whether the verdict is the right one; None where none is recorded.

    What must not pass may fail or be inconclusive. What fails has to fail where it is recorded to.
    """
    if MUST_NOT_PASS in result.case.tags:
        return result.counted != "passed"
    if result.as_expected and result.counted == "failed" and _fails_elsewhere(result):
        return False
    return result.as_expected


def knows_failures(cases: Iterable[TestCase]) -> bool:
    """Whether some case is known not to pass, so that verdicts can be held against the truth.

    Where all are to pass, as in a suite of one's own site, one that fails tells of the site.
    """
    return any(case.expected == "failed" or MUST_NOT_PASS in case.tags for case in cases)


def amiss(result: CaseResult) -> str:
    """What the verdict should have been, where it is not the right one: `should have failed`."""
    if right(result) is not False:
        return ""
    if MUST_NOT_PASS in result.case.tags:
        return "should not have passed"
    elsewhere = " at another step" if result.as_expected else ""
    return f"should have {result.case.expected}{elsewhere}"


def _fails_elsewhere(result: CaseResult) -> bool:
    """Whether it failed at another step than is recorded to fail, where one is recorded."""
    if not result.results:
        return False
    number, case = result.results[-1].number, result.case
    if case.failing_step:
        return number != case.failing_step
    false = [each for each, _, step in case.parts if step.truth is False]
    return bool(false) and number not in false


def is_expected(result: CaseResult) -> bool:
    """Whether the case did not pass, and was not to."""
    return right(result) is True and result.counted != "passed"


def _passed_unrecorded(result: CaseResult) -> bool:
    return right(result) is None and result.verdict.status is Status.PASSED


def repeats(results: Sequence[CaseResult]) -> dict[str, list[CaseResult]]:
    """The runs of each case, by its name."""
    found: dict[str, list[CaseResult]] = {}
    for result in results:
        found.setdefault(result.case.name, []).append(result)
    return found


def _clarity_json(clear: Outcome) -> dict[str, Any]:
    """The figures with the clarity check: of the cases that it lets pass."""
    return {
        "runs": len(clear.results),
        "verdicts": dict(clear.counts),
        "accuracy": clear.accuracy,
        "wrong_fails": len(clear.wrong_fails),
        "wrong_passes": len(clear.wrong_passes),
    }


def _case_json(result: CaseResult) -> dict[str, Any]:
    return {
        "name": result.case.name,
        "source": str(result.case.source or ""),
        "line": result.case.line,
        "expected": result.case.expected,
        "right": right(result),
        "as_expected": is_expected(result),
        **result.verdict.to_json(),
        "session": result.session,
        "results": [step.to_json() for step in result.results],
    }


def row_of(result: CaseResult) -> Row:
    """A result as the summaries of replays and test cases show it."""
    case, verdict, session = result.case, result.verdict, Path(result.session)
    shots = {
        f"screenshot {step.number}": str(session / step.screenshot)
        for step in result.results
        if step.screenshot
    }
    return Row(
        case.name,
        verdict,
        group=Path(case.source or "pathfinder").name.split(".")[0],
        report=session / "report.html" if result.session else None,
        details=tuple(_line(step) for step in result.results),
        file=str(case.source or ""),
        line=case.line,
        properties={
            "blame": str(verdict.blame),
            "by": verdict.by,
            "session": result.session,
            **shots,
            **(found_in(read_journal(session)) if result.session else {}),
        },
        expected=is_expected(result),
    )


def _line(step: StepResult) -> str:
    blame = f", blame: {step.blame}" if step.status is not Status.PASSED else ""
    return f"{step.number}. {step.status} by {step.by}{blame}: {step.text} - {step.reason}"
