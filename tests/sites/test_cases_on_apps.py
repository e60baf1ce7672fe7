"""Test cases on applications: each finds its application as new, and `bench testers` counts it."""

import json
from collections import Counter
from pathlib import Path

import pytest

from pathfinder.cli.app import run
from pathfinder.core.case import CaseStep, TestCase
from pathfinder.suites.harness import SuiteRequest
from pathfinder.suites.read import find_suites, read_suite
from pathfinder_bench.sites.cases import run_on_app
from pathfinder_bench.sites.contract import find_apps, load_app

APPS = Path(__file__).parent / "apps"
CASES = Path(__file__).parents[2] / "bench/cases"
SUITES = [read_suite(path) for path in find_suites([str(CASES)], CASES)]
BASKET = """
## {name}

- Site: demoshop
- Verdict: {verdict}

| # | Action | Expected result | Expected failure |
|---|---|---|---|
| 1 | Open '/product/chefs-knife' | 'Chef's Knife' is displayed | |
| 2 | Click on 'Add to basket' | | |
| 3 | Open '/basket' | '{said}' is displayed | {why} |
"""


@pytest.mark.long
def test_each_case_finds_its_application_as_new(tmp_path: Path) -> None:
    load_app(APPS / "notes").code.install(tmp_path / "notes")
    add = CaseStep("Fill the field 'Note' with 'Soap'"), CaseStep("Click on 'Add'")
    steps = (CaseStep("Open '/'", "'Soap' is not displayed"), *add)
    case = TestCase(
        "Soap", (*steps, CaseStep("Open '/'", "'Soap, Kitchen' is displayed")), site="notes"
    )
    request = SuiteRequest(out=tmp_path / "out")
    for _ in range(2):
        result = run_on_app(case, request, {}, tmp_path, apps=APPS)
        assert result.verdict.status == "passed", result.verdict.reason


@pytest.mark.long
def test_the_bench_plays_cases_on_applications_once_and_counts_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = tmp_path / "cases"
    cases.mkdir()
    one = BASKET.format(name="One", verdict="Pass", said="Chef's Knife", why="")
    two = BASKET.format(name="Two", verdict="Fail", said="Your basket is empty", why="a knife")
    (cases / "basket.md").write_text(one + two, encoding="utf-8")
    find_apps(["demoshop"])[0].code.install(tmp_path / "homes/demoshop")
    homes, out = str(tmp_path / "homes"), tmp_path / "out"
    words = ["--apps", str(cases), "--home", homes, "--out", str(out), "--runner", "steps"]
    for told in (2, 0):
        assert run(["bench", "testers", *words, "--model", "none"]) == 0
        assert capsys.readouterr().out.count("[ok]") == told
    [row] = json.loads((out / "table.json").read_text(encoding="utf-8")).values()
    assert (row["counts"]["TN"], row["counts"]["AFC"], row["all"]["TruAcc"]) == (1, 1, 1.0)


def test_what_is_not_installed_says_how(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--apps", str(CASES), "--home", str(tmp_path), "--out", str(tmp_path / "out")]
    assert run(["bench", "testers", *words, "--runner", "steps", "--model", "none"]) == 2
    assert "run: pathfinder bench sites install ihatemoney" in capsys.readouterr().err


def test_half_of_the_cases_in_free_words_must_fail() -> None:
    cases = [case for suite in SUITES for case in suite.cases]
    assert [suite.warnings for suite in SUITES] == [(), (), ()]
    assert {case.site for case in cases} == {"ihatemoney", "oscar", "oscar_de", "pretalx"}
    for suite in SUITES:
        assert Counter(case.expected for case in suite.cases) == {"passed": 4, "failed": 4}
    assert all(3 <= len(case.steps) <= 7 for case in cases)
    assert all(bool(case.failing_step) == (case.expected == "failed") for case in cases)
