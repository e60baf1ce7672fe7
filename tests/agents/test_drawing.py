"""Answers are drawn as often as a model holds them likely.

At temperature 0 the likeliest is the answer.
"""

import math
from random import Random

import pytest

from pathfinder.agents.steps import Answer, Choice, drawn

THIRD = (0.0, -math.log(2))  # one is twice as likely as the other


def test_at_temperature_zero_the_likeliest_is_the_answer():
    assert {drawn(THIRD, temperature=0.0, random=Random(seed)) for seed in range(20)} == {0}


@pytest.mark.parametrize(("temperature", "share"), [(1.0, 1 / 3), (0.5, 1 / 5)])
def test_an_answer_is_drawn_as_often_as_it_is_likely(temperature, share):
    random = Random(1)
    others = sum(drawn(THIRD, temperature=temperature, random=random) for _ in range(6000)) / 6000
    assert others == pytest.approx(share, abs=0.02)


def test_a_drawn_no_is_as_sure_as_the_yes_was():
    answers = {Answer(0.7, scored=True).drawn(1.0, Random(seed)).sure for seed in range(40)}
    assert answers == {0.7, -0.7}
    assert Answer(0.7, scored=True).drawn(0.0, Random(0)).sure == 0.7


def test_worded_answers_are_drawn_by_the_back_end_itself():
    assert {Answer(1.0).drawn(5.0, Random(seed)).sure for seed in range(40)} == {1.0}
    assert Choice(("B",), (0.0,)).drawn(5.0, Random(0)) == "B"


def test_a_baseline_counts_only_between_log_odds():
    assert Answer(0.5, scored=True).less(Answer(-1.0, scored=True)).sure == 1.5
    assert Answer(1.0).less(Answer(-1.0)).sure == 1.0
