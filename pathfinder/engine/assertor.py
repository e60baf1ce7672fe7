"""The assertor: whether an expected result in free words holds, by a model and code together.

The model is shown the lines of the page that matter to the sentence, and says Yes or No; code has
checked what the sentence was read as, and looked for its words. All of it is weighed: what speaks
for it clearly makes a step likely, what code denies as well and speaks against it clearly is
denied. Source: PinATA, whose assertor is asked alone.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from math import isfinite
from typing import Protocol, runtime_checkable

from pathfinder.agents.agent import Call
from pathfinder.agents.ata import Assertor
from pathfinder.agents.thresholds import Thresholds, thresholds_of
from pathfinder.core.errors import Blame
from pathfinder.core.shorten import short
from pathfinder.core.verdict import Status
from pathfinder.engine.actor import Actor, Decision
from pathfinder.engine.judgement import note_judgement, yes_log_odds
from pathfinder.engine.told import lines_about, told_lines
from pathfinder.language.lexicon import lexicon, tokens_of
from pathfinder.language.sight import Sight

_LONGEST_TOLD = 240
_MOST_NEWS = 3
_UNREAD = 0.5
"""What counts as the share that holds, of a sentence that code could not read."""

Found = Sequence[bool | None]
"""What code found of each statement that a sentence was read as: None where it can't tell."""


@dataclass(frozen=True)
class ClaimSigns:
    """What speaks for and against an expected result.

    word: The model's log-odds of Yes. held, denied: Shares of its statements that code finds to be
    so, and not to be so. missing: Share of its telling words that are nowhere on the page.
    """

    word: float
    held: float
    denied: float
    missing: float

    def weighed(self, by: Thresholds) -> float:
        """All of it, each weighed by `assertor_NAME` of the thresholds."""
        weights = (float(getattr(by, f"assertor_{one.name}")) for one in fields(self))
        pairs = zip(weights, astuple(self), strict=True)
        return float(sum(weight * sign for weight, sign in pairs if weight))


def claim_signs(claim: str, found: Found, sight: Sight, word: float) -> ClaimSigns:
    """The signs of an expected result on a page."""
    known = len(found) or 1
    return ClaimSigns(
        word,
        sum(one is True for one in found) / known if found else _UNREAD,
        sum(one is False for one in found) / known,
        _missing(claim, sight),
    )


def _missing(claim: str, sight: Sight) -> float:
    words = {word for word in tokens_of(claim) if word not in lexicon().fillers}
    shown = set(tokens_of(" ".join(sight.lines)))
    return len(words - shown) / len(words) if words else 0.0


@runtime_checkable
class Weighs(Protocol):
    """Who tells what speaks for and against an expected result."""

    def signs(self, claim: str, found: Found = ()) -> ClaimSigns:
        """The signs of it on the page as it is."""


@dataclass(frozen=True)
class Asserting:
    """The assertor at work. eyes: The model looks at a picture of the page."""

    actor: Actor
    assertor: Assertor
    eyes: bool = False

    def check(self, claim: str, found: Found = ()) -> Decision:
        """Whether something is so, by the page.

        Args:
            claim: What is expected.
            found: What code found of what it was read as.

        Raises:
            ModelError: The agent failed.
        """
        known = thresholds_of(self.assertor.model)
        sight = self.actor.sight
        lines = self._lines(claim, sight)
        signs = claim_signs(claim, found, sight, self._log_odds(claim, lines))
        weighed = signs.weighed(known)
        told = (
            f"log-odds of Yes {signs.word:.2f}, {signs.held:.0%} of what it was read as holds, "
            f"{signs.denied:.0%} does not, {signs.missing:.0%} of its words are not on the page"
        )
        quote = next(iter(lines_about(claim, lines, most=1)), "")
        holds, denied = weighed > known.assertor_holds, weighed < known.assertor_denies
        journal, number = self.actor.stage.journal, self.actor.number
        score = weighed if isfinite(weighed) else None
        status = "passed" if holds else "failed"
        note_judgement(journal, number, "assertor", score, status, quote, bool(quote), claim)
        if holds:
            reason, sure = f"the assertor finds it so: {told}", weighed > known.assertor_sure
            return Decision(Status.LIKELY, reason, quote, by="model", shown=sure)
        if denied and False in found:
            reason = f"it does not hold: {claim}; the assertor and code deny it ({told})"
            return Decision(Status.FAILED, reason, quote, by="model", blame=Blame.SITE)
        reason = f"not so: {claim}; an agent alone says so" if denied else "too little to tell"
        reason = f"{reason} ({told})"
        return Decision(
            Status.INCONCLUSIVE, reason, quote, by="model", blame=Blame.MODEL, untold=True
        )

    def signs(self, claim: str, found: Found = ()) -> ClaimSigns:
        """What speaks for and against an expected result, on the page as it is.

        Raises:
            ModelError: The agent failed.
        """
        sight = self.actor.sight
        word = self._log_odds(claim, self._lines(claim, sight))
        return claim_signs(claim, found, sight, word)

    def _log_odds(self, claim: str, lines: list[str]) -> float:
        actor = self.actor
        scene = actor.view.scene
        images = (actor.context.browser.screenshot(),) if self.eyes else ()
        changed = "; ".join(actor.did[-2:]) or actor.change.history_line()
        call = Call(actor.stage.journal, actor.number, seed=actor.context.seed, images=images)
        return yes_log_odds(
            self.assertor,
            call,
            claim=claim,
            changed=short(changed, _LONGEST_TOLD),
            heading=scene.heading or scene.title,
            lines=lines,
        )

    def _lines(self, claim: str, sight: Sight) -> list[str]:
        """What the page says that matters to a claim, in its order; messages and news always."""
        told = {*sight.scene.errors, *self.actor.change.news[:_MOST_NEWS]}
        return lines_about(claim, told_lines(sight), told)
