"""A plan carried out.

What is missing is played, in the order that loads models least, and each end is told.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from pathfinder.core.errors import Blame
from pathfinder.core.verdict import Status, Verdict
from pathfinder.experiments.executor import Executor, Finished
from pathfinder.experiments.experiment import Experiment
from pathfinder.experiments.folder import ExperimentFolder, Result
from pathfinder.experiments.play import Job, session_of
from pathfinder.experiments.queue import TrialQueue
from pathfinder.experiments.servers import Servers
from pathfinder.experiments.trials import Trial
from pathfinder.session.exploration import end_in_error

_WAIT_SECONDS = 1.0


@dataclass(frozen=True)
class Ended:
    """A trial that is over. result: None when it could not be played; `reason` is why."""

    trial: Trial
    result: Result | None
    reason: str = ""


def missing(
    trials: Iterable[Trial], folder: ExperimentFolder, *, retry_inconclusive: bool = False
) -> list[Trial]:
    """The trials that have no verdict yet.

    With `retry_inconclusive` also those whose verdict says nothing about the site.
    """
    results = folder.results()
    again = {
        key
        for key, result in results.items()
        if retry_inconclusive and result.status == Status.INCONCLUSIVE
    }
    return [trial for trial in trials if trial.id not in results or trial.id in again]


@dataclass
class Conductor:
    """Gives trials to an executor's workers until none is left.

    on_end: Told of each trial that is over. note: Told, in a line, what else happens.
    """

    experiment: Experiment
    folder: ExperimentFolder
    executor: Executor
    servers: Servers
    on_end: Callable[[Ended], None]
    note: Callable[[str], None]
    _in_flight: set[str] = field(default_factory=set)

    def carry_out(self, trials: Sequence[Trial]) -> None:
        """Play the trials. On Ctrl-C, and whatever else ends it, the executor is stopped."""
        queue = TrialQueue.of(trials)
        try:
            while queue or self._in_flight:
                self._begin(queue)
                for finished in self.executor.wait(_WAIT_SECONDS):
                    self._end(finished, queue)
        finally:
            self.executor.stop()

    def _begin(self, queue: TrialQueue) -> None:
        for worker in self.executor.free():
            trial = queue.take(worker.loaded)
            if trial is None:
                return
            self.folder.set_aside(trial.id)
            self._in_flight.add(trial.id)
            self.executor.begin(worker, self.servers.assign(trial, self.folder.trial(trial.id)))

    def _end(self, finished: Finished, queue: TrialQueue) -> None:
        job, trial = finished.job, finished.job.trial
        self._in_flight.discard(trial.id)
        self.servers.release(job)
        if finished.refused:
            self.on_end(Ended(trial, None, finished.refused))
            return
        result = self.folder.result(trial.id)
        lost = finished.lost or self._server_gone(job, result)
        if not lost:
            self.on_end(Ended(trial, result, "" if result else "its worker left no verdict"))
        elif queue.lost(trial):
            self.note(f"{trial.id} is played again: {lost}")
        else:
            self._give_up(job, lost)
            self.on_end(Ended(trial, self.folder.result(trial.id)))

    def _server_gone(self, job: Job, result: Result | None) -> str:
        """Why a session that blames its model counts as lost.

        Its server is gone, and there are others.
        """
        if result is None or result.blame != Blame.MODEL or not self.servers.drop(job):
            return ""
        return result.reason

    def _give_up(self, job: Job, lost: str) -> None:
        """Write the verdict of a trial that no worker survives."""
        self.folder.set_aside(job.trial.id)
        session = session_of(self.experiment, job)
        end_in_error(
            session,
            Verdict(
                Status.INCONCLUSIVE,
                f"given up after several tries: {lost}",
                by="error",
                blame=Blame.HARNESS,
            ),
        )
