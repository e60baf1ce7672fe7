"""Errors that a page shows whatever is done: the state of something listed there, and no answer."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from pathfinder.core.origin import page_at
from pathfinder.engine.playing import Outcome, Return
from pathfinder.systems.explore.answers import ENDS
from pathfinder.systems.explore.refusals import is_of_a_field
from pathfinder.systems.explore.signs import sent


@dataclass
class StandingErrors:
    """Knows the errors that stand on pages, and takes them out of what a step is judged by.

    An error stands that comes with a page which is only gone back to, and one that stays on it
    where what was sent is answered by another sentence. None does that a field is marked with, or
    that ever came up on a page as the answer to what was sent there.
    """

    goal: str
    known: set[str] = field(default_factory=set)
    answers: set[str] = field(default_factory=set)

    def learn(self, outcome: Outcome) -> None:
        """Take in a step."""
        scene, before = outcome.after.scene, set(outcome.before.scene.errors)
        after = {error for error in scene.errors if not is_of_a_field(error, scene)}
        if isinstance(outcome.move, Return):
            self.known |= after - before
        elif sent(outcome, self.goal):
            if _is_here(outcome):
                self.answers.update(outcome.change.errors)
            if not outcome.change.errors and _is_answered(outcome):
                self.known |= after & before
        self.known -= self.answers

    def without(self, outcome: Outcome) -> Outcome:
        """The step as if the pages did not show them as errors."""
        if self.known.isdisjoint(outcome.after.scene.errors):
            return outcome
        after, change = outcome.after, outcome.change
        scene = replace(after.scene, errors=self._others(after.scene.errors))
        return replace(
            outcome,
            after=replace(after, scene=scene),
            change=replace(change, errors=self._others(change.errors)),
        )

    def _others(self, errors: Iterable[str]) -> tuple[str, ...]:
        return tuple(error for error in errors if error not in self.known)


def _is_here(outcome: Outcome) -> bool:
    before, after = outcome.before.scene.url, outcome.after.scene.url
    return page_at(before) == page_at(after)


def _is_answered(outcome: Outcome) -> bool:
    said = [" ".join(text.split()) for text in outcome.change.news]
    return any(text.endswith(ENDS) and len(text.split()) > 1 for text in said)
