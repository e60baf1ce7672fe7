"""How far to trust agents that run written test cases.

Accuracy, deviation, consistency, and what follows for a case.

Source: NLTestRunner (EvalAgent, the consistency measure, weak unsoundness and the levels of Six
    Sigma). An agent's answers are a
Bernoulli trial: p is the share of right ones, and its deviation is sqrt(p(1 - p)). Our reading of
the measure's terms: s_r, s_n and s_a
are the probabilities that the readiness, navigation and assertion agent answers right; a strict
step, decided by code, counts as 1.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import yaml

AGENTS = ("readiness", "navigation", "assertion")
LEVELS = {
    "1-sigma": 0.3085,
    "2-sigma": 0.6915,
    "3-sigma": 0.9332,
    "4-sigma": 0.99379,
    "5-sigma": 0.999767,
    "6-sigma": 0.9999966,
}
PUBLISHED = Path(__file__).parent / "published" / "nltestrunner.yaml"


@dataclass(frozen=True)
class Trial:
    """One question to an agent whose right answer is known."""

    model: str
    agent: str
    right: bool
    case: str = ""
    run: int = 1


@dataclass(frozen=True)
class Ability:
    """How an agent did. n: Questions; runs: Accuracy of each run, for the box plot."""

    model: str
    agent: str
    n: int
    p: float
    runs: tuple[float, ...] = ()

    @property
    def sigma(self) -> float:
        """The deviation of its answers, 0 to 0.5."""
        return deviation(self.p)

    @property
    def level(self) -> str:
        """The highest level of Six Sigma that it reaches; empty below the first."""
        return sigma_level(self.p)


@dataclass(frozen=True)
class Soundness:
    """The answer of the propositions for one case.

    reasons: Agents that are too weak, and the steps that ask them.
    """

    weakly_unsound: bool
    consistency: float
    reasons: tuple[str, ...]


def deviation(p: float) -> float:
    """sqrt(p(1 - p))."""
    return math.sqrt(p * (1 - p))


def sigma_level(p: float) -> str:
    """The highest level of Six Sigma that an accuracy reaches."""
    return next((name for name, least in reversed(LEVELS.items()) if p >= least), "")


def abilities(trials: Iterable[Trial]) -> list[Ability]:
    """Accuracy of each model's agents over all trials, and run by run."""
    groups: dict[tuple[str, str], list[Trial]] = {}
    for trial in trials:
        groups.setdefault((trial.model, trial.agent), []).append(trial)
    return [_ability(model, agent, group) for (model, agent), group in groups.items()]


def _ability(model: str, agent: str, trials: Sequence[Trial]) -> Ability:
    by_run: dict[int, list[bool]] = {}
    for trial in trials:
        by_run.setdefault(trial.run, []).append(trial.right)
    runs = tuple(fmean(by_run[run]) for run in sorted(by_run))
    return Ability(model, agent, len(trials), fmean(trial.right for trial in trials), runs)


def consistency(steps: Sequence[tuple[str, bool]], s: Mapping[str, float]) -> float:
    """How consistently a case is estimated to go.

    1/l (sum of s_r s_n over the actions + sum of s_a over the assertions).

    Args:
        steps: "action" or "assertion", and whether it is strict; l of them.
        s: Agent -> its probability to answer right.
    """
    return fmean(
        1.0 if strict else s["readiness"] * s["navigation"] if part == "action" else s["assertion"]
        for part, strict in steps
    )


def observed(runs: Sequence[Sequence[str]]) -> float:
    """How alike the repeated runs of a case went.

    The mean over its steps of the share of the most frequent outcome.

    Args:
        runs: The outcomes of the steps, run by run; a step that was not reached counts as an
            outcome of its own.
    """
    length = max(map(len, runs), default=0)
    if not length:
        return 1.0
    columns = [[run[i] if i < len(run) else "not reached" for run in runs] for i in range(length)]
    return fmean(Counter(column).most_common(1)[0][1] / len(column) for column in columns)


def mean_relative_error(pairs: Iterable[tuple[float, float]]) -> float:
    """Mean of |estimated - observed| / observed over cases; pairs of (estimated, observed)."""
    return fmean(abs(estimated - seen) / seen for estimated, seen in pairs)


def soundness(
    steps: Sequence[tuple[str, bool, str]], s: Mapping[str, float], *, level: str = "3-sigma"
) -> Soundness:
    """Whether a case is weakly unsound with these agents.

    Every agent that it asks reaches the level.

    Args:
        steps: "action" or "assertion", whether it is strict, and its words.
        s: Agent -> its probability to answer right.
    """
    least = LEVELS[level]
    reasons = []
    for agent in AGENTS:
        asking = [
            words
            for part, strict, words in steps
            if not strict and (agent == "assertion") == (part == "assertion")
        ]
        if asking and s.get(agent, 0.0) < least:
            more = f" and {len(asking) - 1} more" if len(asking) > 1 else ""
            reasons.append(
                f"the {agent} agent is right in {s.get(agent, 0.0):.2f} of its answers, {level} "
                f"asks {least:.4f}: {asking[0]!r}{more}"
            )
    return Soundness(
        not reasons, consistency([(part, strict) for part, strict, _ in steps], s), tuple(reasons)
    )


def published() -> dict[str, dict[str, float | None]]:
    """Model -> agent -> deviation, as the paper's table 3 has them."""
    table: dict[str, list[float | None]] = yaml.safe_load(PUBLISHED.read_text(encoding="utf-8"))[
        "nltestrunner_table3"
    ]
    return {model: dict(zip(AGENTS, row, strict=True)) for model, row in table.items()}


def table(found: Sequence[Ability]) -> list[dict[str, Any]]:
    """Ours, then the paper's, a row a model: the deviation of each agent."""
    rows = []
    for model in dict.fromkeys(each.model for each in found):
        own = {each.agent: each for each in found if each.model == model}
        rows.append(
            {
                "model": model,
                "source": "ours",
                **{agent: own[agent].sigma if agent in own else None for agent in AGENTS},
            }
        )
    return rows + [
        {"model": model, "source": "the paper, table 3", **row}
        for model, row in published().items()
    ]


def spread(values: Sequence[float]) -> tuple[float, float, float, float, float]:
    """Least, lower quartile, median, upper quartile, greatest: what a box plot draws."""
    ordered = sorted(values)

    def at(share: float) -> float:
        place = share * (len(ordered) - 1)
        low = math.floor(place)
        high = min(low + 1, len(ordered) - 1)
        return ordered[low] + (ordered[high] - ordered[low]) * (place - low)

    return at(0), at(0.25), at(0.5), at(0.75), at(1)
