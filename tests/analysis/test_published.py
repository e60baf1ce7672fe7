"""The published table, and H1 and H2 on it: the check of the code that makes ours."""

import csv
from importlib.resources import files
from statistics import mean

import pytest

from pathfinder.analysis.effectiveness import Trial, effectiveness
from pathfinder.analysis.hypotheses import hypotheses, mixing_helps, model_size, size_helps
from pathfinder.analysis.published_figures import (
    SITES,
    counts_behind,
    other_tables,
    published_effectiveness,
    table_two,
)
from pathfinder.analysis.resampling import (
    cliffs_delta,
    permutation,
    sign_flips,
    size_in_words,
    spearman,
)
from pathfinder.cli.app import run

MODELS = ("gemma2", "llama3.1", "mistral-nemo")


def test_our_code_makes_the_published_table_again():
    printed = {tuple(sorted(row.models.items())): row for row in table_two()}
    assert len(printed) == 27
    for row in published_effectiveness().rows:
        theirs = printed[row.constellation]
        assert {site: round(row.cells[site].f1, 3) for site in SITES} == theirs.f1
        assert row.across == pytest.approx(theirs.across, abs=0.0006)
        assert {site: row.cells[site].steps for site in SITES} == theirs.steps
        assert {site: row.cells[site].minutes for site in SITES} == pytest.approx(theirs.minutes)


@pytest.mark.parametrize(
    ("value", "counts"),
    [
        (0.947, (9, 0, 1)),
        (0.182, (1, 0, 9)),
        (1.0, (10, 0, 0)),
        (0.0, (0, 0, 10)),
        (0.5, (3, 1, 6)),
        (0.875, (7, 1, 2)),
    ],
)
def test_the_sessions_behind_an_f1(value, counts):
    found = counts_behind(value)
    assert (found["TP"], found["TN"], found["FN"]) == counts


def test_an_f1_that_ten_sessions_cannot_have_is_refused():
    with pytest.raises(ValueError, match="can't come of 10 sessions"):
        counts_behind(0.123)


def test_h1_on_the_published_table_is_as_by_hand():
    rows = list(
        csv.DictReader(
            files("pathfinder.analysis.published")
            .joinpath("pathfinder_table2.csv")
            .read_text()
            .splitlines()
        )
    )
    alone = [
        float(row["f1_across"])
        for row in rows
        if len({row[role] for role in ("perceptron", "system1", "entrybot")}) == 1
    ]
    assert alone == [0.66, 0.654, 0.404]
    mixed = [float(row["f1_across"]) for row in rows if float(row["f1_across"]) not in alone]
    found = mixing_helps(published_effectiveness())
    assert found.test.difference == pytest.approx(mean(mixed) - mean(alone), abs=0.001)
    assert found.test.exact
    assert found.test.arrangements == 2925  # 27 over 3
    assert not found.supported
    assert (
        "not borne out. Mean F1 across sites is 0.532 in 24 mixed constellations and 0.572 in 3 "
        "of one model" in found.sentence
    )


def test_h2_on_the_published_table_is_as_by_hand():
    values = {tuple(row.models.values()): row.across for row in table_two()}
    swaps = []
    for place in range(3):
        for models, value in values.items():
            if models[place] == "llama3.1":
                swaps.append(
                    values[(*models[:place], "mistral-nemo", *models[place + 1 :])] - value
                )
    found = size_helps(published_effectiveness())
    assert len(swaps) == 27
    assert found.test.difference == pytest.approx(mean(swaps), abs=0.001)
    assert "mistral-nemo (12.2B) in place of llama3.1 (8B)" in found.sentence
    assert not found.supported


def test_a_clear_difference_is_borne_out():
    names = {"m": "embedded/large-7b", "s": "embedded/small-1b"}
    trials = [
        Trial(
            (("entrybot", names[c]), ("perceptron", names[a]), ("system1", names[b])),
            "demo",
            "TP" if right else "FN",
            5,
            60,
        )
        for a in "ms"
        for b in "ms"
        for c in "ms"
        for right in ([True] * 8 if "m" in (a, b, c) else [True, False, False, False])
    ]
    table = effectiveness(trials)
    h1, h2 = hypotheses(table)
    assert h2.test.difference == pytest.approx(
        3 * (1 - 0.4) / 12
    )  # three of twelve swaps start at F1 = 2/(2+3)
    assert "borne out" in h2.sentence
    assert (
        "Mean F1 across sites is 1.000 in 6 mixed constellations and 0.700 in 2 of one model"
        in h1.sentence
    )


def test_what_cannot_be_asked_is_said_so():
    one = effectiveness([Trial((("perceptron", "ollama/mystery"),), "demo", "TP", 1, 1)])
    assert mixing_helps(one).sentence == (
        "H1 can't be tested: 0 mixed and 1 single-model constellations have an F1; both kinds are "
        "needed."
    )
    assert size_helps(one).sentence == "H2 can't be tested: the size of mystery is not known."


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("embedded/qwen2.5-coder-1.5b", 1.5),
        ("embedded/qwen2.5-coder-1.5b+pathfinder", 1.5),
        ("embedded/smollm2-135m", 0.135),
        ("ollama/gemma2", 9.2),
        ("ollama/llama3.1:70b", 70),
        ("x/y", None),
    ],
)
def test_a_name_tells_the_size(name, size):
    assert model_size(name) == (None if size is None else pytest.approx(size))


def test_a_permutation_test_by_hand():
    # Of the 6 ways to choose two of 1, 2, 3, 4, two ({1, 2} and {3, 4}) differ by as much as 2.
    found = permutation([3, 4], [1, 2])
    assert (found.difference, found.p, found.exact, found.arrangements) == (
        2,
        pytest.approx(2 / 6),
        True,
        6,
    )


def test_sign_flips_by_hand():
    # Of 8 signs, +++ and --- reach a mean of 2.
    found = sign_flips([1, 2, 3])
    assert (found.difference, found.p, found.arrangements) == (2, pytest.approx(2 / 8), 8)


def test_effect_sizes_by_hand():
    assert cliffs_delta([1, 2, 3], [2]) == 0
    assert cliffs_delta([3, 4], [1, 3]) == pytest.approx((1 + 0 + 1 + 1) / 4)
    assert [size_in_words(value) for value in (0.1, -0.2, 0.4, -0.9)] == [
        "negligible",
        "small",
        "medium",
        "large",
    ]
    assert spearman([1, 2, 3], [10, 30, 20]) == pytest.approx(0.5)
    assert spearman([1, 2, 2], [1, 2, 2]) == pytest.approx(1)


def test_the_other_papers_figures_come_with_the_program():
    assert other_tables()["xuat_table4"]["xuat-copilot"] == [88.55, 93.03]


def test_the_published_table_can_be_seen_alone(capsys):
    assert run(["table", "--published", "--format", "csv"]) == 0
    printed = capsys.readouterr()
    assert len(printed.out.splitlines()) == 28
    assert "llama3.1,mistral-nemo,mistral-nemo,0.462,1.000,0.889,0.462,0.703," in printed.out
    assert "Published: H1" in printed.err
