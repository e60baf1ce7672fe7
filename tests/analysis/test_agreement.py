"""Kappa against numbers worked by hand."""

import pytest

from pathfinder.analysis.agreement import Agreement, compare, compare_all, disagreements


def counted(*rows: str) -> Agreement:
    """Rows such as "20 yes no": so many items, the first rater's label, the second's."""
    return Agreement({(a, b): int(n) for n, a, b in (row.split() for row in rows)})


def test_two_readers_of_fifty_proposals() -> None:
    """By hand: equal 35 of 50 = 0.7; by chance 25/50 · 30/50 + 25/50 · 20/50 = 0.5.

    (0.7 - 0.5) / 0.5 = 0.4.
    """
    found = counted("20 yes yes", "5 yes no", "10 no yes", "15 no no")
    assert (found.items, found.observed, found.expected) == (50, 0.7, 0.5)
    assert found.kappa == pytest.approx(0.4)
    assert found.in_words == "fair"


def test_four_labels() -> None:
    """By hand: equal 16 of 20 = 0.8; rows and columns 8 5 4 3.

    (64 + 25 + 16 + 9) / 400 = 0.285; 0.515 / 0.715 = 0.72028.

    Standard error: sqrt(0.8 · 0.2 / (20 · 0.715²)) = 0.125095; 0.72028 ± 1.96 · 0.125095.
    """
    found = counted(
        "7 TP TP", "1 TP FP", "4 FP FP", "1 FP TP", "3 TN TN", "1 TN FN", "2 FN FN", "1 FN TN"
    )
    assert (found.items, found.observed, found.expected) == (20, 0.8, 0.285)
    assert found.kappa == pytest.approx(0.72028, abs=1e-5)
    assert found.interval == pytest.approx((0.47509, 0.96547), abs=1e-5)
    assert found.in_words == "substantial"


def test_worse_than_chance() -> None:
    """By hand: never equal; by chance 0.5; (0 - 0.5) / 0.5 = -1."""
    found = counted("5 TP FP", "5 FP TP")
    assert found.kappa == -1.0
    assert found.in_words == "poor"


def test_chance_is_all_there_is() -> None:
    """By hand: equal 5 of 10; by chance 0.5; kappa 0."""
    found = counted("3 TP TP", "2 TP FP", "3 FP TP", "2 FP FP")
    assert found.kappa == pytest.approx(0.0)
    assert found.in_words == "slight"


@pytest.mark.parametrize("found", [counted("9 TP TP"), counted()])
def test_kappa_is_not_made_up_where_it_is_not_defined(found: Agreement) -> None:
    assert found.kappa is None
    assert found.interval is None
    assert found.in_words == ""


def test_only_what_both_have_rated_counts() -> None:
    ann = {"s1": "TP", "s2": "FP", "s3": "TN"}
    ben = {"s1": "TP", "s2": "TP", "s4": "FN"}
    assert compare(ann, ben).items == 2
    assert compare(ann, ben).observed == 0.5
    assert disagreements(ann, ben) == [("s2", "FP", "TP")]


def test_every_pair_of_raters_is_compared_once() -> None:
    raters = {"Ann": {"s1": "TP"}, "Ben": {"s1": "TP"}, "Cem": {"s1": "FP"}}
    assert {pair: found.observed for pair, found in compare_all(raters).items()} == {
        ("Ann", "Ben"): 1.0,
        ("Ann", "Cem"): 0.0,
        ("Ben", "Cem"): 0.0,
    }
