"""The formulas, against numbers worked by hand."""

import pytest

from pathfinder.analysis.consistency import (
    Trial,
    abilities,
    consistency,
    deviation,
    mean_relative_error,
    observed,
    published,
    sigma_level,
    soundness,
    spread,
    table,
)


def test_deviation_of_three_sigma_is_the_papers():
    assert deviation(0.9332) == pytest.approx(0.2496, abs=1e-4)
    assert deviation(0.5) == 0.5
    assert [sigma_level(p) for p in (0.2, 0.5, 0.9331, 0.9332, 1.0)] == [
        "",
        "1-sigma",
        "2-sigma",
        "3-sigma",
        "6-sigma",
    ]


def test_consistency_of_a_case():
    s = {"readiness": 0.9, "navigation": 0.8, "assertion": 0.7}
    steps = [("action", True), ("action", False), ("assertion", True), ("assertion", False)]
    assert consistency(steps, s) == pytest.approx((1 + 0.72 + 1 + 0.7) / 4)


def test_observed_consistency_counts_the_usual_outcome_of_each_step():
    runs = [["passed", "passed"], ["passed", "failed"], ["passed", "passed"], ["inconclusive"]]
    assert observed(runs) == pytest.approx((3 / 4 + 2 / 4) / 2)
    assert observed([["passed"]]) == 1.0


def test_mean_relative_error():
    assert mean_relative_error([(0.9, 1.0), (0.6, 0.5)]) == pytest.approx((0.1 + 0.2) / 2)


def test_abilities_are_told_run_by_run():
    trials = [
        Trial("m", "assertion", right, run=run)
        for run, right in ((1, True), (1, False), (2, True), (2, True))
    ]
    (found,) = abilities(trials)
    assert (found.n, found.p, found.runs) == (4, 0.75, (0.5, 1.0))
    assert found.sigma == pytest.approx(0.4330, abs=1e-4)


def test_a_weak_agent_makes_a_case_unsound_only_where_it_is_asked():
    s = {"readiness": 0.99, "navigation": 0.95, "assertion": 0.6}
    assert soundness(
        [("action", False, "Do it"), ("assertion", True, "Assert that 'x' is displayed")], s
    ).weakly_unsound
    weak = soundness([("action", True, "Click on 'x'"), ("assertion", False, "It is nice")], s)
    assert not weak.weakly_unsound
    assert "the assertion agent is right in 0.60 of its answers" in weak.reasons[0]


def test_the_papers_table_stands_beside_ours():
    assert published()["qwen2.5:3b"] == {
        "readiness": 0.348,
        "navigation": 0.158,
        "assertion": 0.431,
    }
    rows = table(abilities([Trial("m", "readiness", True)]))
    assert [row["source"] for row in rows] == ["ours", *["the paper, table 3"] * 8]
    assert rows[0]["navigation"] is None


def test_the_spread_of_a_box_plot():
    assert spread([1, 2, 3, 4, 5]) == (1, 2, 3, 4, 5)
    assert spread([0.0, 1.0]) == (0.0, 0.25, 0.5, 0.75, 1.0)
