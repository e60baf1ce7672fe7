"""The `steps` system: a written test case, step by step, with guard rails around each.

Source: NLTestRunner, algorithm 1: for each action readiness, the action itself, observe; then the
    assertions one by one, and the first
false one fails the case. Inconclusive when readiness or observe is false, when an agent errs, or
when an agent chose what was done since a
rule last saw something expected. What is strict, or plain in other words, is decided by code;
agents are asked about the rest only.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from pathfinder.agents.steps import ROLES, steps_team
from pathfinder.core import events
from pathfinder.core.action import Kind
from pathfinder.core.case import CaseResult, CaseStep, Part, StepResult, TestCase, passed_or_likely
from pathfinder.core.errors import Blame, PathFinderError, SiteUnreachable
from pathfinder.core.iolts import iolts_of
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.meter import Meter
from pathfinder.engine.runner import RunContext
from pathfinder.engine.stage import Stage
from pathfinder.language.strict.forms import Assertion, Command
from pathfinder.language.strict.read import NotStrict, is_assertion, read_sentence
from pathfinder.systems.steps.actor import Actor, Decision, Seen
from pathfinder.systems.steps.agents import AgentSteps
from pathfinder.systems.steps.prose import ProseSteps
from pathfinder.systems.steps.strict import StrictSteps

PATIENCE = 2.0


class StepsRunner:
    """Runs test cases by strict forms first, agents second.

    Options: `patience` (seconds until a strict form is given up), `temperature` (at which the
        agents' answers are drawn), `rules` (no:
    only strict forms are read by rule, as in the paper; all else is for the agents).
    """

    roles = ROLES
    options: Mapping[str, type] = {"patience": float, "temperature": float, "rules": bool}

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
        """Draw the case as a transition system, and open the site."""
        self._began = time.monotonic()
        self._meter = Meter(self.context.journal)
        self._unproven = False
        drawn = iolts_of(self.case.name, [(n, _part(p, s), s.text) for n, p, s in self.case.parts])
        self.context.journal.write(events.System(**drawn.to_json()))
        self._open()

    def turn(self, number: int) -> Verdict | None:
        """Carry out a written step or assertion."""
        _, part, step = self.case.parts[number - 1]
        result = self._step(number, _part(part, step), step)
        self.results.append(result)
        if result.status in (Status.PASSED, Status.LIKELY) and number < len(self.case.parts):
            return None
        return self.result.verdict

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

    def _open(self) -> None:
        """Open the site, unless the first step says where to go."""
        context = self.context
        stage = Stage(context.browser, self._meter, StateGraph())
        if not _goes_somewhere(self.case):
            opened = context.browser.open(context.site.url)
            if not opened.ok and opened.error != "page not ready":
                raise SiteUnreachable(f"{context.site.url}: {opened.message or opened.error}")
        actor = Actor(stage, context, float(context.options.get("patience", PATIENCE)))
        self._strict = StrictSteps(actor)
        self._prose = ProseSteps(actor) if context.options.get("rules", True) else None
        heat = float(context.options.get("temperature", 0.0))
        self._agents = (
            AgentSteps(actor, steps_team(context.models), temperature=heat)
            if context.models
            else None
        )
        self._actor = actor

    def _step(self, number: int, part: Part, step: CaseStep) -> StepResult:
        began = time.monotonic()
        self._meter.reset()
        seen, phase = Seen("", ""), ""
        try:
            self._actor.begin(number)
            decision = self._assert(step.text) if part == "assertion" else self._act(step)
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

    def _act(self, step: CaseStep) -> Decision:
        decision = self._action(step.text, looking=bool(step.expected))
        self._unproven |= not decision.proven
        if decision.passed and step.expected:
            return self._assert(step.expected)
        return decision

    def _action(self, text: str, *, looking: bool) -> Decision:
        try:
            form = read_sentence(text)
        except NotStrict as reason:
            return self._loosely(
                text, partial(self._by_agent, str(reason), AgentSteps.act), looking
            )
        if isinstance(form, Assertion):
            return self._strict.assertion(form)
        decision = self._strict.act(form, text)
        unclear = (
            isinstance(form, Command)
            and form.target is not None
            and form.target.loose
            and decision.phase == "readiness"
        )
        return (
            self._loosely(text, self._agents.act if self._agents else lambda _: decision, looking)
            if unclear
            else decision
        )

    def _loosely(self, text: str, agent: Callable[[str], Decision], looking: bool) -> Decision:
        """A step that no strict form reads."""
        return self._prose.act(text, agent, looking=looking) if self._prose else agent(text)

    def _assert(self, text: str) -> Decision:
        """What is expected.

        What does not hold where an agent's choice has led need not be the site's fault.
        """
        decision = self._assertion(text)
        if decision.status is Status.PASSED:
            self._unproven &= decision.by != "rule"
        elif decision.status is Status.FAILED and self._unproven:
            told = (
                f"{decision.reason}; what led here an agent chose, so that this need not be "
                "the site's fault"
            )
            return replace(decision, status=Status.INCONCLUSIVE, reason=told, blame=Blame.MODEL)
        return decision

    def _assertion(self, text: str) -> Decision:
        try:
            form = read_sentence(text if is_assertion(text) else f"Assert that {text}")
        except NotStrict as reason:
            agent = partial(self._by_agent, str(reason), AgentSteps.check)
            return self._prose.check(text, agent) if self._prose else agent(text)
        if isinstance(form, Command):
            return self._by_agent("it is no assertion", AgentSteps.check, text)
        return self._strict.assertion(form)

    def _by_agent(
        self, reason: str, ask: Callable[[AgentSteps, str], Decision], text: str
    ) -> Decision:
        if self._agents is None:
            raise _NeedsModel(
                f"the step is not strict ({reason}), and no model is there to read it; put what "
                "is meant in quotes"
            )
        return ask(self._agents, text)

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


def _part(part: Part, step: CaseStep) -> Part:
    """An assertion among the actions is one."""
    return "assertion" if is_assertion(step.text) else part


def _goes_somewhere(case: TestCase) -> bool:
    """Whether the first step says which page to open."""
    try:
        first = read_sentence(case.steps[0].text) if case.steps else None
    except NotStrict:
        return False
    return isinstance(first, Command) and first.kind is Kind.NAVIGATE and bool(first.value)
