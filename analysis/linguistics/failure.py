"""Which features go with failed sessions.

Each session's mean, failed against successful, by Cliff's delta and a permutation test.
"""

from dataclasses import dataclass

import pandas as pd

from pathfinder.analysis.linguistics.compare import FEATURES
from pathfinder.analysis.resampling import cliffs_delta, permutation

RIGHT = frozenset({"TP", "TN"})
_FEWEST = 3


@dataclass(frozen=True)
class Link:
    """A feature in failed (FP, FN) and in good (TP, TN) sessions.

    p: corrected for the number of features (Bonferroni).
    """

    feature: str
    failed: float
    good: float
    delta: float
    p: float


@dataclass(frozen=True)
class Links:
    """The features by how much they go with failure, and how many sessions say so.

    why: why nothing is said.
    """

    links: tuple[Link, ...] = ()
    failed: int = 0
    good: int = 0
    why: str = ""


def links_to_failure(frame: pd.DataFrame) -> Links:
    """Compare sessions; says why not when there are too few of a kind."""
    if not len(frame):
        return Links(why="no session wrote any text")
    judged = frame[frame["label"] != ""]
    means = judged.groupby("session")[list(FEATURES)].mean()
    is_good = judged.groupby("session")["label"].first().isin(RIGHT)
    failed, good = means[~is_good], means[is_good]
    if len(failed) < _FEWEST or len(good) < _FEWEST:
        return Links(
            (),
            len(failed),
            len(good),
            f"{len(failed)} failed and {len(good)} good sessions have texts; {_FEWEST} of each "
            "are needed",
        )
    found = [
        _link(feature, failed[feature].dropna().tolist(), good[feature].dropna().tolist())
        for feature in FEATURES
    ]
    links = sorted((link for link in found if link), key=lambda link: (link.p, -abs(link.delta)))
    return Links(tuple(links), len(failed), len(good))


def _link(feature: str, failed: list[float], good: list[float]) -> Link | None:
    if len(failed) < _FEWEST or len(good) < _FEWEST:
        return None
    test = permutation(failed, good)
    means = sum(failed) / len(failed), sum(good) / len(good)
    return Link(feature, *means, cliffs_delta(failed, good), min(1.0, test.p * len(FEATURES)))
