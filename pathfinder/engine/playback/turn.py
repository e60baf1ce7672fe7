"""What a replay is made of: its pace, its turns, and how one of them fails."""

from collections.abc import Mapping
from dataclasses import dataclass

from pathfinder.core.action import Kind
from pathfinder.core.predicate import Predicate
from pathfinder.core.scenario import Step

SOON = 1.5
"""Seconds in which a page known to be another one shows what it has or can do."""

KINDS: Mapping[str, Kind] = {
    "click": Kind.CLICK,
    "double click": Kind.DOUBLE_CLICK,
    "fill": Kind.TYPE,
    "select": Kind.SELECT,
    "check": Kind.CHECK,
    "uncheck": Kind.UNCHECK,
    "press": Kind.PRESS,
    "hover": Kind.HOVER,
    "focus": Kind.FOCUS,
    "select text": Kind.SELECT_TEXT,
    "drag": Kind.DRAG,
    "scroll": Kind.SCROLL,
    "upload": Kind.UPLOAD,
    "back": Kind.BACK,
    "answer dialog": Kind.ANSWER_DIALOG,
}


@dataclass(frozen=True)
class Pace:
    """How long is waited, and what is kept.

    timeout: Seconds for an element to be there, and for what is expected to hold.
    screenshots: Whether each step keeps one.
    """

    timeout: float = 5.0
    screenshots: bool = True


class StepFailed(Exception):
    """A step that the site did not let be done, or after which what is expected does not hold.

    unmet: The predicates that do not hold.
    """

    def __init__(self, reason: str, evidence: str = "", unmet: tuple[Predicate, ...] = ()) -> None:
        super().__init__(reason)
        self.evidence = evidence
        self.unmet = unmet


@dataclass(frozen=True)
class Turn:
    """One step as it is done.

    Number counts what was done, place is where the step stands in the scenario ("4", "4.then.0").
    """

    number: int
    place: str
    step: Step
    following: Step | None = None
