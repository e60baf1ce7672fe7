"""Intervals and tests that assume no distribution: bootstrap, permutation, sign flips.

And effect sizes beside them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb
from typing import Any

import numpy as np

ROUNDS = 10_000
_MOST_EXACT = 20_000


@dataclass(frozen=True)
class Test:
    """A difference and how likely chance alone makes one so large (two-sided).

    exact: every arrangement was tried.
    """

    difference: float
    p: float
    exact: bool
    arrangements: int


def interval(values: "np.ndarray[Any, Any]", *, level: float = 0.95) -> tuple[float, float]:
    """The bootstrap percentile interval of a figure, from its values on resamples.

    Those without a value are left out.
    """
    low, high = np.nanquantile(values, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def redrawn(
    counts: Mapping[str, int], *, rounds: int = ROUNDS, seed: int = 0
) -> dict[str, "np.ndarray[Any, Any]"]:
    """Counts on resamples: as many items, drawn with replacement, each round counted anew."""
    total = sum(counts.values())
    drawn = np.random.default_rng(seed).multinomial(
        total, [count / total for count in counts.values()], size=rounds
    )
    return {name: drawn[:, place] for place, name in enumerate(counts)}


def permutation(
    first: Sequence[float], second: Sequence[float], *, rounds: int = ROUNDS, seed: int = 0
) -> Test:
    """Tests the difference of two groups' means.

    Exact where all ways to part the values are few enough.
    """
    values = np.array([*first, *second], dtype=float)
    size, observed = len(first), float(np.mean(first) - np.mean(second))
    if comb(len(values), size) <= _MOST_EXACT:
        parts: Iterable[Sequence[int]] = combinations(range(len(values)), size)
        exact = True
    else:
        random = np.random.default_rng(seed)
        parts = (random.permutation(len(values))[:size].tolist() for _ in range(rounds))
        exact = False
    total, rest = values.sum(), len(values) - size
    made = [values[list(part)].sum() for part in parts]
    differences = [inside / size - (total - inside) / rest for inside in made]
    return _test(observed, differences, exact=exact)


def sign_flips(differences: Sequence[float], *, rounds: int = ROUNDS, seed: int = 0) -> Test:
    """Tests whether paired differences are zero on average.

    Under chance each could as well have the other sign.
    """
    values = np.array(differences, dtype=float)
    observed = float(values.mean())
    if 2 ** len(values) <= _MOST_EXACT:
        signs = np.array(list(product((1, -1), repeat=len(values))))
        exact = True
    else:
        signs = np.random.default_rng(seed).choice((1, -1), size=(rounds, len(values)))
        exact = False
    return _test(observed, list((signs * values).mean(axis=1)), exact=exact)


def _test(observed: float, differences: Sequence[float], *, exact: bool) -> Test:
    """The share of arrangements at least as far from zero.

    One more on both sides where they were drawn (Phipson and Smyth, 2010).
    """
    as_far = sum(abs(each) >= abs(observed) - 1e-12 for each in differences)
    p = as_far / len(differences) if exact else (as_far + 1) / (len(differences) + 1)
    return Test(observed, float(p), exact, len(differences))


def cliffs_delta(first: Sequence[float], second: Sequence[float]) -> float:
    """Share of pairs in which the first group is above, less that in which it is below: -1 to 1."""
    pairs = [(a > b) - (a < b) for a, b in product(first, second)]
    return sum(pairs) / len(pairs)


def size_in_words(delta: float) -> str:
    """Cliff's delta in words. Source: Romano et al. (2006): 0.147, 0.33, 0.474."""
    bounds = ((0.147, "negligible"), (0.33, "small"), (0.474, "medium"))
    return next((word for bound, word in bounds if abs(delta) < bound), "large")


def spearman(first: Sequence[float], second: Sequence[float]) -> float:
    """Rank correlation, ties at their mean rank; nan where one side never varies."""
    a, b = _ranks(first), _ranks(second)
    if a.std() == 0 or b.std() == 0:
        return float("nan")
    return float(np.corrcoef(a, b)[0, 1])


def _ranks(values: Sequence[float]) -> "np.ndarray[Any, Any]":
    data = np.array(values, dtype=float)
    return np.array([(data < each).sum() + ((data == each).sum() + 1) / 2 for each in data])
