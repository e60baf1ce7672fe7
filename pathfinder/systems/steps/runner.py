"""The `steps` system: a written test case, step by step, with guard rails around each.

Source: NLTestRunner, algorithm 1: for each action readiness, the action itself, observe; then the
assertions one by one, and the first false one fails the case. Each sentence is read into statements
first, and those are carried out and checked by code. Failed is only what code denies, of a sentence
whose reading is sure, on elements that are the only ones meant; else it is inconclusive, and says
which of the three is in doubt. Agents are asked which of several is meant, for the way to what is
not on a page, about small goals, and about what code can't tell.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pathfinder.agents.agent import Call
from pathfinder.agents.steps import ROLES, steps_team
from pathfinder.agents.words import WordsReader
from pathfinder.core import events
from pathfinder.core.case import (
    CaseResult,
    CaseStep,
    Decider,
    Part,
    StepResult,
    TestCase,
    passed_or_likely,
)
from pathfinder.core.errors import Blame, PathFinderError, SiteUnreachable
from pathfinder.core.iolts import iolts_of
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.actor import Actor, Decision, Seen
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.meter import Meter
from pathfinder.engine.runner import READER, RunContext
from pathfinder.engine.stage import Stage
from pathfinder.engine.statements import Statements
from pathfinder.language.reader import Reading
from pathfinder.language.sentences import CaseReadings, Sentences
from pathfinder.language.strict import loose_name
from pathfinder.systems.steps.agents import AgentSteps

PATIENCE = 2.0
_LONGEST_EVIDENCE = 300
_CHOSEN = "what led here an agent chose, so that this need not be the site's fault"


class StepsRunner:
    """Runs test cases statement by statement.

    Options: `patience` (seconds until what a statement needs is given up), `temperature` (at which
        the agents' answers are drawn).
    """

    roles = (*ROLES, READER)
    options: Mapping[str, type] = {"patience": float, "temperature": float}

    def turns(self, case: TestCase, context: RunContext) -> "_Play":
        """The turns of a run: a written step or assertion each."""
        return _Play(case, context)


@dataclass
class _Play:
    """One run of one case."""

    case: TestCase
    context: RunContext
    results: list[StepResult] = field(default_factory=list)

    def begin(self) -> None:
        """Read the case, draw it as a transition system, and open the site."""
        self._began = time.monotonic()
        self._meter = Meter(self.context.journal)
        self._unproven = False
        self._readings = self._read()
        parts = [(n, self._part(n, part), step.text) for n, part, step in self.case.parts]
        self.context.journal.write(events.System(**iolts_of(self.case.name, parts).to_json()))
        self._open()

    def turn(self, number: int) -> Verdict | None:
        """Carry out a written step or assertion."""
        _, part, step = self.case.parts[number - 1]
        result = self._step(number, self._part(number, part), step)
        self.results.append(result)
        if result.status in (Status.PASSED, Status.LIKELY) and number < len(self.case.parts):
            return None
        verdict = self.result.verdict
        if verdict.status in (Status.PASSED, Status.LIKELY):
            self._keep()
        return verdict

    @property
    def result(self) -> CaseResult:
        """How the case went so far."""
        if self.results[-1].status not in (Status.PASSED, Status.LIKELY):
            return self._ended(self.results[-1])
        seconds = time.monotonic() - self._began
        verdict = replace(
            passed_or_likely(self.results, unproven=self._unproven),
            steps=len(self.results),
            seconds=seconds,
        )
        if verdict.status is Status.PASSED:
            last = self.results[-1]
            done = sum(result.part == "assertion" for result in self.results)
            reason = (
                f"every step was carried out, and {done} assertion{'' if done == 1 else 's'} "
                f"hold{'s' if done == 1 else ''}"
            )
            verdict = replace(verdict, reason=reason, evidence=last.evidence, by=last.by)
        return CaseResult(self.case, verdict, tuple(self.results))

    def _read(self) -> CaseReadings:
        model = self.context.models.get(READER)
        reader = WordsReader(model) if model else None
        call = Call(self._meter, 1, seed=self.context.seed)
        return Sentences(self.context.readings, reader).case(self.case, call)

    def _part(self, number: int, part: Part) -> Part:
        """An assertion among the actions is one."""
        return "assertion" if self._readings.texts[number - 1].checks else part

    def _open(self) -> None:
        """Open the site, unless the first step says where to go."""
        context = self.context
        stage = Stage(context.browser, self._meter, StateGraph())
        first = self._readings.texts[0].statements if self._readings.texts else ()
        if not (first and first[0].kind == "navigate"):
            opened = context.browser.open(context.site.url)
            if not opened.ok and opened.error != "page not ready":
                raise SiteUnreachable(f"{context.site.url}: {opened.message or opened.error}")
        actor = Actor(stage, context, float(context.options.get("patience", PATIENCE)))
        heat = float(context.options.get("temperature", 0.0))
        asked = set(ROLES) <= set(context.models)
        team = steps_team(context.models) if asked else None
        self._agents = AgentSteps(actor, team, temperature=heat) if team else None
        self._statements = Statements(actor, self._agents)
        self._actor = actor

    def _step(self, number: int, part: Part, step: CaseStep) -> StepResult:
        began = time.monotonic()
        self._meter.reset()
        seen, phase = Seen("", ""), ""
        try:
            self._actor.begin(number)
            decision = self._carry_out(number, part)
            seen, phase = self._actor.seen, decision.phase
        except PathFinderError as error:
            phase = "error"
            decision = Decision(Status.INCONCLUSIVE, str(error), by=error.by, blame=error.blame)
        result = StepResult(
            number=number,
            text=step.text,
            part=part,
            status=decision.status,
            by=decision.by,
            blame=decision.blame,
            reason=decision.reason,
            evidence=decision.evidence,
            screenshot=seen.screenshot,
            seconds=time.monotonic() - began,
            calls=self._meter.calls,
            tokens=self._meter.tokens,
        )
        self.context.journal.write(result.as_event(phase=phase, truth=step.truth))
        return result

    def _carry_out(self, number: int, part: Part) -> Decision:
        """What a step says, then what is expected of it."""
        decision = self._sentence(self._readings.texts[number - 1], part)
        expected = self._readings.expected[number - 1]
        if decision.passed and expected is not None:
            found = self._sentence(expected, "assertion")
            return _joined([decision, found]) if found.passed else found
        return decision

    def _sentence(self, reading: Reading, part: Part) -> Decision:
        """Its statements in order, up to the first that does not go well."""
        if reading.unread:
            return self._judged(self._unread(reading, part), reading, checked=False)
        done: list[Decision] = []
        for statement in reading.statements:
            free = reading.by != "grammar" or bool(loose_name(reading.sentence))
            decision = self._statements.do(statement, reading.sentence, free=free)
            if decision.status is Status.FAILED and reading.doubts and self._agents is not None:
                asked = self._agents.check(reading.sentence)
                decision = asked if asked.passed else decision
            done.append(self._judged(decision, reading, checked=statement.kind == "assert"))
            if not done[-1].passed:
                return done[-1]
        return _joined(done)

    def _unread(self, reading: Reading, part: Part) -> Decision:
        """A sentence that nobody has read is a small goal for the agents, where there are any."""
        if self._agents is None:
            raise _NeedsModel(
                f"{reading.unread}; put what is meant in quotes, have a model read it with "
                "--model, or write its statements with `pathfinder read`"
            )
        if part == "assertion":
            return self._agents.check(reading.sentence)
        self._statements.whole = False
        return self._agents.act(reading.sentence)

    def _judged(self, decision: Decision, reading: Reading, *, checked: bool) -> Decision:
        """A decision, less sure where what led to it is in doubt."""
        if decision.status is Status.PASSED and decision.by == "rule" and checked:
            self._unproven = False
        self._unproven |= not decision.proven
        if decision.status is not Status.FAILED:
            return decision
        doubt = reading.doubt or (_CHOSEN if self._unproven else "")
        if not doubt:
            return decision
        return replace(
            decision,
            status=Status.INCONCLUSIVE,
            reason=f"{decision.reason}; {doubt}",
            blame=Blame.MODEL,
        )

    def _keep(self) -> None:
        """Leave what was done as scenario.json: the second run replays it without a model."""
        context, folder = self.context, self._meter.folder
        scenario = self._statements.scenario(
            name=self.case.name,
            site=context.site.name,
            url=context.site.url,
            persona=context.persona.name,
            session=folder.name if folder else "",
        )
        if folder is not None and scenario is not None:
            (folder / "scenario.json").write_text(scenario.to_json(), encoding="utf-8")

    def _ended(self, result: StepResult) -> CaseResult:
        reason = f"step {result.number}: {result.reason}"
        verdict = self._verdict(result.status, reason, result.evidence, result.by, result.blame)
        return CaseResult(self.case, verdict, tuple(self.results))

    def _verdict(
        self, status: Status, reason: str, evidence: str, by: str, blame: Blame = Blame.NOBODY
    ) -> Verdict:
        seconds = time.monotonic() - self._began
        return Verdict(
            status, reason, evidence, by=by, blame=blame, steps=len(self.results), seconds=seconds
        )


class _NeedsModel(PathFinderError):
    """A step that only a model could read."""

    blame = Blame.USER


def _joined(decisions: Sequence[Decision]) -> Decision:
    """Several decisions that passed, as one."""
    if not decisions:
        return Decision(Status.PASSED, "there was nothing to do")
    told = "; ".join(dict.fromkeys(decision.reason for decision in decisions))
    seen = dict.fromkeys(decision.evidence for decision in decisions if decision.evidence)
    by: Decider = next((decision.by for decision in decisions if decision.by != "rule"), "rule")
    likely = any(decision.status is Status.LIKELY for decision in decisions)
    return replace(
        decisions[-1],
        status=Status.LIKELY if likely else Status.PASSED,
        reason=told,
        evidence=" · ".join(seen)[:_LONGEST_EVIDENCE],
        by=by,
        proven=all(decision.proven for decision in decisions),
    )
