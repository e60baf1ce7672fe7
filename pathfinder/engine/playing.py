"""An exploration turn by turn.

A player decides and learns, the stage acts, conditions and proofs weigh what is claimed.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from pathfinder.core import events
from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.errors import Blame, PageError, UsageError
from pathfinder.core.evidence import condition_for, proves, stands_in, without
from pathfinder.core.journal import Journal
from pathfinder.core.predicate import Predicate, parse_predicate
from pathfinder.core.task import Task
from pathfinder.core.verdict import CLAIMS, Status, Verdict
from pathfinder.engine.candidates import Candidate
from pathfinder.engine.graph import State, StateGraph
from pathfinder.engine.proof import Finding, OwnWords, Proof
from pathfinder.engine.stage import Stage, View
from pathfinder.webprocessor.browser import Browser
from pathfinder.webprocessor.change import Change, changes
from pathfinder.webprocessor.scene import make_scene

_TYPED = (Kind.TYPE, Kind.ANSWER_DIALOG)
_PRESSED = (Kind.CLICK, Kind.DOUBLE_CLICK, Kind.PRESS)
_LATE = 0.6  # seconds for an answer that a script puts off


@dataclass(frozen=True)
class Move:
    """What a player decided to do in one step.

    text: In words, for the history: `open "Oak lamp"`.
    actions: In order; several when a form is filled in.
    candidate: What was chosen; None for a rule's own doing.
    chosen: A model chose some of what is entered, so that what is said against it may be its own
        mistake.
    prepares: It only opens what has to be seen before what was decided can be done.
    """

    text: str
    actions: tuple[Action, ...]
    candidate: Candidate | None = None
    chosen: bool = False
    prepares: bool = False


@dataclass(frozen=True)
class Return:
    """Going back to a state that was seen before.

    how: "url" or "replay" (reset the site, then act its path again).
    """

    state: State
    how: str
    reason: str

    @property
    def text(self) -> str:
        """In words, for the history."""
        return f'go back to "{self.state.heading}"'


@dataclass(frozen=True)
class Outcome:
    """What a step did."""

    move: Move | Return
    before: View
    after: View
    change: Change
    results: tuple[ActionResult, ...]

    @property
    def kept(self) -> bool:
        """Whether the site has taken a request that may have changed something."""
        return any(one.kept for one in self.results)

    def acknowledges(self, line: str, typed: Iterable[str] = ()) -> bool:
        """Whether it is a message to the user, however short, as the site has taken something.

        One that repeats what we typed acknowledges nothing: it may be no more than an echo.
        """
        if not self.kept or without(line, typed) != line:
            return False
        messages = (e for e in self.change.appeared if e.notice == "status" and not e.actionable)
        return any(" ".join((e.text or e.name).split()) == line for e in messages)

    @property
    def history_line(self) -> str:
        """What it did, in a line: the change, or why the action failed."""
        return self.told()

    def told(self, weight: Callable[[str], float] = lambda _: 0) -> str:
        """The same, with the news that weigh most first."""
        failed = next((r for r in self.results if not r.ok), None)
        if failed and self.change.nothing:
            return f"-> could not: {failed.message or failed.error}"
        candidate = self.move.candidate if isinstance(self.move, Move) else None
        if candidate and candidate.gesture and self.change.nothing:
            return "-> done"
        return self.change.history_line(weight)


class Player(Protocol):
    """A system's way to decide."""

    def decide(self, view: View) -> Move | Return | Verdict:
        """Say what to do next, or how it ended."""

    def learn(self, outcome: Outcome) -> Verdict | None:
        """Take in what the step did; say so when it ended the session."""


class MakesPlayer(Protocol):
    """Who makes the player that explores."""

    def __call__(
        self,
        task: Task,
        journal: Journal,
        graph: StateGraph,
        browser: Browser,
        off: frozenset[str],
    ) -> Player:
        """A player for a goal, with some of its switches off."""


@dataclass
class PlayerTurns:
    """The turns of a session: a player on a browser, written down in a journal.

    reset: Brings the site back to its first state; None where that can't be done.
    proofs: What can bear out, or refute, a player's claim that the goal is reached.
    shown: The page to begin with is shown already, and is not opened again.
    until: Asked after each step: whether the goal is reached, as somebody outside knows.
    outcome: What the last turn did; None before the first.
    """

    task: Task
    player: Player
    browser: Browser
    journal: Journal
    graph: StateGraph
    reset: Callable[[], None] | None = None
    proofs: Sequence[Proof] = ()
    shown: bool = False
    until: Callable[[], object] | None = None
    outcome: Outcome | None = None

    def __post_init__(self) -> None:
        self.steps = 0
        self._typed: list[str] = []
        self._stage = Stage(self.browser, self.journal, self.graph, searching=True)

    @property
    def withheld(self) -> Sequence[str]:
        """Requests that safe mode kept back."""
        return self.browser.withheld

    @property
    def view(self) -> View:
        """What is seen now."""
        return self._view

    def begin(self) -> None:
        """Open the site, unless its page is shown already, and look.

        Raises:
            PageError: The site does not open.
            UsageError: A success condition holds before anything was done.
        """
        if not self.shown:
            opened = self.browser.open(self.task.site.url)
            if not opened.ok and opened.error != "page not ready":
                raise PageError(f"{self.task.site.url}: {opened.message or opened.error}")
        self._view = self._first = self._stage.look(1)
        self._check_conditions_are_open(self._view)
        for proof in self.proofs:
            proof.begin(self._view)

    def turn(self, number: int) -> Verdict | None:
        """Let the player decide, carry it out, and weigh what came of it."""
        view = self._view
        move = self.player.decide(view)
        if isinstance(move, Verdict):
            return self._weighed(move, view) or Verdict(
                Status.INCONCLUSIVE,
                f"nothing bears out what the {move.by} says: {move.evidence}",
                by=move.by,
                blame=Blame.MODEL,
            )
        self.steps = number
        self.outcome = outcome = self._carry_out(view, move)
        self._view = outcome.after
        return (
            self._by_condition(outcome.after)
            or self._by_caller()
            or self._weighed(self.player.learn(outcome), outcome.after)
        )

    def _by_caller(self) -> Verdict | None:
        if self.until is None or not self.until():
            return None
        return Verdict(
            Status.SUCCESS, "whoever started the session says that the goal is reached", by="caller"
        )

    def _carry_out(self, view: View, move: Move | Return) -> Outcome:
        if isinstance(move, Return):
            self.journal.write(
                events.Back(
                    step=view.step,
                    state_from=view.state.id,
                    state=move.state.id,
                    how=move.how,
                    reason=move.reason,
                )
            )
            results: tuple[ActionResult, ...] = self._go_back(view, move)
            path = move.state.path
        else:
            results = self._stage.act(view.step, move.actions, view.scene)
            vault = self.task.persona.vault
            self._typed += [
                vault.show(action.value)
                for action in move.actions
                if action.kind in _TYPED and action.value
            ]
            path = (*view.state.path, move.actions)
        after = self._stage.see(view.step + 1, path)
        change = changes(view.scene, after.scene)
        if change.nothing and _may_be_answered(move, results):
            time.sleep(_LATE)
            after = self._stage.see(view.step + 1, path)
            change = changes(view.scene, after.scene)
        outcome = Outcome(move, view, after, change, results)
        self.graph.connect(view.state, after.state, move.text)
        self._stage.note_change(view, after, change, outcome.history_line)
        self._stage.note_look(after)
        for proof in self.proofs:
            proof.learn(view, () if isinstance(move, Return) else move.actions, after)
        return outcome

    def _go_back(self, view: View, move: Return) -> tuple[ActionResult, ...]:
        if move.how == "url" or self.reset is None:
            return self._stage.act(
                view.step, [Action(Kind.NAVIGATE, value=move.state.url)], view.scene
            )
        self.reset()
        self.browser.forget()
        self.browser.open(self.task.site.url)
        results: list[ActionResult] = []
        for actions in move.state.path:
            results += self._stage.act(view.step, actions, make_scene(self.browser.look()))
        return tuple(results)

    def _check_conditions_are_open(self, view: View) -> None:
        conditions = self.task.success_conditions
        if conditions and all(c.evidence(OwnWords(view.scene)) is not None for c in conditions):
            raise UsageError(
                f"the success condition '{conditions[0]}' already holds on {view.scene.url} "
                "before anything was done;"
                " make it stricter in sites.yaml or with --success"
            )

    def _weighed(self, verdict: Verdict | None, view: View) -> Verdict | None:
        """What a player's verdict is worth.

        Success if something proves it, else no more than likely; nothing when it is refuted.
        """
        if verdict is None or verdict.status not in CLAIMS:
            return None if verdict and self._is_our_word(verdict) else verdict
        found = self._denied() or self._proof(view) or self._refuted(verdict)
        if found is None or found.holds is None:
            return replace(
                verdict, status=Status.LIKELY, condition=self._condition_that_proves(verdict)
            )
        status = "success" if found.holds else "in progress"
        told = (
            f"{found.by} {'bears' if found.holds else 'does not bear'} out what the "
            f"{verdict.by} says"
        )
        self._note(view.step - 1, found.by, status, found.evidence, told)
        return (
            replace(verdict, status=Status.SUCCESS, by=found.by, reason=f"{verdict.reason}; {told}")
            if found.holds
            else None
        )

    def _is_our_word(self, verdict: Verdict) -> bool:
        """Whether a model calls the site stuck on a quote of nothing but what we typed."""
        return (
            verdict.status is Status.STUCK
            and verdict.by == "oracle"
            and not proves(verdict.evidence, self._typed)
        )

    def _proof(self, view: View) -> Finding | None:
        """What the proofs know of the goal; one that is sure before one that is not."""
        found = [each for proof in self.proofs if (each := proof.check(view))]
        return next((each for each in found if each.holds is not None), next(iter(found), None))

    def _denied(self) -> Finding | None:
        """Strict conditions that do not hold, or the session would have ended on them."""
        conditions = "; ".join(map(str, self.task.success_conditions))
        return Finding(False, "condition", conditions) if conditions else None

    def _refuted(self, claim: Verdict) -> Finding | None:
        """Why a claim can't be believed.

        Its evidence is too short, our own words, or older than what was done.
        """
        if claim.answer:
            return None
        told = self.outcome is not None and self.outcome.acknowledges(claim.evidence, self._typed)
        proven = told or proves(claim.evidence, self._typed)
        if not proven or stands_in(claim.evidence, self._first.scene.text):
            return Finding(False, "evidence", claim.evidence)
        return None

    def _condition_that_proves(self, claim: Verdict) -> str:
        """A strict condition for next time; none where it would hold before anything is done.

        An answer is no condition: it is what was wanted.
        """
        if claim.answer:
            return ""
        condition = condition_for(claim.evidence, self._typed)
        return "" if parse_predicate(condition).evidence(OwnWords(self._first.scene)) else condition

    def _by_condition(self, view: View) -> Verdict | None:
        return self._condition(
            view, self.task.success_conditions, Status.SUCCESS, all_of=True
        ) or self._condition(view, self.task.stuck_conditions, Status.STUCK, all_of=False)

    def _condition(
        self, view: View, conditions: Sequence[Predicate], status: Status, *, all_of: bool
    ) -> Verdict | None:
        page = OwnWords(view.scene, self._typed)
        found = [(condition, condition.evidence(page)) for condition in conditions]
        proven = [(condition, evidence) for condition, evidence in found if evidence is not None]
        if not proven or (all_of and len(proven) < len(found)):
            return None
        evidence = "; ".join(text for _, text in proven)
        reason = "; ".join(str(condition) for condition, _ in proven)
        self._note(view.step - 1, "condition", str(status), evidence, reason)
        blame = Blame.NOBODY if status is Status.SUCCESS else Blame.SITE
        return Verdict(
            status, f"the condition holds: {reason}", evidence, by="condition", blame=blame
        )

    def _note(self, step: int, by: str, status: str, evidence: str, rationale: str) -> None:
        self.journal.write(
            events.Judgement(
                step=step, by=by, status=status, evidence=evidence, rationale=rationale
            )
        )


def _may_be_answered(move: Move | Return, results: Sequence[ActionResult]) -> bool:
    """Whether something was pressed that a page may answer only after it had come to rest."""
    pressed = isinstance(move, Move) and bool(move.actions) and move.actions[-1].kind in _PRESSED
    return pressed and all(result.ok and not result.notes for result in results)
