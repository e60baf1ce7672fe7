"""How well constellations did: F1 a site, F1 across sites, median steps and minutes.

Source: PathFinder, table II.

`python -m pathfinder.analysis.effectiveness RUNS…` prints the table; `pathfinder table` has the
formats and the figures.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import mean, median
from typing import Any

import numpy as np

from pathfinder.analysis.resampling import interval, redrawn
from pathfinder.analysis.sessions import PERCEIVE, Session
from pathfinder.core.events import Call
from pathfinder.core.ratings import LABELS
from pathfinder.core.verdict import PROVEN

ROLES = ("perceptron", "system1", "entrybot", "oracle", "critic")


@dataclass(frozen=True)
class Trial:
    """What the table needs of a session.

    label: TP, FP, TN, FN, or nothing for a session that nobody judged.
    """

    constellation: tuple[tuple[str, str], ...]
    site: str
    label: str
    steps: float
    seconds: float
    status: str = ""
    tokens: int = 0


@dataclass(frozen=True)
class Cell:
    """A constellation on a site."""

    trials: tuple[Trial, ...]

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many sessions of each label."""
        found = Counter(trial.label for trial in self.trials)
        return {label: found[label] for label in LABELS}

    @property
    def unscored(self) -> int:
        """Sessions without a label."""
        return len(self.trials) - sum(self.counts.values())

    @property
    def false_successes(self) -> int:
        """Of the false positives those that were called a success, with proof.

        The others were called likely.
        """
        return sum(trial.label == "FP" and trial.status in PROVEN for trial in self.trials)

    @property
    def f1(self) -> float | None:
        """F1; None when there is nothing that it could be of."""
        return f1(self.counts)

    @property
    def steps(self) -> float:
        """Median steps of all its sessions."""
        return float(median(trial.steps for trial in self.trials))

    @property
    def minutes(self) -> float:
        """Median minutes of all its sessions."""
        return float(median(trial.seconds for trial in self.trials)) / 60


@dataclass(frozen=True)
class Row:
    """A constellation on every site."""

    constellation: tuple[tuple[str, str], ...]
    cells: Mapping[str, Cell]

    @property
    def models(self) -> dict[str, str]:
        """Role -> model."""
        return dict(self.constellation)

    @property
    def trials(self) -> list[Trial]:
        """Its sessions on all sites."""
        return [trial for cell in self.cells.values() for trial in cell.trials]

    @property
    def across(self) -> float | None:
        """The mean of the sites' F1; a site without one is left out."""
        return across(cell.f1 for cell in self.cells.values())

    @cached_property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % bootstrap interval of F1 across sites.

        Sessions are drawn anew within each site.
        """
        if self.across is None:
            return None
        sites = [
            _redrawn_f1(cell, seed)
            for seed, cell in enumerate(self.cells.values())
            if cell.f1 is not None
        ]
        return interval(np.mean(sites, axis=0))


@dataclass(frozen=True)
class Effectiveness:
    """The table: rows by F1 across sites, best first; the roles in which they differ.

    What was found in all sessions.
    """

    rows: tuple[Row, ...]
    sites: tuple[str, ...]
    varied: tuple[str, ...]

    @property
    def unscored(self) -> int:
        """Sessions that nobody judged."""
        return sum(cell.unscored for row in self.rows for cell in row.cells.values())

    @property
    def sessions(self) -> int:
        """All sessions in it."""
        return sum(len(row.trials) for row in self.rows)

    def name(self, row: Row) -> str:
        """A constellation by its models in the roles that vary, or in all when none does."""
        return " / ".join(self.played(row).values())

    def played(self, row: Row) -> dict[str, str]:
        """Role -> short model name, of the roles that vary.

        One entry when every role has the same model everywhere.
        """
        shown = {role: short_model(row.models.get(role, "")) for role in self.varied}
        if shown:
            return shown
        names = list(dict.fromkeys(short_model(name) for name in row.models.values()))
        return {"models": ", ".join(names)}


def f1(counts: Mapping[str, int]) -> float | None:
    """2TP / (2TP + FP + FN); None when all three are 0."""
    wrong = counts.get("FP", 0) + counts.get("FN", 0)
    right = 2 * counts.get("TP", 0)
    return right / (right + wrong) if right + wrong else None


def across(values: Iterable[float | None]) -> float | None:
    """The mean of those that are there."""
    known = [value for value in values if value is not None]
    return mean(known) if known else None


def short_model(name: str) -> str:
    """The model without its back-end: "qwen2.5-coder-1.5b"."""
    return name.partition("/")[2] or name


def effectiveness(trials: Iterable[Trial]) -> Effectiveness:
    """The table of these trials."""
    cells: dict[tuple[tuple[str, str], ...], dict[str, list[Trial]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for trial in trials:
        cells[trial.constellation][trial.site].append(trial)
    rows = [
        Row(key, {site: Cell(tuple(found)) for site, found in sorted(sites.items())})
        for key, sites in cells.items()
    ]
    rows.sort(key=lambda row: (-(row.across if row.across is not None else -1), row.constellation))
    sites = sorted({site for row in rows for site in row.cells})
    return Effectiveness(tuple(rows), tuple(sites), varied_roles(rows))


def varied_roles(rows: Sequence[Row]) -> tuple[str, ...]:
    """The roles in which constellations differ.

    A role that always follows another one's model is not named twice.
    """
    found = [
        role
        for role in _in_order({role for row in rows for role in row.models})
        if len({row.models.get(role) for row in rows}) > 1
    ]
    kept: list[str] = []
    for role in found:
        if not any(
            all(row.models.get(role) == row.models.get(other) for row in rows) for other in kept
        ):
            kept.append(role)
    return tuple(kept)


def _in_order(roles: set[str]) -> list[str]:
    return [*(role for role in ROLES if role in roles), *sorted(roles - set(ROLES))]


def _redrawn_f1(cell: Cell, seed: int) -> "np.ndarray[Any, Any]":
    """F1 on resamples of a cell's sessions.

    Nan where a resample holds nothing that it could be of.
    """
    counts = redrawn({**cell.counts, "unscored": cell.unscored}, seed=seed)
    right, wrong = 2 * counts["TP"], counts["FP"] + counts["FN"]
    values: np.ndarray[Any, Any] = np.divide(
        right, right + wrong, out=np.full(right.shape, np.nan), where=right + wrong > 0
    )
    return values


def trials_of(sessions: Iterable[Session]) -> list[Trial]:
    """The sessions as the table takes them; replies to saved scenes are none."""
    return [
        Trial(
            tuple(sorted(session.models.items())),
            session.site,
            session.label[0],
            session.steps,
            session.seconds,
            session.status,
            sum(call.tokens for call in session.of(Call)),
        )
        for session in sessions
        if session.system != PERCEIVE
    ]
