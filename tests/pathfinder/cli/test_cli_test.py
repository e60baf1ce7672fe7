"""Commands for test cases say in one line what is wrong or unclear."""

import pytest

from pathfinder.analysis.consistency import Trial, abilities
from pathfinder.cli.app import run
from pathfinder.core.case import CaseStep, TestCase
from pathfinder.engine.runner import read_options
from pathfinder.suites.trust import write_trust


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["demo-plane"], "did you mean 'demo-plain'?"),
        (
            ["demo-plain", "--runner", "stepps"],
            "--runner stepps: there is no such runner; choose from steps",
        ),
        (["demo-plain", "--only", "nothing like it"], "--only nothing like it: no such case"),
        (["demo-plain", "--model", "orcle=x/y"], "no role 'orcle'"),
        (
            ["demo-plain", "--option", "patiense=5"],
            "runner 'steps' has no such option; did you mean 'patience'?",
        ),
        (
            ["demo-plain", "--option", "single_agent=yes"],
            "runner 'steps' has no such option; known are: patience, temperature, device",
        ),
        (["demo-plain", "--map", "localhost=x"], "--map localhost=x: write OLD=NEW, two addresses"),
        (["demo-plain", "--option", "patience"], "write KEY=VALUE; keys are patience, "),
        (["demo-plain", "--option", "patience=soon"], "patience=soon: write a number, 0 or more"),
        (["demo-plain", "--option", "patience=-1"], "patience=-1: write a number, 0 or more"),
        (
            ["demo-plain", "--runner", "pinata", "--option", "rules=perhaps"],
            "rules=perhaps: write yes or no",
        ),
    ],
)
def test_a_bad_command_line_is_one_line(words, message, capsys):
    assert run(["test", *words]) == 2
    told = capsys.readouterr().err
    assert message in told
    assert told.count("\n") == 1


MUST_FAIL = """
site: demo
cases:
  - name: The basket is full
    expected: failed
    steps: [Open '/basket']
    assertions: ["'Enamel Teapot' is displayed"]
  - name: The basket is empty
    expected: passed
    steps: [Open '/basket']
    assertions: ["'Your basket is empty' is displayed"]
"""


def test_what_is_to_fail_and_does_is_no_failure(tmp_path, capsys):
    suite = tmp_path / "s.suite.yaml"
    suite.write_text(MUST_FAIL, encoding="utf-8")
    words = [
        "test",
        str(suite),
        "--model",
        "none",
        "--out",
        str(tmp_path),
        "--option",
        "patience=0",
    ]
    assert run([*words, "--junit", str(tmp_path / "out.xml")]) == 0
    told = capsys.readouterr().out
    assert "1/2 failed, as expected The basket is full" in told
    assert "blame" not in told
    assert "1 failed, as expected; 1 passed" in told
    junit = (tmp_path / "out.xml").read_text(encoding="utf-8")
    assert 'failures="0" errors="0"' in junit
    assert 'value="failed, as expected"' in junit


MUST_PASS = """
site: demo
cases:
  - name: The basket is full
    steps: [Open '/basket']
    assertions: ["'Enamel Teapot' is displayed"]
  - name: The basket is empty
    steps: [Open '/basket']
    assertions: ["'Your basket is empty' is displayed"]
"""


def test_where_all_is_to_pass_a_failure_is_the_sites(tmp_path, capsys):
    suite, page = tmp_path / "s.suite.yaml", tmp_path / "out.html"
    suite.write_text(MUST_PASS, encoding="utf-8")
    words = ["test", str(suite), "--model", "none", "--out", str(tmp_path)]
    assert run([*words, "--option", "patience=0", "--html", str(page)]) == 1
    told = capsys.readouterr().out
    assert "1/2 failed       The basket is full" in told
    assert "blame: site" in told
    assert "1 failed; 1 passed;" in told
    for text in (told, page.read_text(encoding="utf-8")):
        for verdict_on_us in ("as recorded", "right verdicts", "wrong fails", "should"):
            assert verdict_on_us not in text


def test_what_a_runner_is_told_is_of_its_kind():
    asked = read_options("uat", ["single_agent=yes", "reflection = no", "device=Pixel 7"])
    assert asked == {"single_agent": True, "reflection": False, "device": "Pixel 7"}
    assert read_options("steps", ["patience=5", "temperature=.1"]) == {
        "patience": 5.0,
        "temperature": 0.1,
    }
    assert read_options("pinata", []) == {}


def test_lint_says_what_is_vague_and_where(tmp_path, capsys):
    suite = tmp_path / "s.suite.yaml"
    suite.write_text(
        "cases:\n  - name: A\n    steps:\n      - Log in and buy it\n      - Click on 'X'\n",
        encoding="utf-8",
    )
    assert run(["lint", str(suite)]) == 1
    told = capsys.readouterr().out
    for said in (
        "s.suite.yaml:4: A: 'Log in and buy it': no strict form reads it",
        "it asks for several actions",
        "nothing is checked",
    ):
        assert said in told


def test_what_is_quoted_is_not_read_as_an_order(tmp_path, capsys):
    suite = tmp_path / "s.suite.yaml"
    told = (
        'cases:\n  - name: A\n    steps:\n      - Ask "Where is my order?"\n    assertions:\n  '
        "    - There is nothing in the basket\n"
    )
    suite.write_text(told, encoding="utf-8")
    run(["lint", str(suite)])
    told = capsys.readouterr().out
    assert told.count("no strict form reads it") == 2
    assert "several actions" not in told
    assert "points back" not in told


def test_cases_that_lint_would_send_back_can_be_left_out(tmp_path, capsys):
    suite = tmp_path / "s.suite.yaml"
    suite.write_text("cases:\n  - name: A\n    steps:\n      - Buy it\n", encoding="utf-8")
    assert run(["test", str(suite), "--clear", "--model", "none"]) == 2
    assert "--clear: no case is clear" in capsys.readouterr().err


def test_strict_suites_are_clear(capsys):
    assert run(["lint", "demo-plain"]) == 0
    told = capsys.readouterr().out
    assert "35 cases, everything is clear" in told
    assert " 218 steps in" in told


def test_calibration_is_told_on_a_page(tmp_path):
    found = abilities(
        [
            Trial("m", agent, right)
            for agent in ("readiness", "navigation", "assertion")
            for right in (True, True, False)
        ]
    )
    case = TestCase("A", (CaseStep("Look around"),), (CaseStep("Assert that 'X' is displayed"),))
    write_trust(found, [case], tmp_path / "trust.html")
    page = (tmp_path / "trust.html").read_text(encoding="utf-8")
    assert "0.471" in page
    assert "the readiness agent is right in 0.67 of its answers" in page
    assert "qwen2.5:3b" in page
