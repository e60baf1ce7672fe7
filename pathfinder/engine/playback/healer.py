"""The interface between a replay and its healer: what each asks of the other."""

from typing import Protocol

from pathfinder.core.predicate import Predicate
from pathfinder.core.scenario import Scenario, Step, Target
from pathfinder.engine.playback.notes import Notes
from pathfinder.engine.playback.pages import Pages
from pathfinder.engine.playback.turn import Pace, Turn
from pathfinder.engine.playback.values import Variables
from pathfinder.webprocessor.quick_answers import (
    ElementNotFound,
    FoundElement,
    LocatingBrowser,
    SettleResult,
)


class StepPlayer(Protocol):
    """What does the steps of a scenario, as its healer sees it.

    targets: Place of a step -> what it acts on instead, where it was healed.
    done: The turns so far, the one at hand included. rested: The page after the last of them.
    """

    scenario: Scenario
    quick: LocatingBrowser
    pace: Pace
    healer: "Healer | None"
    targets: dict[str, Target]
    variables: Variables
    pages: Pages
    notes: Notes
    done: list[Turn]
    rested: SettleResult

    @property
    def patience(self) -> float:
        """Seconds for an element to be there."""

    def target(self, turn: Turn) -> Target:
        """What a step acts on, with variables filled in.

        What it was healed to, else what is written.
        """

    def predicates(self, step: Step) -> tuple[Predicate, ...]:
        """What is expected after a step, with variables filled in."""

    def keep(self, turn: Turn, held: FoundElement) -> None:
        """Keep what a step acts on, as a full look describes it."""

    def come_again(self) -> bool:
        """Go back to the last good page and come again; whether that was possible."""

    def shown(self) -> str:
        """What the page shows instead: its errors, else its heading, else its address."""


class Healer(Protocol):
    """What may be done when a step can't be done as it is written; without one the step fails."""

    def recalled(self, turn: Turn, target: Target) -> Target:
        """The step's target with its memory, where the element bears the step's name for it."""

    def find(self, player: StepPlayer, turn: Turn, missing: ElementNotFound) -> Target | None:
        """Another target for the step, or nothing."""

    def go_on(self, player: StepPlayer, turn: Turn, rested: SettleResult) -> bool:
        """Lead on from an unexpected page until what is expected holds; whether it did."""

    def renamed(self, predicate: Predicate) -> Predicate | None:
        """The same asked of a field by the name that it bears since it was healed.

        Nothing where it was not.
        """

    def settle(self, player: StepPlayer, turn: Turn, *, good: bool) -> None:
        """Write down what came of a heal of this step.

        Good when what was expected after it holds.
        """

    @property
    def healed(self) -> int:
        """How many heals held."""
