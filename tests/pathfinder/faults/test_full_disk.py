"""A disk without room.

A verdict that blames the harness, one clear line, and a journal that still reads.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pathfinder.core import events
from pathfinder.core.errors import Blame, JournalLost
from pathfinder.core.journal import FileJournal
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.loop import Loop
from tests.fakes.journals import lines
from tests.fakes.served_pages import served_pages

LIMITED = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from pathfinder.cli.app import run
import pathfinder.session.exploration as exploration
begin = exploration.opening
def limited(*given):
    resource.setrlimit(resource.RLIMIT_FSIZE, (6000, resource.RLIM_INFINITY))
    return begin(*given)
exploration.opening = limited
sys.exit(run(sys.argv[1:]))
"""


class _Turns:
    """Turns of which the first finds the disk full."""

    steps, withheld = 0, ()

    def __init__(self, journal: FileJournal) -> None:
        self.journal = journal

    def begin(self) -> None:
        self.journal.write(events.Look(step=1))
        raise AssertionError("the disk is full: nothing comes after")

    def turn(self, number: int) -> Verdict | None:
        raise AssertionError("the disk is full: nothing comes after")


def test_half_a_line_is_taken_back_and_the_verdict_says_why(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path)
    journal.write(events.Session(session="s"))
    full = os.open("/dev/full", os.O_WRONLY)
    os.dup2(full, journal._file.fileno())

    verdict = Loop(_Turns(journal), journal).run()
    assert (verdict.status, verdict.blame) == (Status.INCONCLUSIVE, Blame.HARNESS)
    assert "No space left on device" in verdict.reason
    assert "--out" in verdict.reason
    assert [event["event"] for event in lines(tmp_path)] == ["session"]
    os.close(full)
    journal.close()


def test_a_picture_without_room_is_the_same_error(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path)
    (tmp_path / "screenshots").rmdir()
    with pytest.raises(JournalLost, match="can't be written down"):
        journal.keep_screenshot(b"png")
    journal.close()


@pytest.mark.long
def test_a_full_disk_ends_an_exploration_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text("prefer: ['next']\nagree: []\n")
    with served_pages(
        {"/": "<h1>Shop</h1><a href=/>next</a>" + "<p>words and words</p>" * 500}
    ) as url:
        words = [
            "--goal",
            "get there",
            "--url",
            url,
            "--model",
            f"scripted/{tmp_path / 'rules.yaml'}",
            "--out",
            str(tmp_path / "runs"),
        ]
        done = subprocess.run(
            [sys.executable, "-c", LIMITED, "explore", *words, "--json"],
            capture_output=True,
            text=True,
            timeout=120,
        )
    assert done.returncode == 3, done.stderr
    verdict = json.loads(done.stdout)
    assert (verdict["status"], verdict["blame"]) == ("inconclusive", "harness")
    assert "make room" in verdict["reason"]
    assert "Traceback" not in done.stderr
    assert lines(next((tmp_path / "runs").iterdir()))[0]["event"] == "session"
