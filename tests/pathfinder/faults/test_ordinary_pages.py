"""Pages that are not out of the ordinary, and that a session has to get through.

Dialogs at load, odd characters, control characters.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pathfinder.cli.app import run
from pathfinder.core.case import CaseStep, TestCase
from pathfinder.core.verdict import Status
from pathfinder.engine.runner import RunContext
from pathfinder.suites.harness import SuiteRequest, SuiteRunner, run_all
from tests.fakes.journals import lines
from tests.fakes.served_pages import served_pages

NEXT = "<h1>Shop</h1><a id=next href=/there>next page</a>"
HALF = """<p id=p>x</p><script>document.title = 'T\\ud83d'; next.title = 'q\\udc00'; next.textContent = 'next \\ud83d page';
p.textContent = 'half \\ud83d'</script>"""
PAGES = {
    "/alert": f"<script>alert('Hello')</script>{NEXT}",
    "/confirm": f"<script>confirm('Sure?')</script>{NEXT}",
    "/prompt": f"<script>prompt('Your name?')</script>{NEXT}",
    "/leaving": f"{NEXT}<script>addEventListener('beforeunload', e => {{ e.preventDefault(); "
    f"e.returnValue = 'x' }})</script>",
    "/half": NEXT + HALF,
    "/half-alert": f"<script>alert('half \\ud83d')</script>{NEXT}",
    "/escape": "<h1>Shop \x1b]0;owned\x07</h1><a href=/there>next \x1b[31m\x9b2J page</a>",
    "/there": "<h1>There</h1><p>You are there.</p>",
}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served_pages(PAGES) as url:
        yield url


@pytest.fixture
def model(tmp_path: Path) -> str:
    (tmp_path / "rules.yaml").write_text("prefer: ['next']\nagree: []\n")
    return f"scripted/{tmp_path / 'rules.yaml'}"


@pytest.mark.long(but=2)
@pytest.mark.parametrize("page", ["alert", "confirm", "prompt", "leaving", "half", "half-alert"])
def test_a_session_gets_through_an_ordinary_page(
    page: str, url: str, model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [
        "--goal",
        "get there",
        "--url",
        url + page,
        "--model",
        model,
        "--success",
        "text present You are there",
    ]
    code = run(["explore", *words, "--out", str(tmp_path / "runs"), "--max-steps", "4", "--json"])
    said = capsys.readouterr()
    assert (code, json.loads(said.out)["status"]) == (0, "success"), said.err
    assert "You are there" in Path(json.loads(said.out)["session"], "report.html").read_text(
        encoding="utf-8"
    )


def test_escape_sequences_of_a_page_do_not_reach_the_terminal(
    url: str, model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [
        "--goal",
        "get there",
        "--url",
        f"{url}escape",
        "--model",
        model,
        "--success",
        "text present You are there",
    ]
    assert run(["explore", *words, "--out", str(tmp_path), "--max-steps", "3"]) == 0
    said = capsys.readouterr()
    assert "owned" in said.out
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", said.out + said.err)


def test_an_error_line_holds_no_escape_sequence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["report", str(tmp_path / "a\x1b[2Jb")]) == 2
    assert "\x1b" not in capsys.readouterr().err


class _BreaksOnce:
    """A runner with a bug that shows in its first case."""

    name, roles, needs_model = "breaks", (), False

    def turns(self, case: TestCase, context: RunContext) -> object:
        if case.name == "first":
            raise KeyError("what was never there")
        from pathfinder.systems.steps.runner import StepsRunner

        return StepsRunner().turns(case, context)


def test_a_bug_in_one_case_is_its_own_verdict_and_the_suite_goes_on(
    url: str, tmp_path: Path
) -> None:
    steps = (CaseStep("Open '/there'"), CaseStep("Assert that 'You are there.' is displayed"))
    cases = [TestCase("first", steps), TestCase("second", steps)]
    with SuiteRunner(SuiteRequest(url=url, out=tmp_path), {}) as workshop:
        workshop.runner = _BreaksOnce()  # type: ignore[assignment]
        first, second = run_all(workshop, cases)
    verdict = first.verdict
    assert (verdict.status, verdict.blame, verdict.exit_code()) == ("inconclusive", "harness", 3)
    assert "bug in PathFinder" in first.verdict.reason
    assert second.verdict.status is Status.PASSED
    errors = [event for event in lines(Path(first.session)) if event["event"] == "error"]
    assert "what was never there" in errors[0]["traceback"]


def test_reports_of_a_folder_leave_out_a_damaged_journal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, content in (
        ("a", '{"event": "session"}\n'),
        ("b", "damaged\n{}\n"),
        ("c", '{"event": "session"}\n'),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "journal.jsonl").write_text(content)
    assert run(["report", str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert said.out.count("report.html") == 2
    assert f"left out: {tmp_path / 'b' / 'journal.jsonl'}:1" in said.err
