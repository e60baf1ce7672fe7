"""Whether something was done where the goal's words lead, or somewhere else."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pathfinder.core.action import Action, Kind
from pathfinder.engine.candidates import called
from pathfinder.engine.goal_words import goal_words, said_in, said_on
from pathfinder.webprocessor.element import Element, Scene

_ENTERED = frozenset({Kind.TYPE, Kind.SELECT})


@dataclass
class Whereabouts:
    """Knows which words of the goal were called to, and which were followed.

    A comment that was written below another topic than the goal names is there once it was sent,
    and the topic that is meant was on offer all the time.
    """

    goal: str
    _offered: set[str] = field(default_factory=set, init=False)
    _followed: set[str] = field(default_factory=set, init=False)
    _named: set[str] = field(default_factory=set, init=False)

    def learn(self, before: Scene, actions: Sequence[Action], after: Scene) -> None:
        """Take in a step: what was on offer, what was used, and where something was entered."""
        words = goal_words(self.goal)
        uids = {action.uid for action in actions}
        controls = [e for e in before.actionable if not e.is_field]
        self._offered |= said_in(words, map(called, controls))
        used = [e for e in before.actionable if e.uid in uids]
        headings = (text for page in (before, after) for text in (page.heading, page.title))
        self._named |= said_in(words, (*_told(used), *headings))
        self._followed |= self._named | said_in(words, (a.written for a in actions))
        if any(action.kind in _ENTERED for action in actions):
            self._followed |= said_on(words, before)

    def is_strange(self, values: Iterable[str]) -> bool:
        """Whether nothing that was used, and no page it was on, is called by a word of the goal.

        By one beside the values that it gives: to enter a date somewhere books nothing.
        """
        values = list(values)
        own = [word for word in goal_words(self.goal) if not said_in([word], values)]
        return bool(own) and not self._named & set(own)

    def missed(self, here: Scene) -> list[str]:
        """Words of the goal that a control was called by which nobody used, and that are not here.

        Args:
            here: The page that is to show what was done.
        """
        open_words = self._offered - self._followed
        return sorted(open_words - said_on(open_words, here))


def _told(elements: Iterable[Element]) -> Iterable[str]:
    return (text for e in elements for text in (called(e), e.context, e.heading))
