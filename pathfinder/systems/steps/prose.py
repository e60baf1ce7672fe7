"""A test case's free words, decided by rules as far as they go.

What they leave open is for the agents.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from pathfinder.core.action import Action, Kind
from pathfinder.core.case import Decider
from pathfinder.core.errors import Blame
from pathfinder.core.verdict import Status
from pathfinder.language.filling import brings_no_value
from pathfinder.language.prose.carry import Plan, plan
from pathfinder.language.prose.checks import check
from pathfinder.language.prose.claims import Claim, read_claims
from pathfinder.language.prose.instructions import read_orders
from pathfinder.language.prose.pressing import control_meant
from pathfinder.language.prose.sight import Finding
from pathfinder.language.prose.targets import Instruction
from pathfinder.language.strict.forms import Command
from pathfinder.language.strict.observation import carried_out
from pathfinder.language.strict.page import Page
from pathfinder.language.strict.readiness import Readiness
from pathfinder.systems.steps.actor import Actor, Decision, Done

Agent = Callable[[str], Decision]


class ProseSteps:
    """Readiness, action and observation of steps that rules can read, order by order.

    The others go to an agent.
    """

    def __init__(self, actor: Actor) -> None:
        self.actor = actor

    def act(self, text: str, agent: Agent, *, looking: bool = False) -> Decision:
        """Carry out a step; `agent` does each order of it that no rule is sure of.

        Args:
            text: The step.
            agent: Carries out an order, or a whole step.
            looking: The step may be only to look, as it says what is to be seen; else a look at
                something leads there.

        Raises:
            PathFinderError: The agent failed, or there is none.
        """
        orders = read_orders(text)
        if not looking and all(order.kind is None and not order.free for order in orders):
            return agent(text)
        done: list[Decision] = []
        for order in orders:
            found = self.actor.until(
                partial(self._plan, order), lambda each: each.ok or not each.sure
            )
            found = found if found.sure else self._named(order) or found
            decision = self._carry_out(found) if found.sure else agent(order.text)
            if not decision.passed:
                return decision
            done.append(decision)
        return _joined(done)

    def check(self, text: str, agent: Agent) -> Decision:
        """Check what is expected, claim by claim; `agent` judges each that no rule can tell.

        Raises:
            PathFinderError: The agent failed, or there is none.
        """
        seen: list[Decision] = []
        claims = read_claims(self.actor.context.persona.vault.show(text))
        if not claims:
            return agent(text)
        for claim in claims:
            found = self.actor.until(
                partial(self._finding, claim), lambda each: each is None or each.holds
            )
            decision = _judged(claim, found) if found else agent(claim.text)
            if not decision.passed:
                return decision
            seen.append(decision)
        return _joined(seen)

    def _plan(self, order: Instruction, page: Page) -> Plan:
        return plan(order, page.scene, self.actor.context.site)

    def _named(self, order: Instruction) -> Plan | None:
        """Press the only button named after the verb, where nothing is to be entered."""
        if order.kind not in (None, Kind.CLICK) or not brings_no_value(order.text):
            return None
        control = control_meant(order.text, self.actor.page.scene, doing=True)
        return (
            Plan((Action(Kind.CLICK, control.uid),), reason=f"click {control.name!r}")
            if control
            else None
        )

    def _finding(self, claim: Claim, _: Page) -> Finding | None:
        return check(claim, self.actor.sight)

    def _carry_out(self, found: Plan) -> Decision:
        if not found.ok:
            return Decision(
                Status.INCONCLUSIVE,
                f"not ready: {found.reason}",
                blame=Blame.SITE,
                phase="readiness",
            )
        borne_out = found.reason
        for action in found.actions:
            done, ready = self._do(action, found.reason)
            ok, why = self._carried_out(action, ready, self.actor.page, done)
            if not ok:
                reason = f"not carried out: {why} ({found.reason})"
                return Decision(
                    Status.INCONCLUSIVE,
                    reason,
                    done.history_line,
                    blame=Blame.SITE,
                    phase="observe",
                )
            borne_out = why
        return Decision(Status.PASSED, found.reason, borne_out)

    def _do(self, action: Action, reason: str) -> tuple[Done, Readiness]:
        self.actor.choose(reason, [action.uid] if action.uid else [], reason, "rule")
        ready = Readiness(
            action, reason, self.actor.page.scene.find(action.uid) if action.uid else None
        )
        return self.actor.act(
            action, settled=lambda page, each: self._carried_out(action, ready, page, each)[0]
        ), ready

    def _carried_out(
        self, action: Action, ready: Readiness, page: Page, done: Done
    ) -> tuple[bool, str]:
        command = Command(action.kind, value=action.written)
        return carried_out(command, ready, page, done.change, done.results)


def _judged(claim: Claim, found: Finding) -> Decision:
    if found.holds:
        return Decision(Status.PASSED, f"it holds: {claim.text}", found.evidence or found.reason)
    return Decision(
        Status.FAILED,
        f"it does not hold: {claim.text}; {found.reason}",
        found.evidence,
        blame=Blame.SITE,
    )


def _joined(decisions: list[Decision]) -> Decision:
    """Several decisions that passed, as one."""
    told = "; ".join(dict.fromkeys(decision.reason for decision in decisions))
    seen = " · ".join(
        dict.fromkeys(decision.evidence for decision in decisions if decision.evidence)
    )
    by: Decider = next((decision.by for decision in decisions if decision.by != "rule"), "rule")
    status = (
        Status.LIKELY
        if any(decision.status is Status.LIKELY for decision in decisions)
        else Status.PASSED
    )
    return replace(
        decisions[-1],
        status=status,
        reason=told,
        evidence=seen[:300],
        by=by,
        proven=all(decision.proven for decision in decisions),
    )
