"""What a run of a bench keeps, and the processes of its sessions."""

import subprocess
import sys
from pathlib import Path
from threading import Event

from pathfinder_bench.results import Results, run_apart


def test_a_line_that_a_kill_has_cut_off_takes_no_other_result_with_it(tmp_path: Path) -> None:
    results = Results(tmp_path / "run")
    assert list(results.read()) == []
    with results.adding() as add:
        add({"trial": 1})
    with results.file.open("a", encoding="utf-8") as file:
        file.write('{"trial": 2, "ver')
    with results.adding() as add:
        add({"trial": 3})
        assert list(results.read()) == [{"trial": 1}, {"trial": 3}]


def leave(out: str, code: int) -> None:
    (Path(out) / "left").write_text("here")
    raise SystemExit(code)


def stay(out: str) -> None:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    (Path(out) / "child").write_text(str(child.pid))
    child.wait()


def test_work_done_apart_says_how_its_process_ended(tmp_path: Path) -> None:
    assert run_apart(leave, str(tmp_path), 0, seconds=60) == ""
    assert (tmp_path / "left").read_text() == "here"
    assert run_apart(leave, str(tmp_path), 3, seconds=60) == "the process ended with 3"


def test_work_that_does_not_end_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    assert run_apart(stay, str(tmp_path), seconds=8) == "no end within 8 s"
    child = Path(f"/proc/{(tmp_path / 'child').read_text()}/stat")
    while _runs(child):
        Event().wait(0.02)


def _runs(stat: Path) -> bool:
    """Whether a process is there and not only waits to be buried."""
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
