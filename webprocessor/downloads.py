"""Downloads held to a size: a page can send without end."""

import contextlib
import threading
from collections.abc import Callable
from pathlib import Path

MOST_FILE = 100 * 2**20
"""Bytes of one file."""
MOST_IN_ALL = 500 * 2**20
"""Bytes of all that a session downloads."""
UNFINISHED = (".crdownload", ".part")
"""How the name of a file ends that is still arriving."""
_EVERY = 0.05


class DownloadCap:
    """Watches the folder that a browser downloads into, from a thread of its own.

    What grows over the cap is cut off and removed.

    Args:
        folder: Where files arrive, unfinished ones too.
        cut: Ends the browser's connections: a file that is still arriving ends with them.
        most_file, most_in_all: Bytes.
    """

    def __init__(
        self,
        folder: Path,
        cut: Callable[[], None],
        *,
        most_file: int = MOST_FILE,
        most_in_all: int = MOST_IN_ALL,
    ) -> None:
        self.folder = folder
        self._cut = cut
        self._most_file, self._most_in_all = most_file, most_in_all
        self._notes: list[str] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="downloads", daemon=True)
        self._thread.start()

    def notes(self) -> list[str]:
        """What was stopped since this was asked last, a line each."""
        notes, self._notes = self._notes, []
        return notes

    def close(self) -> None:
        """Stop watching."""
        self._ended.set()
        self._thread.join(timeout=5)

    def _watch(self) -> None:
        while not self._ended.wait(_EVERY):
            with contextlib.suppress(OSError):  # files come and go
                self._look()

    def _look(self) -> None:
        files = {path: path.stat() for path in self.folder.iterdir() if path.is_file()}
        large = [path for path, found in files.items() if found.st_size > self._most_file]
        over = sum(found.st_size for found in files.values()) - self._most_in_all
        newest = sorted(files, key=lambda path: files[path].st_mtime, reverse=True)
        for path in newest if over > 0 else ():
            if over > 0 and path not in large:
                large.append(path)
                over -= files[path].st_size
        if not large:
            return
        if any(map(_is_arriving, large)):
            self._cut()
        for path in large:
            try:
                path.unlink()
            except FileNotFoundError:  # it has got another name, by which the next look finds it
                continue
            cap = "a file" if files[path].st_size > self._most_file else "all downloads"
            most = self._most_file if cap == "a file" else self._most_in_all
            self._notes.append(f"download stopped: {cap} may have {most / 2**20:.0f} MB")


def finished_in(folder: Path | None) -> frozenset[str]:
    """The names of the files that have arrived in a folder."""
    if not folder or not folder.is_dir():
        return frozenset()
    return frozenset(file.name for file in folder.iterdir() if not _is_arriving(file))


def _is_arriving(file: Path) -> bool:
    # Chrome begins under a hidden name, ".org.chromium.Chromium.d3xKl2".
    return file.name.startswith(".") or file.name.endswith(UNFINISHED)
