"""Whether a session was right.

TP, FP, TN or FN, from a person, from its trial, or from the site's own truth.

Definitions, as we read PathFinder's (IV; F1 = 2TP / (2TP + FP + FN)):
TP  it claims success, and the goal was reached;
FP  it claims success, and the goal was not reached;
FN  it does not claim success, though the goal was reached or could have been reached;
TN  it does not claim success, and the goal can't be reached on that site.
A claim is a *success* or a *likely*: in the paper the Oracle's word is the verdict.
A session that nobody judged has no label, and neither has one that broke off through no fault of
its agents: it is *unscored*, and counts
neither for nor against anything.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pathfinder.core.events import Rated, Truth, Verdict
from pathfinder.core.ratings import LABELS
from pathfinder.core.verdict import outcome

# What a site's truth lists, and the words of a goal that such a thing is the proof of.
_PROOFS = {
    "orders": ("purchase", "buy", "order"),
    "accounts": ("register", "create an account", "sign up"),
    "addresses": ("address",),
    "reviews": ("review",),
}


def label_of(
    ratings: Iterable[Rated],
    trial: Mapping[str, Any],
    verdict: Verdict,
    goal: str,
    truths: Sequence[Truth],
) -> tuple[str, str]:
    """The label, and who gave it: "person", "trial", "truth".

    "disputed" when persons differ evenly; both empty when nobody did.
    """
    ratings = list(ratings)
    if ratings:
        label = agreed(ratings)
        return (label, "person") if label else ("", "disputed")
    if label := _given(trial):
        return label, "trial"
    if not truths:
        return "", ""
    facts = truths[-1].facts
    label = _given(facts) or outcome(
        verdict.status, reached_by_truth(goal, facts), blame=verdict.blame
    )
    return label, "truth" if label else ""


def agreed(ratings: Iterable[Rated]) -> str:
    """The label that most raters gave last; empty on a tie, and when nobody gave one."""
    last = {
        rating.rater: rating.label for rating in sorted(ratings, key=lambda rating: rating.time)
    }
    votes = Counter(label for label in last.values() if label in LABELS).most_common(2)
    if not votes or (len(votes) > 1 and votes[0][1] == votes[1][1]):
        return ""
    return votes[0][0]


def reached_by_truth(goal: str, truth: Mapping[str, Any]) -> bool | None:
    """Whether what the site lists afterwards proves the goal.

    None when the site does not tell, or the goal's proof is not known.
    """
    if isinstance(truth.get("reached"), bool):
        return bool(truth["reached"])
    words = goal.lower()
    proofs = [
        name
        for name, verbs in _PROOFS.items()
        if any(verb in words for verb in verbs) and isinstance(truth.get(name), list)
    ]
    return bool(truth[proofs[0]]) if proofs else None


def _given(facts: Mapping[str, Any]) -> str:
    label = facts.get("label") or facts.get("truth")
    if isinstance(label, Mapping):
        label = label.get("label")
    return str(label) if label in LABELS else ""
