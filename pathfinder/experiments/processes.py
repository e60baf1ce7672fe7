"""Trials played by worker processes of this machine."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path

from pathfinder.agents.models.serving import share_models
from pathfinder.core.errors import PathFinderError
from pathfinder.experiments.executor import Finished, Worker
from pathfinder.experiments.play import Job, Play

_STOP_SECONDS = 25.0
_STILLBORN = 3


@dataclass(eq=False)
class ProcessWorker:
    """One process, at the other end of a pipe.

    ready: It has started, and has been told what to play.
    """

    process: "subprocess.Popen[bytes]"
    pipe: Connection
    job: Job | None = None
    loaded: frozenset[str] = frozenset()
    ready: bool = False


class ProcessExecutor:
    """A number of worker processes; one that dies is replaced.

    Args:
        play: What each job is played by.
        workers: How many processes.
        log: File that takes what the workers say.
        held: File descriptors that stay open as long as a worker lives, such as a lock's.
    """

    def __init__(self, play: Play, workers: int, log: Path, *, held: Sequence[int] = ()) -> None:
        self._play = play
        self._log = log
        self._held = tuple(held)
        self._stillborn = 0
        if workers > 1:
            share_models()
        self._workers = [self._start() for _ in range(workers)]

    def free(self) -> Sequence[Worker]:
        """The workers that have no job."""
        return [worker for worker in self._workers if worker.ready and worker.job is None]

    def begin(self, worker: Worker, job: Job) -> None:
        """Send the job to a free worker."""
        assert isinstance(worker, ProcessWorker)
        worker.job = job
        with contextlib.suppress(BrokenPipeError):  # a worker that has died is noticed in `wait`
            worker.pipe.send(job)

    def wait(self, seconds: float) -> list[Finished]:
        """The jobs that were played, or lost with their worker."""
        heard = wait([worker.pipe for worker in self._workers], seconds)
        return [
            finished
            for worker in list(self._workers)
            if worker.pipe in heard and (finished := self._hear(worker))
        ]

    def stop(self) -> None:
        """End the workers as Ctrl-C does, so that they close their browsers.

        Kill those that don't end.
        """
        for worker in self._workers:
            with contextlib.suppress(ProcessLookupError):
                worker.process.send_signal(signal.SIGINT)
            worker.pipe.close()
        deadline = time.monotonic() + _STOP_SECONDS
        for worker in self._workers:
            with contextlib.suppress(subprocess.TimeoutExpired):
                worker.process.wait(max(0.1, deadline - time.monotonic()))
            _kill_all_of(worker.process)
        self._workers.clear()

    def _start(self) -> ProcessWorker:
        ours, theirs = Pipe()
        command = [sys.executable, "-m", "pathfinder.experiments.worker", str(theirs.fileno())]
        with self._log.open("ab") as log:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(theirs.fileno(), *self._held),
                # Ctrl-C is for the process that the user sees; it tells the workers
                start_new_session=True,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            )
        theirs.close()
        ours.send(self._play)
        return ProcessWorker(process, ours)

    def _hear(self, worker: ProcessWorker) -> Finished | None:
        try:
            said = worker.pipe.recv()
        except (EOFError, OSError):
            return self._bury(worker)
        job, worker.job = worker.job, None
        if job is None:
            worker.ready, self._stillborn = True, 0
            return None
        worker.loaded, refused = said
        return Finished(job, refused=refused)

    def _bury(self, worker: ProcessWorker) -> Finished | None:
        """Put another worker in the place of one that died, and stop what it has left running."""
        code = worker.process.wait()
        _kill_all_of(worker.process)
        worker.pipe.close()
        self._stillborn += not worker.ready
        if self._stillborn >= _STILLBORN:
            raise PathFinderError(
                f"worker processes end as they start (exit code {code}); what they said is in "
                f"{self._log}"
            )
        self._workers[self._workers.index(worker)] = self._start()
        how = f"killed by signal {-code}" if code < 0 else f"exit code {code}"
        return Finished(worker.job, lost=f"its worker process died ({how})") if worker.job else None


def _kill_all_of(process: "subprocess.Popen[bytes]") -> None:
    """Kill a worker and the browsers and sites that it has started: they are one process group."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
