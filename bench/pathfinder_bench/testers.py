"""The benchmark of the testers.

Every runner with every model on the same cases, resumable, in one table.

Each trial is a line of results.jsonl as soon as it has ended; what is there already is not run
again. Truth comes from the suites: which
verdict is right, and at which step a case has to fail.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from pathfinder.agents.models import open_model
from pathfinder.agents.models.base import Model
from pathfinder.analysis.benchmark import Trial, by_app, complete_at_1, count, measure, pass_at_1
from pathfinder.core.case import CaseResult, StepResult, Suite, TestCase
from pathfinder.core.errors import UsageError
from pathfinder.core.journal import read_journal
from pathfinder.core.verdict import Status
from pathfinder.engine.runner import RUNNERS, find_runner
from pathfinder.suites.harness import SuiteRequest, SuiteRunner
from pathfinder_bench.mistakes import MISTAKES, Mistake, mistake
from pathfinder_bench.results import Results
from pathfinder_bench.sites.cases import run_on_app

RUNNER_NAMES = ("steps", "uat", "seeact", "pinata")

_GOOD = (Status.PASSED, Status.LIKELY)
"""Judged to hold: the published protocols count a model's word."""


@dataclass(frozen=True)
class Entrant:
    """A runner with a model, and what it is told.

    name: As it stands in the table: "uat (single agent)".
    """

    runner: str
    model: str
    options: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""

    @property
    def key(self) -> str:
        """What makes its trials its own."""
        told = ",".join(f"{name}={value}" for name, value in sorted(self.options.items()))
        return f"{self.runner}{f'({told})' if told else ''} × {self.model}"


@dataclass(frozen=True)
class Line:
    """One trial as results.jsonl has it."""

    entrant: str
    suite: str
    case: str
    expected: str
    failing_step: int
    verdict: str
    step: int
    steps: int
    done: int
    by: str
    reason: str
    seconds: float
    calls: int
    tokens: int
    session: str

    def trial(self) -> Trial:
        """The trial as the measures want it; the application is the case's suite."""
        expected: Literal["passed", "failed"] = "failed" if self.expected == "failed" else "passed"
        return Trial(
            self.case,
            self.suite,
            expected,
            self.verdict,
            self.failing_step,
            self.step,
            self.steps,
            self.done,
        )


def entrants(
    runners: Sequence[str], models: Sequence[str], *, ablations: bool = False
) -> list[Entrant]:
    """Every runner with every model; with ablations, also the copilot without its parts.

    Raises:
        UsageError: An unknown runner.
    """
    unknown = next((name for name in runners if name not in RUNNERS), "")
    if unknown:
        raise UsageError(
            f"--runner {unknown}: there is no such runner; choose from {', '.join(RUNNERS)}"
        )
    made = [Entrant(runner, model, name=runner) for runner in runners for model in models]
    if ablations and "uat" in runners:
        for model in models:
            made.append(Entrant("uat", model, {"single_agent": True}, "uat, single agent"))
            made.append(Entrant("uat", model, {"reflection": False}, "uat, no reflection"))
    return made


def sampled(cases: Sequence[TestCase], number: int) -> list[TestCase]:
    """A fixed sample.

    As many of each verdict as their shares say, evenly spread over the suites' order. 0 for all.
    """
    if not number or number >= len(cases):
        return list(cases)
    failing = [case for case in cases if case.expected == "failed"]
    passing = [case for case in cases if case.expected != "failed"]
    fails = round(number * len(failing) / len(cases))
    kept = {
        id(case)
        for group, size in ((passing, number - fails), (failing, fails))
        for case in _spread(group, size)
    }
    return [case for case in cases if id(case) in kept]


def _spread(cases: Sequence[TestCase], number: int) -> list[TestCase]:
    return [cases[place * len(cases) // number] for place in range(number)] if number else []


def cases_of(suites: Iterable[Suite]) -> list[tuple[str, TestCase]]:
    """Every case with a recorded verdict, with its suite's name."""
    return [(suite.name, case) for suite in suites for case in suite.cases if case.expected]


@dataclass(frozen=True)
class Bench(Results):
    """The benchmark's folder, and what is in it.

    sites: The file that lists the sites, if not the usual one.
    homes: Where the applications are installed that are the cases' sites; None: none are.
    """

    seed: int = 0
    sites: Path | None = None
    homes: Path | None = None

    def lines(self) -> list[Line]:
        """The trials that have ended."""
        found = []
        for fields in self.read():
            with suppress(TypeError):
                found.append(Line(**fields))
        return found

    def run(self, entrant: Entrant, cases: Sequence[tuple[str, TestCase]]) -> Iterator[Line]:
        """Run what is missing, and write each trial down when it has ended.

        Raises:
            UsageError: A model is not there, or a site, persona or fault that a case names.
        """
        done = {(line.entrant, line.suite, line.case) for line in self.lines()}
        left = [
            (suite, case) for suite, case in cases if (entrant.key, suite, case.name) not in done
        ]
        if not left:
            return
        out = self.folder / "sessions"
        request = SuiteRequest(
            runner=entrant.runner,
            seed=self.seed,
            out=out,
            options=entrant.options,
            sites=self.sites,
        )
        with self._playing(request, _models(entrant)) as play, self.adding() as add:
            for suite, case in left:
                line = line_of(entrant, suite, play(case))
                add(asdict(line))
                yield line

    @contextmanager
    def _playing(
        self, request: SuiteRequest, models: Mapping[str, Model]
    ) -> Iterator[Callable[[TestCase], CaseResult]]:
        """Gives what runs a case."""
        if homes := self.homes:
            yield lambda case: run_on_app(case, request, models, homes)
            return
        with SuiteRunner(request, models) as runner:
            yield runner.run


def _models(entrant: Entrant) -> dict[str, Model]:
    roles = find_runner(entrant.runner).roles
    if entrant.model in ("", "none"):
        return {}
    model = open_model(entrant.model)
    return dict.fromkeys(roles, model)


def line_of(entrant: Entrant, suite: str, result: CaseResult) -> Line:
    """A result as a line."""
    case, verdict = result.case, result.verdict
    amiss = [each for each in result.results if each.status not in _GOOD]
    failed = next((each.number for each in amiss if not each.untold), 0)
    passed = next(
        (n for n, each in enumerate(result.results) if not _went_right(each)), len(result.results)
    )
    right = failed == case.failing_step
    return Line(
        entrant=entrant.key,
        suite=suite,
        case=case.name,
        expected=case.expected,
        failing_step=case.failing_step,
        verdict=result.counted,
        step=failed if verdict.status is Status.FAILED else 0,
        steps=case.failing_step or len(case.parts),
        done=min(passed + (1 if right and failed else 0), case.failing_step or len(case.parts)),
        by=verdict.by,
        reason=verdict.reason,
        seconds=round(verdict.seconds, 2),
        calls=sum(each.calls for each in result.results),
        tokens=sum(each.tokens for each in result.results),
        session=result.session,
    )


def _went_right(result: StepResult) -> bool:
    """Whether a step passed and led where it should, as far as that is recorded."""
    return result.status in _GOOD and result.reached is not False


def table(lines: Sequence[Line]) -> dict[str, dict[str, Any]]:
    """A row an entrant.

    The measures by application and averaged, over all cases, and what it cost.
    """
    rows: dict[str, dict[str, Any]] = {}
    for key in dict.fromkeys(line.entrant for line in lines):
        own = [line for line in lines if line.entrant == key]
        trials = [line.trial() for line in own]
        counts = count(trials)
        wrong = [_wrong(line) for line in own if not line.trial().is_true]
        rows[key] = {
            "cases": len(own),
            "counts": {**asdict(counts), "TP": counts.TP},
            "all": asdict(measure(counts)),
            "applications": {app: asdict(measures) for app, measures in by_app(trials).items()},
            "pass@1": pass_at_1(trials),
            "complete@1": complete_at_1(trials),
            "seconds": _mean(line.seconds for line in own),
            "calls": _mean(line.calls for line in own),
            "tokens": _mean(line.tokens for line in own),
            "mistakes": {name: sum(each["mistake"] == name for each in wrong) for name in MISTAKES},
            "wrong": wrong,
        }
    return rows


def _mean(numbers: Iterable[float]) -> float:
    found = list(numbers)
    return round(sum(found) / len(found), 2) if found else 0.0


def _wrong(line: Line) -> dict[str, object]:
    names = (
        "suite",
        "case",
        "expected",
        "failing_step",
        "verdict",
        "step",
        "by",
        "reason",
        "session",
    )
    return {**{name: getattr(line, name) for name in names}, "mistake": mistake_of(line)}


def mistake_of(line: Line) -> Mistake | Literal[""]:
    """What went wrong in a trial, by its journal; empty where that is gone."""
    let_through = bool(line.failing_step) and line.done >= line.failing_step
    try:
        events = read_journal(Path(line.session)) if line.session else []
    except UsageError:
        return ""
    return (
        mistake(
            events,
            wrong_at=line.failing_step if let_through else line.done + 1,
            let_through=let_through,
        )
        if events
        else ""
    )
