"""H1 and H2, tested on any table of constellations, ours or the published one.

Each ends in a sentence.

The published data set (table II) holds the figures but not the wording of the paper's hypotheses.
What we take them to be:

H1  *Mixing helps*: constellations whose roles are played by different models have a higher F1
across sites than those in which one
    model plays every role. Tested by permutation: which constellations count as "one model" is
    shuffled (exact where few enough ways).
H2  *Size helps*: giving a role to the largest model instead of the smallest, all other roles as
they are, raises F1 across sites.
    Tested on these pairs of constellations by sign flips. Pairs share constellations, so that p is
    a guide, not a verdict;
    Spearman's rank correlation of F1 with the summed sizes stands beside it.

On the paper's table II this gives: H1 is not borne out (mean F1 across sites 0.532 mixed, 0.572
with one model; p = 0.58), although
the best mixed constellation, 0.703, is above the best single model, 0.660. H2 is not borne out
either (the 12B model in place of the
8B one: +0.021, p = 0.53), but it is for System 1 that the larger model pays: +0.097, against -0.040
for the Perceptron.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import isnan
from statistics import mean

from pathfinder.analysis.effectiveness import Effectiveness, Row, short_model
from pathfinder.analysis.resampling import (
    Test,
    cliffs_delta,
    permutation,
    sign_flips,
    size_in_words,
    spearman,
)

SIGNIFICANT = 0.05
# Billions of parameters of models whose names don't say: the sizes that these names stand for by
# default.
KNOWN_SIZES = {
    "gemma2": 9.2,
    "llama3.1": 8.0,
    "mistral-nemo": 12.2,
    "mistral": 7.2,
    "phi3": 3.8,
    "gemma3": 4.3,
}
_SIZE = re.compile(r"(?<![\d.])(\d+(?:\.\d+)?)\s*([bm])\b", re.I)
_AGENTS = ("perceptron", "system1", "entrybot")


@dataclass(frozen=True)
class Finding:
    """A hypothesis and what the data say. test: None when they can't be asked."""

    name: str
    claim: str
    test: Test | None
    effect: float
    sentence: str

    @property
    def supported(self) -> bool:
        """The difference is in the claimed direction, and chance alone would seldom make it."""
        return self.test is not None and self.test.difference > 0 and self.test.p < SIGNIFICANT


def hypotheses(table: Effectiveness) -> list[Finding]:
    """Both hypotheses on a table.

    Each is tested on the sites that all its constellations were on: a mean of others would compare
    sites.
    """
    table, aside = on_shared_sites(table)
    note = f" {', '.join(aside)} left aside: not all constellations were there." if aside else ""
    return [
        replace(one, sentence=one.sentence + note)
        for one in (mixing_helps(table), size_helps(table))
    ]


def on_shared_sites(table: Effectiveness) -> tuple[Effectiveness, tuple[str, ...]]:
    """The table of the sites where every constellation has sessions, and the other sites.

    The table as it is where there are none such.
    """
    shared = tuple(site for site in table.sites if all(site in row.cells for row in table.rows))
    if not shared or len(shared) == len(table.sites):
        return table, ()
    rows = tuple(
        replace(row, cells={site: row.cells[site] for site in shared}) for row in table.rows
    )
    return replace(table, rows=rows, sites=shared), tuple(
        site for site in table.sites if site not in shared
    )


def mixing_helps(table: Effectiveness) -> Finding:
    """H1: several models are better than one."""
    claim = "constellations of several models have a higher F1 across sites than those of one model"
    scored = [(row, row.across) for row in table.rows if row.across is not None]
    mixed = [(row, value) for row, value in scored if len(_agents(row)) > 1]
    single = [(row, value) for row, value in scored if len(_agents(row)) == 1]
    if not mixed or not single:
        return _untested(
            "H1",
            claim,
            f"{len(mixed)} mixed and {len(single)} single-model constellations have an F1; both "
            "kinds are needed",
        )
    several, alone = [value for _, value in mixed], [value for _, value in single]
    test, effect = permutation(several, alone), cliffs_delta(several, alone)
    best_mixed, best_single = (
        max(mixed, key=lambda pair: pair[1]),
        max(single, key=lambda pair: pair[1]),
    )
    sentence = (
        f"H1 (several models are better than one): {_verdict(test)}. Mean F1 across sites is "
        f"{mean(several):.3f} in {len(several)} mixed "
        f"constellations and {mean(alone):.3f} in {len(alone)} of one model, a difference of "
        f"{test.difference:+.3f} "
        f"({_chance(test)}; Cliff's delta {effect:+.2f}, {size_in_words(effect)}). The best mixed "
        f"one, {table.name(best_mixed[0])}, has "
        f"{best_mixed[1]:.3f}, the best single model, {table.name(best_single[0])}, "
        f"{best_single[1]:.3f}."
    )
    return Finding("H1", claim, test, effect, sentence)


def size_helps(table: Effectiveness) -> Finding:
    """H2: a larger model in a role is better than a smaller one."""
    claim = "a role played by the largest model instead of the smallest raises F1 across sites"
    models = {name for row in table.rows for name in _agents(row)}
    sizes = {name: size for name in models if (size := model_size(name)) is not None}
    unknown = sorted(models - set(sizes))
    if unknown:
        return _untested(
            "H2", claim, f"the size of {', '.join(map(short_model, unknown))} is not known"
        )
    if len(set(sizes.values())) < 2:
        return _untested("H2", claim, "all models are of one size")
    small, large = (
        min(sizes, key=lambda name: sizes[name]),
        max(sizes, key=lambda name: sizes[name]),
    )
    pairs = list(_swaps(table.rows, small, large))
    if not pairs:
        return _untested(
            "H2",
            claim,
            "no two constellations differ only in the largest and the smallest model in one role",
        )
    differences = [after - before for _, before, after in pairs]
    test = sign_flips(differences)
    effect = mean((value > 0) - (value < 0) for value in differences)
    sentence = (
        f"H2 (larger models are better): {_verdict(test)}. {_with_size(large, sizes)} in place of "
        f"{_with_size(small, sizes)}, all else equal, "
        f"changes F1 across sites by {test.difference:+.3f} over {len(pairs)} pairs "
        f"({_by_role(pairs)}; {_chance(test)}; better in "
        f"{sum(value > 0 for value in differences)}, worse in "
        f"{sum(value < 0 for value in differences)}, matched-pairs effect "
        f"{effect:+.2f}). {_ranks(table, sizes)}"
    )
    return Finding("H2", claim, test, effect, sentence)


def model_size(name: str) -> float | None:
    """Billions of parameters, from the name ("…-1.5b") or its known default; else None."""
    short = short_model(name).lower()
    found = _SIZE.search(short)
    if found:
        return float(found[1]) * (1 if found[2] == "b" else 0.001)
    return KNOWN_SIZES.get(short.partition(":")[0])


def _agents(row: Row) -> set[str]:
    """The models in the roles that explore; the Oracle and the critic only judge."""
    return {name for role, name in row.models.items() if role in _AGENTS} or set(
        row.models.values()
    )


def _swaps(rows: Sequence[Row], small: str, large: str) -> Iterator[tuple[str, float, float]]:
    """Role, F1 of the small and F1 of the large model, of pairs that differ in nothing else."""
    known = {row.constellation: row.across for row in rows}
    for row, role in product(rows, _AGENTS):
        if row.models.get(role) != small or row.across is None:
            continue
        twin = known.get(tuple(sorted({**row.models, role: large}.items())))
        if twin is not None:
            yield role, row.across, twin


def _by_role(pairs: Sequence[tuple[str, float, float]]) -> str:
    by_role = {
        role: [after - before for at, before, after in pairs if at == role] for role in _AGENTS
    }
    return ", ".join(f"{role} {mean(found):+.3f}" for role, found in by_role.items() if found)


def _ranks(table: Effectiveness, sizes: Mapping[str, float]) -> str:
    scored = [row for row in table.rows if row.across is not None]
    summed = [
        sum(sizes[row.models[role]] for role in _AGENTS if role in row.models) for row in scored
    ]
    rho = spearman(summed, [row.across or 0.0 for row in scored])
    return (
        ""
        if isnan(rho)
        else f"Spearman's rank correlation of F1 with the models' summed sizes is {rho:+.2f}."
    )


def _with_size(name: str, sizes: Mapping[str, float]) -> str:
    return f"{short_model(name)} ({sizes[name]:g}B)"


def _verdict(test: Test) -> str:
    if test.p >= SIGNIFICANT:
        return "not borne out"
    return "borne out" if test.difference > 0 else "contradicted"


def _chance(test: Test) -> str:
    return f"p = {test.p:.3f}, {'exact' if test.exact else f'{test.arrangements:,} draws'}"


def _untested(name: str, claim: str, why: str) -> Finding:
    return Finding(name, claim, None, float("nan"), f"{name} can't be tested: {why}.")
