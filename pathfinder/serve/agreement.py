"""The page on the raters: how many each has rated, how far they agree, and where they don't."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import Response

from pathfinder.analysis.agreement import Agreement, compare, compare_all, disagreements
from pathfinder.core.ratings import LABELS
from pathfinder.serve.listing import Progress, progress_of
from pathfinder.serve.pages import page, service_of
from pathfinder.serve.summary import Session

router = APIRouter()
TRUTH_CHECK = "truth check"
_RIGHT = {"TP": "right", "TN": "right", "FP": "wrong", "FN": "wrong"}


@dataclass(frozen=True)
class Rater:
    """A rater's work."""

    name: str
    progress: Progress
    labels: Mapping[str, int]


@dataclass(frozen=True)
class Pair:
    """Two raters. right.

    Their agreement on whether the verdict was right, whichever it was; apart: sessions and both
    labels.
    """

    first: str
    second: str
    labels: Agreement
    right: Agreement
    apart: list[tuple[Session, str, str]]


@router.get("/agreement")
def show_agreement(request: Request) -> Response:
    """Raters, pairs of them, and what they disagree on."""
    sessions = service_of(request).index.sessions()
    labels = labels_by_rater(sessions.values())
    raters = [
        Rater(name, progress_of(sessions.values(), name), Counter(own.values()))
        for name, own in labels.items()
    ]
    checked = {s.key: s.truth for s in sessions.values() if s.truth}
    everyone = {**labels, **({TRUTH_CHECK: checked} if checked else {})}
    pairs = [_pair(first, second, everyone, sessions) for first, second in compare_all(everyone)]
    return page(
        request,
        "agreement.html.j2",
        raters=raters,
        pairs=[pair for pair in pairs if pair.labels.items],
        checked=len(checked),
    )


def labels_by_rater(sessions: Iterable[Session]) -> dict[str, dict[str, str]]:
    """Rater -> session key -> label, the raters by name."""
    found: dict[str, dict[str, str]] = {}
    for session in sessions:
        for rating in session.ratings.by_rater.values():
            found.setdefault(rating.rater, {})[session.key] = rating.label
    return dict(sorted(found.items()))


def _pair(
    first: str,
    second: str,
    labels: Mapping[str, Mapping[str, str]],
    sessions: Mapping[str, Session],
) -> Pair:
    a, b = labels[first], labels[second]
    right = compare(
        {key: _RIGHT[label] for key, label in a.items()},
        {key: _RIGHT[label] for key, label in b.items()},
    )
    apart = [(sessions[key], one, other) for key, one, other in disagreements(a, b)]
    return Pair(
        first,
        second,
        compare(a, b),
        right,
        sorted(apart, key=lambda found: list(LABELS).index(found[1])),
    )
