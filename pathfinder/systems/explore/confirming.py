"""A goal that is likely reached.

The site's own answer speaks of the goal's last part, and what was done tells of those before.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import Confirmer
from pathfinder.agents.thresholds import thresholds_of
from pathfinder.core.evidence import proves
from pathfinder.core.journal import Journal
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.judgement import note_judgement, yes_log_odds
from pathfinder.engine.playing import Outcome
from pathfinder.systems.explore.answers import Answer, answers

_TOLD_STEPS = 8
_VERB_AND_OBJECT = r"(?=\w+\s+(?:an?|the|my|your|its|it|them|one|some|all|in|out|up|at|for|off)\b)"
_AND = re.compile(
    r"(?:,\s*(?:and then\s|and\s|then\s)?\s*|\s+(?:and then|and|then)\s+)" + _VERB_AND_OBJECT,
    re.IGNORECASE,
)


def parts(goal: str) -> list[str]:
    """What a goal asks for, one thing after the other.

    "find a lamp and write a review" asks for two.
    """
    return _AND.split(goal)


@dataclass
class Confirming:
    """Hears what a site answers, and asks whether it means that the goal is reached.

    refused: Answers that do not mean it; none is asked about twice.
    """

    goal: str
    confirmer: Confirmer
    journal: Journal
    refused: set[str] = field(default_factory=set)

    def hear(self, outcome: Outcome, history: Sequence[str], call: Call) -> Verdict | None:
        """Likely, when an answer says that the last part is done, and the steps the others.

        Args:
            history: What was done before the step, a line a step.

        Raises:
            ModelError: The model failed.
        """
        *before, last = parts(self.goal)
        for answer in answers(outcome):
            if (
                answer.text not in self.refused
                and proves(answer.text)
                and self._says(answer, last, call)
                and all(self._did(part, history, call) for part in before)
            ):
                return Verdict(
                    Status.LIKELY,
                    "the site's answer says that the goal is reached",
                    answer.text,
                    by="oracle",
                )
        return None

    def _says(self, answer: Answer, part: str, call: Call) -> bool:
        asked = {"goal": part, "evidence": answer.text}
        sure = fmean(
            yes_log_odds(self.confirmer, call, **asked, wording=wording)
            for wording in ("managed", "finished")
        )
        known = thresholds_of(self.confirmer.model)
        said = sure > (known.answer_notice if answer.notice else known.answer_sentence)
        if not said:
            self.refused.add(answer.text)
        self._note(call.step, sure, answer.text, said, f"the site's answer to: {part}")
        return said

    def _did(self, part: str, history: Sequence[str], call: Call) -> bool:
        steps = history[-_TOLD_STEPS:]
        sure = yes_log_odds(self.confirmer, call, goal=part, steps=steps, wording="did")
        did = sure > thresholds_of(self.confirmer.model).deed
        self._note(call.step, sure, steps[-1] if steps else "", did, f"what was done for: {part}")
        return did

    def _note(self, step: int, sure: float, evidence: str, proven: bool, rationale: str) -> None:
        note_judgement(
            self.journal,
            step,
            "oracle",
            sure,
            "success" if proven else "in progress",
            evidence,
            proven,
            rationale,
        )
