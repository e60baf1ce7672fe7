import io
import json
import re
from pathlib import Path

import pytest
from make_session import make_session
from rich.console import Console
from typer import Typer
from typer.testing import CliRunner

from pathfinder.cli.progress import Progress
from pathfinder.cli.report import report
from pathfinder.core.events import Session
from pathfinder.core.journal import read_journal
from pathfinder.core.verdict import Status, Verdict
from pathfinder.report.html import write_report


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_session(tmp_path_factory.mktemp("runs") / "demo-7")


def watch(session: Path, *, terminal: bool, width: int = 120, quiet: bool = False) -> str:
    console = Console(
        file=io.StringIO(),
        width=width,
        force_terminal=terminal,
        color_system=None,
        legacy_windows=False,
    )
    with Progress(console, quiet=quiet, report=Path("runs/demo-7/report.html")) as progress:
        for event in read_journal(session):
            progress.on_event(event)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_first_lines_say_who_plays_what_and_the_last_the_verdict(session: Path) -> None:
    lines = watch(session, terminal=False).splitlines()
    assert (
        lines[0]
        == "models embedded/qwen2.5-coder-1.5b plays perceptron, system1, entrybot, critic, oracle"
    )
    assert "make a purchase" in lines[1]
    assert "http://127.0.0.1:8801/" in lines[2]
    assert "verdict: success" in lines
    assert "“Your order number is 100042.”" in lines
    assert lines[-1] == "report: runs/demo-7/report.html"


def test_how_the_goal_was_read_is_shown_in_the_terminal_and_in_the_report(tmp_path: Path) -> None:
    folder = make_session(tmp_path / "read")
    journal = folder / "journal.jsonl"
    read = {
        "event": "reading",
        "time": 1.0,
        "step": 1,
        "parts": ["add a bill", "pay it"],
        "values": [{"of": "person", "value": "Tom"}, {"of": "", "value": "42.50"}],
        "asks": "the total",
        "by": "model",
    }
    first, *rest = journal.read_text(encoding="utf-8").splitlines()
    journal.write_text("\n".join([first, json.dumps(read), *rest]), encoding="utf-8")
    told = '1. add a bill; 2. pay it; person "Tom"; "42.50"; asks the total'
    assert f"read   {told}" in watch(folder, terminal=False).splitlines()
    page = write_report(folder).read_text(encoding="utf-8")
    assert f"Goal read as</dt><dd>{told.replace(chr(34), '&#34;')}" in page


def likely() -> Verdict:
    says = "Your account was created"
    return Verdict(
        Status.LIKELY, "the Oracle found it", says, by="oracle", condition=f"text present '{says}'"
    )


@pytest.mark.parametrize("terminal", [False, True])
def test_what_is_likely_is_shown_with_the_condition_that_would_prove_it(
    tmp_path: Path, terminal: bool
) -> None:
    told = watch(make_session(tmp_path / "likely", verdict=likely()), terminal=terminal, width=200)
    assert "likely" in told
    assert "would prove it: --success \"text present 'Your account was created'\"" in told
    assert 'success: {"make a purchase": ["text present \'Your account was created\'"]}' in told
    page = write_report(tmp_path / "likely").read_text(encoding="utf-8")
    assert "Likely reached, not proven" in page
    assert "--success &#34;text present &#39;Your account was created&#39;&#34;" in page
    assert 'class="likely' in page


def test_the_first_lines_say_whose_thresholds_are_in_force(tmp_path: Path) -> None:
    console = Console(file=io.StringIO(), width=200)
    with Progress(console) as progress:
        progress.on_event(Session(time=1.0, thresholds={"ollama/a": "strictest", "ollama/b": "b"}))
    assert isinstance(console.file, io.StringIO)
    assert (
        "thresholds of strictest.yaml, b.yaml  (nobody settled any on ollama/a"
        in console.file.getvalue()
    )


def test_each_step_is_one_line_of_page_choice_outcome_and_cost(session: Path) -> None:
    lines = watch(session, terminal=False).splitlines()
    steps = [line for line in lines if line[:3].strip().isdigit()]
    assert len(steps) == 8
    assert steps[2].startswith(
        "  3  Lamps and chairs for slow evenings  |  press “Add to basket” of the oak lamp  ->  "
        "shows The oak lamp is in your basket."
    )
    assert "critic +1.8" in steps[2]
    assert "183 tok" in steps[2]
    assert "↩ go back to s1" in steps[1]
    assert "bad reply: system1" in steps[0]


@pytest.mark.parametrize("width", [60, 80, 120, 200])
def test_on_a_terminal_a_step_stays_on_one_line(session: Path, width: int) -> None:
    out = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\r", "\n", watch(session, terminal=True, width=width))
    steps = [line for line in out.splitlines() if re.match(r"  \d ", line)]
    assert len(steps) == 8
    assert all(line.rstrip().endswith(" tok") and len(line) <= width for line in steps)


def test_quiet_says_nothing(session: Path) -> None:
    assert watch(session, terminal=False, quiet=True) == ""


def test_the_report_command_rebuilds_every_session_of_a_folder(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "journal.jsonl").write_text(
            json.dumps({"event": "session", "task": {"goal": "look around"}}) + "\n"
        )
    app = Typer()
    app.command()(report)
    result = CliRunner().invoke(app, [str(tmp_path)])
    assert result.exit_code == 0
    assert result.output.split() == [str(tmp_path / name / "report.html") for name in ("a", "b")]
    assert "look around" in (tmp_path / "a" / "report.html").read_text()
