"""How one step of a scenario is done again: look for its element, act, wait for what is expected."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.errors import PathFinderError, UsageError
from pathfinder.core.journal import Journal
from pathfinder.core.predicate import Predicate, parse_predicate
from pathfinder.core.scenario import Scenario, Step, Target
from pathfinder.core.task import Site
from pathfinder.systems.remembering import beside, target_of
from pathfinder.systems.replay_elements import Met, Unmet, until_met
from pathfinder.systems.replay_notes import Notes, said
from pathfinder.systems.replay_pages import Pages, in_vain
from pathfinder.systems.replay_turn import KINDS, Pace, StepFailed, Turn
from pathfinder.systems.replay_values import Variables, address, seconds_in
from webprocessor.quick import QuickBrowser
from webprocessor.quick_answers import Held, Missing, Rested

_AGAIN = frozenset({"stale", "covered", "not interactable", "not found"})
_GLANCE = 1.0
_CHANGED = 1.5
_MOMENT = 0.3
_LONGEST_SLEEP = 60.0


class Healer(Protocol):
    """What may be done when a step can't be done as it is written; without one the step fails."""

    def recalled(self, turn: Turn, target: Target) -> Target:
        """The step's target with what is remembered of its element, where that bears the name that the step gives it."""

    def find(self, player: "Stepper", turn: Turn, missing: Missing) -> Target | None:
        """Another target for the step, or nothing."""

    def go_on(self, player: "Stepper", turn: Turn, rested: Rested) -> bool:
        """Lead on from a page that nobody expected, until what is expected after the step holds; whether that went well."""

    def renamed(self, predicate: Predicate) -> Predicate | None:
        """The same asked of a field by the name that it bears since it was healed; nothing where it was not."""

    def settle(self, player: "Stepper", turn: Turn, *, good: bool) -> None:
        """Write down what came of a heal of this step: good when what was expected after it holds."""

    @property
    def healed(self) -> int:
        """How many heals held."""


@dataclass
class Stepper:
    """Does the steps of a scenario in one browser, one at a time.

    lenient: Go on where what is expected does not hold, and only keep note of it: for checking a fresh recording.
    targets: Place of a step -> what it acts on instead, where it was healed.
    unheld: Place of a step -> what did not hold after it, when `lenient`.
    remember: Keep what each step acted on, for healing later.
    kept: Place of a step -> what it acted on, when `remember`.
    """

    scenario: Scenario
    site: Site
    quick: QuickBrowser
    journal: Journal
    pace: Pace = field(default_factory=Pace)
    healer: Healer | None = None
    lenient: bool = False
    targets: dict[str, Target] = field(default_factory=dict)
    unheld: dict[str, list[str]] = field(default_factory=dict)
    remember: bool = False
    kept: dict[str, Target] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.variables = Variables()
        self.pages = Pages()
        self.notes = Notes(self.journal, self.quick, screenshots=self.pace.screenshots)
        self.done: list[Turn] = []
        self.number = 0
        self.rested = Rested(self.notes.page)

    def do(self, turn: Turn) -> None:
        """Do a step, and wait for what is expected after it.

        Raises:
            StepFailed: The site does not let it be done, or what is expected does not hold.
        """
        step = turn.step
        if step.kind in ("assert", "wait", "wait for url", "wait for element"):
            self._wait(turn)
        elif step.kind == "navigate":
            url = address(self.variables.fill(step.value), self.site.url, self.scenario.url)
            self.quick.navigate(url)
            self.notes.acted(turn.number, Action(Kind.NAVIGATE, value=url), None, ActionResult(True))
            self._expect(turn, look=True)
        elif step.kind == "set":
            self._keep_text(turn)
        elif step.kind == "evaluate":
            self.variables.set(step.name or "_", self.quick.evaluate(self.variables.fill(step.value)))
            self._expect(turn, look=True)
        elif step.target is None:
            self._on_page(turn)
        else:
            self._on_element(turn)

    def target(self, turn: Turn) -> Target:
        """What a step acts on, with variables filled in: what it was healed to, else what is written."""
        target = self.targets.get(turn.place) or turn.step.target
        if target is None:
            raise UsageError(f"step {turn.number}, {said(turn.step)}: it has no target")
        return self.variables.into(self.healer.recalled(turn, target) if self.healer else target)

    def _on_page(self, turn: Turn) -> None:
        action = Action(KINDS[turn.step.kind], value=self.variables.fill(turn.step.value))
        self.notes.look(turn.number, None)
        self._check(turn, action, self.quick.act(action), None)
        self._expect(turn)

    def _on_element(self, turn: Turn) -> None:
        kind = KINDS[turn.step.kind]
        held = self._hold(turn, kind)
        uid = self.notes.look(turn.number, held)
        self._keep(turn, held)
        action = Action(kind, uid, self.variables.fill(turn.step.value))
        result = self.quick.act(action, held)
        if not result.ok and result.error in _AGAIN:
            held = self._hold(turn, kind)
            result = self.quick.act(action, held)
        self._check(turn, action, result, held)
        self._expect(turn, held=held, typed=action.value or "" if kind is Kind.TYPE else "")

    @property
    def _patience(self) -> float:
        """Seconds for an element to be there; few once a step of this run was healed: the page is then another one, and not slow."""
        return min(_CHANGED, self.pace.timeout) if self.healer and self.healer.healed else self.pace.timeout

    def _hold(self, turn: Turn, kind: Kind) -> Held:
        found = self.quick.seek(self.target(turn), kind, timeout=self._patience)
        if isinstance(found, Missing) and self.healer and found.error != "bad selector":
            other = self.healer.find(self, turn, found)
            if other is not None:
                self.targets[turn.place] = other
                found = self.quick.seek(other, kind, timeout=self.pace.timeout)
        if isinstance(found, Missing):
            self.notes.look(turn.number, None)
            if found.error == "bad selector":
                raise UsageError(f"step {turn.number}, {said(turn.step)}: {found.message}")
            ways = "; ".join(str(way) for way in self.target(turn).ways)
            raise StepFailed(f"{found.message} (looked for {ways})", self._shown())
        return found

    def _check(self, turn: Turn, action: Action, result: ActionResult, held: Held | None) -> None:
        self.notes.acted(turn.number, action, held, result, self.target(turn) if held else None)
        if not result.ok:
            if result.error == "no such file":
                raise UsageError(f"step {turn.number}, {said(turn.step)}: {result.message}")
            raise StepFailed(result.message or result.error, self._shown())

    def _expect(self, turn: Turn, *, held: Held | None = None, typed: str = "", look: bool = False) -> None:
        """Wait for what is expected after a step; where something else came, see whether it can be healed."""
        predicates = self.predicates(turn.step)
        before = self.rested
        rested = self._rested(turn, predicates, held if typed else None, typed)
        if turn.step.kind == "answer dialog" or rested.dialog is None:
            self.rested = rested
        self.notes.changed(turn.number, before, rested, turn.step)
        if look:
            self.notes.look(turn.number, None)
        self.pages.note(turn.step, before, rested, role=held.role if held else "")
        unmet = rested.unmet if rested.dialog is None else ()
        if unmet and self.lenient:
            self.unheld.setdefault(turn.place, []).extend(str(one) for one in unmet)
            return
        if not rested.kept:
            raise StepFailed("the field does not keep what was typed into it", self._shown())
        if turn.place in self.targets and in_vain(turn.step, before, rested):
            raise StepFailed("what stands in its place does nothing", self._shown())
        if unmet and not (self.healer and self.healer.go_on(self, turn, rested)):
            self.notes.judged(turn.number, predicates, unmet)
            raise StepFailed(f"expected {'; '.join(map(str, unmet))}", self._shown(), unmet)
        if predicates:
            self.notes.judged(turn.number, predicates, ())
        if self.healer:
            self.healer.settle(self, turn, good=True)

    def _rested(self, turn: Turn, predicates: Sequence[Predicate], field: Held | None, typed: str) -> Rested:
        """The page at rest; before a press is said to do nothing it gets a moment, for a form is sent only after its click has ended."""
        began, before = time.monotonic(), self.rested
        patience = _CHANGED if turn.place in self.targets else _MOMENT
        while True:
            rested = self.quick.rest(predicates, timeout=self.pace.timeout, field=field, typed=typed)
            if not in_vain(turn.step, before, rested) or time.monotonic() - began > patience:
                return rested
            time.sleep(0.05)

    def _keep(self, turn: Turn, held: Held) -> None:
        """Keep what a step acts on, as a full look tells it."""
        if not self.remember or held.frame or turn.place in self.kept:
            return
        scene = self.quick.look()
        element = next((one for one in scene.actionable if one.xpath == held.path and not one.frame), None)
        if element is not None:
            target = target_of(element, scene)
            whole = target.element.model_copy(update={"beside": beside(element, scene)}) if target.element else None
            self.kept[turn.place] = target.model_copy(update={"element": whole})

    def come_again(self) -> bool:
        """Go back to the last good page and come again, where the last step only followed a link or an address."""
        last = self.done[-2].step if len(self.done) > 1 else None
        if last is not None and last.kind == "navigate":
            self.quick.navigate(address(self.variables.fill(last.value), self.site.url, self.scenario.url))
        elif last is not None and last.kind == "click" and self.pages.came_from:
            self.quick.navigate(self.pages.came_from)
            held = self.quick.seek(self.target(self.done[-2]), Kind.CLICK, timeout=self.pace.timeout)
            if isinstance(held, Missing) or held.role != "link":
                return False
            self.quick.act(Action(Kind.CLICK), held)
        else:
            return False
        self.rested = self.quick.rest((), timeout=self.pace.timeout)
        return True

    def predicates(self, step: Step) -> tuple[Predicate, ...]:
        """What is expected after a step, with variables filled in."""
        return tuple(parse_predicate(self.variables.fill(text)) for text in step.expect)

    def holds(self, step: Step) -> bool:
        """Whether the condition of an `if` holds, after a short wait."""
        seconds = min(_GLANCE, self.pace.timeout)
        if step.target is not None:
            target = self.variables.into(step.target)
            return isinstance(until_met(self.quick, target, self.variables.fill(step.value), timeout=seconds), Met)
        return not self.quick.rest([parse_predicate(self.variables.fill(step.value))], timeout=seconds).unmet

    def _wait(self, turn: Turn) -> None:
        """Wait for what an assertion, or a wait, asks for."""
        step, value = turn.step, self.variables.fill(turn.step.value)
        if step.target is not None:
            self._wait_for_element(turn)
            return
        if step.kind == "wait" and (seconds := seconds_in(value)) is not None:
            time.sleep(min(seconds, _LONGEST_SLEEP))
            self.notes.look(turn.number, None)
            return
        predicate = Predicate("url", "contains", value) if step.kind == "wait for url" else parse_predicate(value)
        renamed = self.healer.renamed(predicate) if self.healer else None
        rested = self.quick.rest([predicate], timeout=self._patience if renamed else self.pace.timeout)
        if rested.unmet and renamed:
            predicate = renamed
            rested = self.quick.rest([predicate], timeout=self.pace.timeout)
        self.notes.look(turn.number, None)
        if rested.unmet and not (step.kind != "assert" and self.healer and self.healer.go_on(self, turn, rested)):
            self.notes.judged(turn.number, [predicate], rested.unmet)
            raise StepFailed(f"expected {predicate}", self._shown(), rested.unmet)
        self.notes.judged(turn.number, [predicate], ())

    def _wait_for_element(self, turn: Turn) -> None:
        """Wait until an element can be seen, or is hidden, or holds a text."""
        wanted = self.variables.fill(turn.step.value)
        met = until_met(self.quick, self.target(turn), wanted, timeout=self.pace.timeout)
        if isinstance(met, Unmet) and turn.step.kind == "wait for element" and wanted in ("", "visible"):
            met = self._met_elsewhere(turn, met)
        self.notes.look(turn.number, met.held)
        if met.held is not None:
            self._keep(turn, met.held)
        if isinstance(met, Unmet):
            ways = "; ".join(str(way) for way in self.target(turn).ways)
            raise StepFailed(f"{met.reason} (waited for {ways})", self._shown())
        self.notes.says(met.evidence)

    def _met_elsewhere(self, turn: Turn, unmet: Unmet) -> Met | Unmet:
        """What is only waited for may be healed, as what is acted on; what is asserted never is."""
        other = self.healer.find(self, turn, Missing("not found", unmet.reason)) if self.healer else None
        if self.healer is None or other is None:
            return unmet
        self.targets[turn.place] = other
        met = until_met(self.quick, other, "", timeout=min(_CHANGED, self.pace.timeout))
        if isinstance(met, Met):
            self.healer.settle(self, turn, good=True)
        return met

    def _keep_text(self, turn: Turn) -> None:
        """Keep an element's text as a variable."""
        met = until_met(self.quick, self.target(turn), "", timeout=self.pace.timeout)
        self.notes.look(turn.number, met.held)
        if isinstance(met, Unmet) or met.held is None:
            raise StepFailed("there is no such element to take a text from", self._shown())
        self.variables.set(turn.step.name, self.quick.text_of(met.held))

    def _shown(self) -> str:
        """What the page shows instead: its errors, else its heading, else its address."""
        try:
            scene = self.quick.look()
        except PathFinderError:
            return ""
        return "; ".join(scene.errors[:3]) or scene.heading or scene.title or scene.url
