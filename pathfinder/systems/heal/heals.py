"""What a heal is, how it is written down, and how many a run may have."""

from dataclasses import dataclass
from typing import Any

from pathfinder.core import events
from pathfinder.core.scenario import Remembered, Step, Target
from pathfinder.engine.playback.notes import describe
from pathfinder.engine.playback.turn import Turn


@dataclass(frozen=True)
class Limits:
    """How much may be healed in a run: steps by similarity, questions to the agent, detours."""

    similar: int = 40
    asked: int = 15
    detours: int = 3


@dataclass
class Heal:
    """One heal, as it is written down. kind: "locator", "similar", "again", "agent" or "detour"."""

    kind: str
    turn: Turn
    old: Remembered
    new: Target | None
    score: float
    second: float
    before: str
    why: str
    added: tuple[Step, ...] = ()

    def as_event(self, number: int, screenshot_after: str, *, good: bool) -> events.Heal:
        """For the journal. good: What was expected after it held."""
        target = self.turn.step.target
        return events.Heal(
            step=number,
            kind=self.kind,
            place=self.turn.place,
            text=describe(self.turn.step),
            old=_likeness(self.old),
            locators=tuple(str(locator) for locator in target.locators) if target else (),
            new=_likeness(self.new.element if self.new else None),
            score=round(self.score, 3),
            second=round(self.second, 3),
            why=self.why,
            screenshot_before=self.before,
            screenshot_after=screenshot_after,
            patch=self._patch(),
            good=good,
        )

    def _patch(self) -> events.Patch:
        patch: dict[str, Any] = {}
        if self.new is not None and self.kind != "again":
            patch["target"] = self.new.model_dump(mode="json", exclude_defaults=True)
        if self.added:
            patch["before" if self.new is not None else "after"] = tuple(
                step.model_dump(mode="json", exclude_defaults=True) for step in self.added
            )
        return events.Patch(place=self.turn.place, **patch) if patch else events.Patch()


def _likeness(element: Remembered | None) -> events.Likeness:
    if element is None:
        return events.Likeness()
    return events.Likeness(**element.model_dump(exclude_defaults=True, exclude={"beside"}))
