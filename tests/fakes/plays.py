"""Plays of trials that need neither browser nor model; workers import them by name."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from pathfinder.core.errors import UsageError
from pathfinder.core.secrets import Vault
from pathfinder.core.verdict import Status, Verdict
from pathfinder.experiments.play import Job
from pathfinder.session.folder import SessionFolder


@dataclass
class FakePlay:
    """Writes a session whose verdict follows from the trial's seed.

    notes: Folder in which each playing leaves a file, named for the trial and the attempt.
    dies: Trials whose first attempt, or with `always` every attempt, kills the worker.
    refuses: Seeds that can't be played. seconds: How long one takes.
    """

    notes: Path
    dies: tuple[str, ...] = ()
    refuses: tuple[int, ...] = ()
    always: bool = False
    seconds: float = 0.0

    def __call__(self, job: Job) -> frozenset[str]:
        seed = job.trial.seed
        if seed in self.refuses:
            raise UsageError("the site's conditions can't be met")
        attempt = len(list(self.notes.glob(f"{job.trial.id}-*"))) + 1
        (self.notes / f"{job.trial.id}-{attempt}").touch()
        job.folder.mkdir(parents=True)
        (job.folder / "journal.jsonl").write_text('{"event": "session"}\n', encoding="utf-8")
        if job.trial.id in self.dies and (attempt == 1 or self.always):
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(self.seconds)
        status = Status.SUCCESS if seed % 2 else Status.EXPIRED
        written = SessionFolder(job.folder, Vault(), job.trial.facts("fast"))
        written.end(Verdict(status, "as its seed says", steps=seed))
        return frozenset(job.trial.models.values())
