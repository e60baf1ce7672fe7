"""The script that measures sessions at once: its sums, and sessions with a scripted model."""

import subprocess
import sys
from pathlib import Path

import pytest

from bench.together import Memory, Row, held, main, memory_of

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/smaps_rollup").exists(), reason="memory is read from Linux's /proc"
)
HOLD = (
    "import sys; held = bytearray(b'x') * ({} << 20); print('there', flush=True); sys.stdin.read()"
)
START = "import subprocess, sys; subprocess.run([sys.executable, '-c', {!r}])"


@pytest.fixture
def holder():
    """A process that starts one that holds 60 MB; and one beside it that holds 40."""
    commands = (START.format(HOLD.format(60)), HOLD.format(40))
    running = [
        subprocess.Popen(
            [sys.executable, "-c", command], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        for command in commands
    ]
    for process in running:
        assert process.stdout.readline() == b"there\n"
    yield running
    for process in running:
        process.communicate()


def test_memory_is_that_of_all_that_a_session_started_with_the_server_beside_it(holder):
    session, server = (process.pid for process in holder)
    alone = memory_of({session}, 0)
    assert 60 < alone.own < 100
    assert (alone.browsers, alone.model) == (0, 0)
    both = memory_of({session}, server)
    assert 40 < both.model < 60
    assert both.whole == pytest.approx(both.own + both.model)
    assert memory_of(set(), 0) == Memory()
    assert held(server) == pytest.approx(both.model, rel=0.1)


def test_a_line_has_what_a_step_takes_of_one_session_and_of_all():
    row = Row(4, 4, 40, 30_000, 120.0, 400.0, Memory(400, 1600, 1800))
    assert str(row) == "| 4 | 4 | 40 | 120 | 10.0 | 20.0 | 750 | 400 | 1600 | 1800 | 3800 |"


@pytest.mark.long
def test_sessions_are_played_at_once_and_added_up(tmp_path, capsys):
    script = tmp_path / "looker.yaml"
    script.write_text('{"prefer": ["Help"], "agree": []}')
    words = ["--at-once", "2", "--steps", "2", "--out", str(tmp_path / "out")]
    assert main([*words, "--model", f"scripted/{script}"]) == 0
    cells = [cell.strip() for cell in capsys.readouterr().out.splitlines()[-1].split("|")[1:-1]]
    sessions, ended, steps = (int(cell) for cell in cells[:3])
    assert (sessions, ended) == (2, 2)
    assert 0 < steps <= 4
    assert int(cells[8]) > 100, "two browsers hold something"
    assert cells[9] == "0", "a scripted model has no server"


def test_a_model_that_is_not_there_is_one_line(tmp_path, capsys):
    assert main(["--model", "embedded/none-of-that-name", "--out", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
