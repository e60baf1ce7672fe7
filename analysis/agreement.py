"""Agreement of two raters beyond chance: Cohen's kappa."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

Item = TypeVar("Item")

_BANDS = (
    (0.2, "slight"),
    (0.4, "fair"),
    (0.6, "moderate"),
    (0.8, "substantial"),
    (1.0, "almost perfect"),
)


@dataclass(frozen=True)
class Agreement:
    """Two raters' labels of the same items, counted.

    counts: (first rater's label, second rater's label) -> items.
    """

    counts: Mapping[tuple[str, str], int]

    @property
    def items(self) -> int:
        """How many items both have rated."""
        return sum(self.counts.values())

    @property
    def observed(self) -> float:
        """Share of items with the same label; 0 without items."""
        return (
            sum(n for (a, b), n in self.counts.items() if a == b) / self.items
            if self.items
            else 0.0
        )

    @property
    def expected(self) -> float:
        """Share of equal labels if raters labelled as often as here, but at random.

        0 without items.
        """
        first, second = Counter[str](), Counter[str]()
        for (a, b), n in self.counts.items():
            first[a] += n
            second[b] += n
        return (
            sum(first[label] * second[label] for label in first) / self.items**2
            if self.items
            else 0.0
        )

    @property
    def kappa(self) -> float | None:
        """(observed - expected) / (1 - expected), Cohen 1960.

        None where both gave a single, equal label, or nothing is rated.
        """
        if not self.items or math.isclose(self.expected, 1.0):
            return None
        return (self.observed - self.expected) / (1 - self.expected)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval by the standard error of Cohen 1960, which is for larger samples.

        None where kappa is.
        """
        if self.kappa is None:
            return None
        error = math.sqrt(
            self.observed * (1 - self.observed) / (self.items * (1 - self.expected) ** 2)
        )
        return max(self.kappa - 1.96 * error, -1.0), min(self.kappa + 1.96 * error, 1.0)

    @property
    def in_words(self) -> str:
        """Kappa by the bands of Landis and Koch 1977; empty where there is none."""
        if self.kappa is None:
            return ""
        kappa = round(self.kappa, 2)
        return "poor" if kappa < 0 else next(word for top, word in _BANDS if kappa <= top)


def compare(first: Mapping[Item, str], second: Mapping[Item, str]) -> Agreement:
    """The agreement of two raters on the items that both have rated."""
    return Agreement(
        Counter((label, second[item]) for item, label in first.items() if item in second)
    )


def compare_all(raters: Mapping[str, Mapping[Item, str]]) -> dict[tuple[str, str], Agreement]:
    """Every pair of raters, in the order given."""
    return {(a, b): compare(raters[a], raters[b]) for a, b in combinations(raters, 2)}


def disagreements(
    first: Mapping[Item, str], second: Mapping[Item, str]
) -> list[tuple[Item, str, str]]:
    """The items that two raters labelled differently, with both labels."""
    return [
        (item, label, second[item])
        for item, label in first.items()
        if item in second and second[item] != label
    ]
