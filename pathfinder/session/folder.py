"""What every session's folder holds, and what a site can be asked from outside its pages."""

import contextlib
import json
import os
import tempfile
import time
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path

from pathfinder.core.errors import JournalLost, PathFinderError, SiteUnreachable, UsageError
from pathfinder.core.journal import Event, FileJournal
from pathfinder.core.secrets import Vault
from pathfinder.core.task import Site
from pathfinder.core.verdict import Verdict


class WatchedJournal(FileJournal):
    """A journal whose events are also handed on as they are written."""

    def __init__(
        self, folder: Path, on_event: Callable[[Event], None], vault: Vault | None = None
    ) -> None:
        super().__init__(folder, vault)
        self._on_event = on_event

    def write(self, event: str, /, **fields: object) -> None:
        """Write the event, then hand it on, also when it could not be written.

        Who watches learns how the session ended.
        """
        try:
            super().write(event, **fields)
        finally:
            self._on_event({"event": event, "time": time.time(), **fields})


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


def resetter(site: Site) -> Callable[[], None] | None:
    """What brings a site back to its first state; None where nothing does."""
    if not site.reset:
        return None
    url = site.url.rstrip("/") + site.reset

    def reset() -> None:
        try:
            urllib.request.urlopen(urllib.request.Request(url, method="POST"), timeout=30).close()
        except OSError as error:
            raise SiteUnreachable(f"{url}: the site could not be reset ({error})") from error

    return reset


def write_verdict(folder: Path, verdict: Verdict) -> None:
    """Write verdict.json so that it is either whole or not there.

    Raises:
        JournalLost: There is no room for it.
    """
    write_whole(folder / "verdict.json", verdict.to_json())


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
