"""A calibration goes on where it was cut off, and a sample of a suite is always the same."""

from dataclasses import replace

import pytest

from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.case import CaseStep, TestCase
from pathfinder.core.errors import ModelUnreachable, UsageError
from pathfinder.suites.calibrating import measured, sampled
from pathfinder.suites.harness import SuiteRequest
from pathfinder_demoshop.serve import running_shop
from tests.fakes.form_browser import FormBrowser

CASES = [
    TestCase(f"Read about {name}", (CaseStep("Open '/'"), CaseStep(f"Click on '{name}'")))
    for name in ("Kitchen", "Our story")
]


@pytest.fixture(scope="module")
def shop():
    with running_shop() as url:
        yield url


@pytest.fixture
def calibrate(shop, tmp_path):
    request = SuiteRequest(
        "calibration", url=shop, out=tmp_path, truth=False, options={"patience": 0.0, "runs": 3}
    )

    def calibrate(model, *, fresh=False, **options):
        asked = replace(request, options={**request.options, **options})
        opened = measured(
            asked,
            model,
            CASES,
            fresh=fresh,
            open_with=lambda hosts, *, vault, **options: FormBrowser(vault),
        )
        return [(each.case.name, each.kept, len(each.trials)) for each in opened]

    return calibrate


class Failing(ScriptedModel):
    """Its server goes away after some answers."""

    def score(self, prompt, choices):
        if len(self.asked) == 3:
            raise ModelUnreachable("gone")
        return super().score(prompt, choices)


def sure(prompt, choices):
    return [-float(place) for place in range(len(choices))]


def test_what_was_measured_is_not_asked_again(calibrate):
    with pytest.raises(UsageError, match="start again to go on"):
        calibrate(Failing(scores=sure))
    whole = ScriptedModel(scores=sure)
    assert calibrate(whole) == [("Read about Kitchen", True, 6), ("Read about Our story", False, 6)]
    assert len(whole.asked) == 2
    assert [kept for _, kept, _ in calibrate(whole)] == [True, True]


def test_other_options_models_and_wishes_are_measured_anew(calibrate):
    model = ScriptedModel(scores=sure)
    calibrate(model)
    assert [kept for _, kept, _ in calibrate(model, runs=4)] == [False, False]
    assert [kept for _, kept, _ in calibrate(model, fresh=True)] == [False, False]
    assert [kept for _, kept, _ in calibrate(ScriptedModel(scores=sure, name="another"))] == [
        False,
        False,
    ]


def test_a_sample_is_the_same_each_time_and_in_the_suites_order():
    cases = [TestCase(str(number), ()) for number in range(30)]
    drawn = [int(case.name) for case in sampled(cases, 5, seed=1)]
    assert drawn == sorted(drawn)
    assert len(set(drawn)) == 5
    assert sampled(cases, 5, seed=1) == sampled(cases, 5, seed=1) != sampled(cases, 5, seed=2)
    assert sampled(cases, 0) == sampled(cases, 99) == cases
