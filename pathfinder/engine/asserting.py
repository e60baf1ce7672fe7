"""PinATA's assertor.

Judges an expected result claim by claim, and looks again before it says no (assertion
verifiability).
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from rapidfuzz import fuzz

from pathfinder.agents.agent import Call
from pathfinder.agents.ata import Assertor
from pathfinder.agents.thresholds import thresholds_of
from pathfinder.core import events
from pathfinder.core.action import Action, Kind
from pathfinder.core.case import Decider
from pathfinder.core.shorten import short
from pathfinder.core.verdict import Status
from pathfinder.engine.casework import Casework, Judged
from pathfinder.engine.judgement import yes_log_odds
from pathfinder.engine.page_words import page_lines
from pathfinder.engine.statements import finding
from pathfinder.language.prose.checks import check
from pathfinder.language.prose.claims import Claim, read_claims
from pathfinder.language.prose.facts import missing_facts
from pathfinder.language.prose.marked import mark, plain
from pathfinder.language.prose.matching import folded
from pathfinder.language.prose.sight import Finding
from pathfinder.language.sight import Sight
from pathfinder.language.strict import read_expected
from pathfinder.language.strict_checks import NotStrict

_MOST_LINES = 10
_LONGEST_LINE = 120
_PATIENCE = 0.8


@dataclass(frozen=True)
class Opinion:
    """A finding, and who found it. sure: It is one; else the model could not tell."""

    finding: Finding
    by: Decider = "rule"
    sure: bool = True


@dataclass
class Asserting:
    """The assertor at work.

    eyes: The model looks at a picture of the page. rules: Whether rules are asked before the model.
    """

    work: Casework
    assertor: Assertor
    eyes: bool = False
    rules: bool = True

    def judge(self, expected: str, action: str) -> Judged:
        """Judge an expected result.

        Failed at the first claim that does not hold, also after looking again.

        Where no rule can tell, the model's no alone blames no site, and its yes alone is likely.
        """
        claims = (read_claims(expected) if self.rules else ()) or (_whole(expected),)
        seen: list[str] = []
        by: Decider = "rule"
        for claim in claims:
            opinion = self._opinion(claim, action)
            by = opinion.by if opinion.by == "model" else by
            found = opinion.finding
            if not found.holds:
                failed = Judged(
                    Status.FAILED,
                    "assertion",
                    opinion.by,
                    f"not so: {claim.text}: {found.reason}",
                    found.evidence,
                )
                return (
                    failed.alone()
                    if opinion.by == "model" and (self.rules or not opinion.sure)
                    else failed
                )
            seen.append(found.evidence or found.reason)
        status = Status.PASSED if by == "rule" else Status.LIKELY
        return Judged(
            status,
            "assertion",
            by,
            f"as expected: {short(expected, 120)}",
            " · ".join(dict.fromkeys(seen))[:300],
        )

    def _opinion(self, claim: Claim, action: str) -> Opinion:
        opinion = self._now(claim, action)
        for _ in () if opinion.finding.holds else self._ways_to_see_more(claim):
            opinion = self._now(claim, action)
            if opinion.finding.holds:
                break
        self._note(claim, opinion)
        return opinion

    def _ways_to_see_more(self, claim: Claim) -> Iterator[str]:
        """Wait; scroll down, where a page may load more.

        Open what is folded up and has a name like the claim's words.
        """
        time.sleep(_PATIENCE)
        self.work.look()
        yield "wait"
        if claim.negative or self.work.scene.dialog:
            return
        if self._reaches_below():
            self.work.stage.act(
                self.work.number, (Action(Kind.SCROLL, value="bottom"),), self.work.scene
            )
            self.work.look()
            yield "scroll"
        for element in self._folded(claim):
            self.work.stage.act(self.work.number, (Action(Kind.CLICK, element),), self.work.scene)
            self.work.look()
            yield "open"

    def _reaches_below(self) -> bool:
        scene = self.work.scene
        return any(
            e.box and e.box.y > scene.viewport[1] for e in (*scene.actionable, *scene.informational)
        )

    def _folded(self, claim: Claim) -> list[str]:
        like = [
            e
            for e in folded(self.work.scene)
            if len(e.name) > 2 and fuzz.partial_ratio(plain(e.name), plain(claim.text)) > 90
        ]
        return [e.uid for e in like[:1]]

    def _now(self, claim: Claim, action: str) -> Opinion:
        """What is found on the page as it is now.

        By the rules for prose, by strict form, or by the model.
        """
        if self.rules:
            found = check(claim, self.work.sight) or self._strictly(claim)
            if found is None or found.holds:
                found = missing_facts(claim, self.work.sight) or found
            if found is not None:
                return Opinion(found)
        return self._by_model(claim, action)

    def _strictly(self, claim: Claim) -> Finding | None:
        if claim.negative:
            return None  # what a message says of a thing that is gone is not the thing
        try:
            statements = read_expected(self.work.context.persona.vault.show(claim.text)).statements
        except NotStrict:
            return None
        sight = Sight(self.work.scene, self.work.stage.snapshot)
        found = [finding(statement, sight) for statement in statements]
        worst = next((one for one in found if not one.holds), found[-1])
        if worst.holds is None:
            return None
        return Finding(worst.holds, worst.reason, worst.quote or worst.reason)

    def _by_model(self, claim: Claim, action: str) -> Opinion:
        lines = self._lines(claim)
        work = self.work
        images = (work.context.browser.screenshot(),) if self.eyes else ()
        changed = "; ".join([*work.done[-2:], *work.notes]) or work.change.history_line()
        scene = {
            "step": short(action, 200),
            "changed": short(changed, 240),
            "heading": work.scene.heading or work.scene.title,
            "lines": lines,
        }
        call = Call(work.journal, work.number, seed=work.context.seed, images=images)
        sure = yes_log_odds(self.assertor, call, claim=claim.text, **scene)
        nearest = max(
            lines, key=lambda line: fuzz.token_set_ratio(plain(claim.text), plain(line)), default=""
        )
        known = thresholds_of(self.assertor.model)
        told = f"the assertor's log-odds of Yes are {sure:.2f}"
        if known.assertor_denies < sure <= known.assertor_holds:
            return Opinion(
                Finding(False, f"{told}: too little to tell", nearest), "model", sure=False
            )
        return Opinion(Finding(sure > known.assertor_holds, told, nearest), "model")

    def _lines(self, claim: Claim) -> list[str]:
        """What the page says that matters to the claim, in the page's order.

        Messages and news always.
        """
        lines = [short(line, _LONGEST_LINE) for line in page_lines(self.work.scene)]
        told = {*self.work.scene.errors, *self.work.change.news[:3]}
        wanted = plain(claim.text)
        ranked = sorted(
            lines, key=lambda line: (line not in told, -fuzz.token_set_ratio(wanted, plain(line)))
        )
        kept = set(ranked[:_MOST_LINES])
        return [line for line in dict.fromkeys(lines) if line in kept]

    def _note(self, claim: Claim, opinion: Opinion) -> None:
        found = opinion.finding
        self.work.journal.write(
            events.Judgement(
                step=self.work.number,
                by="condition" if opinion.by == "rule" else "assertor",
                status="passed" if found.holds else "failed",
                evidence=found.evidence,
                grounded=bool(found.evidence),
                rationale=f"{claim.text}: {found.reason}",
            )
        )


def _whole(expected: str) -> Claim:
    """An expected result as one claim."""
    marked = mark(expected)
    return Claim(expected, marked.text, marked)
