"""What a heal is, how it is written down, and how many a run may have."""

from dataclasses import dataclass
from typing import Any

from pathfinder.core.scenario import Remembered, Step, Target
from pathfinder.engine.playback.notes import said
from pathfinder.engine.playback.turn import Turn


@dataclass(frozen=True)
class Limits:
    """How much may be healed in a run: steps by similarity, questions to the agent, detours."""

    similar: int = 40
    asked: int = 15
    detours: int = 3


@dataclass
class Heal:
    """One heal, as it is written down. kind: "way", "similar", "again", "agent" or "detour"."""

    kind: str
    turn: Turn
    old: Remembered
    new: Target | None
    score: float
    second: float
    before: str
    why: str
    added: tuple[Step, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """For the journal."""
        patch: dict[str, Any] = {"place": self.turn.place}
        if self.new is not None and self.kind != "again":
            patch["target"] = self.new.model_dump(mode="json", exclude_defaults=True)
        if self.added:
            patch["before" if self.new is not None else "after"] = [
                step.model_dump(mode="json", exclude_defaults=True) for step in self.added
            ]
        return {
            "kind": self.kind,
            "place": self.turn.place,
            "text": said(self.turn.step),
            "old": self.old.model_dump(mode="json", exclude_defaults=True, exclude={"beside"}),
            "ways": [str(way) for way in self.turn.step.target.ways]
            if self.turn.step.target
            else [],
            "new": self.new.element.model_dump(mode="json", exclude_defaults=True)
            if self.new and self.new.element
            else {},
            "score": round(self.score, 3),
            "second": round(self.second, 3),
            "why": self.why,
            "screenshot_before": self.before,
            "patch": patch if len(patch) > 1 else {},
        }
