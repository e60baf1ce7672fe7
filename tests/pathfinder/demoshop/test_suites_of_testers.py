"""The truth of the suites for testers.

A shopper who goes by the wording of each case stops at the step that it names, and nowhere else.
"""

from collections.abc import Mapping
from functools import cache

import pytest
from starlette.testclient import TestClient

from pathfinder.core.case import TestCase
from pathfinder.core.settings import DEFAULTS, load_persona
from pathfinder.suites.casetable import read_table
from pathfinder_demoshop.app import create_app
from pathfinder_demoshop.faults import known_faults
from pathfinder_demoshop.settings import ShopSettings
from tests.fakes.shopper import first_failing

USERDATA = DEFAULTS / "userdata"
SUITES = {
    name: read_table(USERDATA / f"suites/testers/{name}.md")
    for name in ("shop", "account", "admin", "faults", "absent")
}
CASES = [case for suite in SUITES.values() for case in suite.cases]


@cache
def values(persona: str) -> Mapping[str, str]:
    return {
        f"persona.{key}": value for key, value in load_persona(USERDATA, persona).values.items()
    }


def test_there_are_sixty_passing_cases_and_fifty_failing_twins() -> None:
    expected = [case.expected for case in CASES]
    assert (expected.count("passed"), expected.count("failed")) == (60, 50)
    assert [len(SUITES[name].cases) for name in ("faults", "absent")] == [30, 20]
    assert [
        warning
        for suite in SUITES.values()
        for warning in suite.warnings
        if ": neither" not in warning
    ] == []


@pytest.mark.long(but=40)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_case_is_as_true_as_it_says(case: TestCase) -> None:
    assert 4 <= len(case.steps) <= 12
    assert case.fault in {"", *known_faults()}
    with TestClient(create_app(ShopSettings(fault=case.fault))) as client:
        step, why = first_failing(case, client, values(case.persona))
    assert step == case.failing_step, why


def test_each_fault_is_in_one_twin_at_most() -> None:
    faults = [case.fault for case in SUITES["faults"].cases]
    assert len(set(faults)) == len(faults)
