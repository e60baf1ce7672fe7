"""The published figures of the source papers, which come with PathFinder, to show beside ours.

Source of table II: the PathFinder paper. From each published F1 the sessions behind it are worked
out again (10 a cell), so that the same
code that makes our table makes the paper's, and can be checked against it.
"""

import csv
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from pathfinder.analysis.effectiveness import Effectiveness, Trial, effectiveness

SOURCE = (
    "PathFinder, table II: 10 sessions a cell, Apple M1 Max, 4-bit models, Oracle fixed to gemma2"
)
SITES = ("demo1", "demo2", "ikea", "netonnet")
"""saucedemo.com, demo.spreecommerce.org, ikea.com and netonnet.se."""
ROLES = ("perceptron", "system1", "entrybot")
SESSIONS = 10


@dataclass(frozen=True)
class PublishedRow:
    """One row of table II as it is printed."""

    models: dict[str, str]
    f1: dict[str, float]
    across: float
    steps: dict[str, float]
    minutes: dict[str, float]


@cache
def table_two() -> tuple[PublishedRow, ...]:
    """The 27 rows."""
    text = (
        files("pathfinder.analysis.published")
        .joinpath("pathfinder_table2.csv")
        .read_text(encoding="utf-8")
    )
    return tuple(
        PublishedRow(
            {role: row[role] for role in ROLES},
            {site: float(row[f"f1_{site}"]) for site in SITES},
            float(row["f1_across"]),
            {site: float(row[f"steps_{site}"]) for site in SITES},
            {site: float(row[f"min_{site}"]) for site in SITES},
        )
        for row in csv.DictReader(text.splitlines())
    )


def other_tables() -> dict[str, Any]:
    """The figures of the other papers, by table."""
    import yaml

    tables: dict[str, Any] = yaml.safe_load(
        files("pathfinder.analysis.published").joinpath("tables.yaml").read_text(encoding="utf-8")
    )
    return tables


def counts_behind(value: float, sessions: int = SESSIONS) -> dict[str, int]:
    """The sessions that give an F1 as printed, to three digits.

    As few true negatives as possible. FP and FN count alike, as FN.

    Raises:
        ValueError: No number of sessions gives it.
    """
    for negatives in range(sessions + 1):
        for right in range(sessions - negatives + 1):
            wrong = sessions - negatives - right
            if (
                right + wrong
                and abs(float(Fraction(2 * right, 2 * right + wrong)) - value) <= 0.00051
            ):
                return {"TP": right, "FP": 0, "TN": negatives, "FN": wrong}
    raise ValueError(f"F1 {value} can't come of {sessions} sessions")


def published_trials() -> list[Trial]:
    """Table II as sessions.

    The counts behind its F1, each with the cell's median steps and minutes.
    """
    return [
        Trial(
            tuple(sorted(row.models.items())), site, label, row.steps[site], row.minutes[site] * 60
        )
        for row in table_two()
        for site in SITES
        for label, count in counts_behind(row.f1[site]).items()
        for _ in range(count)
    ]


@cache
def published_effectiveness() -> Effectiveness:
    """Table II, made by the code that makes ours."""
    return effectiveness(published_trials())
