"""The testers' measures, worked by hand from the papers' formulas."""

import pytest

from pathfinder.analysis.benchmark import Trial, by_app, complete_at_1, count, measure, pass_at_1


def passing(verdict, *, app="shop", step=0):
    return Trial(
        "p", app, "passed", verdict, step=step, steps=4, done=4 if verdict == "passed" else step - 1
    )


def failing(verdict, *, at=3, step=0, app="shop"):
    return Trial(
        "f", app, "failed", verdict, failing_step=at, step=step, steps=4, done=min(step, at)
    )


TEN = [
    *[passing("passed")] * 4,
    passing("failed", step=2),
    failing("failed", step=3),
    failing("failed", step=3),
    failing("failed", step=2),
    failing("failed", step=4),
    failing("passed"),
]


def test_ten_trials_are_sorted_and_measured_as_by_hand():
    counts = count(TEN)
    assert (counts.TN, counts.FP, counts.FN, counts.AFB, counts.AFC, counts.AFA) == (
        4,
        1,
        1,
        1,
        2,
        1,
    )
    assert counts.TP == 4
    found = measure(counts)
    assert found.accuracy == pytest.approx(8 / 10)
    assert found.specificity == pytest.approx(4 / 5)
    assert found.sensitivity == pytest.approx(4 / 5)
    assert pytest.approx(1 / 4) == found.AER
    assert pytest.approx(1 / 4) == found.HER
    assert pytest.approx(2 / 4) == found.SMER
    assert found.TruAcc == pytest.approx(6 / 10)


def test_no_verdict_is_never_right():
    counts = count([passing("inconclusive", step=1), failing("inconclusive")])
    assert (counts.FP, counts.FN, counts.none) == (1, 1, 2)
    assert measure(counts).accuracy == 0


def test_a_tester_who_fails_nothing_has_no_step_mismatch():
    found = measure(count([passing("passed"), failing("passed")]))
    assert (found.AER, found.HER, found.SMER) == (0, 0, 0)
    assert (found.accuracy, found.TruAcc, found.sensitivity) == (0.5, 0.5, 0)


def test_applications_count_alike_in_the_average():
    trials = [*[passing("passed", app="shop")] * 9, passing("failed", app="admin", step=1)]
    found = by_app(trials)
    assert found["shop"].accuracy == 1
    assert found["admin"].accuracy == 0
    assert found["average"].accuracy == 0.5


def test_pass_and_complete_at_1():
    trials = [
        Trial("a", "shop", "passed", "passed", steps=4, done=4),
        Trial("b", "shop", "passed", "failed", step=2, steps=4, done=1),
        Trial("c", "shop", "failed", "failed", failing_step=2, step=2, steps=4, done=2),
    ]
    assert pass_at_1(trials) == pytest.approx(2 / 3)
    assert complete_at_1(trials) == pytest.approx(7 / 12)


def test_no_trials_measure_nothing():
    assert by_app([]) == {}
    assert pass_at_1([]) == 0
