"""A run: every player on every task with every seed, resumable, several at a time."""

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from pathfinder_bench.miniwob.pages import Pages, served
from pathfinder_bench.miniwob.play import Played, Table, Trial
from pathfinder_bench.miniwob.tasks import PageTask
from pathfinder_bench.results import Results

_CONTEXT = multiprocessing.get_context("spawn")


def trials(
    tasks: Sequence[PageTask], players: Sequence[str], model: str, *, seeds: int, most: int
) -> list[Trial]:
    """A task's trials stand together: a run that is broken off compares like with like."""
    return [
        Trial(player, model, task.name, seed, most)
        for seed in range(seeds)
        for task in tasks
        for player in players
    ]


@dataclass(frozen=True)
class Campaign(Results):
    """A run's folder: its results, and the sessions."""

    def results(self) -> list[Played]:
        """What has ended."""
        found = []
        for fields in self.read():
            with suppress(TypeError):
                found.append(Played(**fields))
        return found

    def run(
        self, wanted: Sequence[Trial], *, workers: int = 1, table: Table | None = None
    ) -> Iterator[Played]:
        """Play what is missing, and write each trial down when it has ended.

        Args:
            table: What is played with here, one trial after the other; else each of the workers is
                a process with a model of its own.

        Raises:
            UsageError: The pages, the model or the browser is not there.
        """
        done = {played.trial for played in self.results()}
        left = [trial for trial in wanted if trial not in done]
        if not left:
            return
        playing = map(table.play, left) if table else self._at_once(left, workers)
        with self.adding() as add:
            for played in playing:
                add(asdict(played))
                yield played

    def _at_once(self, left: Sequence[Trial], workers: int) -> Iterator[Played]:
        sessions = self.folder / "sessions"
        with ProcessPoolExecutor(
            min(workers, len(left)), _CONTEXT, _begin, (left[0].model, str(sessions))
        ) as pool:
            waiting = [pool.submit(_play, trial) for trial in left]
            try:
                for ended in as_completed(waiting):
                    yield ended.result()
            finally:
                pool.shutdown(cancel_futures=True)


_OPEN: list[Table] = []
_SERVING: list[AbstractContextManager[Pages]] = []


def _begin(model: str, sessions: str) -> None:
    """Serve the pages and load the model once for a worker's trials."""
    serving = served()
    _SERVING.append(serving)
    _OPEN.append(Table.laid(serving.__enter__(), model, Path(sessions)))


def _play(trial: Trial) -> Played:
    return _OPEN[0].play(trial)
