"""Figures of scored decisions: by application and over all, and what is worse than the baseline."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pathfinder_bench.decisions.scoring import Scored
from pathfinder_bench.decisions.sets import SCORED

ALL = "all"
NOT_ASKED = -20.0
"""Stands in for the number where a method did not even ask."""
_HIGHER = {"right", "offered", "auc", "precision", "recall"}
_LOWER = {"false", "missed"}


@dataclass(frozen=True)
class Worse:
    """A figure that is worse than the baseline's."""

    app: str
    set: str
    figure: str
    before: float
    now: float


Figures = dict[str, float]


def figures_of(name: str, scored: Sequence[Scored]) -> Figures:
    """The figures of one set. Shares are 0 to 1; false and missed are counts.

    Args:
        name: The set.
        scored: Its decisions; at least one.
    """
    count = len(scored)
    right = sum(one.right for one in scored)
    out: Figures = {"n": count, "right": right / count}
    if name in ("choices", "pages"):
        out["chance"] = sum(one.chance for one in scored) / count
        out["offered"] = sum(one.offered for one in scored) / count
    if name in ("progress", "done", "refusals"):
        found = _auc(scored)
        out |= {} if found is None else {"auc": found}
        out["false"] = sum(one.label is False and not one.right for one in scored)
        out["missed"] = sum(one.label is True and not one.right for one in scored)
    if name == "refusals":
        out |= _precision_recall(scored)
    return {key: round(value, 3) for key, value in out.items()}


def _precision_recall(scored: Sequence[Scored]) -> Figures:
    heard = sum(one.label is True and one.right for one in scored)
    said = heard + sum(one.label is False and not one.right for one in scored)
    there = sum(one.label is True for one in scored)
    return {
        **({"precision": heard / said} if said else {}),
        **({"recall": heard / there} if there else {}),
    }


def _auc(scored: Sequence[Scored]) -> float | None:
    """Share of the pairs, one that is so and one that is not, that the number puts in order."""
    numbers = [(NOT_ASKED if one.score is None else one.score, one.label) for one in scored]
    so = [number for number, label in numbers if label]
    not_so = [number for number, label in numbers if label is False]
    if not so or not not_so:
        return None
    won = sum((a > b) + 0.5 * (a == b) for a in so for b in not_so)
    return won / (len(so) * len(not_so))


def by_app(scored: Iterable[Scored]) -> dict[str, dict[str, Figures]]:
    """Application -> set -> figures; "all" for all of them."""
    known = list(scored)
    apps = sorted({one.app for one in known})
    groups = {app: [one for one in known if one.app == app] for app in apps} | {ALL: known}
    return {
        app: {
            name: figures_of(name, own)
            for name in SCORED
            if (own := [one for one in group if one.set == name])
        }
        for app, group in groups.items()
    }


def worse(
    before: Mapping[str, Mapping[str, Figures]],
    now: Mapping[str, Mapping[str, Figures]],
    *,
    slack: float = 0.01,
) -> list[Worse]:
    """What got worse over all applications, of the figures that both have.

    Args:
        slack: By how much a share, or a count as a share of the set, may be worse.
    """
    found = []
    for name in SCORED:
        old, new = before.get(ALL, {}).get(name, {}), now.get(ALL, {}).get(name, {})
        if not old or old.get("n") != new.get("n"):
            continue
        for figure in sorted(set(old) & set(new) & (_HIGHER | _LOWER)):
            lost = (old[figure] - new[figure]) * (1 if figure in _HIGHER else -1 / old["n"])
            if lost > slack:
                found.append(Worse(ALL, name, figure, old[figure], new[figure]))
    return found
