"""The assertor: what a model says of an expected result that code can't tell.

Its yes makes a step likely; its no alone blames nobody. Source: PinATA.
"""

from dataclasses import dataclass
from math import isfinite

from rapidfuzz import fuzz

from pathfinder.agents.agent import Call
from pathfinder.agents.ata import Assertor
from pathfinder.agents.thresholds import thresholds_of
from pathfinder.core.errors import Blame
from pathfinder.core.shorten import short
from pathfinder.core.verdict import Status
from pathfinder.engine.actor import Actor, Decision
from pathfinder.engine.judgement import note_judgement, yes_log_odds
from pathfinder.engine.page_words import page_lines
from pathfinder.language.values import plain

_MOST_LINES = 10
_LONGEST_LINE = 120
_LONGEST_TOLD = 240
_MOST_NEWS = 3


@dataclass(frozen=True)
class Asserting:
    """The assertor at work. eyes: The model looks at a picture of the page."""

    actor: Actor
    assertor: Assertor
    eyes: bool = False

    def check(self, claim: str, step: str) -> Decision:
        """Whether something is so, as the assertor judges it by the page.

        Args:
            claim: What is expected.
            step: What the tester did, in the words of the case.

        Raises:
            ModelError: The agent failed.
        """
        lines = self._lines(claim)
        sure = self._log_odds(claim, step, lines)
        told = f"the assertor's log-odds of Yes are {sure:.2f}"
        quote = _nearest(claim, lines)
        known = thresholds_of(self.assertor.model)
        holds = sure > known.assertor_holds
        journal, number = self.actor.stage.journal, self.actor.number
        score = sure if isfinite(sure) else None
        status = "passed" if holds else "failed"
        note_judgement(journal, number, "assertor", score, status, quote, bool(quote), claim)
        if holds:
            return Decision(Status.LIKELY, f"the assertor alone says so: {told}", quote, by="model")
        unsure = sure > known.assertor_denies
        reason = "too little to tell" if unsure else f"not so: {claim}; an agent alone says so"
        return Decision(
            Status.INCONCLUSIVE, f"{reason} ({told})", quote, by="model", blame=Blame.MODEL
        )

    def _log_odds(self, claim: str, step: str, lines: list[str]) -> float:
        actor = self.actor
        scene = actor.view.scene
        images = (actor.context.browser.screenshot(),) if self.eyes else ()
        changed = "; ".join(actor.did[-2:]) or actor.change.history_line()
        call = Call(actor.stage.journal, actor.number, seed=actor.context.seed, images=images)
        return yes_log_odds(
            self.assertor,
            call,
            claim=claim,
            step=short(step, _LONGEST_TOLD),
            changed=short(changed, _LONGEST_TOLD),
            heading=scene.heading or scene.title,
            lines=lines,
        )

    def _lines(self, claim: str) -> list[str]:
        """What the page says that matters to a claim, in its order; messages and news always."""
        scene = self.actor.view.scene
        lines = [short(line, _LONGEST_LINE) for line in page_lines(scene)]
        told = {*scene.errors, *self.actor.change.news[:_MOST_NEWS]}
        ranked = sorted(lines, key=lambda line: (line not in told, -_nearness(claim, line)))
        kept = set(ranked[:_MOST_LINES])
        return [line for line in dict.fromkeys(lines) if line in kept]


def _nearest(claim: str, lines: list[str]) -> str:
    return max(lines, key=lambda line: _nearness(claim, line), default="")


def _nearness(claim: str, line: str) -> float:
    return fuzz.token_set_ratio(plain(claim), plain(line))
