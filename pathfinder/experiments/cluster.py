"""Trials played by the machines of a Ray cluster.

Sessions come back as bytes: no disk needs to be shared.

On each machine PathFinder has to be installed, with the models that it is to play. A node says what
it has room for with
`ray start --resources='{"browser": 4, "model": 1}'`: a session takes one `browser`, and one `model`
where it loads embedded models. What
no node of the cluster names is not asked for; every session takes one CPU.
"""

import contextlib
import logging
import os
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pathfinder.core.errors import UsageError
from pathfinder.experiments.executor import Finished, Worker
from pathfinder.experiments.folder import pack, receive
from pathfinder.experiments.play import Job, Play
from pathfinder.experiments.processes import ProcessExecutor

AUTO = "auto"
_CPU = "CPU"


@dataclass(frozen=True)
class Played:
    """What comes back from a machine: a packed session, or why there is none."""

    packed: bytes = b""
    loaded: frozenset[str] = frozenset()
    lost: str = ""
    refused: str = ""


class Seat:
    """A place in the cluster where one trial at a time is played.

    A worker process plays it, and closes its browser when the seat is gone.
    """

    def __init__(self, play: Play) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="pathfinder-")
        self._executor = ProcessExecutor(play, 1, Path(self._folder.name) / "worker.log")

    def ready(self) -> None:
        """Return when the worker process can play."""
        while not self._executor.free():
            self._executor.wait(1.0)

    def play(self, job: Job) -> Played:
        """Play a job in a folder of this machine."""
        self.ready()
        worker = self._executor.free()[0]
        here = replace(job, folder=Path(self._folder.name) / job.trial.id)
        self._executor.begin(worker, here)
        finished = None
        while finished is None:
            finished = next(iter(self._executor.wait(1.0)), None)
        if finished.lost or finished.refused:
            return Played(lost=finished.lost, refused=finished.refused)
        return Played(pack(here.folder), worker.loaded)


@dataclass(eq=False)
class RayWorker:
    """A seat as the driver sees it. waiting_for: What it was asked last, until it answers."""

    seat: Any
    waiting_for: Any
    job: Job | None = None
    loaded: frozenset[str] = frozenset()


class RayExecutor:
    """Seats on a Ray cluster.

    As many as are wanted, or as the cluster has room for, more when nodes join, fewer when they
    leave.

    Args:
        address: Of the cluster; "auto" for the one that runs here or that RAY_ADDRESS names, else
            one is started on this machine.
        workers: Seats; 0 for as many as there is room for.
        embedded: Whether models are loaded in the seats.
    """

    def __init__(
        self, play: Play, address: str = AUTO, *, workers: int = 0, embedded: bool = False
    ) -> None:
        self._ray = _connect(address)
        self._play = self._ray.put(play)
        self._wanted = workers
        self._embedded = embedded
        self._seats: list[RayWorker] = []
        self._fill()

    def free(self) -> Sequence[Worker]:
        """The seats that wait for a job."""
        return [seat for seat in self._seats if seat.waiting_for is None]

    def begin(self, worker: Worker, job: Job) -> None:
        """Send the job to a free seat."""
        assert isinstance(worker, RayWorker)
        worker.job, worker.waiting_for = job, worker.seat.play.remote(job)

    def wait(self, seconds: float) -> list[Finished]:
        """The jobs that came back, or were lost with their node."""
        self._fill()
        pending = {seat.waiting_for: seat for seat in self._seats if seat.waiting_for is not None}
        if not pending:
            time.sleep(seconds)
            return []
        self._ray.wait(list(pending), num_returns=1, timeout=seconds)
        answered, _ = self._ray.wait(list(pending), num_returns=len(pending), timeout=0)
        return [finished for answer in answered if (finished := self._hear(pending[answer]))]

    def stop(self) -> None:
        """Give the seats up, and leave the cluster."""
        for seat in self._seats:
            with contextlib.suppress(Exception):  # a seat that is gone is what is wanted
                self._ray.kill(seat.seat)
        self._seats.clear()
        self._ray.shutdown()

    def _hear(self, seat: RayWorker) -> Finished | None:
        job, seat.job = seat.job, None
        try:
            played = self._ray.get(seat.waiting_for)
        except self._ray.exceptions.RayError as error:
            self._seats.remove(seat)
            with contextlib.suppress(Exception):
                self._ray.kill(seat.seat)
            return (
                Finished(job, lost=f"its node or seat is gone ({_first_line(error)})")
                if job
                else None
            )
        seat.waiting_for = None
        if job is None:
            return None
        if played.packed:
            receive(job.folder, played.packed)
        seat.loaded = played.loaded
        return Finished(job, lost=played.lost, refused=played.refused)

    def _fill(self) -> None:
        """Take seats until there are as many as are wanted.

        Those for which there is no room yet wait for it.
        """
        wanted = self._wanted or max(1, _room(self._ray.nodes(), self._needs()))
        while len(self._seats) < wanted:
            needs = dict(self._needs())
            cpus = needs.pop(_CPU)
            seat = (
                self._ray.remote(Seat)
                .options(num_cpus=cpus, resources=needs, max_restarts=0)
                .remote(self._play)
            )
            self._seats.append(RayWorker(seat, seat.ready.remote()))

    def _needs(self) -> Mapping[str, float]:
        there = self._ray.cluster_resources()
        named = ["browser"] + (["model"] if self._embedded else [])
        return {_CPU: 1.0, **{name: 1.0 for name in named if name in there}}


def _room(nodes: Sequence[Mapping[str, Any]], needs: Mapping[str, float]) -> int:
    """How many seats the nodes that are alive have room for."""
    alive = [node["Resources"] for node in nodes if node["Alive"]]
    return sum(
        int(min(has.get(name, 0.0) // need for name, need in needs.items())) for has in alive
    )


def _connect(address: str) -> Any:
    """Ray, connected to the cluster.

    Raises:
        UsageError: Ray is not installed, or there is no cluster at that address.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise UsageError(
            "--ray needs Ray; install it with `pip install 'pathfinder-testing[ray]'`"
        ) from None
    try:
        ray.init(
            address=None if address == AUTO else address,
            log_to_driver=False,
            logging_level=logging.ERROR,
        )
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise UsageError(
            f"--ray {address}: no cluster there ({_first_line(error)}); start one with `ray start "
            "--head`"
        ) from None
    return ray


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
