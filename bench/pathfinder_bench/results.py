"""Runs that can be broken off: what has ended is kept, and each session is a process of its own."""

import json
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

APART = multiprocessing.get_context("forkserver")
"""Where sessions of their own come from; what it is to import before the first one is set on it."""


@dataclass(frozen=True)
class Results:
    """`results.jsonl` in a run's folder: a line for each trial that has ended."""

    folder: Path

    @property
    def file(self) -> Path:
        """Where the results are."""
        return self.folder / "results.jsonl"

    def read(self) -> Iterator[dict[str, Any]]:
        """The results in order; a line that a kill cut off is left out."""
        lines = self.file.read_text(encoding="utf-8").splitlines() if self.file.is_file() else []
        for line in lines:
            with suppress(ValueError):
                found = json.loads(line)
                if isinstance(found, dict):
                    yield found

    @contextmanager
    def adding(self) -> Iterator[Callable[[Mapping[str, Any]], None]]:
        """Gives what writes a result down, on disk when it returns.

        A line that a kill has cut off is ended first, so that no result is joined to it.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        is_cut = self.file.is_file() and self.file.read_bytes()[-1:] not in (b"", b"\n")
        with self.file.open("a", encoding="utf-8") as file:

            def add(result: Mapping[str, Any]) -> None:
                file.write(json.dumps(result, ensure_ascii=False) + "\n")
                file.flush()

            if is_cut:
                file.write("\n")
            yield add


def run_apart(work: Callable[..., None], *given: object, seconds: float) -> str:
    """Do some work in a process of its own, which is ended with all that it has started.

    Args:
        work: A function of a module, with arguments that can be pickled.
        seconds: How long it may take.

    Returns:
        What went wrong with the process; empty where it ended well, and in time.
    """
    process = APART.Process(target=_in_own_group, args=(work, *given))
    process.start()
    process.join(seconds)
    in_time = not process.is_alive()
    if process.pid:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.join()
    if not in_time:
        return f"no end within {seconds:g} s"
    return f"the process ended with {process.exitcode}" if process.exitcode else ""


def _in_own_group(work: Callable[..., None], *given: object) -> None:
    os.setsid()
    work(*given)
