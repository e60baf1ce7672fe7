"""What plays trials, wherever that is.

Workers of this machine (`processes`) or of a cluster (`cluster`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pathfinder.experiments.play import Job


@dataclass(frozen=True)
class Finished:
    """A job that a worker is done with.

    lost: Why there is no session: the worker died. refused: What has to be changed before it can be
        played.
    """

    job: Job
    lost: str = ""
    refused: str = ""


class Worker(Protocol):
    """Plays one job at a time."""

    @property
    def loaded(self) -> frozenset[str]:
        """The models that it has loaded."""


class Executor(Protocol):
    """Workers, however many and wherever they are."""

    def free(self) -> Sequence[Worker]:
        """The workers that can begin a job now."""

    def begin(self, worker: Worker, job: Job) -> None:
        """Have a free worker play a job; its session is in the job's folder when it is finished."""

    def wait(self, seconds: float) -> list[Finished]:
        """The jobs that are finished; waits for one at most so long."""

    def stop(self) -> None:
        """Stop all workers; jobs in flight are lost."""
