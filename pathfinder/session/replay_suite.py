"""Many replays, several at a time; each worker has its own site and browser."""

import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path

from pathfinder.core.errors import JournalLost, UsageError
from pathfinder.core.events import Call, Event, of
from pathfinder.core.scenario import Scenario, load_scenario
from pathfinder.core.settings import named_file
from pathfinder.core.verdict import Status
from pathfinder.session.interrupting import interrupt_threads
from pathfinder.session.replay_options import Options
from pathfinder.session.replaying import ReplayResult, ReplaySession

_KINDS = (".dsl", ".json")
_SESSION_FILES = frozenset({"verdict.json", "trial.json"})


@dataclass(frozen=True)
class Job:
    """One replay of a suite."""

    scenario: Scenario
    file: Path
    turn: int = 1

    @property
    def name(self) -> str:
        """The scenario's name, and which repeat it is."""
        name = self.scenario.name or self.file.stem
        return f"{name} #{self.turn}" if self.turn > 1 else name


@dataclass(frozen=True)
class Done:
    """A job that has ended, with its journal's events."""

    job: Job
    played: ReplayResult
    events: tuple[Event, ...]

    @property
    def tokens(self) -> int:
        """What the healer's model cost."""
        return sum(call.tokens for call in of(self.events, Call))


def read_jobs(paths: Iterable[Path], *, repeat: int = 1) -> list[Job]:
    """The scenarios in files, session folders and folders of scenarios, each as often as asked.

    Raises:
        UsageError, SettingsError: A file is not there, or not a scenario.
    """
    named = [named_file(path, "scenarios", _KINDS) for path in paths]
    files = [file for path in named for file in _files(path)]
    if not files:
        raise UsageError(
            "there is no scenario to replay; name a scenario.json, a .dsl file, or a folder that "
            "has some"
        )
    scenarios = [(read_scenario(file), file) for file in files]
    return [
        Job(scenario, file, turn) for turn in range(1, repeat + 1) for scenario, file in scenarios
    ]


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    if (path / "scenario.json").is_file():
        return [path / "scenario.json"]
    files = (
        file
        for file in sorted(path.iterdir())
        if file.suffix in _KINDS and file.name not in _SESSION_FILES
    )
    return [file for file in files if not file.name.endswith(".seen.json")]


def read_scenario(file: Path) -> Scenario:
    """A scenario from JSON, or from words."""
    if file.suffix == ".dsl":
        from pathfinder.language.dsl import compile_file  # its parser is heavy

        return compile_file(file)
    return load_scenario(file)


def run_jobs(
    jobs: Sequence[Job],
    options: Options,
    *,
    workers: int = 1,
    on_done: Callable[[Done], None] = lambda done: None,
) -> list[Done]:
    """Replay all, several at a time; in the order of the jobs.

    Raises:
        UsageError: A scenario asks for what is not there; the others are ended first.
        JournalLost: There is no room to write one down; those that have not begun are left out.
    """
    sessions = _WorkerPool(options)
    try:
        with ThreadPoolExecutor(max_workers=workers) as pool:
            waiting = {pool.submit(sessions.play, job): index for index, job in enumerate(jobs)}
            ended: dict[int, Done] = {}
            try:
                for one in as_completed(waiting):
                    ended[waiting[one]] = one.result()
                    on_done(ended[waiting[one]])
            except JournalLost:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
            except KeyboardInterrupt:
                pool.shutdown(wait=False, cancel_futures=True)
                interrupt_threads(sessions.playing)
                raise
    finally:
        sessions.close()
    return [ended[index] for index in sorted(ended)]


class _WorkerPool:
    """A session of replays for each thread."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._own = threading.local()
        self._all: list[ReplaySession] = []
        self.playing: set[threading.Thread] = set()

    def play(self, job: Job) -> Done:
        session = getattr(self._own, "session", None)
        if session is None:
            session = self._own.session = ReplaySession(
                replace(self._options, session=""), contained=True
            )
            self._all.append(session)
        events: list[Event] = []
        self.playing.add(threading.current_thread())
        try:
            played = session.play(job.scenario, events.append, file=job.file)
        finally:
            self.playing.discard(threading.current_thread())
        return Done(job, played, tuple(events))

    def close(self) -> None:
        for session in self._all:
            session.__exit__()


def exit_code(done: Iterable[Done], *, strict: bool = False) -> int:
    """1 when the site failed one, else 3 when one has no verdict on it, else 0."""
    codes = {one.played.verdict.exit_code(strict=strict) for one in done}
    return next((code for code in (1, 3) if code in codes), 0)


def healed(done: Iterable[Done]) -> int:
    """How many passed only with a heal."""
    return sum(one.played.verdict.status is Status.HEALED for one in done)
