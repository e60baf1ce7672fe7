"""Asking the agent of healing which control took the place of another.

That none did is one of the answers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import inf
from typing import Any

from pathfinder.agents.agent import Call
from pathfinder.agents.heal import Renaming
from pathfinder.agents.models.base import Model
from pathfinder.agents.thresholds import thresholds_of
from pathfinder.core.journal import Journal
from pathfinder.core.scenario import Control, Remembered
from pathfinder.core.shorten import short
from pathfinder.engine.playback.turn import Turn
from pathfinder.systems.heal.similarity import Match
from pathfinder.webprocessor.element import Element

_RIVALS = 3
_CERTAIN = 5.0
_LONGEST = 60
_KINDS = {
    "button": "button",
    "link": "link",
    "textbox": "field",
    "searchbox": "field",
    "combobox": "list",
    "checkbox": "check box",
}


@dataclass
class Asking:
    """The agent of a run, asked a limited number of times.

    open_model: Opens its model when it is first needed; None: no agent.
    most: How many questions it may be asked.
    """

    journal: Journal
    open_model: Callable[[], Model] | None
    most: int

    def __post_init__(self) -> None:
        self._asked = 0
        self._model: Model | None = None

    @property
    def possible(self) -> bool:
        """Whether there is an agent, and a question left."""
        return self.open_model is not None and self._asked < self.most

    def choice(
        self, turn: Turn, old: Remembered, ranked: Sequence[Match], gone: Sequence[Control] = ()
    ) -> tuple[Match | None, float]:
        """The candidate that is the old control renamed, in the agent's view, and how sure it is.

        Only where it is sure of one and of no other.

        Args:
            gone: Others of the old page that are not found either: what is likelier one of them is
                not the one.
        """
        self._asked += 1
        names = {match.element.uid: _words(match.element) for match in ranked}
        candidates = [name for name in dict.fromkeys(names.values()) if name]
        if not candidates:
            return None, -_CERTAIN
        missed = [one for one in gone if one.name and one.role == old.role and one.name != old.name]
        rivals = missed[:_RIVALS] if len(candidates) > 1 else []
        olds = [(old.role, old_words(old)), *((one.role, one.name) for one in rivals)]
        sure = [
            [self._renamed(turn, role, words, name) for name in candidates] for role, words in olds
        ]
        first, lead = assigned(sure)
        known = thresholds_of(self.opened())
        held_against = bool(rivals) and lead >= known.heal_lead_beside
        if lead < known.heal_lead or sure[0][first] < (
            known.heal_renamed_beside if held_against else known.heal_renamed
        ):
            return None, sure[0][first]
        return next(
            match for match in ranked if names[match.element.uid] == candidates[first]
        ), sure[0][first]

    def _renamed(self, turn: Turn, role: str, old: str, name: str) -> float:
        """How sure the agent is that a name is a control's new one, as log-odds."""
        agent = Renaming(self.opened())
        call = Call(self.journal, turn.number, max_tokens=10)
        asked: dict[str, Any] = {
            "kind": _KINDS.get(role, "control"),
            "old": short(old, _LONGEST),
            "new": name,
        }
        scores = agent.score(call, ("Yes", "No"), **asked)
        if scores is not None:
            return scores.logprobs[0] - scores.logprobs[1]
        return _CERTAIN if agent.run(call, **asked).Answer == "Yes" else -_CERTAIN

    def opened(self) -> Model:
        """The agent's model."""
        if self._model is None:
            assert self.open_model is not None
            self._model = self.open_model()
        return self._model


def assigned(sure: Sequence[Sequence[float]]) -> tuple[int, float]:
    """What the first of the old controls became, and its lead over the next best.

    Each old control becomes another one; the greatest sum of likeness wins.

    Args:
        sure: How sure it is that an old control (row) is now called so (column).
    """
    columns = range(len(sure[0]))
    best = dict.fromkeys(columns, -inf)
    for chosen in permutations(columns, min(len(sure), len(columns))):
        best[chosen[0]] = max(
            best[chosen[0]], sum(row[column] for row, column in zip(sure, chosen, strict=False))
        )
    first, *others = sorted(columns, key=lambda column: -best[column])
    return first, best[first] - best[others[0]] if others else _CERTAIN


def old_words(old: Remembered) -> str:
    """The words that a remembered element was known by."""
    return old.name or old.label or old.text or old.attributes.get("id", "")


def _words(element: Element) -> str:
    return short(element.name or element.text or element.attributes.get("id", ""), _LONGEST)
