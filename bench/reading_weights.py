"""Settles when a model's reading of a sentence is sure, and writes that into its thresholds.

    python -m bench.reading_weights [--model NAME] [--write]

A logistic regression over what is seen in a reading (`language.certainty.Signs`), on the sentences
that may be tuned on. Each hand is judged by weights and a threshold settled on all other hands.
"""

import argparse
import re
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import LeaveOneGroupOut

from pathfinder.agents.models.adapters import parted
from pathfinder.agents.models.choose import EMBEDDED_DEFAULT
from pathfinder.agents.thresholds import SHIPPED, thresholds_for
from pathfinder.language.certainty import Signs
from pathfinder_bench.decisions.kept import CACHE, KeptModel
from pathfinder_bench.decisions.reading import ScoredSentence, read_sentences, score_sentences

Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
FOLDER = Path("bench/decisions/reading")
RIGHT = 0.96
"""The share of sure readings that has to be right."""


@dataclass(frozen=True)
class Settled:
    """What was settled: a weight a sign, and the threshold; and how hands left out did by such."""

    weights: dict[str, float]
    threshold: float
    count: int
    right: int
    sure: int
    misread: int

    @property
    def described(self) -> str:
        """In words, for the file and the screen."""
        return (
            f"{self.count} sentences of the tuning hands, {self.right} read right; hands left out "
            f"one by one: {self.sure} sure, {self.misread} of them misread"
        )


def settled(scored: Sequence[ScoredSentence]) -> Settled:
    """Weights and threshold of readings, settled on all; and how they do on hands left out.

    A reading that is in doubt whatever is weighed has no signs, and is left out.
    """
    own = [one for one in scored if one.reading.signs is not None and one.reading.statements]
    signs = np.array([astuple(one.reading.signs) for one in own if one.reading.signs], dtype=float)
    labels = np.array([one.right for one in own])
    hands = np.array([one.hand for one in own])
    sure = np.zeros(len(own), dtype=bool)
    for learnt, left in LeaveOneGroupOut().split(signs, labels, hands):
        weights, cut = _fitted(signs[learnt], labels[learnt], hands[learnt])
        sure[left] = signs[left] @ weights >= cut
    weights, cut = _fitted(signs, labels, hands)
    names = [f"read_{one.name}" for one in fields(Signs)]
    return Settled(
        {name: round(float(w), 2) for name, w in zip(names, weights, strict=True)},
        round(cut, 2),
        len(own),
        int(labels.sum()),
        int(sure.sum()),
        int((sure & ~labels).sum()),
    )


def _fitted(signs: Numbers, labels: Numbers, hands: Numbers) -> tuple[Numbers, float]:
    """Weights, and the lowest threshold over which enough is right, judged on hands left out."""
    weights = LogisticRegression().fit(signs, labels).coef_[0]
    sums = np.zeros(len(labels))
    for learnt, left in LeaveOneGroupOut().split(signs, labels, hands):
        fitted = LogisticRegression().fit(signs[learnt], labels[learnt])
        sums[left] = signs[left] @ fitted.coef_[0]
    return weights, threshold(sums, labels)


def threshold(sums: Numbers, labels: Numbers) -> float:
    """The lowest sum such that of all with at least it the share `RIGHT` is right."""
    order = np.argsort(-sums)
    share = np.cumsum(labels[order]) / np.arange(1, len(labels) + 1)
    enough = np.flatnonzero(share >= RIGHT)
    return float(sums[order][enough[-1]]) if enough.size else float(sums.max()) + 1


def written(text: str, found: Settled) -> str:
    """A file of thresholds with these numbers in the place of the old ones, and their comment."""
    for name, value in {"read_sure": found.threshold, **found.weights}.items():
        text = re.sub(rf"^{name}:[^\n]*\n", "", text, flags=re.MULTILINE)
        text += f"{name}: {value}\n"
    text = re.sub(r"^# bench/decisions/reading, [^\n]*\n", "", text, flags=re.MULTILINE)
    return text.replace("read_sure:", f"# bench/decisions/reading, {found.described}.\nread_sure:")


def main(arguments: Sequence[str] | None = None) -> None:
    """Settle, print, and write where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, prog="bench.reading_weights")
    parser.add_argument("--model", default=parted(EMBEDDED_DEFAULT)[0])
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--cache", type=Path, default=CACHE, help="where replies are kept")
    parser.add_argument("--write", action="store_true", help="into agents/thresholds")
    options = parser.parse_args(arguments)
    kept = KeptModel(options.model, options.cache)
    found = settled(score_sentences(read_sentences(options.folder), kept))
    kept.close()
    print(f"read_sure: {found.threshold}, {found.described}")
    for name, value in found.weights.items():
        print(f"{name}: {value}")
    if options.write:
        file = SHIPPED / f"{thresholds_for(options.model).name}.yaml"
        file.write_text(written(file.read_text(encoding="utf-8"), found), encoding="utf-8")


if __name__ == "__main__":
    main()
