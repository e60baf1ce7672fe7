"""What speaks for a goal being reached after a step, beside the model's word.

Source: settled on the decision sets; the confirmer's word alone puts fewer of their pairs in order.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp

from rapidfuzz import fuzz

from pathfinder.agents.thresholds import Thresholds
from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import called, plain
from pathfinder.engine.phrases import first_of, phrases_of
from pathfinder.engine.playing import Move, Outcome
from pathfinder.webprocessor.element import Scene

_PRESSED = frozenset({"button", "menuitem"})
_STEEP = 2.0
_SAME_NAME = 80
_NAMED = 0.5


@dataclass(frozen=True)
class Signs:
    """What is weighed, each once.

    asked: Log-odds of Yes that all of the goal is done.
    sent: 1 where a button was pressed, with nothing left that waits to be sent; else 0.
    reported: From 0 to 1, how surely the site says that something has been done.
    shown: 1 where what was sent shows a value of the goal that was entered; else 0.
    left: 1 where a value of the goal was not used yet; else 0.
    """

    asked: float
    sent: float = 0.0
    reported: float = 0.0
    shown: float = 0.0
    left: float = 0.0

    @property
    def evident(self) -> bool:
        """Whether the page itself bears it out: it reports something, or shows what was sent."""
        return self.reported >= _NAMED or bool(self.shown)

    @property
    def described(self) -> str:
        """In words, for the journal."""
        said = (
            (self.sent, "a button was pressed"),
            (self.reported, f"the site reports something ({self.reported:.0%} sure)"),
            (self.shown, "it shows what was entered"),
            (self.left, "a value of the goal was not used yet"),
        )
        told = [words for sign, words in said if sign >= _NAMED]
        return "; ".join([f"log-odds of Yes {self.asked:.2f}", *told])

    def weighed(self, by: Thresholds) -> float:
        """One number, to be held against the threshold `done`."""
        return (
            by.done_asked * self.asked
            + by.done_sent * self.sent
            + by.done_reported * self.reported
            + by.done_shown * self.shown
            + by.done_left * self.left
        )


def sent(outcome: Outcome) -> bool:
    """Whether a button was pressed, and not a link followed or a box ticked."""
    candidate = outcome.move.candidate if isinstance(outcome.move, Move) else None
    control = candidate.control if candidate else None
    return control is not None and (control.submits or control.role in _PRESSED)


def how_surely(log_odds: float, threshold: float) -> float:
    """Log-odds that a sentence reports something, from 0 to 1: 0.5 at the threshold."""
    return 1 / (1 + exp(-_STEEP * (log_odds - threshold)))


def telling(outcome: Outcome, lines: Iterable[str]) -> list[str]:
    """The lines that don't merely repeat what was pressed: a page is headed so that it opened."""
    candidate = outcome.move.candidate if isinstance(outcome.move, Move) else None
    names = [called(element).casefold() for element in (candidate.elements if candidate else ())]
    return [
        line
        for line in dict.fromkeys(lines)
        if not any(fuzz.ratio(line.casefold(), name) > _SAME_NAME for name in names if name)
    ]


def waits_in(lines: Iterable[str], goal: str) -> str:
    """Where a site says that something waits to be ordered or sent: its cart, a draft.

    Empty where it says so of nothing, or the goal names such a place itself.
    """
    places = phrases_of("waiting", "place")
    if first_of(goal, places):
        return ""
    return next((place for line in lines if (place := first_of(line, places))), "")


def unused(values: Iterable[GoalValue], used: Iterable[str]) -> list[GoalValue]:
    """The goal's values that nothing which was entered or pressed so far holds."""
    told = plain(" ".join(used))
    return [value for value in values if plain(value.value) not in told]


def shows(scene: Scene, values: Iterable[GoalValue], entered: Sequence[str]) -> bool:
    """Whether a page says a value of the goal that was entered, outside its fields."""
    told = plain(" ".join(entered))
    said = _said(scene)
    return any(plain(v.value) in said for v in values if plain(v.value) in told)


def known_before(
    scene: Scene, values: Iterable[GoalValue], entered: Sequence[str]
) -> set[GoalValue]:
    """The values that a page shows and that were not entered yet: to show them proves nothing."""
    told = plain(" ".join(entered))
    said = _said(scene)
    return {v for v in values if plain(v.value) in said and plain(v.value) not in told}


def _said(scene: Scene) -> str:
    """All that a page says outside its fields."""
    texts = [e.text for e in scene.informational]
    texts += [called(e) for e in scene.actionable if not e.is_field]
    return plain(" ".join(texts))
