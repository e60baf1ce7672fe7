"""What a judge thinks, as a number and as an event of the journal."""

from dataclasses import replace
from typing import Any

from pathfinder.agents.agent import Agent, Call
from pathfinder.agents.explore import YesNo
from pathfinder.core import events
from pathfinder.core.journal import Journal


def note_judgement(
    journal: Journal,
    step: int,
    by: str,
    score: float | None,
    status: str,
    evidence: str,
    grounded: bool,
    rationale: str,
) -> None:
    """Journal what a judge thinks of a step.

    grounded: The evidence was found where it is said to be, and proves the status.
    """
    rounded = None if score is None else round(score, 3)
    journal.write(
        events.Judgement(
            step=step,
            by=by,
            score=rounded,
            status=status,
            evidence=evidence,
            grounded=grounded,
            rationale=rationale,
        )
    )


def yes_log_odds(agent: Agent[YesNo], call: Call, **scene: Any) -> float:
    """Log-odds of Yes over No as the reply's first token.

    1 or -1 from the word alone where there are no log-probabilities.
    """
    scores = agent.score(call, ("Yes", "No"), **scene)
    if scores is not None:
        return scores.logprobs[0] - scores.logprobs[1]
    return 1.0 if agent.run(replace(call, max_tokens=16), **scene).Answer == "Yes" else -1.0
