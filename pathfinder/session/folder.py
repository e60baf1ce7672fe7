"""What every session's folder holds, and the facts that every session begins with."""

import contextlib
import json
import os
import platform
import tempfile
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pathfinder.core import events
from pathfinder.core.errors import JournalLost, PathFinderError, UsageError
from pathfinder.core.journal import FileJournal
from pathfinder.core.secrets import Vault
from pathfinder.core.task import Persona, Site
from pathfinder.core.verdict import Verdict
from pathfinder.core.version import __version__

OnEvent = Callable[[events.Event], None]


class WatchedJournal(FileJournal):
    """A journal whose events are also handed on as they are written."""

    def __init__(self, folder: Path, on_event: OnEvent, vault: Vault | None = None) -> None:
        super().__init__(folder, vault)
        self._on_event = on_event
        self.begun = False

    def write(self, event: events.Event) -> None:
        """Write the event, then hand it on, also when it could not be written.

        Who watches learns how the session ended.
        """
        try:
            super().write(event)
            self.begun = True
        finally:
            self._on_event(event.at(time.time()))


@dataclass(frozen=True)
class SessionFolder:
    """Where a session is written down, from its first event to verdict.json.

    trial: What trial.json is to say beside the verdict's worth; empty for a session of no plan.
    report: Whether report.html is built when the journal is closed.
    """

    path: Path
    vault: Vault
    trial: Mapping[str, object] = field(default_factory=dict)
    report: bool = True

    @contextlib.contextmanager
    def journal(self, on_event: OnEvent = lambda event: None) -> Iterator[WatchedJournal]:
        """The session's journal; when it ends, however it ends, report.html is built of it.

        A session that wrote nothing down has no report.

        Raises:
            UsageError, JournalLost: The folder can't be made, or has no room.
        """
        journal = WatchedJournal(self.path, on_event, self.vault)
        try:
            yield journal
        finally:
            journal.close()
            if self.report and journal.begun:
                finish_report(self.path)

    def end(self, verdict: Verdict, label: str = "") -> None:
        """Write trial.json, if there is anything to say, then verdict.json.

        Each is whole or not there: where verdict.json is, the session is whole.

        Args:
            label: What the verdict is worth beside the truth; empty where nobody knows.

        Raises:
            JournalLost: There is no room for it.
        """
        if self.trial:
            write_whole(self.path / "trial.json", {**self.trial, "label": label})
        write_whole(self.path / "verdict.json", verdict.to_json())

    def end_in_error(
        self, opening: events.Session, verdict: Verdict, on_event: OnEvent = lambda event: None
    ) -> None:
        """Write down a session that broke off outside the loop.

        Its site or browser did not start, or PathFinder failed.

        Args:
            opening: The journal's first event, where nothing was written down yet.
        """
        with self.journal(on_event) as journal:
            if not (self.path / "journal.jsonl").stat().st_size:
                journal.write(opening)
            journal.write(events.Verdict(**verdict.to_json()))
        self.end(verdict)


def session_event(
    folder: Path,
    site: Site,
    persona: Persona,
    goal: str,
    *,
    seed: int,
    browser: str,
    max_steps: int = 0,
    success: Iterable[object] = (),
    **rest: Any,
) -> events.Session:
    """The first event of a session: the task, the seed, the versions.

    Args:
        rest: What the system adds, by the event's fields.
    """
    task = events.TaskFacts(
        goal=goal,
        site=site.name,
        url=site.url,
        hosts=site.hosts,
        persona=persona.name,
        safe=site.safe,
        max_steps=max_steps,
        success=tuple(str(condition) for condition in success),
    )
    versions = {
        "pathfinder": __version__,
        "browser": browser,
        "python": platform.python_version(),
    }
    return events.Session(session=folder.name, task=task, seed=seed, versions=versions, **rest)


def folder_name(*words: object) -> str:
    """A session folder's name that sorts by time, tells what it is and is never taken."""
    return "-".join((time.strftime("%Y%m%d-%H%M%S"), *map(str, words), uuid.uuid4().hex[:4]))


def check_writable(folder: Path) -> None:
    """Say early, and without making anything, that a session could not be written down there."""
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    reason = (
        "Not a directory"
        if not there.is_dir()
        else ""
        if os.access(there, os.W_OK)
        else "Permission denied"
    )
    if reason:
        raise UsageError(f"{folder}: can't write here ({reason}); choose another folder with --out")


def write_whole(path: Path, content: Mapping[str, object]) -> None:
    """Write a JSON file so that it is either whole or not there."""
    draft: Path | None = None
    try:
        with tempfile.NamedTemporaryFile(
            "w", dir=path.parent, delete=False, encoding="utf-8"
        ) as file:
            draft = Path(file.name)
            json.dump(content, file, indent=2)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        if draft:
            draft.unlink(missing_ok=True)
        raise JournalLost(
            f"{path}: can't be written ({error.strerror}); make room there, or choose another "
            "folder with --out"
        ) from None


def finish_report(folder: Path) -> None:
    """Build report.html from the session's journal.

    `pathfinder report` can do so later where there is no room for it now.
    """
    from pathfinder.report.html import write_report  # only when a session has ended: it is heavy

    with contextlib.suppress(OSError, PathFinderError):
        write_report(folder)
