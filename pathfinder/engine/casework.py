"""A written case on the stage: the site opened, and how its steps and the whole went."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from pathfinder.agents.agent import Call
from pathfinder.agents.words import WordsReader
from pathfinder.core.case import CaseResult, CaseStep, Part, StepResult, TestCase, passed_or_likely
from pathfinder.core.errors import PathFinderError, SiteUnreachable
from pathfinder.core.journal import Journal
from pathfinder.core.shorten import short
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.actor import Actor, Decision, Seen
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.meter import Meter
from pathfinder.engine.runner import READER, RunContext
from pathfinder.engine.stage import Stage
from pathfinder.language.sentences import CaseReadings, Sentences, unread_readings

PATIENCE = 2.0
GOOD = (Status.PASSED, Status.LIKELY)
_TOLD = 4
_LONGEST = 120

Reads = Callable[[TestCase, RunContext, Journal], CaseReadings]
"""How the sentences of a case are read into statements before it is played."""


def read_case(case: TestCase, context: RunContext, journal: Journal) -> CaseReadings:
    """What its sentences say: as read before, by the grammar, or by the reader's model.

    Raises:
        ModelError: The model failed.
    """
    model = context.models.get(READER)
    reader = WordsReader(model) if model else None
    call = Call(journal, 1, seed=context.seed)
    return Sentences(context.readings, reader).case(case, call)


def leave_unread(case: TestCase, context: RunContext, journal: Journal) -> CaseReadings:
    """Nothing: every sentence is for the agents."""
    return unread_readings(case)


def remembered(results: Sequence[StepResult]) -> list[str]:
    """What was done and seen, a line a step: the memory that a tester's agents share."""
    return [
        f"step {one.number}: {short(one.text, _LONGEST)} -> "
        f"{short(one.reason, _LONGEST)} ({one.status})"
        for one in results[-_TOLD:]
    ]


@dataclass
class Casework:
    """One run of a case, step by step, and what it comes to.

    results: The steps that have ended.
    """

    case: TestCase
    context: RunContext
    results: list[StepResult] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.meter = Meter(self.context.journal)
        self._opened = self._began = time.monotonic()

    def open(self, *, elsewhere: bool = False) -> Actor:
        """Open the site, unless the first step says where to go; who acts on it.

        Raises:
            SiteUnreachable: It does not open.
        """
        context = self.context
        if not elsewhere:
            opened = context.browser.open(context.site.url)
            if not opened.ok and opened.error != "page not ready":
                raise SiteUnreachable(f"{context.site.url}: {opened.message or opened.error}")
        stage = Stage(context.browser, self.meter, StateGraph())
        return Actor(stage, context, float(context.options.get("patience", PATIENCE)))

    def begin(self) -> None:
        """Begin a step: its seconds and calls are counted from here."""
        self._began = time.monotonic()
        self.meter.reset()

    def end(
        self, number: int, part: Part, step: CaseStep, decision: Decision, seen: Seen
    ) -> StepResult:
        """Write down how a step went."""
        result = StepResult(
            number=number,
            text=step.text,
            part=decision.part or part,
            status=decision.status,
            by=decision.by,
            blame=decision.blame,
            reason=decision.reason,
            evidence=decision.evidence,
            screenshot=seen.screenshot,
            seconds=time.monotonic() - self._began,
            calls=self.meter.calls,
            tokens=self.meter.tokens,
            untold=decision.untold,
        )
        self.results.append(result)
        self.context.journal.write(result.as_event(phase=decision.phase, truth=step.truth))
        return result

    def result(self, *, unproven: bool) -> CaseResult:
        """How the case went so far: as the step that ended it, or proven by all of them.

        Where nobody could tell of a step whether what is expected is so, and all others went well,
        it is that one's.

        Args:
            unproven: An agent chose what was done since code last saw something expected.
        """
        last = self.results[-1]
        verdict = passed_or_likely(self.results, unproven=unproven)
        amiss = [each for each in self.results if each.status not in GOOD]
        if amiss:
            ended = next((each for each in amiss if not each.untold), amiss[0])
            reason = f"{_untold(amiss) if ended.untold else ''}step {ended.number}: {ended.reason}"
            verdict = Verdict(ended.status, reason, ended.evidence, by=ended.by, blame=ended.blame)
        elif verdict.status is Status.PASSED:
            reason = f"every step was carried out, and {_held(self.results)}"
            verdict = replace(verdict, reason=reason, evidence=last.evidence, by=last.by)
        seconds = time.monotonic() - self._opened
        verdict = replace(verdict, steps=len(self.results), seconds=seconds)
        return CaseResult(self.case, verdict, tuple(self.results))


def stopped(error: PathFinderError) -> Decision:
    """What a step comes to that an error has ended."""
    return Decision(Status.INCONCLUSIVE, str(error), by=error.by, blame=error.blame, phase="error")


def _untold(steps: Sequence[StepResult]) -> str:
    """What a case comes to of which nobody could tell some steps."""
    which = ", ".join(str(each.number) for each in steps)
    told = f"step {which}" if len(steps) == 1 else f"steps {which}"
    return f"of {told} nobody could tell whether what is expected is so, all else went well; "


def _held(results: Sequence[StepResult]) -> str:
    done = sum(result.part == "assertion" for result in results)
    return "1 assertion holds" if done == 1 else f"{done} assertions hold"
