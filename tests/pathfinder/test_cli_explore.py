import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from pathfinder.cli_explore import carry_out
from pathfinder.core.errors import Blame, Interrupted
from pathfinder.core.verdict import Status, Verdict
from pathfinder.run import Request

REQUEST = Request("find help", site="demo", out=Path("runs"))
SESSION = {"event": "session", "session": "one", "task": {"goal": "find help", "site": "demo", "url": "http://127.0.0.1/"}}
STUCK = Verdict(Status.STUCK, "the site says so", "No help today", by="oracle", blame=Blame.SITE, steps=3, seconds=1.5)


@pytest.fixture
def console():
    return Console(file=io.StringIO(), width=120)


def ends_stuck(request, on_event):
    on_event(SESSION)
    on_event({"event": "verdict", **STUCK.to_json()})
    return STUCK


def test_the_exit_code_is_the_verdicts_and_the_report_is_named(console):
    assert carry_out(REQUEST, ends_stuck, console, as_json=False) == 1
    said = console.file.getvalue()
    assert "No help today" in said
    assert "runs/one/report.html" in said


def test_json_is_one_line_on_stdout(console, capsys):
    carry_out(REQUEST, ends_stuck, console, as_json=True)
    verdict = json.loads(capsys.readouterr().out)
    assert verdict == {**STUCK.to_json(), "session": "runs/one"}


def test_ctrl_c_says_where_the_journal_is(console):
    def interrupted(request, on_event):
        on_event(SESSION)
        raise KeyboardInterrupt

    with pytest.raises(Interrupted, match=r"^interrupted; its journal is kept in runs/one$") as caught:
        carry_out(REQUEST, interrupted, console, as_json=False)
    assert caught.value.exit_code == 130


def test_ctrl_c_before_the_session_says_so(console):
    def interrupted(request, on_event):
        raise KeyboardInterrupt

    with pytest.raises(Interrupted, match="before the session began"):
        carry_out(REQUEST, interrupted, console, as_json=False)
