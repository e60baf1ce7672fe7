"""The journal: one JSON object an event, on disk before the next action.

Everything else is rebuilt from it.
"""

import contextlib
import errno
import hashlib
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from pathfinder.core.characters import whole, whole_parts
from pathfinder.core.errors import JournalLost, UsageError
from pathfinder.core.events import Event, read_as, read_event
from pathfinder.core.masking import masked
from pathfinder.core.secrets import Vault

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


class Journal(Protocol):
    """Where a session is written down."""

    def write(self, event: Event) -> None:
        """Add one event, with the time of now; it is on disk when this returns."""

    def keep_screenshot(self, png: bytes) -> str:
        """Keep an image beside the journal; return its path relative to the journal's folder."""

    def mask(self, text: str) -> str:
        """The text without the persona's secrets, as it may be written down or go to a model.

        A net under what was masked before.
        """


class FileJournal:
    """`journal.jsonl` in a session's folder, and screenshots named by content hash."""

    def __init__(self, folder: Path, vault: Vault | None = None) -> None:
        self.folder = folder
        self._vault = vault or Vault()
        try:
            (folder / "screenshots").mkdir(parents=True, exist_ok=True)
            self._file = (folder / "journal.jsonl").open("ab", buffering=0)
        except OSError as error:
            if error.errno in _FULL:
                raise JournalLost(
                    f"{folder}: no session can be written down here ({error.strerror}); make "
                    "room, or name another --out"
                ) from None
            raise UsageError(
                f"{folder}: can't write here ({error.strerror}); choose another folder with --out"
            ) from None

    def write(self, event: Event) -> None:
        """Add one event, with the time of now; it is on disk when this returns.

        Raises:
            JournalLost: The disk is full, or the folder is gone.
        """
        line = json.dumps(event.at(time.time()).to_json(), ensure_ascii=False)
        if self._vault.masker.may_hold(line, short=False):
            line = json.dumps(masked(json.loads(line), self.mask), ensure_ascii=False)
        with self._writing():
            self._append(whole(line + "\n").encode())
            os.fsync(self._file.fileno())

    def _append(self, line: bytes) -> None:
        """Append the line, or nothing of it.

        Half a line would end in the middle of the next one.
        """
        before = self._file.seek(0, os.SEEK_END)
        try:
            rest = memoryview(line)
            while rest:
                rest = rest[self._file.write(rest) or 0 :]
        except OSError:
            with contextlib.suppress(OSError):
                self._file.truncate(before)
            raise

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise JournalLost(
                f"{self.folder}: the session can't be written down ({error.strerror}); make room "
                "there, or choose another folder with --out"
            ) from None

    def keep_screenshot(self, png: bytes) -> str:
        """Keep an image once, however often it is seen; return its path relative to the folder."""
        name = f"screenshots/{hashlib.sha256(png).hexdigest()[:16]}.png"
        path = self.folder / name
        if not path.exists():
            with self._writing():
                path.write_bytes(png)
        return name

    def mask(self, text: str) -> str:
        """The text without the secrets of the session's persona."""
        return self._vault.mask_sure(text)

    def close(self) -> None:
        """Close the file; the journal stays readable without it."""
        self._file.close()


class JournalAround:
    """A journal that hands on to another one; a subclass does more as events are written."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def write(self, event: Event) -> None:
        """Write the event down."""
        self._journal.write(event)

    def keep_screenshot(self, png: bytes) -> str:
        """Keep the image in the journal."""
        return self._journal.keep_screenshot(png)

    def mask(self, text: str) -> str:
        """The text as the journal may hold it."""
        return self._journal.mask(text)


class MemoryJournal:
    """A journal that is only kept in memory: for tests and for callers that want no files."""

    def __init__(self, vault: Vault | None = None) -> None:
        self.events: list[Event] = []
        self._vault = vault or Vault()

    def write(self, event: Event) -> None:
        """Add one event, with the time of now."""
        told = event.at(time.time())
        if self._vault.secret:
            told = read_as(type(told), masked(told.to_json(), self.mask))
        self.events.append(told)

    def mask(self, text: str) -> str:
        """The text without the secrets of the session's persona."""
        return self._vault.mask_sure(text)

    def keep_screenshot(self, png: bytes) -> str:
        """Name the image without keeping it."""
        return f"screenshots/{hashlib.sha256(png).hexdigest()[:16]}.png"


def read_journal(path: Path) -> list[Event]:
    """The events of a journal; a last line cut off by a kill is left out.

    Args:
        path: The journal file, or the session folder that holds it.

    Raises:
        UsageError: No journal there, or a line other than the last that is not JSON.
    """
    file = path / "journal.jsonl" if path.is_dir() else path
    if not file.is_file():
        raise UsageError(
            f"{path}: no journal.jsonl here; name a session folder such as runs/SESSION"
        )
    return list(_events(file))


def _events(file: Path) -> Iterator[Event]:
    lines = file.read_bytes().split(b"\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found = _load(line)
        except (ValueError, RecursionError):
            if number == len(lines):
                return
            raise UsageError(
                f"{file}:{number}: not a JSON object; the journal is damaged here"
            ) from None
        yield read_event(found)


def parse_event(line: bytes) -> Event | None:
    """The event in a line; None where it is no JSON, or nested so deeply that it can't be read."""
    try:
        return read_event(_load(line))
    except (ValueError, RecursionError):
        return None


def _load(line: bytes) -> Any:
    found = json.loads(line.decode())
    return whole_parts(found) if b"\\ud" in line.lower() else found
