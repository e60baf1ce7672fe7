"""An experiment's folder.

`plan.yaml`, a session folder a trial in `trials/`, and what was set aside.

A trial is done when its `verdict.json` is there: it is the last file that a session writes, and is
whole or not there.
"""

import contextlib
import fcntl
import io
import json
import os
import shutil
import tarfile
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from pathfinder.core.errors import UsageError

VERDICT = "verdict.json"
_UNSENT = ("downloads",)
_ENDING_SECONDS = 40.0


@dataclass(frozen=True)
class Result:
    """How a trial ended, and when (seconds since the epoch)."""

    status: str
    blame: str
    reason: str
    steps: int
    seconds: float
    ended: float

    def describe(self) -> str:
        """In a line: `success, 7 steps, 61 s`."""
        why = f" ({self.reason})" if self.status == "inconclusive" else ""
        return (
            f"{self.status}{why}, {self.steps} step{'s' * (self.steps != 1)}, {self.seconds:.0f} s"
        )


@dataclass(frozen=True)
class ExperimentFolder:
    """Where a plan's sessions are written down."""

    path: Path

    def trial(self, trial: str) -> Path:
        """The session folder of a trial."""
        return self.path / "trials" / trial

    def result(self, trial: str) -> Result | None:
        """How a trial ended; None while it has no verdict."""
        return read_result(self.trial(trial))

    def results(self) -> dict[str, Result]:
        """How every trial ended that is done, by id."""
        return self.survey()[0]

    def survey(self) -> tuple[dict[str, Result], list[str]]:
        """How every done trial ended, by id, and those that were begun and have no verdict.

        The latter are running now, or were cut off.
        """
        found = {name: read_result(f"{self.path}/trials/{name}") for name in self._begun()}
        return {name: result for name, result in found.items() if result}, [
            name for name, result in found.items() if not result
        ]

    def _begun(self) -> list[str]:
        trials = self.path / "trials"
        return (
            [entry.name for entry in trials.iterdir() if not entry.name.startswith(".")]
            if trials.is_dir()
            else []
        )

    def set_aside(self, trial: str) -> None:
        """Archive a session that does not count, where nobody takes it for a session."""
        session = self.trial(trial)
        if not session.exists():
            return
        aside = self.path / "set-aside"
        aside.mkdir(parents=True, exist_ok=True)
        number = sum(1 for _ in aside.glob(f"{trial}-*.tar.gz")) + 1
        shutil.make_archive(str(aside / f"{trial}-{number}"), "gztar", session)
        (session / VERDICT).unlink(
            missing_ok=True
        )  # first: without it the trial is not done, whatever happens to the rest
        shutil.rmtree(session)

    def keep_plan(self, text: str) -> None:
        """Keep a copy of the plan beside its sessions."""
        self.path.mkdir(parents=True, exist_ok=True)
        (self.path / "plan.yaml").write_text(text, encoding="utf-8")

    @contextlib.contextmanager
    def locked(self) -> Iterator[int]:
        """Keep a second run of the plan out.

        Gives the lock's file descriptor, which workers hold as long as they live.

        Raises:
            UsageError: Another run goes on, or its workers have not ended yet.
        """
        with _opened(self.path / "lock") as file:
            self._wait_for(file)
            file.seek(0)
            file.truncate()
            file.write(str(os.getpid()))
            file.flush()
            yield file.fileno()

    @property
    def is_left(self) -> bool:
        """Whether its run has ended, and every worker of it.

        False where nobody can tell, as in a folder that no run has locked yet.
        """
        try:
            with (self.path / "lock").open(encoding="utf-8") as file:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:  # held, or not there
            return False
        return True

    def _wait_for(self, file: IO[str]) -> None:
        """Take the lock; when the run that had it is gone, wait for its workers to notice."""
        deadline = time.monotonic() + _ENDING_SECONDS
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                owner = (self.path / "lock").read_text(encoding="utf-8").strip()
                if _runs(owner) or time.monotonic() > deadline:
                    raise UsageError(
                        f"{self.path}: another run of this plan is going on (process {owner}); "
                        "wait for it, or stop it"
                    ) from None
                time.sleep(0.2)
            else:
                return


def read_result(session: Path | str) -> Result | None:
    """How a session ended; None while it has no verdict."""
    try:
        with open(f"{session}/{VERDICT}", encoding="utf-8") as file:  # noqa: PTH123 (10,000 of them)
            verdict: dict[str, Any] = json.load(file)
            ended = os.fstat(file.fileno()).st_mtime
    except FileNotFoundError:
        return None
    return Result(
        verdict["status"],
        verdict["blame"],
        verdict["reason"],
        verdict["steps"],
        verdict["seconds"],
        ended,
    )


def pack(session: Path) -> bytes:
    """A session's folder as bytes, without what its pages had it download."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for path in sorted(session.iterdir()):
            if path.name not in _UNSENT:
                archive.add(path, path.name)
    return buffer.getvalue()


def receive(session: Path, packed: bytes) -> None:
    """Take in a session that was played elsewhere; it is there at once or not at all."""
    session.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=session.parent, prefix=".incoming-") as incoming:
        unpack(packed, Path(incoming) / session.name)
        (Path(incoming) / session.name).rename(session)


def unpack(packed: bytes, session: Path) -> None:
    """The reverse of `pack`."""
    with tarfile.open(fileobj=io.BytesIO(packed), mode="r:gz") as archive:
        archive.extractall(session, filter="data")


def _opened(path: Path) -> IO[str]:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("a+", encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"{path.parent}: can't write here ({error.strerror}); choose another folder with --out"
        ) from None


def _runs(process: str) -> bool:
    """Whether a process of that number runs."""
    if not process.isdigit():
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
