"""Calibration: what agents answer where the right answer is known.

Source: NLTestRunner's EvalAgent. A suite in strict words is carried out by code; at each step the agents are asked what they would have
answered, and code knows what is right: whether the step is ready here (and that a later one is not), which element it means, and
whether an assertion holds. The agents' answers change nothing of the run, so that each question is asked on the right page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from agents.steps import ROLES, steps_team
from pathfinder.core.case import CaseResult, CaseStep, StepResult, TestCase
from pathfinder.core.errors import UsageError
from pathfinder.core.verdict import Status, Verdict
from pathfinder.systems.graph import StateGraph
from pathfinder.systems.runners import RunContext
from pathfinder.systems.stage import Stage
from pathfinder.systems.steps_actor import Actor
from pathfinder.systems.steps_agents import AgentSteps
from pathfinder.systems.steps_strict import StrictSteps
from pathfinder.systems.strict.check import check
from pathfinder.systems.strict.forms import Assertion, Command
from pathfinder.systems.strict.read import NotStrict, read_sentence
from pathfinder.systems.strict.readiness import readiness

PATIENCE = 2.0


class CalibrationRunner:
    """Carries out strict cases by code and asks the agents beside it. Options: `run`, the number that its answers are written with."""

    roles = ROLES

    def run(self, case: TestCase, context: RunContext) -> CaseResult:
        """Run the case, and write an event "calibration" for every answer."""
        if not context.models:
            raise UsageError("calibration needs a model; name one with --model")
        context.browser.open(context.site.url)
        actor = Actor(Stage(context.browser, context.journal, StateGraph()), context, float(context.options.get("patience", PATIENCE)))
        number = int(context.options.get("run", 1))
        agents = AgentSteps(actor, steps_team(context.models), shuffle=Random(context.seed + number))
        return _Calibration(case, context, actor, agents, number).run()


@dataclass
class _Calibration:
    """One case, carried out by code with the agents asked."""

    case: TestCase
    context: RunContext
    actor: Actor
    agents: AgentSteps
    number: int

    def run(self) -> CaseResult:
        strict = StrictSteps(self.actor)
        forms = [(number, step, _form(step)) for number, _, step in self.case.parts]
        results: list[StepResult] = []
        for place, (number, step, form) in enumerate(forms):
            self.actor.begin(number)
            if form is None:
                break
            if isinstance(form, Assertion):
                self._ask_assertion(step, form)
                continue
            self._ask_action(step, form, forms[place + 1 :])
            decision = strict.act(form, step.text)
            results.append(StepResult(number, step.text, "action", decision.status, decision.by, decision.blame, decision.reason))
            if decision.status is not Status.PASSED:
                reason = f"step {number} could not be carried out by code, what follows was not asked about: {decision.reason}"
                return CaseResult(self.case, Verdict(Status.INCONCLUSIVE, reason, by="rule", blame=decision.blame), tuple(results))
        return CaseResult(self.case, Verdict(Status.PASSED, "every agent was asked", by="rule", steps=len(results)), tuple(results))

    def _ask_action(self, step: CaseStep, form: Command, later: Sequence[tuple[int, CaseStep, "Command | Assertion | None"]]) -> None:
        site, page = self.context.site, self.actor.page
        ready = readiness(form, page, site, form=self.actor.form)
        if form.target is None or not ready.action or not ready.action.uid:
            return
        self._note("readiness", step.text, True, self.agents.ready(step.text).yes)
        for _, other, command in later:
            if isinstance(command, Command) and command.target and not readiness(command, page, site).ok:
                self._note("readiness", other.text, False, self.agents.ready(other.text).yes)
                break
        chosen = self.agents.choose(step.text)
        uids = chosen.uids if chosen else []
        self._note("navigation", step.text, ready.action.uid, uids[-1] if uids else "", right=ready.action.uid in uids)

    def _ask_assertion(self, step: CaseStep, form: Assertion) -> None:
        truth = step.truth if step.truth is not None else check(form.condition, self.actor.page).holds
        _, negated, answer = self.agents.judge(step.text)
        self._note("assertion", step.text, truth, answer.yes != negated)

    def _note(self, agent: str, text: str, truth: object, answer: object, *, right: bool | None = None) -> None:
        self.context.journal.write(
            "calibration",
            step=self.actor.number,
            agent=agent,
            model=self.context.models[agent].name,
            text=text,
            truth=truth,
            answer=answer,
            right=truth == answer if right is None else right,
            run=self.number,
        )


def _form(step: CaseStep) -> Command | Assertion | None:
    try:
        return read_sentence(step.text)
    except NotStrict:
        return None
