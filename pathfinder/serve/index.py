"""The sessions in a folder tree.

Found again at each look, read again only where a file has changed.
"""

import os
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from pathfinder.core.errors import UsageError
from pathfinder.serve.summary import Session, summarize

_FILES = ("journal.jsonl", "verdict.json", "ratings.jsonl", "trial.json")
Stamp = tuple[tuple[str, int, int], ...]


class Index:
    """Keeps a summary a session folder, under its files' modification times and sizes.

    Args:
        root: The folder that is served; it may itself be a session.
        patience: Seconds for which a listing stands before the tree is walked again; ten times
            longer than the walk took, if that is more.
    """

    def __init__(self, root: Path, *, patience: float = 1.0) -> None:
        self.root = root
        self._patience = patience
        self._lock = threading.Lock()
        self._known: dict[Path, tuple[Stamp, Session]] = {}
        self._by_key: dict[str, Session] = {}
        self._stands_until = float("-inf")

    def sessions(self) -> Mapping[str, Session]:
        """All sessions by key, the newest first."""
        with self._lock:
            if time.monotonic() > self._stands_until:
                self._walk()
            return self._by_key

    def session(self, key: str) -> Session | None:
        """The session of a key as its files are now, in all listings too.

        None where there is none.
        """
        found = self.sessions().get(key)
        if found is None:
            return None
        with self._lock:
            try:
                session = self._look(found.folder, _stamp(list(os.scandir(found.folder))))
            except OSError:
                return None
            if session:
                self._by_key = {**self._by_key, key: session}
            return session

    def _walk(self) -> None:
        began = time.monotonic()
        found = dict(_folders(self.root))
        self._known = {folder: self._known[folder] for folder in self._known.keys() & found.keys()}
        sessions = [
            session for folder, stamp in found.items() if (session := self._look(folder, stamp))
        ]
        self._by_key = {session.key: session for session in sorted(sessions, key=_rank)}
        ended = time.monotonic()
        self._stands_until = ended + (
            max(self._patience, 10 * (ended - began)) if self._patience else 0
        )

    def _look(self, folder: Path, stamp: Stamp) -> Session | None:
        known = self._known.get(folder)
        if known and known[0] == stamp:
            return known[1]
        try:
            session = summarize(folder, self._name(folder))
        except OSError:
            return None  # removed, or made unreadable, since the walk began
        self._known[folder] = (stamp, session)
        return session

    def _name(self, folder: Path) -> str:
        return (
            folder.relative_to(self.root).as_posix()
            if folder != self.root
            else self.root.resolve().name
        )


def _rank(session: Session) -> tuple[bool, float, str]:
    """Newest first; what has no verdict and will have none comes last."""
    return (not session.verdict and not session.running, -session.started, session.name)


def check_folder(root: Path) -> None:
    """Make sure that there is something to show.

    Raises:
        UsageError: No such folder, or no session in it.
    """
    if not root.is_dir():
        raise UsageError(
            f"{root}: there is no such folder; name the one that sessions are in, such as runs"
        )
    if next(_folders(root), None) is None:
        raise UsageError(
            f"{root}: no session in it (a folder with a journal.jsonl); `pathfinder explore` "
            "makes one"
        )


def _folders(root: Path) -> Iterator[tuple[Path, Stamp]]:
    """Session folders, in any depth.

    What lies inside a session, or behind a link, is left alone.
    """
    waiting = [root]
    while waiting:
        folder = waiting.pop()
        try:
            entries = list(os.scandir(folder))
        except OSError:
            continue  # gone, or not ours to read: there is no session to show
        if any(entry.name == "journal.jsonl" for entry in entries):
            yield folder, _stamp(entries)
        else:
            waiting += [
                Path(entry.path) for entry in entries if entry.is_dir(follow_symlinks=False)
            ]


def _stamp(entries: list[os.DirEntry[str]]) -> Stamp:
    stats = ((entry.name, entry.stat()) for entry in entries if entry.name in _FILES)
    return tuple(sorted((name, stat.st_mtime_ns, stat.st_size) for name, stat in stats))
