"""What a step of a replay comes to.

A browser that only answers, so that each answer can be chosen.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.predicate import Predicate
from pathfinder.core.scenario import Locator, Scenario, Step, Target
from pathfinder.core.secrets import Value, Vault
from pathfinder.core.task import Site
from pathfinder.engine.playback.turn import Pace, StepFailed, Turn
from pathfinder.systems.replay.step import Stepper
from pathfinder.webprocessor.element import Box, Scene
from pathfinder.webprocessor.hands import ResolvedElement
from pathfinder.webprocessor.quick_answers import ElementNotFound, FoundElement, Page, SettleResult

PAY = Target(locators=(Locator(by="role", value="button", name="Pay"),))
BUY = Target(locators=(Locator(by="role", value="button", name="Buy"),))
HELD = FoundElement(
    ResolvedElement(None, None, {}, "Pay"),
    Page(),
    0,
    1,
    "button",
    "button",
    "Pay",
    Box(0, 0, 9, 9),
    (800, 600),
)  # type: ignore[arg-type]
PACE = Pace(timeout=0.1, screenshots=False)


@dataclass
class Answering:
    """A quick browser that answers what it is given. after: The page after an action."""

    after: SettleResult = field(default_factory=lambda: SettleResult(Page(), signature="after"))
    found: FoundElement | ElementNotFound = HELD
    result: ActionResult = field(default_factory=lambda: ActionResult(True))
    acted: list[Action] = field(default_factory=list)
    vault: Vault = field(default_factory=Vault)

    def seek(self, target: Target, kind: Kind, *, timeout: float) -> FoundElement | ElementNotFound:
        return self.found

    def act(self, action: Action, held: FoundElement | None = None) -> ActionResult:
        self.acted.append(action)
        return self.result

    def rest(
        self,
        predicates: Sequence[Predicate],
        *,
        timeout: float,
        field: FoundElement | None = None,
        typed: Value = "",
    ) -> SettleResult:
        return self.after

    def look(self) -> Scene:
        return Scene("http://shop.test/", "Shop", "Shop", (), ())


def press(
    quick: Answering, *, healed: bool = False, lenient: bool = False, expect: tuple[str, ...] = ()
) -> Stepper:
    """Press the button, in the place of another one where it is healed.

    The page before has the signature "before".
    """
    step = Step(kind="click", target=PAY, expect=expect)
    scenario = Scenario(name="pay", steps=(step,))
    stepper = Stepper(
        scenario, Site("shop", "http://shop.test/"), quick, MemoryJournal(), PACE, lenient=lenient
    )  # type: ignore[arg-type]
    stepper.targets.update({"0": BUY} if healed else {})
    stepper.rested = SettleResult(Page(), signature="before")
    turn = Turn(1, "0", step)
    stepper.done.append(turn)
    stepper.do(turn)
    return stepper


def test_a_substitute_that_does_nothing_is_none() -> None:
    with pytest.raises(StepFailed, match="had no effect: the page did not change after click"):
        press(Answering(after=SettleResult(Page(), signature="before")), healed=True)
    press(Answering(), healed=True)


def test_what_is_expected_has_to_hold() -> None:
    unmet = SettleResult(Page(), (Predicate("text", "present", "Thank you"),), signature="after")
    with pytest.raises(StepFailed, match="expected text present Thank you"):
        press(Answering(after=unmet), expect=("text present Thank you",))
    assert press(
        Answering(after=unmet), expect=("text present Thank you",), lenient=True
    ).unheld == {"0": ["text present Thank you"]}


def test_a_field_that_loses_what_was_typed_fails() -> None:
    with pytest.raises(StepFailed, match="does not keep"):
        press(Answering(after=SettleResult(Page(), kept=False, signature="after")))


def test_an_action_that_fails_is_tried_once_more_and_then_fails() -> None:
    quick = Answering(result=ActionResult(False, "covered", "a banner covers it"))
    with pytest.raises(StepFailed, match="a banner covers it"):
        press(quick)
    assert len(quick.acted) == 2


def test_an_element_that_is_not_there_fails_with_what_was_looked_for() -> None:
    with pytest.raises(StepFailed, match=r"nothing on the page fits \(looked for .*Pay"):
        press(Answering(found=ElementNotFound("not found", "nothing on the page fits")))
