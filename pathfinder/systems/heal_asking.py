"""Asking the agent of healing which element took the place of another; "none of these" is one of its answers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any

from agents.agent import Call
from agents.explore import enum_schema
from agents.heal import HealChooser
from agents.models.base import Model
from pathfinder.core.journal import Journal
from pathfinder.core.scenario import Remembered
from pathfinder.systems.candidates import short
from pathfinder.systems.replay_notes import said
from pathfinder.systems.replay_turn import Turn
from pathfinder.systems.similarity import Match
from webprocessor.element import Element, Scene

_SURE = 0.5


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

    def choice(self, turn: Turn, old: Remembered, ranked: Sequence[Match], scene: Scene) -> tuple[Match | None, float]:
        """The agent's choice, where it prefers it clearly to "none of these"."""
        self._asked += 1
        handles = dict(zip(ascii_uppercase, ranked, strict=False))
        none = ascii_uppercase[len(handles)]
        told = [{"handle": handle, "text": described(match.element)} for handle, match in handles.items()]
        asked: dict[str, Any] = {
            "step": short(said(turn.step), 90),
            "old": old_described(old),
            "near": short("; ".join(old.neighbours[:4]), 120),
            "heading": scene.heading or scene.title,
            "candidates": [*told, {"handle": none, "text": "none of these"}],
        }
        agent = HealChooser(self.opened())
        call = Call(self.journal, turn.number, max_tokens=20)
        letters = (*handles, none)
        scores = agent.score(call, letters, **asked)
        if scores is None:
            reply = agent.run(call, schema=enum_schema(agent.output, "Element", list(letters)), **asked)
            return handles.get(reply.Element), 0.0
        ranks = dict(zip(letters, scores.logprobs, strict=True))
        best = max(handles, key=lambda letter: ranks[letter])
        sure = ranks[best] - ranks[none]
        return (handles[best] if sure >= _SURE else None), sure

    def opened(self) -> Model:
        """The agent's model."""
        if self._model is None:
            assert self.open_model is not None
            self._model = self.open_model()
        return self._model


def described(element: Element) -> str:
    """An element for the agent: `button "Pay now" (Card details)`."""
    words = element.name or element.text or element.attributes.get("id", "")
    where = short(element.context or element.heading, 40)
    return f'{element.role} "{short(words)}"' + (f" ({where})" if where and where not in words else "")


def old_described(old: Remembered) -> str:
    """The remembered element in the same words."""
    words = old.name or old.label or old.text or old.attributes.get("id", "")
    where = short(old.context or old.heading, 40)
    return f'{old.role or old.tag or "control"} "{short(words)}"' + (f" ({where})" if where and where not in words else "")
