"""Every command that has browsers or sites open ends them, whatever signal ends it."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from pathfinder.analysis.example import unpacked_example
from pathfinder.report.html import write_report
from tests.fakes.journals import lines
from tests.pathfinder.faults.test_stopped import (
    INTERRUPTED,
    assert_nothing_is_left,
    left_of,
    temp,
    wait_until,
)

__all__ = ["temp"]
SUITE = """
suite: long
site: demo
cases:
  - name: {name}
    steps: [{steps}]
"""
SIGNALS = ("SIGTERM", "SIGHUP", "SIGKILL")
PLAYED = (("SIGTERM", 1), ("SIGHUP", 2), ("SIGKILL", 1), ("SIGKILL", 2))
"""What ends a command, and how many play: what was told to end ends the same way by each."""


@contextmanager
def running(words: list[str], temp: Path) -> Iterator["subprocess.Popen[str]"]:
    """The command line in a process of its own."""
    with subprocess.Popen(
        [sys.executable, "-m", "pathfinder.cli.app", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"TMPDIR": str(temp)},
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def end(words: list[str], ending: str, ready: Callable[[], bool], temp: Path) -> tuple[int, str]:
    """Run a command until it is ready, and send it a signal; its exit code and what it said."""
    with running(words, temp) as process:
        wait_until(lambda: ready() or process.poll() is not None, 60)
        assert process.poll() is None, process.communicate()[0]
        process.send_signal(signal.Signals[ending])
        said, _ = process.communicate(timeout=60)
    assert_nothing_is_left(temp)
    return process.returncode, said


def code_of(ending: str) -> int:
    return -signal.SIGKILL if ending == "SIGKILL" else INTERRUPTED


def journals(folder: Path) -> list[Path]:
    return sorted(folder.rglob("journal.jsonl"))


def has(folder: Path, event: str, number: int = 1) -> bool:
    """Whether so many journals have such an event."""
    told = f'"event": "{event}"'
    return sum(told in journal.read_text() for journal in journals(folder)) >= number


def assert_journals_read(folder: Path, ending: str) -> None:
    for journal in journals(folder):
        events = lines(journal)
        write_report(journal.parent)
        if ending != "SIGKILL":
            verdict = next(event for event in events if event["event"] == "verdict")
            assert (verdict["status"], verdict["blame"]) == ("inconclusive", "user")


def cases(folder: Path, number: int) -> list[str]:
    files = [folder / f"case{each}.yaml" for each in range(number)]
    steps = ", ".join(["'Wait 1 second'"] * 60)
    for file in files:
        file.write_text(SUITE.format(name=file.stem, steps=steps))
    return [str(file) for file in files]


@pytest.mark.long(but=1)
@pytest.mark.parametrize(("ending", "workers"), PLAYED)
def test_test_cases(ending: str, workers: int, tmp_path: Path, temp: Path) -> None:
    runs = tmp_path / "runs"
    words = ["test", *cases(tmp_path, workers), "--model", "none", "--out", str(runs)]
    words += ["--workers", str(workers)]
    code, said = end(words, ending, lambda: has(runs, "look", workers), temp)
    assert code == code_of(ending), said
    assert "Traceback" not in said
    assert_journals_read(runs, ending)


SCENARIO = {
    "name": "long",
    "site": "demo",
    "steps": [{"kind": "navigate", "value": "/"}, *[{"kind": "wait", "value": "1"}] * 60],
}


@pytest.mark.long
@pytest.mark.parametrize(("ending", "workers"), PLAYED)
def test_replays(ending: str, workers: int, tmp_path: Path, temp: Path) -> None:
    runs = tmp_path / "runs"
    file = tmp_path / "long.json"
    file.write_text(json.dumps(SCENARIO))
    words = ["replay", str(file), "--repeat", "3", "--workers", str(workers), "--out", str(runs)]
    code, said = end(words, ending, lambda: has(runs, "step", workers), temp)
    assert code == code_of(ending), said
    assert "Traceback" not in said
    assert len(journals(runs)) == workers
    assert_journals_read(runs, ending)


@pytest.mark.long
@pytest.mark.parametrize("ending", SIGNALS)
def test_constellations(ending: str, tmp_path: Path, temp: Path) -> None:
    runs = tmp_path / "runs"
    words = ["constellations", "run", "try", "--workers", "2", "--out", str(runs)]
    code, said = end(words, ending, lambda: has(runs, "act", 2), temp)
    assert code == code_of(ending), said
    assert "Traceback" not in said
    for journal in journals(runs):
        lines(journal)
        if not (journal.parent / "verdict.json").exists():  # it is played again
            write_report(journal.parent)
    assert any(not (journal.parent / "verdict.json").exists() for journal in journals(runs))


@pytest.mark.long(but=3)
@pytest.mark.parametrize("answers", [False, True], ids=["at-once", "when-it-answers"])
@pytest.mark.parametrize("ending", ["SIGTERM", "SIGHUP", "SIGINT"])
@pytest.mark.parametrize("command", ["serve", "demo-shop"])
def test_what_serves_pages(
    command: str, ending: str, answers: bool, tmp_path: Path, temp: Path
) -> None:
    session = tmp_path / "one"
    session.mkdir()
    (session / "journal.jsonl").write_text('{"event": "session", "time": 1, "session": "one"}\n')
    words = [command, *([str(tmp_path)] if command == "serve" else []), "--port", "0"]
    with running(words, temp) as process:
        assert process.stdout
        found = re.search(r"at (http://\S+)", process.stdout.readline())
        assert found
        if answers:
            assert httpx.get(found[1], timeout=30).is_success
        process.send_signal(signal.Signals[ending])
        said, _ = process.communicate(timeout=30)
    assert (process.returncode, said) == (0, "")
    assert_nothing_is_left(temp)


@pytest.fixture(scope="module")
def bought(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a session that bought something: one of the example's."""
    example = tmp_path_factory.mktemp("example") / "runs"
    unpacked_example(example)
    ended = sorted(example.rglob("verdict.json"))
    return next(file.parent for file in ended if json.loads(file.read_text())["exit"] == 0)


@pytest.mark.long(but=1)
@pytest.mark.parametrize("ending", SIGNALS)
def test_recording(ending: str, bought: Path, temp: Path) -> None:
    def ready() -> bool:
        return any("/chromium/chromium" in process for process in left_of(temp))

    code, said = end(["record", str(bought)], ending, ready, temp)
    assert code == code_of(ending), said
    assert "Traceback" not in said
