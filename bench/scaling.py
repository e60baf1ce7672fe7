"""What a plan of 10,000 sessions costs beside its sessions.

Laying out, telling how far it has come, going on after a kill, memory.

    python -m bench.scaling [--sessions 10000] [--play 400] [--workers 2] [--out FOLDER]

Sessions are real ones on scripted models and a browser on pages in memory; after the first `--play`
of them the rest are copies of
these, so that what is measured is the plan and not the machine's patience. Seconds are wall time,
with CPU time beside it.
"""

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from bench.tiny_shop import open_pages, tiny_experiment
from pathfinder.experiments.conduct import Conductor, missing
from pathfinder.experiments.experiment import Experiment, read_experiment
from pathfinder.experiments.folder import ExperimentFolder
from pathfinder.experiments.play import Player
from pathfinder.experiments.processes import ProcessExecutor
from pathfinder.experiments.queue import TrialQueue, models_of
from pathfinder.experiments.servers import Servers
from pathfinder.experiments.trials import Trial, lay_out

T = TypeVar("T")
CONSTELLATIONS = 4
BUDGETS = {"plan read and laid out in trials": 5.0, "status, all done": 2.0}
MEMORY_MB = 500


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    what: str
    wall: float
    cpu: float
    note: str = ""


def main() -> None:
    """Measure and print; exit 1 when a budget is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sessions", type=int, default=10_000)
    parser.add_argument("--play", type=int, default=400)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--out",
        type=Path,
        help="where the sessions are written; by default a folder that is removed at the end",
    )
    given = parser.parse_args()
    with _home(given.out) as home:
        rows = list(measure(home, given.sessions, given.play, given.workers))
    memory = (
        max(
            resource.getrusage(who).ru_maxrss
            for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
        )
        / 1024
    )
    print("| what | wall, s | CPU, s | |\n|---|---|---|---|")
    for row in rows:
        print(f"| {row.what} | {row.wall:.2f} | {row.cpu:.2f} | {row.note} |")
    print(f"| largest process | | | {memory:.0f} MB |")
    late = [row.what for row in rows if row.cpu > BUDGETS.get(row.what, float("inf"))]
    sys.exit(1 if late or memory > MEMORY_MB else 0)


def measure(home: Path, sessions: int, play: int, workers: int) -> Iterator[Row]:
    """The rows, one after the other, on a plan of so many sessions."""
    experiment = tiny_experiment(home, sessions=sessions // CONSTELLATIONS)
    folder = ExperimentFolder(home / "runs" / "tiny")
    trials, row = timed("plan read and laid out in trials", lambda: _laid_out(experiment))
    yield _noted(row, f"{len(trials):,} trials")
    _, row = timed("every trial taken from the queue in its best order", lambda: _take_all(trials))
    yield row
    yield _command("status, nothing done", "status", experiment, home)
    first = [trial for trial in trials if trial.session <= max(1, play // CONSTELLATIONS)]
    _, row = timed("sessions played", lambda: _play(experiment, folder, first, workers))
    yield _noted(
        row,
        f"{len(first):,} by {workers} workers; the CPU is the conductor's alone: "
        f"{row.cpu / len(first) * 1000:.1f} ms each",
    )
    _copy_rest(folder, first, trials)
    yield _command("status, all done", "status", experiment, home)
    left, row = timed("what is missing, after a kill", lambda: missing(trials, folder))
    yield _noted(row, f"{len(left)} of {len(trials):,} missing")
    yield _command("run again with nothing missing", "run", experiment, home)


def timed(what: str, do: Callable[[], T]) -> tuple[T, Row]:
    """What it gives, and what it took."""
    wall, cpu = time.perf_counter(), time.process_time()
    found = do()
    return found, Row(what, time.perf_counter() - wall, time.process_time() - cpu)


def _noted(row: Row, note: str) -> Row:
    """The row with a note."""
    return Row(row.what, row.wall, row.cpu, note)


def _laid_out(experiment: Experiment) -> list[Trial]:
    return lay_out(read_experiment(experiment.path))


def _take_all(trials: list[Trial]) -> None:
    queue, loaded = TrialQueue.of(trials), frozenset[str]()
    while (trial := queue.take(loaded)) is not None:
        loaded = models_of(trial)


def _command(what: str, command: str, experiment: Experiment, home: Path) -> Row:
    """A whole command, Python's start included."""
    words = [
        sys.executable,
        "-m",
        "pathfinder",
        "constellations",
        command,
        str(experiment.path),
        "--out",
        str(home / "runs"),
    ]
    before, began = _children(), time.perf_counter()
    subprocess.run(words, check=True, capture_output=True)
    return Row(what, time.perf_counter() - began, _children() - before)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _play(
    experiment: Experiment, folder: ExperimentFolder, trials: list[Trial], workers: int
) -> None:
    folder.path.mkdir(parents=True, exist_ok=True)
    executor = ProcessExecutor(
        Player(experiment, browser=open_pages), workers, folder.path / "workers.log"
    )
    Conductor(experiment, folder, executor, Servers(), lambda ended: None, print).carry_out(
        missing(trials, folder)
    )


def _copy_rest(folder: ExperimentFolder, played: list[Trial], trials: list[Trial]) -> None:
    """Sessions for the trials that were not played: those of the same constellation."""
    like = {json.dumps(trial.models): folder.trial(trial.id) for trial in played}
    for trial in trials:
        if not folder.trial(trial.id).exists():
            shutil.copytree(like[json.dumps(trial.models)], folder.trial(trial.id))


@contextmanager
def _home(given: Path | None) -> Iterator[Path]:
    if given:
        given.mkdir(parents=True, exist_ok=True)
        yield given
        return
    with tempfile.TemporaryDirectory() as home:
        yield Path(home)


if __name__ == "__main__":
    main()
