"""Many sessions on applications: a process a session, resumable, one at a time on each application."""

import fcntl
import json
import shutil
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path

from pathfinder.agents.models.serving import share_models
from pathfinder.core.errors import UsageError
from pathfinder.core.verdict import Status
from pathfinder_bench.results import APART, Results, run_apart
from pathfinder_bench.sites.checking import home_of
from pathfinder_bench.sites.contract import SiteApp, load_app
from pathfinder_bench.sites.scoring import Outcome
from pathfinder_bench.sites.session import play_goal

APART.set_forkserver_preload(["pathfinder_bench.sites.session"])
LONGEST = 2400.0
"""Seconds after which a session is ended from outside."""


@dataclass(frozen=True)
class Trial:
    """One session of a run."""

    app: str
    goal: str
    number: int
    model: str
    without: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of its folder."""
        model = "".join(letter if letter.isalnum() else "-" for letter in self.model)
        off = "".join(f"-no-{name}" for name in self.without)
        return f"{self.app}-{self.goal}-{model}{off}-{self.number}"


def trials(
    apps: Sequence[SiteApp],
    model: str,
    *,
    goals: Sequence[str] = (),
    repeat: int = 1,
    without: tuple[str, ...] = (),
) -> list[Trial]:
    """The sessions of a run: the first goal of each application, then the second, and so on.

    Raises:
        UsageError: A goal that none of the applications has.
    """
    known = {goal.id for app in apps for goal in app.goals}
    for name in goals:
        if name not in known:
            apps[0].goal(name)
    lanes = [
        [
            Trial(app.name, goal.id, number, model, without)
            for goal in app.goals
            if not goals or goal.id in goals
            for number in range(1, repeat + 1)
        ]
        for app in apps
    ]
    return [trial for turn in zip_longest(*lanes) for trial in turn if trial]


@dataclass(frozen=True)
class Campaign(Results):
    """A run's folder: its results, and the sessions.

    homes: Where the applications are installed.
    """

    homes: Path
    apps: dict[str, SiteApp]

    def results(self) -> dict[str, Outcome]:
        """What has ended, by the trial's name."""
        found = {}
        for fields in self.read():
            with suppress(TypeError, KeyError):
                name = str(fields.pop("trial"))
                found[name] = Outcome(**fields)
        return found

    def run(self, wanted: Sequence[Trial], *, workers: int = 1) -> Iterator[Outcome]:
        """Play what is missing, and write each session down when it has ended.

        Raises:
            UsageError: An application is not installed, or the model is not there.
        """
        done = self.results()
        left = [trial for trial in wanted if trial.name not in done]
        for trial in left:
            home_of(self.apps[trial.app], self.homes)
        if workers > 1:
            share_models()
        playing: dict[Future[Outcome], Trial] = {}
        with self.adding() as add, ThreadPoolExecutor(workers) as pool:
            while left or playing:
                busy = {trial.app for trial in playing.values()}
                if free := next((trial for trial in left if trial.app not in busy), None):
                    left.remove(free)
                    playing[pool.submit(self._play, free)] = free
                    if len(playing) < workers:
                        continue
                for ended in wait(playing, return_when=FIRST_COMPLETED).done:
                    trial, outcome = playing.pop(ended), ended.result()
                    add({"trial": trial.name, **outcome.to_json()})
                    yield outcome

    def _play(self, trial: Trial) -> Outcome:
        """One session in a process group of its own, ended with all that it started if it lasts."""
        app = self.apps[trial.app]
        home, out = home_of(app, self.homes).absolute(), (self.folder / trial.name).absolute()
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir(parents=True)
        with occupied(home):
            why = run_apart(_session, trial, app.folder, home, out, seconds=LONGEST)
        answer, refused = out / "outcome.json", out / "refused.txt"
        if refused.is_file():
            raise UsageError(refused.read_text(encoding="utf-8"))
        if answer.is_file():
            return Outcome(**json.loads(answer.read_text(encoding="utf-8")))
        return replace(
            _lost(app, trial), reason=why or "its process left no outcome", session=str(out)
        )


@contextmanager
def occupied(home: Path) -> Iterator[None]:
    """Wait until nobody uses an application's data, then keep others out."""
    with (home / "in-use.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _lost(app: SiteApp, trial: Trial) -> Outcome:
    goal = app.goal(trial.goal)
    return Outcome(
        app.name,
        app.sheet.role,
        goal.id,
        goal.kind,
        trial.number,
        trial.model,
        goal.expected,
        str(Status.INCONCLUSIVE),
        None,
    )


def _session(trial: Trial, folder: Path, home: Path, out: Path) -> None:
    app = load_app(folder)
    goal = app.goal(trial.goal)
    try:
        outcome = play_goal(
            app, goal, home, out, model=trial.model, number=trial.number, without=trial.without
        )
    except UsageError as error:
        (out / "refused.txt").write_text(str(error), encoding="utf-8")
        return
    told = json.dumps(outcome.to_json(), ensure_ascii=False)
    (out / "outcome.json").write_text(told, encoding="utf-8")
