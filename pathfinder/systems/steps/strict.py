"""Strict steps and assertions of a test case, decided by code alone."""

from pathfinder.core.action import Kind
from pathfinder.core.errors import Blame
from pathfinder.core.verdict import Status
from pathfinder.language.strict.check import Finding, check
from pathfinder.language.strict.forms import Assertion, Command, Condition
from pathfinder.language.strict.observation import carried_out
from pathfinder.language.strict.page import Page
from pathfinder.language.strict.readiness import Readiness, readiness
from pathfinder.systems.steps.actor import Actor, Decision, Done

_LONGEST_WAIT = 10.0


class StrictSteps:
    """Readiness, action and observation by the paper's tables."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor

    def act(self, command: Command, text: str) -> Decision:
        """Perform a command between its guard rails."""
        if command.kind is Kind.WAIT and command.until:
            return self._wait(command.until)
        actor = self.actor
        ready: Readiness = actor.until(
            lambda page: readiness(command, page, actor.context.site, form=actor.form),
            lambda each: each.ok or each.blame is Blame.USER,
        )
        if ready.action is None:
            return Decision(
                Status.INCONCLUSIVE,
                f"not ready: {ready.reason}",
                blame=ready.blame,
                phase="readiness",
            )
        actor.choose(text, [ready.action.uid] if ready.action.uid else [], ready.reason, "rule")
        done = actor.act(
            ready.action,
            settled=lambda page, each: self._carried_out(command, ready, page, each)[0],
        )
        ok, why = self._carried_out(command, ready, actor.page, done)
        if not ok:
            return Decision(
                Status.INCONCLUSIVE,
                f"not carried out: {why} ({ready.reason})",
                done.history_line,
                blame=Blame.SITE,
                phase="observe",
            )
        return Decision(Status.PASSED, ready.reason, why)

    def assertion(self, form: Assertion) -> Decision:
        """Check a condition until it holds or the deadline has come."""
        finding = self._finding(form.condition, self.actor.patience)
        if finding.holds:
            return Decision(Status.PASSED, f"it holds: {form.condition}", finding.seen)
        return Decision(
            Status.FAILED,
            f"it does not hold: {form.condition}; {finding.seen}",
            finding.seen,
            blame=Blame.SITE,
        )

    def _wait(self, condition: Condition) -> Decision:
        finding = self._finding(condition, max(self.actor.patience, _LONGEST_WAIT))
        if finding.holds:
            return Decision(Status.PASSED, f"waited until {condition}", finding.seen)
        reason = f"waited in vain until {condition}; {finding.seen}"
        return Decision(
            Status.INCONCLUSIVE, reason, finding.seen, blame=Blame.SITE, phase="observe"
        )

    def _finding(self, condition: Condition, patience: float) -> Finding:
        return self.actor.until(
            lambda page: check(condition, page), lambda each: each.holds, patience=patience
        )

    def _carried_out(
        self, command: Command, ready: Readiness, page: Page, done: Done
    ) -> tuple[bool, str]:
        return carried_out(command, ready, page, done.change, done.results)
