"""System 1's choice in profile `fast`.

Among lettered candidates, by log-probability where the back-end gives it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp
from typing import Any

from pathfinder.agents.agent import BadReply, Call
from pathfinder.agents.explore import QuickSelection, QuickSystem1, enum_schema
from pathfinder.core.shorten import short
from pathfinder.engine.candidates import Candidate
from pathfinder.engine.page_words import page_says
from pathfinder.engine.shortlist import region
from pathfinder.engine.stage import View
from pathfinder.systems.explore.guards import Guards


@dataclass
class Choosing:
    """Chooses for one session.

    header_cost, again_cost: What a candidate outside the page's content, or one that was used
    before, loses in log-probability.
    used: Keys of the candidates that were acted on and left the page where it was.
    """

    goal: str
    system1: QuickSystem1
    guards: Guards
    header_cost: float
    again_cost: float
    used: set[str] = field(default_factory=set)

    def select(
        self,
        view: View,
        handles: dict[str, Candidate],
        texts: dict[str, str],
        history: Sequence[str],
        call: Call,
    ) -> tuple[Candidate, str, str]:
        """The choice, why, and whose it was: a rule's or the model's.

        Args:
            view: The page.
            handles: Letter -> candidate.
            texts: Candidate key -> its words.
            history: The steps told to the model.
            call: How the model is asked.
        """
        if len(handles) == 1:
            return next(iter(handles.values())), "the only thing left to do here", "rule"
        refused = [c for c in handles.values() if any(f.error for f in c.fields)]
        if refused and self.guards.on("errors"):
            return refused[0], "the page refused what was entered here", "rule"
        scene = {
            "goal": self.goal,
            "history": history,
            "heading": view.scene.heading or view.scene.title,
            "says": page_says(view.scene, texts.values(), longest=140),
            "errors": short("; ".join(view.scene.errors), 160),
            "candidates": [{"handle": h, "text": texts[c.key]} for h, c in handles.items()],
        }
        scores = self.system1.score(call, tuple(handles), **scene)
        if scores is None:
            return self._asked(call, handles, scene)
        weighed = [
            logprob + self._prior(handles[h])
            for logprob, h in zip(scores.logprobs, handles, strict=True)
        ]
        ranked = sorted(zip(weighed, handles, strict=True), reverse=True)
        return handles[ranked[0][1]], _preference(ranked, handles), "model"

    def _prior(self, candidate: Candidate) -> float:
        """What the page's build says before the model is heard.

        Its content over its header, the new over what was used in place before.
        """
        if not self.guards.on("seen"):
            return 0.0
        return -self.header_cost * (region(candidate) > 0) - self.again_cost * (
            candidate.key in self.used
        )

    def _asked(
        self, call: Call, handles: dict[str, Candidate], scene: dict[str, Any]
    ) -> tuple[Candidate, str, str]:
        def known(selection: QuickSelection) -> QuickSelection:
            if selection.SelectedElement not in handles:
                raise BadReply(
                    f"there is no {selection.SelectedElement}; choose from {', '.join(handles)}"
                )
            return selection

        schema = enum_schema(self.system1.output, "SelectedElement", list(handles))
        reply = self.system1.run(call, schema=schema, check=known, **scene)
        return handles[reply.SelectedElement], reply.SelectedElementRationale, "model"


def _preference(ranked: Sequence[tuple[float, str]], handles: dict[str, Candidate]) -> str:
    """How clear the choice was: `41 %, before 22 % for open "Help"`."""
    total = sum(exp(logprob) for logprob, _ in ranked)
    (first, _), (second, other) = ranked[:2]
    return (
        f"{exp(first) / total:.0%}, before {exp(second) / total:.0%} for "
        f"{short(handles[other].text, 50)}"
    )
