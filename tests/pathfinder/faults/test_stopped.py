"""A session that is stopped by a signal, at each of the loop's nine points.

Its journal reads, a report can be made of it, and nothing is left: no process, no temporary file.
"""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pathfinder.report.html import write_report
from tests.fakes.journals import lines
from tests.fakes.served_pages import served_pages
from tests.fakes.stopping import POINTS

INTERRUPTED = 130
PAGES = {
    "/": "<h1>Moss</h1><form action=/><label>Favourite moss <input name=moss></label>"
    "<button><svg width=20 height=20></svg></button></form><a href=/>Ferns</a>"
}
ENDINGS = ("SIGTERM", "SIGHUP", "SIGINT")
"""Each is heard by the same handler: at one point all of them are tried, at the others one."""
TOLD = [
    (point, ending)
    for at, point in enumerate(POINTS)
    for ending in (ENDINGS if at == 0 else (ENDINGS[at % len(ENDINGS)],))
]


@pytest.fixture
def temp() -> Iterator[Path]:
    """An empty folder for temporary files, of a short name, as Chromium's sockets need."""
    folder = Path(tempfile.mkdtemp(prefix="pf-"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def left_of(temp: Path) -> list[str]:
    """The processes that were started with this folder for temporary files."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if f"TMPDIR={temp}".encode() in (entry / "environ").read_bytes():
                found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()[:80])
    return found


def wait_until(holds: Callable[[], bool], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.05)


def assert_nothing_is_left(temp: Path) -> None:
    wait_until(lambda: not left_of(temp) and not any(temp.iterdir()))
    assert left_of(temp) == []
    assert sorted(path.name for path in temp.iterdir()) == []


def arguments(folder: Path, url: str) -> list[str]:
    rules = folder / "rules.yaml"
    rules.write_text("prefer: ['moss']\nagree: []\n")
    named = ["--goal", "find a moss", "--url", url, "--model", f"scripted/{rules}"]
    paper = ["--profile", "paper", "--oracle-frequency", "1", "--max-steps", "2"]
    return [*named, *paper, "--out", str(folder / "runs")]


def stopped(
    point: str, ending: str, words: list[str], temp: Path
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "tests.fakes.stopping", point, ending, *words],
        capture_output=True,
        text=True,
        timeout=90,
        env=os.environ | {"TMPDIR": str(temp)},
        # what runs in the background of a shell would ignore Ctrl-C
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def only_session(folder: Path) -> Path:
    return next((folder / "runs").iterdir())


@pytest.mark.long(but=3)
@pytest.mark.parametrize(("point", "ending"), TOLD)
def test_an_exploration_that_is_told_to_end_ends_whole(
    point: str, ending: str, tmp_path: Path, temp: Path
) -> None:
    with served_pages(PAGES) as url:
        done = stopped(point, ending, ["explore", *arguments(tmp_path, url)], temp)
        assert_nothing_is_left(temp)
    assert done.returncode == INTERRUPTED, done.stderr
    assert "interrupted; its journal is kept in" in done.stderr
    assert "Traceback" not in done.stderr
    session = only_session(tmp_path)
    last = [event for event in lines(session) if event["event"] == "verdict"]
    assert len(last) == 1
    if point != "verdict":
        assert (last[0]["status"], last[0]["blame"]) == ("inconclusive", "user")
        assert json.loads((session / "verdict.json").read_text())["by"] == "user"
    assert (session / "report.html").stat().st_size > 1000


@pytest.mark.long(but=2)
@pytest.mark.parametrize("point", POINTS)
def test_a_killed_exploration_leaves_a_journal_and_nothing_else(
    point: str, tmp_path: Path, temp: Path
) -> None:
    with served_pages(PAGES) as url:
        done = stopped(point, "SIGKILL", ["explore", *arguments(tmp_path, url)], temp)
        assert_nothing_is_left(temp)
    assert done.returncode == -signal.SIGKILL
    session = only_session(tmp_path)
    assert lines(session)[0]["event"] == "session"
    write_report(session)
    assert (session / "report.html").stat().st_size > 1000
