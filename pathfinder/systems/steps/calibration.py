"""Calibration: what agents answer where the right answer is known.

Source: NLTestRunner's EvalAgent. A suite in strict words is carried out by code; at each step the
    agents are asked what they would have
answered, and code knows what is right: whether the step is ready here (and that a later one is
not), which element it means, and
whether an assertion holds. The agents' answers change nothing of what is done, so that each
question is asked on the right page, and
one way through the pages serves all runs: with log-probabilities a model is asked once and each run
draws its answer from them, other
models answer anew in each run.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from pathfinder.agents.steps import ROLES, Answer, steps_team
from pathfinder.core import events
from pathfinder.core.case import CaseResult, CaseStep, StepResult, TestCase
from pathfinder.core.errors import UsageError
from pathfinder.core.scenario import Step
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.actor import Actor
from pathfinder.engine.expecting import finding
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.runner import RunContext
from pathfinder.engine.stage import Stage
from pathfinder.engine.statements import Statements
from pathfinder.language.reader import Reading
from pathfinder.language.sentences import asked_of, read_by_grammar
from pathfinder.systems.steps.agents import AgentSteps, Weighed
from pathfinder.systems.steps.wording import stated

PATIENCE = 2.0
TEMPERATURE = 0.1
T = TypeVar("T")
U = TypeVar("U")


class CalibrationRunner:
    """Carries out strict cases by code and asks the agents beside it.

    Options: `runs` (answers to each question), `temperature` (at which they are drawn), `patience`.
    """

    roles = ROLES
    options: Mapping[str, type] = {"runs": int, "temperature": float, "patience": float}

    def turns(self, case: TestCase, context: RunContext) -> "_Calibration":
        """The turns of a run, which writes an event "calibration" for every answer."""
        if not context.models:
            raise UsageError("calibration needs a model; name one with --model")
        actor = Actor(
            Stage(context.browser, context.journal, StateGraph()),
            context,
            float(context.options.get("patience", PATIENCE)),
        )
        agents = AgentSteps(
            actor,
            steps_team(context.models),
            temperature=float(context.options.get("temperature", TEMPERATURE)),
        )
        return _Calibration(case, context, actor, agents, int(context.options.get("runs", 1)))


@dataclass
class _Calibration:
    """One case, carried out by code with the agents asked."""

    case: TestCase
    context: RunContext
    actor: Actor
    agents: AgentSteps
    runs: int

    def __post_init__(self) -> None:
        self._randoms = [Random(self.context.seed + run) for run in range(self.runs)]

    @property
    def result(self) -> CaseResult:
        """How the case went so far."""
        return CaseResult(self.case, self._verdict, tuple(self._results))

    def begin(self) -> None:
        """Open the site."""
        self.context.browser.open(self.context.site.url)
        self._statements = Statements(self.actor)
        known = self.context.readings
        self._readings = [
            (step, known.get(own) or read_by_grammar(*own[:2]))
            for step, own, _ in asked_of(self.case)
        ]
        self._results: list[StepResult] = []
        self._verdict = Verdict(Status.PASSED, "every agent was asked", by="rule")

    def turn(self, number: int) -> Verdict | None:
        """Ask the agents about a step, and carry it out by code."""
        step, reading = self._readings[number - 1]
        self.actor.begin(number)
        if reading.checks:
            self._ask_assertion(step, reading)
        elif not reading.unread and not self._act(step, reading):
            return self._verdict
        if not reading.unread and number < len(self._readings):
            return None
        self._verdict = replace(self._verdict, steps=len(self._results))
        return self._verdict

    def _act(self, step: CaseStep, reading: Reading) -> bool:
        number = self.actor.number
        self._ask_action(step, reading.statements[0], self._readings[number:])
        for statement in reading.statements:
            decision = self._statements.do(statement, step.text)
            if decision.status is not Status.PASSED:
                break
        self._results.append(
            StepResult(
                number,
                step.text,
                "action",
                decision.status,
                decision.by,
                decision.blame,
                decision.reason,
            )
        )
        if decision.status is Status.PASSED:
            return True
        reason = (
            f"step {number} could not be carried out by code, what follows was not asked "
            f"about: {decision.reason}"
        )
        self._verdict = Verdict(Status.INCONCLUSIVE, reason, by="rule", blame=decision.blame)
        return False

    def _ask_action(
        self, step: CaseStep, statement: Step, later: Sequence[tuple[CaseStep, Reading]]
    ) -> None:
        ready = self._statements.ready(statement)
        if statement.target is None or not ready.actions or not ready.actions[0].uid:
            return
        self._ask_readiness(step.text, True)
        for other, reading in later:
            targeted = [one for one in reading.statements if one.target]
            if targeted and not self._statements.ready(targeted[0]).ok:
                self._ask_readiness(other.text, False)
                break
        self._ask_navigation(step.text, ready.actions[0].uid)

    def _ask_readiness(self, text: str, truth: bool) -> None:
        answers = self._answers(
            lambda: self.agents.ready(text), lambda answer: answer.scored, self._yes
        )
        self._note("readiness", text, truth, answers, [answer == truth for answer in answers])

    def _ask_navigation(self, text: str, uid: str) -> None:
        chosen = self._answers(
            lambda: self.agents.weigh(text),
            lambda weighed: weighed is None or weighed.choice.scored,
            self._uids,
        )
        self._note(
            "navigation",
            text,
            uid,
            [uids[-1] if uids else "" for uids in chosen],
            [uid in uids for uids in chosen],
        )

    def _ask_assertion(self, step: CaseStep, reading: Reading) -> None:
        truth = step.truth if step.truth is not None else self._holds(reading)
        _, negated = stated(step.text)
        answers = self._answers(
            lambda: self.agents.judge(step.text)[2], lambda answer: answer.scored, self._yes
        )
        self._note(
            "assertion",
            step.text,
            truth,
            [yes != negated for yes in answers],
            [(yes != negated) == truth for yes in answers],
        )

    def _holds(self, reading: Reading) -> bool:
        return all(finding(one, self.actor.sight).holds for one in reading.statements)

    def _answers(
        self, ask: Callable[[], T], scored: Callable[[T], bool], draw: Callable[[T, Random], U]
    ) -> list[U]:
        """The answer of each run.

        One question, where what is said has probabilities to draw from.
        """
        said = ask()
        found = [draw(said, self._randoms[0])]
        for run, random in enumerate(self._randoms[1:], 1):
            if self.agents.temperature and not scored(said):
                self.agents.seed = self.context.seed + run
                said = ask()
            found.append(draw(said, random))
        self.agents.seed = self.context.seed
        return found

    def _yes(self, answer: Answer, random: Random) -> bool:
        return answer.drawn(self.agents.temperature, random).yes

    def _uids(self, weighed: Weighed | None, random: Random) -> tuple[str, ...]:
        return (
            tuple(weighed.candidates[weighed.choice.drawn(self.agents.temperature, random)].uids)
            if weighed
            else ()
        )

    def _note(
        self,
        agent: str,
        text: str,
        truth: bool | str,
        answers: Sequence[bool | str],
        right: Sequence[bool],
    ) -> None:
        self.context.journal.write(
            events.Calibration(
                step=self.actor.number,
                agent=agent,
                model=self.context.models[agent].name,
                text=text,
                truth=truth,
                answers=tuple(answers),
                right=tuple(right),
            )
        )
