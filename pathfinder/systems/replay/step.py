"""How one step of a scenario is done again.

Look for its element, act, wait for what is expected.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.errors import OffOrigin, PathFinderError, UsageError
from pathfinder.core.journal import Journal
from pathfinder.core.predicate import Predicate, parse_predicate
from pathfinder.core.scenario import Scenario, Step, Target
from pathfinder.core.secrets import Value
from pathfinder.core.task import Site
from pathfinder.engine.playback.healer import Healer
from pathfinder.engine.playback.notes import Notes, describe
from pathfinder.engine.playback.pages import Pages, in_vain
from pathfinder.engine.playback.remembering import beside, target_of
from pathfinder.engine.playback.turn import KINDS, SOON, Pace, StepFailed, Turn
from pathfinder.engine.playback.values import Variables, address
from pathfinder.systems.replay.waits import keep_text, wait
from pathfinder.systems.replay.words import located
from pathfinder.webprocessor.quick_answers import (
    ElementNotFound,
    FoundElement,
    LocatingBrowser,
    SettleResult,
)

_AGAIN = frozenset({"stale", "covered", "not interactable", "not found"})
_MOMENT = 0.3


@dataclass
class Stepper:
    """Does the steps of a scenario in one browser, one at a time.

    lenient: Go on where what is expected does not hold, and only keep note of it: for checking a
        fresh recording.
    targets: Place of a step -> what it acts on instead, where it was healed.
    unheld: Place of a step -> what did not hold after it, when `lenient`.
    vain: The last press, and its step, where nothing came of it.
    remember: Keep what each step acted on, for healing later.
    kept: Place of a step -> what it acted on, when `remember`.
    """

    scenario: Scenario
    site: Site
    quick: LocatingBrowser
    journal: Journal
    pace: Pace = field(default_factory=Pace)
    healer: Healer | None = None
    lenient: bool = False
    targets: dict[str, Target] = field(default_factory=dict)
    unheld: dict[str, list[str]] = field(default_factory=dict)
    vain: tuple[int, FoundElement] | None = None
    remember: bool = False
    kept: dict[str, Target] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.found: dict[str, Target] = {}
        self.variables = Variables()
        self.pages = Pages()
        self.notes = Notes(self.journal, self.quick, screenshots=self.pace.screenshots)
        self.done: list[Turn] = []
        self.number = 0
        self.rested = SettleResult(self.notes.page)

    def do(self, turn: Turn) -> None:
        """Do a step, and wait for what is expected after it.

        Raises:
            StepFailed: The site does not let it be done, or what is expected does not hold.
        """
        step = turn.step
        if step.kind in ("assert", "wait", "wait for url", "wait for element"):
            wait(self, turn)
        elif step.kind == "navigate":
            url = address(self.variables.words(step.value).text, self.site.url, self.scenario.url)
            self.quick.navigate(url)
            self.notes.acted(
                turn.number, Action(Kind.NAVIGATE, value=url), None, ActionResult(True)
            )
            self._expect(turn, look=True)
        elif step.kind == "reload":
            self.quick.navigate(self.notes.page.url)
            self._expect(turn, look=True)
        elif step.kind == "set":
            keep_text(self, turn)
        elif step.kind == "evaluate":
            self.variables.set(
                step.name or "_", self.quick.evaluate(self.variables.words(step.value).text)
            )
            self._expect(turn, look=True)
        elif step.target is None:
            self._on_page(turn)
        else:
            self._on_element(turn)

    def target(self, turn: Turn) -> Target:
        """What a step acts on, with variables filled in.

        What it was healed to, else what is written.
        """
        target = self.targets.get(turn.place) or self.found.get(turn.place) or turn.step.target
        if target is None:
            raise UsageError(f"step {turn.number}, {describe(turn.step)}: it has no target")
        return self.variables.into(self.healer.recalled(turn, target) if self.healer else target)

    def _on_page(self, turn: Turn) -> None:
        action = Action(KINDS[turn.step.kind], value=self._plain(turn))
        self.notes.look(turn.number, None)
        self._check(turn, action, self.quick.act(action), None)
        self._expect(turn)

    def _on_element(self, turn: Turn) -> None:
        kind = KINDS[turn.step.kind]
        held = self._hold(turn, kind)
        uid = self.notes.look(turn.number, held)
        self.keep(turn, held)
        entered = kind in (Kind.TYPE, Kind.SELECT)
        action = Action(
            kind, uid, self.variables.words(turn.step.value) if entered else self._plain(turn)
        )
        result = self._acted(turn, action, held)
        if not result.ok and result.error in _AGAIN:
            held = self._hold(turn, kind)
            result = self._acted(turn, action, held)
        self._check(turn, action, result, held)
        self._expect(turn, held=held, typed=action.value or "" if kind is Kind.TYPE else "")

    def _acted(self, turn: Turn, action: Action, held: FoundElement) -> ActionResult:
        """Do it; what is dragged is dropped onto what is looked for only now."""
        if turn.step.onto is None:
            return self.quick.act(action, held)
        target = turn.step.onto
        if target.described and not target.locators:
            target = located(self, turn.step, target.described, timeout=self.pace.timeout)
        onto = self.quick.seek(self.variables.into(target), action.kind, timeout=self.pace.timeout)
        if isinstance(onto, ElementNotFound):
            raise StepFailed(f"{onto.message} (to drop it onto)", self.shown())
        return self.quick.act(action, held, onto)

    def _plain(self, turn: Turn) -> str:
        """A step's value where nothing is entered.

        The persona's plain values are filled in, secret ones never.
        """
        return self.quick.vault.show(self.variables.words(turn.step.value))

    @property
    def patience(self) -> float:
        """Seconds for an element to be there; few once a step of this run was healed.

        The page is then another one, and not slow.
        """
        return (
            min(SOON, self.pace.timeout)
            if self.healer and self.healer.healed
            else self.pace.timeout
        )

    def _hold(self, turn: Turn, kind: Kind) -> FoundElement:
        if turn.place not in self.targets:
            self._describe(turn)
        found = self.quick.seek(self.target(turn), kind, timeout=self.patience)
        if isinstance(found, ElementNotFound) and self.healer and found.error != "bad selector":
            other = self.healer.find(self, turn, found)
            if other is not None:
                self.targets[turn.place] = other
                found = self.quick.seek(other, kind, timeout=self.pace.timeout)
        if isinstance(found, ElementNotFound):
            self.notes.look(turn.number, None)
            if found.error == "bad selector":
                raise UsageError(f"step {turn.number}, {describe(turn.step)}: {found.message}")
            locators = "; ".join(map(str, self.target(turn).locators))
            raise StepFailed(f"{found.message} (looked for {locators})", self.shown())
        return found

    def _describe(self, turn: Turn) -> None:
        """Find what is only described; each time anew, for the page may have changed."""
        target = turn.step.target
        if target is not None and target.described and not target.locators:
            self.found[turn.place] = located(
                self, turn.step, target.described, timeout=self.patience
            )

    def _check(
        self, turn: Turn, action: Action, result: ActionResult, held: FoundElement | None
    ) -> None:
        self.notes.acted(turn.number, action, held, result, self.target(turn) if held else None)
        if not result.ok:
            if result.error == "off origin":
                raise OffOrigin(result.message)
            if result.error == "no such file":
                raise UsageError(f"step {turn.number}, {describe(turn.step)}: {result.message}")
            raise StepFailed(result.message or result.error, self.shown())

    def _expect(
        self, turn: Turn, *, held: FoundElement | None = None, typed: Value = "", look: bool = False
    ) -> None:
        """Wait for what is expected after a step.

        Where something else came, see whether it can be healed.
        """
        predicates = self.predicates(turn.step)
        before = self.rested
        rested = self._rested(turn, predicates, held if typed else None, typed)
        if turn.step.kind == "answer dialog" or rested.dialog is None:
            self.rested = rested
        self.notes.changed(turn.number, before, rested, turn.step)
        if held and turn.step.kind == "click":
            still = in_vain(turn.step, before, rested) and self.notes.unanswered()
            self.vain = (turn.number, held) if still else None
        if look:
            self.notes.look(turn.number, None)
        self.pages.note(turn.step, before, rested, role=held.role if held else "")
        unmet = rested.unmet if rested.dialog is None else ()
        if unmet and self.lenient:
            self.unheld.setdefault(turn.place, []).extend(str(one) for one in unmet)
            return
        if not rested.kept:
            raise StepFailed("the field does not keep what was typed into it", self.shown())
        if turn.place in self.targets and in_vain(turn.step, before, rested):
            raise StepFailed(
                f"the healed element had no effect: the page did not change after {turn.step.kind}",
                self.shown(),
            )
        if unmet and not (self.healer and self.healer.go_on(self, turn, rested)):
            self.notes.judged(turn.number, predicates, unmet)
            raise StepFailed(f"expected {'; '.join(map(str, unmet))}", self.shown(), unmet)
        if predicates:
            self.notes.judged(turn.number, predicates, ())
        if self.healer:
            self.healer.settle(self, turn, good=True)

    def _rested(
        self, turn: Turn, predicates: Sequence[Predicate], field: FoundElement | None, typed: Value
    ) -> SettleResult:
        """The page at rest.

        Before a press is said to do nothing it gets a moment, for a form is sent only after its
        click has ended.
        """
        began, before = time.monotonic(), self.rested
        patience = SOON if turn.place in self.targets else _MOMENT
        while True:
            rested = self.quick.rest(
                predicates, timeout=self.pace.timeout, field=field, typed=typed
            )
            if not in_vain(turn.step, before, rested) or time.monotonic() - began > patience:
                return rested
            time.sleep(0.05)

    def keep(self, turn: Turn, held: FoundElement) -> None:
        """Keep what a step acts on, as a full look tells it."""
        if not self.remember or held.frame or turn.place in self.kept:
            return
        scene = self.quick.look()
        element = next(
            (one for one in scene.actionable if one.xpath == held.path and not one.frame), None
        )
        if element is not None:
            target = target_of(element, scene)
            whole = (
                target.element.model_copy(update={"beside": beside(element, scene)})
                if target.element
                else None
            )
            self.kept[turn.place] = target.model_copy(update={"element": whole})

    def come_again(self) -> bool:
        """Go back to the last good page and come again, if the last step only followed a link."""
        last = self.done[-2].step if len(self.done) > 1 else None
        if last is not None and last.kind == "navigate":
            self.quick.navigate(
                address(self.variables.words(last.value).text, self.site.url, self.scenario.url)
            )
        elif last is not None and last.kind == "click" and self.pages.came_from:
            self.quick.navigate(self.pages.came_from)
            held = self.quick.seek(
                self.target(self.done[-2]), Kind.CLICK, timeout=self.pace.timeout
            )
            if isinstance(held, ElementNotFound) or held.role != "link":
                return False
            self.quick.act(Action(Kind.CLICK), held)
        else:
            return False
        self.rested = self.quick.rest((), timeout=self.pace.timeout)
        return True

    def predicates(self, step: Step) -> tuple[Predicate, ...]:
        """What is expected after a step, with variables filled in."""
        return tuple(parse_predicate(self.variables.fill(text)) for text in step.expect)

    def shown(self) -> str:
        """What the page shows instead: its errors, else its heading, else its address."""
        try:
            scene = self.quick.look()
        except PathFinderError:
            return ""
        return "; ".join(scene.errors[:3]) or scene.heading or scene.title or scene.url
