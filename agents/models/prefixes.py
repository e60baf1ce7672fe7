"""What prompts begin with, kept on disk as llama.cpp has read it.

An agent's system text and worked examples are the same in every prompt, and take seconds to read. A
process that finds them read loads them instead, with the same answers. No file holds more than
that: nothing of a page, a goal or a persona.

A file is named for what it was read with, for the text, and for its own checksum: one that is
damaged or foreign is never loaded, and two processes that write at once leave one whole file.
"""

import contextlib
import hashlib
import http.client
import json
import os
import platform
import re
import secrets
import shutil
import stat
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import platformdirs

from pathfinder.agents.models import native
from pathfinder.agents.models.adapters import Adapter
from pathfinder.agents.models.base import SLOTS, ModelOptions

LIMIT = 2_000_000_000
"""Bytes that all files may have together; those that were used longest ago go first."""

_LAYOUT = "attention not fused"
"""What else decides how llama.cpp lays out what it keeps."""
_SPARE = 1_000_000_000
_ABANDONED = 3600.0
_SHORTEST = {
    "messages": [{"role": "user", "content": "-"}],
    "max_tokens": 1,
    "cache_prompt": False,
}
_SLOT_TIMEOUT = 30.0
_NAME = re.compile(r"([0-9a-f]{16})-([0-9a-f]{16})-([0-9a-f]{16})\.prefix")
_PART = re.compile(r"part-\d+-[0-9a-f]{8}")


def prefixes_folder() -> Path:
    """Where they are kept: the user's cache."""
    return platformdirs.user_cache_path("pathfinder") / "prefixes"


@dataclass(frozen=True)
class Prefixes:
    """The files of one model.

    model: Stands for weights, library, context and number of slots, 16 hex digits.
    """

    folder: Path
    model: str
    limit: int = LIMIT

    @classmethod
    def of(
        cls,
        weights: Path,
        options: ModelOptions,
        adapter: Adapter | None = None,
        slots: int = SLOTS,
    ) -> "Prefixes | None":
        """Those of these weights, made if need be; None where none are to be kept, or can't be.

        Args:
            weights: The file; its place, size and time tell it from others.
            options: `context`, and whether to keep `prefixes`.
            adapter: What they are read with; None for the weights alone.
            slots: Of the server: one with more or fewer refuses to load what it has saved.
        """
        if not options.prefixes:
            return None
        folder = prefixes_folder()
        try:
            file = weights.stat()
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            library = metadata.version("xllamacpp")
        except (OSError, metadata.PackageNotFoundError):
            return None
        built = native.program()
        library = built.name if built else library
        read_with = [str(weights.resolve()), file.st_size, file.st_mtime_ns, library, _LAYOUT]
        read_with += [adapter.version] if adapter else []
        return cls(folder, _hash([*read_with, platform.machine(), options.context, slots]))

    def find(self, messages: Sequence[Any]) -> Path | None:
        """The file of these messages, which is now the last that was used."""
        for path in self.folder.glob(f"{self.model}-{_hash(messages)}-*.prefix"):
            with contextlib.suppress(OSError):
                os.utime(path)
            return path
        return None

    def part(self) -> Path | None:
        """A new name to write a file under; None where the disk is nearly full."""
        try:
            room = shutil.disk_usage(self.folder).free
        except OSError:
            return None
        name = f"part-{os.getpid()}-{secrets.token_hex(4)}"
        return self.folder / name if room > _SPARE else None

    def keep(self, part: Path, messages: Sequence[Any]) -> None:
        """Give a written file its name, in place of others of these messages.

        What is too much then goes.

        Raises:
            OSError: It can't be read or renamed.
        """
        beginning = f"{self.model}-{_hash(messages)}"
        name = f"{beginning}-{_checksum(part)}.prefix"
        part.chmod(0o600)
        part.replace(self.folder / name)
        for older in self.folder.glob(f"{beginning}-*.prefix"):
            if older.name != name:
                _remove(older)
        trim(self.folder, self.limit)

    def last_used(self) -> list[Path]:
        """The files of this model, the last used first."""
        return [path for path, _ in kept(self.folder) if path.name.startswith(self.model)]


def kept(folder: Path) -> list[tuple[Path, int]]:
    """The files of all models and their bytes, the last used first; of other files none."""
    found = []
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            facts = _facts(path)
            if _NAME.fullmatch(path.name) and facts:
                found.append((facts.st_mtime_ns, path, facts.st_size))
    return [(path, size) for _, path, size in sorted(found, reverse=True)]


def trim(folder: Path, limit: int = LIMIT) -> int:
    """Remove the files beyond `limit` bytes, and what was never finished; return how many."""
    total, gone = 0, 0
    for path, size in kept(folder):
        total += size
        gone += total > limit and _remove(path)
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            facts = _facts(path)
            if _PART.fullmatch(path.name) and facts and time.time() - facts.st_mtime > _ABANDONED:
                _remove(path)
    return gone


@dataclass(frozen=True)
class Slots:
    """The slots of a llama.cpp server, which it saves to and loads from its folder of prefixes.

    moved: What their requests say of an adapter; a slot has to be asked that way before it is
        loaded, or it forgets what it holds at the first that says so.
    """

    url: str
    key: str
    prefixes: Prefixes
    moved: Mapping[str, Any] = field(default_factory=dict)

    def load(self, number: int, path: Path | None) -> bool:
        """Have a slot hold what is in a file; whether it does now.

        A file that is damaged, or that llama.cpp refuses, is removed.
        """
        if path is None:
            return False
        if not _is_whole(path):
            _remove(path)
            return False
        if self.moved:
            self._post("/v1/chat/completions", {**_SHORTEST, **self.moved, "id_slot": number})
        status, _ = self._do("restore", number, path)
        if status == http.client.BAD_REQUEST:
            _remove(path)
        return status == http.client.OK

    def load_last_used(self, most: int, first: int = 0) -> int:
        """Have the slots from the first on hold what was used last; return how many do."""
        paths = self.prefixes.last_used()[:most]
        for number, path in enumerate(paths, first):
            self.load(number, path)
        return len(paths)

    def save(self, number: int, messages: Sequence[Any], tokens: int) -> bool:
        """Keep what a slot holds, if that is these messages' tokens and nothing more."""
        part = self.prefixes.part()
        if part is None:
            return False
        try:
            status, done = self._do("save", number, part)
            if status != http.client.OK or done.get("n_saved") != tokens:
                return False
            if part.stat().st_size != done.get("n_written"):
                return False
            self.prefixes.keep(part, messages)
        except OSError:
            return False
        finally:
            _remove(part)
        return True

    def _do(self, action: str, number: int, path: Path) -> tuple[int, dict[str, Any]]:
        return self._post(f"/slots/{number}?action={action}", {"filename": path.name})

    def _post(self, to: str, what: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        """The server's status, and what it says it did; 0 where it does not answer."""
        address = urlsplit(self.url)
        connection = http.client.HTTPConnection(
            address.hostname or "127.0.0.1", address.port, timeout=_SLOT_TIMEOUT
        )
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        body = json.dumps(what)
        with contextlib.closing(connection):
            try:
                connection.request("POST", to, body, headers)
                response = connection.getresponse()
                said = json.loads(response.read())
            except (OSError, http.client.HTTPException, ValueError):
                return 0, {}
        return (response.status, said) if isinstance(said, dict) else (0, {})


def _hash(content: Sequence[Any]) -> str:
    return hashlib.sha256(json.dumps(list(content)).encode()).hexdigest()[:16]


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=8)).hexdigest()


def _is_whole(path: Path) -> bool:
    name = _NAME.fullmatch(path.name)
    try:
        return bool(name and _facts(path) and _checksum(path) == name[3])
    except OSError:
        return False


def _facts(path: Path) -> os.stat_result | None:
    """Size and time of an ordinary file; None of anything else."""
    with contextlib.suppress(OSError):
        facts = path.stat(follow_symlinks=False)
        return facts if stat.S_ISREG(facts.st_mode) else None
    return None


def _remove(path: Path) -> bool:
    try:
        path.unlink()
    except OSError:
        return False
    return True
