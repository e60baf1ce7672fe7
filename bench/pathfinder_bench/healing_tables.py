"""The tables of the healing benchmark.

The paper's tables 5 and 6 with its figures beside ours, the skins, and the mutants.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

from pathfinder.core.verdict import Status
from pathfinder_bench.healing import Outcome

Published = Mapping[str, Any]


@dataclass(frozen=True)
class Table:
    """A table to print: its title, its headings and its rows as text."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables(outcomes: Sequence[Outcome], published: Published) -> list[Table]:
    """Every table that the outcomes allow; a figure that was not measured is a dash."""
    return [
        rates(outcomes, published),
        costs(outcomes, published),
        by_skin(outcomes),
        mutants(outcomes),
    ]


def rates(outcomes: Sequence[Outcome], published: Published) -> Table:
    """Table 5: pass rates on the stable and the changed interface, and scenarios recovered."""
    stable, plain, healed = (
        _stable(outcomes),
        _skinned(outcomes, heal=False),
        _skinned(outcomes, heal=True),
    )
    ours = {
        "pass_rate_stable_ui": (
            _share(stable),
            _share(
                [o for o in outcomes if not o.trial.skin and not o.trial.fault and o.trial.heal]
            ),
        ),
        "pass_rate_changed_ui": (_share(plain), _share(healed)),
        "recovery_rate": (None, recovery_rate(outcomes)),
    }
    names = {
        "pass_rate_stable_ui": "pass rate, stable UI",
        "pass_rate_changed_ui": "pass rate, changed UI",
        "recovery_rate": "recovery rate",
    }
    rows = tuple(
        (names[key], *(_percent(value) for value in (*_published(published, key), *ours[key])))
        for key in ours
    )
    headings = ("", "scripts (paper)", "LLM agent (paper)", "replay", "replay --heal")
    return Table("Table 5: pass and recovery rates", headings, rows)


def _published(published: Published, key: str) -> tuple[float | None, float | None]:
    script, agent = published.get("dsl_table5", {}).get(key, (None, None))
    return script, agent


def costs(outcomes: Sequence[Outcome], published: Published) -> Table:
    """Table 6: tokens and seconds a scenario; ours with healing are means over the skins."""
    papers: Mapping[str, Sequence[float]] = published.get("dsl_table6", {})
    rows: list[tuple[str, ...]] = []
    for name in sorted({outcome.trial.scenario for outcome in outcomes}):
        key = name.split("-")[0].upper().replace("TS0", "TS")
        paper = papers.get(key)
        stable = [outcome for outcome in _stable(outcomes) if outcome.trial.scenario == name]
        healed = [
            outcome for outcome in _skinned(outcomes, heal=True) if outcome.trial.scenario == name
        ]
        theirs = (
            (f"{paper[0]:.0f}", f"{paper[2]:.0f}", f"{paper[3]:.0f}") if paper else ("–", "–", "–")
        )
        ours = (
            _mean(stable, _tokens),
            _mean(stable, _seconds, 1),
            _mean(healed, _tokens),
            _mean(healed, _seconds, 1),
        )
        rows.append((name, *theirs, *ours))
    headings = (
        "scenario",
        "agent tokens (paper)",
        "agent s (paper)",
        "DSL s (paper)",
        "replay tokens",
        "replay s",
        "healed tokens",
        "healed s",
    )
    return Table("Table 6: tokens and seconds a scenario", headings, tuple(rows))


def by_skin(outcomes: Sequence[Outcome]) -> Table:
    """What each skin breaks, and how much of it is healed, by what."""
    rows: list[tuple[str, ...]] = []
    for skin in dict.fromkeys(outcome.trial.skin for outcome in outcomes if outcome.trial.skin):
        plain, healed = (
            [o for o in _skinned(outcomes, heal=heal) if o.trial.skin == skin]
            for heal in (False, True)
        )
        kinds = [kind for outcome in healed for kind in outcome.heals]
        counted = ", ".join(f"{kind} {kinds.count(kind)}" for kind in dict.fromkeys(kinds))
        asked = sum(outcome.calls > 0 for outcome in healed)
        rows.append(
            (
                skin,
                _of(plain),
                _of(healed),
                _percent(recovery_rate([*plain, *healed])),
                str(asked),
                _mean(healed, _tokens),
                counted,
            )
        )
    headings = (
        "skin",
        "replay",
        "replay --heal",
        "recovered",
        "needed a model",
        "tokens",
        "heals that held",
    )
    return Table("Skins: scenarios that got to their end", headings, tuple(rows))


def mutants(outcomes: Sequence[Outcome]) -> Table:
    """Shops with a fault, replayed with healing: failed is the only right verdict."""
    broken = [outcome for outcome in outcomes if outcome.trial.fault]
    rows = tuple(
        (outcome.trial.fault, outcome.trial.scenario, outcome.status, outcome.reason)
        for outcome in broken
    )
    failed = sum(outcome.status == Status.FAILED for outcome in broken)
    return Table(
        f"Mutants: {failed} of {len(broken)} failed, as they should",
        ("fault", "scenario", "verdict", "reason"),
        rows,
    )


def recovery_rate(outcomes: Sequence[Outcome]) -> float | None:
    """Of the scenarios that a change broke, the share that gets to its end with healing.

    None if nothing was broken.
    """
    fell = {
        (o.trial.scenario, o.trial.skin) for o in _skinned(outcomes, heal=False) if not o.went_well
    }
    tried = [o for o in _skinned(outcomes, heal=True) if (o.trial.scenario, o.trial.skin) in fell]
    return _share(tried)


def _stable(outcomes: Iterable[Outcome]) -> list[Outcome]:
    return [
        outcome
        for outcome in outcomes
        if not outcome.trial.skin and not outcome.trial.fault and not outcome.trial.heal
    ]


def _skinned(outcomes: Iterable[Outcome], *, heal: bool) -> list[Outcome]:
    return [outcome for outcome in outcomes if outcome.trial.skin and outcome.trial.heal is heal]


def _share(outcomes: Sequence[Outcome]) -> float | None:
    return mean(outcome.went_well for outcome in outcomes) if outcomes else None


def _tokens(outcome: Outcome) -> float:
    return outcome.tokens


def _seconds(outcome: Outcome) -> float:
    return outcome.seconds


def _mean(outcomes: Sequence[Outcome], of: Callable[[Outcome], float], digits: int = 0) -> str:
    return f"{mean(of(outcome) for outcome in outcomes):.{digits}f}" if outcomes else "–"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share * 100:.1f} %"


def _of(outcomes: Sequence[Outcome]) -> str:
    return f"{sum(outcome.went_well for outcome in outcomes)} of {len(outcomes)}"
