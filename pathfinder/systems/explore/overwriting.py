"""What was typed over what stood on a site: nothing new is made by that.

Source: 91 known ways to goals of thirteen applications: of those that make something new 1 in 30
    types over words (a placeholder that the site has put there), of those that change something 9
    in 31. Of 29 fields that the known ways of 33 type over, 22 hold what the site had said before
    or a long text; of the other seven three are a form's own name for a new thing ("Default").
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, field

from pathfinder.core.action import Action, Kind
from pathfinder.core.origin import page_at
from pathfinder.engine.candidates import called, plain, same_text
from pathfinder.engine.playing import Move, Outcome
from pathfinder.systems.explore.signs import adds_something
from pathfinder.webprocessor.element import Scene

_WORD = re.compile(r"[^\W\d_]{3}")
_LONGEST_NAME = 60
"""Letters of what a form may call a new thing for a start; more is somebody's text."""


@dataclass
class Overwriting:
    """Knows which pages hold something typed over, and whether that was sent.

    own: The persona's values: a form may hold them for a start.
    told: What pages said so far. A name that stood on none ("New project #6") is the form's own.
    sent: Whether what was sent last was typed over something; a thing begun from nothing is new
        again.
    """

    own: Collection[str]
    sent: bool = False
    told: set[str] = field(default_factory=set)
    pages: set[str] = field(default_factory=set)

    def learn(self, outcome: Outcome, entered: Collection[str], *, sent: bool) -> None:
        """Take in a step.

        Args:
            outcome: What it did.
            entered: What was entered so far, as fields hold it.
            sent: Whether it has sent something.
        """
        before = outcome.before.scene
        here, move = page_at(before.url), outcome.move
        self.told |= set(map(plain, _says(before)))
        if isinstance(move, Move) and any(self._is_over(one, before) for one in move.actions):
            self.pages.add(here)
        if not sent:
            return
        if here in self.pages:
            self.sent = True
            self.pages.remove(here)
        elif adds_something(outcome, entered):
            self.sent = False

    def _is_over(self, action: Action, scene: Scene) -> bool:
        element = scene.find(action.uid) if action.kind is Kind.TYPE and action.uid else None
        if element is None or element.role != "textbox" or not _WORD.search(element.value):
            return False
        kept = same_text(action.written, element.value) or element.value in action.written
        if kept or any(same_text(element.value, value) for value in self.own):
            return False
        return len(element.value) > _LONGEST_NAME or self._is_told(element.value)

    def _is_told(self, name: str) -> bool:
        return any(plain(name) in text for text in self.told)


def _says(scene: Scene) -> list[str]:
    """What a page says beside its fields."""
    names = [called(e) for e in scene.actionable if not e.is_field]
    return [scene.heading, scene.title, *(e.text for e in scene.informational), *names]
