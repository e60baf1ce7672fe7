"""Plans carried out by worker processes.

What is missing is played, and no kill loses or doubles a session.
"""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bench.tiny_shop import open_pages, tiny_experiment
from pathfinder.core.errors import UsageError
from pathfinder.experiments.conduct import Conductor, Ended, missing
from pathfinder.experiments.experiment import Experiment
from pathfinder.experiments.folder import ExperimentFolder, pack, receive
from pathfinder.experiments.play import Play, Player
from pathfinder.experiments.processes import ProcessExecutor
from pathfinder.experiments.servers import Servers
from pathfinder.experiments.status import standing
from pathfinder.experiments.trials import Trial, lay_out
from tests.fakes.journals import lines
from tests.fakes.plays import FakePlay

ROOT = Path(__file__).parents[3]


@dataclass
class Bench:
    """An experiment on the tiny shop, its folder, and what was told of it."""

    experiment: Experiment
    folder: ExperimentFolder
    notes: Path
    ended: list[Ended] = field(default_factory=list)
    noted: list[str] = field(default_factory=list)

    @property
    def trials(self) -> list[Trial]:
        return lay_out(self.experiment)

    def carry_out(self, play: Play, *, workers: int = 1, retry_inconclusive: bool = False) -> None:
        wanted = missing(self.trials, self.folder, retry_inconclusive=retry_inconclusive)
        self.folder.keep_plan("")
        executor = ProcessExecutor(play, workers, self.folder.path / "workers.log")
        Conductor(
            self.experiment, self.folder, executor, Servers(), self.ended.append, self.noted.append
        ).carry_out(wanted)

    def attempts(self) -> dict[str, int]:
        return {trial.id: len(list(self.notes.glob(f"{trial.id}-*"))) for trial in self.trials}


@pytest.fixture
def bench(tmp_path) -> Bench:
    (tmp_path / "notes").mkdir()
    return Bench(
        tiny_experiment(tmp_path, sessions=2),
        ExperimentFolder(tmp_path / "runs"),
        tmp_path / "notes",
    )


def test_real_sessions_in_two_processes_then_nothing_is_missing(bench):
    bench.carry_out(Player(bench.experiment, browser=open_pages), workers=2)
    found = standing(bench.trials, bench.folder)
    assert (found.done, found.left, found.verdicts) == (8, 0, {"success": 4, "expired": 4})
    assert missing(bench.trials, bench.folder) == []
    trial = bench.trials[0]
    told = json.loads((bench.folder.trial(trial.id) / "trial.json").read_text())
    assert (told["label"], told["seed"], told["constellation"]) == ("TP", 1, trial.models)
    outcome = next(
        event for event in lines(bench.folder.trial(trial.id)) if event["event"] == "outcome"
    )
    assert (outcome["label"], outcome["reached"], outcome["facts"]) == (
        "TP",
        True,
        ["url contains /thanks"],
    )
    assert {"journal.jsonl", "report.html"} <= {
        path.name for path in bench.folder.trial(trial.id).iterdir()
    }


def test_a_worker_that_dies_is_replaced_and_its_trial_played_again(bench):
    bench.carry_out(FakePlay(bench.notes, dies=(bench.trials[0].id,)))
    assert standing(bench.trials, bench.folder).done == 8
    assert list(bench.attempts().values()) == [2, 1, 1, 1, 1, 1, 1, 1]
    assert any("its worker process died (killed by signal 9)" in line for line in bench.noted)
    assert len(list((bench.folder.path / "set-aside").glob("*.tar.gz"))) == 1


@pytest.mark.long
def test_a_trial_that_no_worker_survives_is_given_up_and_can_be_retried(bench):
    bench.carry_out(FakePlay(bench.notes, dies=(bench.trials[0].id,), always=True))
    found = standing(bench.trials, bench.folder)
    assert (found.verdicts, found.blames) == (
        {"expired": 4, "success": 3, "inconclusive": 1},
        {"harness": 1},
    )
    assert "killed by signal 9" in found.reasons["harness"]
    bench.carry_out(FakePlay(bench.notes), retry_inconclusive=True)
    assert standing(bench.trials, bench.folder).verdicts == {"expired": 4, "success": 4}


def test_what_the_plan_asks_wrongly_is_told_and_the_rest_is_played(bench):
    bench.carry_out(FakePlay(bench.notes, refuses=(2,)))
    assert standing(bench.trials, bench.folder).done == 4
    assert [ended.reason for ended in bench.ended if ended.result is None] == [
        "the site's conditions can't be met"
    ] * 4


def test_what_was_running_is_cut_off_as_soon_as_the_run_is_gone(bench):
    begun = bench.folder.trial(bench.trials[0].id)
    begun.mkdir(parents=True)
    (begun / "journal.jsonl").write_text('{"event": "session"}\n', encoding="utf-8")
    with bench.folder.locked():
        found = standing(bench.trials, bench.folder)
        assert (found.running, found.cut_off) == (1, 0)
    found = standing(bench.trials, bench.folder)
    assert (found.running, found.cut_off) == (0, 1)


def test_a_session_cut_off_is_set_aside_and_played_anew(bench):
    half = bench.folder.trial(bench.trials[0].id)
    half.mkdir(parents=True)
    (half / "journal.jsonl").write_text('{"event": "session"}\n{"ev', encoding="utf-8")
    assert standing(bench.trials, bench.folder).running == 1
    os.utime(half / "journal.jsonl", (0, 0))
    assert standing(bench.trials, bench.folder).cut_off == 1
    bench.carry_out(FakePlay(bench.notes))
    assert standing(bench.trials, bench.folder).done == 8
    assert [path.name for path in (bench.folder.path / "set-aside").iterdir()] == [
        f"{bench.trials[0].id}-1.tar.gz"
    ]


CONDUCT = """
import sys
from pathlib import Path
from bench.tiny_shop import tiny_experiment
from pathfinder.experiments.conduct import Conductor, missing
from pathfinder.experiments.folder import ExperimentFolder
from pathfinder.experiments.processes import ProcessExecutor
from pathfinder.experiments.servers import Servers
from pathfinder.experiments.trials import lay_out
from tests.fakes.plays import FakePlay
from tests.fakes.journals import lines

home = Path(sys.argv[1])
experiment, folder = tiny_experiment(home, sessions=2), ExperimentFolder(home / "runs")
with folder.locked() as lock:
    executor = ProcessExecutor(FakePlay(home / "notes", seconds=float(sys.argv[2])), 2, folder.path / "workers.log", held=[lock])
    wanted = missing(lay_out(experiment), folder)
    Conductor(experiment, folder, executor, Servers(), lambda ended: None, print).carry_out(wanted)
"""


def conduct(home: Path, seconds: float) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-c", CONDUCT, str(home), str(seconds)], cwd=ROOT)


@pytest.mark.long
def test_killed_twice_and_resumed_nothing_is_lost_and_nothing_doubled(bench, tmp_path):
    for wanted in (2, 4):
        process = conduct(tmp_path, 0.3)
        wait_for(lambda wanted=wanted: len(bench.folder.results()) >= wanted)
        process.send_signal(signal.SIGKILL)
        process.wait()
    done_before = set(bench.folder.results())
    before = bench.attempts()
    assert conduct(tmp_path, 0.0).wait() == 0
    assert standing(bench.trials, bench.folder).done == 8
    assert all(bench.attempts()[trial] == before[trial] for trial in done_before), (
        "what is done is not played again"
    )
    assert {path.name for path in (bench.folder.path / "trials").iterdir()} == {
        trial.id for trial in bench.trials
    }


def test_a_second_run_of_the_same_plan_is_kept_out(bench):
    with (
        bench.folder.locked(),
        pytest.raises(UsageError, match=r"another run of this plan is going on \(process \d+\)"),
    ):
        bench.folder.locked().__enter__()


def test_a_session_travels_as_bytes_without_its_downloads(tmp_path):
    session = tmp_path / "there" / "abc"
    (session / "screenshots").mkdir(parents=True)
    (session / "downloads").mkdir()
    (session / "screenshots" / "1.png").write_bytes(b"png")
    (session / "downloads" / "big.zip").write_bytes(b"zip")
    (session / "verdict.json").write_text("{}", encoding="utf-8")
    receive(tmp_path / "here" / "abc", pack(session))
    assert sorted(
        str(path.relative_to(tmp_path / "here")) for path in (tmp_path / "here").rglob("*.*")
    ) == [
        "abc/screenshots/1.png",
        "abc/verdict.json",
    ]


def wait_for(condition, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.1)
