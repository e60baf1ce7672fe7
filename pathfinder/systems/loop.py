"""The loop all systems share: look, decide, act, write down; a system is another way to decide."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.errors import Blame, PageError, PathFinderError, UsageError
from pathfinder.core.journal import Journal
from pathfinder.core.predicate import Predicate
from pathfinder.core.task import Task
from pathfinder.core.verdict import Status, Verdict
from pathfinder.systems.candidates import Candidate
from pathfinder.systems.graph import State, StateGraph
from webprocessor.browser import Browser
from webprocessor.change import Change, changes
from webprocessor.element import Element, Scene
from webprocessor.locate import locators
from webprocessor.scene import make_scene


@dataclass(frozen=True)
class View:
    """What is seen before a step. new: The state was never seen before."""

    step: int
    scene: Scene
    state: State
    new: bool


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
        began = time.monotonic()
        self._step = 0
        try:
            verdict = self._play()
        except UsageError:
            raise
        except PathFinderError as error:
            verdict = Verdict(Status.INCONCLUSIVE, str(error), by="error", blame=error.blame)
        verdict = replace(verdict, steps=self._step, seconds=time.monotonic() - began)
        self.journal.write("verdict", **verdict.to_json())
        return verdict

    def _play(self) -> Verdict:
        opened = self.browser.open(self.task.site.url)
        if not opened.ok and opened.error != "page not ready":
            raise PageError(f"{self.task.site.url}: {opened.message or opened.error}")
        view = self.look(1, ())
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

    def look(self, step: int, path: tuple[tuple[Action, ...], ...]) -> View:
        """Look at the page, place it in the graph, and write it down."""
        view = self._see(step, path)
        self._note_look(view)
        return view

    def _see(self, step: int, path: tuple[tuple[Action, ...], ...]) -> View:
        began = time.monotonic()
        snapshot = self.browser.look()
        scene = make_scene(snapshot)
        state, new = self.graph.visit(scene, path)
        self._nodes = snapshot.nodes
        self._seconds = time.monotonic() - began
        return View(step, scene, state, new)

    def _note_look(self, view: View) -> None:
        scene = view.scene
        self.journal.write(
            "look",
            step=view.step,
            url=scene.url,
            title=scene.title,
            heading=scene.heading,
            state=view.state.id,
            screenshot=self.journal.keep_screenshot(self.browser.screenshot()),
            viewport=scene.viewport,
            scroll=scene.scroll,
            nodes=self._nodes,
            seconds=round(self._seconds, 3),
            elements=[_element_facts(e, actionable=True) for e in scene.actionable]
            + [_element_facts(e, actionable=False) for e in scene.informational],
            errors=scene.errors,
            cut=[],
        )

    def _carry_out(self, view: View, move: Move | Return) -> Outcome:
        if isinstance(move, Return):
            self.journal.write("back", step=view.step, state_from=view.state.id, state=move.state.id, how=move.how, reason=move.reason)
            results: tuple[ActionResult, ...] = self._go_back(view, move)
            path = move.state.path
        else:
            results = self._act(view, move.actions)
            path = (*view.state.path, move.actions)
        after = self._see(view.step + 1, path)
        change = changes(view.scene, after.scene)
        outcome = Outcome(move, view, after, change, results)
        self.graph.connect(view.state, after.state, move.text)
        self.journal.write("change", step=view.step, **_change_facts(outcome))
        self._note_look(after)
        return outcome

    def _act(self, view: View, actions: Sequence[Action]) -> tuple[ActionResult, ...]:
        results: list[ActionResult] = []
        scene = view.scene
        for action in actions:
            result = self.browser.perform(action, scene)
            if result.error in ("not found", "stale") and action.uid and results:
                scene = make_scene(self.browser.look())
                result = self.browser.perform(action, scene)
            results.append(result)
            self._note_act(view.step, action, result, scene)
            if action.uid and action.kind is Kind.CLICK and not result.ok:
                break
        return tuple(results)

    def _note_act(self, step: int, action: Action, result: ActionResult, scene: Scene) -> None:
        element = scene.find(action.uid) if action.uid else None
        self.journal.write(
            "act",
            step=step,
            action=action.to_json(),
            element=_acted_facts(element, scene) if element else None,
            result={"ok": result.ok, "error": result.error, "message": result.message, "notes": result.notes},
            seconds=round(result.seconds, 3),
        )

    def _go_back(self, view: View, move: Return) -> tuple[ActionResult, ...]:
        if move.how == "url" or self.reset is None:
            return self._act(view, [Action(Kind.NAVIGATE, value=move.state.url)])
        self.reset()
        self.browser.forget()
        self.browser.open(self.task.site.url)
        results: list[ActionResult] = []
        for actions in move.state.path:
            results += self._act(replace(view, scene=make_scene(self.browser.look())), actions)
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


def _element_facts(element: Element, *, actionable: bool) -> dict[str, object]:
    return {
        "uid": element.uid,
        "tag": element.tag,
        "role": element.role,
        "name": element.name or element.text,
        "box": _box(element),
        "actionable": actionable,
        "layer": element.layer,
    }


def _box(element: Element) -> list[float] | None:
    box = element.box
    return [box.x, box.y, box.width, box.height] if box else None


def _acted_facts(element: Element, scene: Scene) -> dict[str, object]:
    return {
        "uid": element.uid,
        "tag": element.tag,
        "role": element.role,
        "name": element.name,
        "text": element.text,
        "box": _box(element),
        "xpath": element.xpath,
        "frame": element.frame,
        "locators": [{"by": one.by, "value": one.value, "name": one.name} for one in locators(element, scene)],
    }


def _change_facts(outcome: Outcome) -> dict[str, object]:
    change = outcome.change
    return {
        "state_before": outcome.before.state.id,
        "state": outcome.after.state.id,
        "url_before": change.url_before,
        "url": change.url,
        "said": outcome.said,
        "appeared": [e.name for e in change.appeared][:40],
        "vanished": [e.name for e in change.vanished][:40],
        "changed": [after.name for _, after in change.changed][:40],
        "errors": change.errors,
        "news": change.news[:20],
        "nothing": change.nothing,
    }
