"""PinATA: orchestrator, actor and assertor, which share a memory.

The orchestrator plans each step with feedback, the actor carries it out, the assertor judges.

Source: Chevrot et al., "Are Autonomous Web Agents Good Testers?". Ours asks a model only where
    rules can't read the
words of a step or of an expected result; `rules: False` asks it always, as the paper does.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass

from pathfinder.agents.ata import Actor, Assertor, Filler, Orchestrator, PinataTeam, Typist
from pathfinder.agents.models.base import Model
from pathfinder.core.case import CaseStep, TestCase
from pathfinder.core.verdict import Status
from pathfinder.engine.asserting import Asserting
from pathfinder.engine.casework import Casework, Judged, StepwiseCase, player
from pathfinder.engine.runner import RunContext
from pathfinder.language.prose.instructions import read_orders, same_again
from pathfinder.language.prose.targets import Instruction
from pathfinder.systems.ata.acting import Acting

_PATIENCE = 0.8


class PinataRunner:
    """Runs a case as PinATA does.

    Options: `vision` (whether pictures are sent; else when the model says it can look), `rules`
        (no: all is for the agents).
    """

    roles: tuple[str, ...] = ("orchestrator", "actor", "assertor")
    options: Mapping[str, type] = {"vision": bool, "rules": bool}

    def turns(self, case: TestCase, context: RunContext) -> StepwiseCase:
        """The turns of a run: a written step each, until one fails."""
        actor = player(context, "actor")
        orchestrator, assertor = (
            Orchestrator(player(context, "orchestrator")),
            Assertor(player(context, "assertor")),
        )
        team = PinataTeam(orchestrator, Actor(actor), Typist(actor), Filler(actor), assertor)
        work = Casework(case, context)
        rules = bool(context.options.get("rules", True))
        eyes = sees(context, actor)
        orchestration = Orchestration(
            work,
            Acting(work, team, eyes=eyes, rules=rules),
            Asserting(work, team.assertor, eyes=eyes, rules=rules),
        )
        return StepwiseCase(work, orchestration.step, lambda: orchestration.acting.chosen)


def sees(context: RunContext, model: Model) -> bool:
    """Whether pictures are sent to the model.

    As asked, else when the model says that it can look at them.
    """
    wanted = context.options.get("vision")
    return bool(getattr(model, "sees", False)) if wanted is None else bool(wanted)


@dataclass
class Orchestration:
    """Plans a step with feedback.

    Act, judge what came of it, try again, recover, and only then fail.
    """

    work: Casework
    acting: Acting
    asserting: Asserting

    def step(self, number: int, step: CaseStep) -> Judged:
        """Carry out one step and verify its expected result."""
        work, vault = self.work, self.work.context.persona.vault
        work.begin(number)
        self.acting.begin()
        is_check = number > len(work.case.steps)
        judged = (
            Judged(Status.PASSED, reason="there was nothing to do")
            if is_check
            else self._carry_out(step)
        )
        expected = vault.show(step.text if is_check else step.expected)
        if judged.passed and expected.strip():
            judged = self._expect(expected, step)
        elif judged.passed:
            judged = self._went_well(judged)
        judged = judged.doubted() if self.acting.chosen else judged
        work.end(step, judged)
        return judged

    def _expect(self, expected: str, step: CaseStep) -> Judged:
        """Verify what is expected.

        Where it is not so and a form was filled in but not sent, send it if that is meant, and look
        again.
        """
        judged = self.asserting.judge(expected, step.text)
        if not judged.passed and self.acting.send_after(step):
            judged = self.asserting.judge(expected, step.text)
        self.acting.chosen &= not (judged.passed and judged.by == "rule")
        return judged

    def _carry_out(self, step: CaseStep) -> Judged:
        judged = Judged(Status.PASSED, reason="there was nothing to do")
        for order in (
            self._orders(step) if self.acting.rules else (Instruction(None, step.text, free=True),)
        ):
            judged = self._with_feedback(order, step)
            if not judged.passed:
                return judged
        return judged

    def _orders(self, step: CaseStep) -> tuple[Instruction, ...]:
        before = next(
            (
                each.text
                for number, _, each in self.work.case.parts
                if number == self.work.number - 1
            ),
            "",
        )
        return read_orders(same_again(step.text, before))

    def _with_feedback(self, order: Instruction, step: CaseStep) -> Judged:
        """Act; when it could not be done, look again, then recover, then give up."""
        judged = self.acting.carry_out(order, step)
        if judged.passed:
            return judged
        time.sleep(_PATIENCE)
        self.work.look()
        judged = self.acting.carry_out(order, step)
        if not judged.passed and self.acting.uncover(order):
            judged = self.acting.carry_out(order, step)
        return judged

    def _went_well(self, judged: Judged) -> Judged:
        """A step without an expected result has failed when what it used did nothing at all."""
        if self.acting.clicked and self.work.change.nothing and not self.work.notes:
            return Judged(
                Status.FAILED, "action", judged.by, f"nothing happened: {'; '.join(self.work.done)}"
            )
        return judged
