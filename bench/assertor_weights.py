"""Settles what speaks for and against an expected result, and prints it for its thresholds.

    python -m bench.assertor_weights [--model NAME]

A logistic regression over what is weighed (`engine.assertor.ClaimSigns`), on the expected results
of `bench/decisions/written` that may be tuned on. Each application is judged by weights that were
settled on all others.
"""

import argparse
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import LeaveOneGroupOut

from pathfinder.agents.models.choose import EMBEDDED_DEFAULT
from pathfinder.engine.assertor import ClaimSigns
from pathfinder_bench.decisions.kept import CACHE, KeptModel
from pathfinder_bench.decisions.written import ScoredWords, read_written, score_written

Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
FOLDER = Path("bench/decisions")
LET_PASS, LET_SURELY = 0.05, 0.02
"""The share of what is not so that may pass, and that may surely, of applications left out."""
MARGIN = 0.7
"""How much less than the least of what is so has to speak for what is denied."""


@dataclass(frozen=True)
class Settled:
    """What was settled: a weight a sign, and three cuts; and how applications left out did by such.

    so, not_so: How many were weighed. passed, let_pass: Of both, how many are over the cut.
    denied: Of what is not so, how many are under the lower one, where code denies a part.
    """

    weights: dict[str, float]
    holds: float
    sure: float
    denies: float
    auc: float
    so: int
    not_so: int
    passed: int
    let_pass: int
    denied: int

    @property
    def described(self) -> str:
        """In words."""
        return (
            f"auc {self.auc:.2f}; {self.passed} of {self.so} that are so pass, {self.let_pass} of "
            f"{self.not_so} that are not so do, {self.denied} of them are denied"
        )


def settled(scored: Sequence[ScoredWords]) -> Settled:
    """Weights and cuts, settled on all; and how they do on applications left out."""
    own = [(one, one.signs) for one in scored if one.signs is not None]
    signs = np.array([astuple(each) for _, each in own], dtype=float)
    so = np.array([one.kind == "holds" for one, _ in own])
    apps = np.array([one.app for one, _ in own])
    denied = np.array([each.denied > 0 for _, each in own])
    left_out = np.zeros(len(own))
    for learnt, left in LeaveOneGroupOut().split(signs, so, apps):
        fitted = LogisticRegression().fit(signs[learnt], so[learnt])
        left_out[left] = signs[left] @ fitted.coef_[0]
    weights = LogisticRegression().fit(signs, so).coef_[0]
    holds = float(np.quantile(left_out[~so], 1 - LET_PASS))
    denies = float((signs @ weights)[so & denied].min(initial=holds)) - MARGIN
    names = [f"assertor_{one.name}" for one in fields(ClaimSigns)]
    return Settled(
        {name: round(float(weight), 2) for name, weight in zip(names, weights, strict=True)},
        round(holds, 1),
        round(float(np.quantile(left_out[~so], 1 - LET_SURELY)), 1),
        round(denies, 1),
        float(roc_auc_score(so, left_out)),
        int(so.sum()),
        int((~so).sum()),
        int((left_out > holds)[so].sum()),
        int((left_out > holds)[~so].sum()),
        int(((left_out < denies) & denied)[~so].sum()),
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Settle and print."""
    parser = argparse.ArgumentParser(description=__doc__, prog="bench.assertor_weights")
    parser.add_argument("--model", default=EMBEDDED_DEFAULT)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--cache", type=Path, default=CACHE, help="where replies are kept")
    options = parser.parse_args(arguments)
    kept = KeptModel(options.model, options.cache)
    files = read_written(options.folder / "written")
    found = settled(list(score_written(files, kept, options.folder, actions=False)))
    kept.close()
    print(found.described)
    for name, value in found.weights.items():
        print(f"{name}: {value}")
    print(f"assertor_holds: {found.holds}\nassertor_sure: {found.sure}")
    print(f"assertor_denies: {found.denies}")


if __name__ == "__main__":
    main()
