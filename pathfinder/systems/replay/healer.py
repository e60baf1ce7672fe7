"""What a replay asks of its healer."""

from typing import TYPE_CHECKING, Protocol

from pathfinder.core.predicate import Predicate
from pathfinder.core.scenario import Target
from pathfinder.systems.replay.turn import Turn
from pathfinder.webprocessor.quick_answers import ElementNotFound, SettleResult

if TYPE_CHECKING:
    from pathfinder.systems.replay.step import Stepper


class Healer(Protocol):
    """What may be done when a step can't be done as it is written; without one the step fails."""

    def recalled(self, turn: Turn, target: Target) -> Target:
        """The step's target with what is remembered of its element, where that bears the name that the step gives it."""

    def find(self, player: "Stepper", turn: Turn, missing: ElementNotFound) -> Target | None:
        """Another target for the step, or nothing."""

    def go_on(self, player: "Stepper", turn: Turn, rested: SettleResult) -> bool:
        """Lead on from a page that nobody expected, until what is expected after the step holds; whether that went well."""

    def renamed(self, predicate: Predicate) -> Predicate | None:
        """The same asked of a field by the name that it bears since it was healed; nothing where it was not."""

    def settle(self, player: "Stepper", turn: Turn, *, good: bool) -> None:
        """Write down what came of a heal of this step: good when what was expected after it holds."""

    @property
    def healed(self) -> int:
        """How many heals held."""
