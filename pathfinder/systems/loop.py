"""The loop all systems share: look, decide, act, write down; a system is another way to decide."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.errors import Blame, PageError, UsageError
from pathfinder.core.journal import Journal
from pathfinder.core.predicate import Predicate
from pathfinder.core.task import Task
from pathfinder.core.verdict import Status, Verdict
from pathfinder.systems.candidates import Candidate
from pathfinder.systems.ending import play_out
from pathfinder.systems.graph import State, StateGraph
from pathfinder.systems.stage import Stage, View
from webprocessor.browser import Browser
from webprocessor.change import Change, changes
from webprocessor.scene import make_scene


@dataclass(frozen=True)
class Move:
    """What a player decided to do in one step.

    text: In words, for the history: `open "Oak lamp"`.
    actions: In order; several when a form is filled in.
    candidate: What was chosen; None for a rule's own doing.
    """

    text: str
    actions: tuple[Action, ...]
    candidate: Candidate | None = None


@dataclass(frozen=True)
class Return:
    """Going back to a state that was seen before. how: "url" or "replay" (reset the site, then act its path again)."""

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
    def said(self) -> str:
        """What it did, in a line: the change, or why the action failed."""
        failed = next((r for r in self.results if not r.ok), None)
        if failed and self.change.nothing:
            return f"-> could not: {failed.message or failed.error}"
        return self.change.said()


class Player(Protocol):
    """A system's way to decide."""

    def decide(self, view: View) -> Move | Return | Verdict:
        """Say what to do next, or how it ended."""

    def learn(self, outcome: Outcome) -> Verdict | None:
        """Take in what the step did; say so when it ended the session."""


@dataclass
class Loop:
    """One session: a player on a browser, written down in a journal.

    reset: Brings the site back to its first state; None where that can't be done.
    """

    task: Task
    player: Player
    browser: Browser
    journal: Journal
    graph: StateGraph
    reset: Callable[[], None] | None = None

    def run(self) -> Verdict:
        """Play to the end; errors end in a verdict too, which blames who failed."""
        self._step = 0
        self._stage = Stage(self.browser, self.journal, self.graph)
        return play_out(self._play, self.journal, steps=lambda: self._step)

    def _play(self) -> Verdict:
        opened = self.browser.open(self.task.site.url)
        if not opened.ok and opened.error != "page not ready":
            raise PageError(f"{self.task.site.url}: {opened.message or opened.error}")
        view = self._stage.look(1)
        self._check_conditions_are_open(view)
        for step in range(1, self.task.max_steps + 1):
            move = self.player.decide(view)
            if isinstance(move, Verdict):
                return move
            self._step = step
            outcome = self._carry_out(view, move)
            verdict = self._by_condition(outcome.after) or self.player.learn(outcome)
            if verdict:
                return verdict
            view = outcome.after
        return Verdict(
            Status.EXPIRED, f"the limit of {self.task.max_steps} steps was reached before the goal", by="limit", blame=Blame.NOBODY
        )

    def _carry_out(self, view: View, move: Move | Return) -> Outcome:
        if isinstance(move, Return):
            self.journal.write("back", step=view.step, state_from=view.state.id, state=move.state.id, how=move.how, reason=move.reason)
            results: tuple[ActionResult, ...] = self._go_back(view, move)
            path = move.state.path
        else:
            results = self._stage.act(view.step, move.actions, view.scene)
            path = (*view.state.path, move.actions)
        after = self._stage.see(view.step + 1, path)
        change = changes(view.scene, after.scene)
        outcome = Outcome(move, view, after, change, results)
        self.graph.connect(view.state, after.state, move.text)
        self._stage.note_change(view, after, change, outcome.said)
        self._stage.note_look(after)
        return outcome

    def _go_back(self, view: View, move: Return) -> tuple[ActionResult, ...]:
        if move.how == "url" or self.reset is None:
            return self._stage.act(view.step, [Action(Kind.NAVIGATE, value=move.state.url)], view.scene)
        self.reset()
        self.browser.forget()
        self.browser.open(self.task.site.url)
        results: list[ActionResult] = []
        for actions in move.state.path:
            results += self._stage.act(view.step, actions, make_scene(self.browser.look()))
        return tuple(results)

    def _check_conditions_are_open(self, view: View) -> None:
        conditions = self.task.success_conditions
        if conditions and all(c.evidence(view.scene) is not None for c in conditions):
            raise UsageError(
                f"the success condition '{conditions[0]}' already holds on {view.scene.url} before anything was done;"
                " make it stricter in sites.yaml or with --success"
            )

    def _by_condition(self, view: View) -> Verdict | None:
        return self._condition(view, self.task.success_conditions, Status.SUCCESS, all_of=True) or self._condition(
            view, self.task.stuck_conditions, Status.STUCK, all_of=False
        )

    def _condition(self, view: View, conditions: Sequence[Predicate], status: Status, *, all_of: bool) -> Verdict | None:
        found = [(condition, condition.evidence(view.scene)) for condition in conditions]
        proven = [(condition, evidence) for condition, evidence in found if evidence is not None]
        if not proven or (all_of and len(proven) < len(found)):
            return None
        evidence = "; ".join(text for _, text in proven)
        reason = "; ".join(str(condition) for condition, _ in proven)
        self.journal.write(
            "judgement",
            step=view.step - 1,
            by="condition",
            score=None,
            status=str(status),
            evidence=evidence,
            grounded=True,
            rationale=reason,
        )
        blame = Blame.NOBODY if status is Status.SUCCESS else Blame.SITE
        return Verdict(status, f"the condition holds: {reason}", evidence, by="condition", blame=blame)
