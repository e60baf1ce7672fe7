"""Sessions as they are found on disk.

A folder with a journal, in any folder tree, with what was said of it beside.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from pathfinder.analysis.labels import label_of
from pathfinder.core.errors import UsageError
from pathfinder.core.events import (
    Act,
    Change,
    Event,
    Rated,
    TaskFacts,
    Truth,
    Verdict,
    first,
    last,
    of,
)
from pathfinder.core.events import Session as Begun
from pathfinder.core.journal import read_journal

JOURNAL = "journal.jsonl"
PERCEIVE = "perceive"
E = TypeVar("E", bound=Event)


@dataclass(frozen=True)
class Session:
    """One session: its folder, its journal's events, and the trial it was, where it was one.

    name: The folder's name (a trial's id, or the session's), with the folders above it where others
        have the same.
    """

    folder: Path
    events: list[Event]
    trial: dict[str, Any] = field(default_factory=dict)
    ratings: tuple[Rated, ...] = ()
    name: str = ""

    @cached_property
    def facts(self) -> Begun:
        """The first event: the task, and everything that shaped the run."""
        return first(self.events, Begun) or Begun()

    @property
    def task(self) -> TaskFacts:
        """Goal, site, address."""
        return self.facts.task

    @property
    def system(self) -> str:
        """Which system played; a journal that does not say is of `explore`."""
        return self.facts.system

    @property
    def models(self) -> dict[str, str]:
        """Role -> model."""
        played = self.facts.models or self.trial.get("constellation") or {}
        return {str(role): str(name) for role, name in played.items()}

    @property
    def site(self) -> str:
        """The site's name; its address when it has none."""
        return str(self.task.site or self.trial.get("site") or self.task.url)

    @property
    def goal(self) -> str:
        """What was to be achieved."""
        return str(self.task.goal or self.trial.get("goal") or "")

    @cached_property
    def verdict(self) -> Verdict:
        """How it ended; empty when it was cut off."""
        return last(self.events, Verdict) or Verdict()

    @property
    def status(self) -> str:
        """The verdict's status, or "cut off"."""
        return self.verdict.status or "cut off"

    @cached_property
    def seconds(self) -> float:
        """How long it took."""
        if self.verdict.seconds:
            return self.verdict.seconds
        times = [event.time for event in self.events if event.time]
        return max(times) - min(times) if times else 0.0

    @property
    def steps(self) -> int:
        """How many steps it took."""
        if self.verdict.steps:
            return self.verdict.steps
        done = (*self.of(Change), *self.of(Act))
        return max((event.step for event in done), default=0)

    @cached_property
    def label(self) -> tuple[str, str]:
        """TP, FP, TN, FN or nothing, and who says so."""
        return label_of(self.ratings, self.trial, self.verdict, self.goal, self.of(Truth))

    def of(self, kind: type[E]) -> list[E]:
        """Its events of a kind, in order."""
        return of(self.events, kind)


def session_folders(paths: Iterable[Path]) -> list[Path]:
    """Every folder with a journal in these folders, however deep; each once.

    Raises:
        UsageError: A path that is not there, or nothing found in all of them.
    """
    paths = list(paths)
    for path in paths:
        if not path.exists():
            raise UsageError(
                f"{path}: there is no such folder; name a folder of sessions such as runs"
            )
    found = {
        journal.parent.resolve(): journal.parent for path in paths for journal in _journals(path)
    }
    if not found:
        raise UsageError(
            f"{', '.join(map(str, paths))}: no session here (a folder with {JOURNAL}); "
            "`pathfinder example` unpacks some"
        )
    return list(found.values())


def _journals(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield from [path] if path.name == JOURNAL else []
    else:
        yield from sorted(path.rglob(JOURNAL))


def read_sessions(paths: Iterable[Path]) -> list[Session]:
    """The sessions in these folders.

    Raises:
        UsageError: Nothing found, or a journal that is damaged before its last line.
    """
    folders = session_folders(paths)
    return [
        read_session(folder, name) for folder, name in zip(folders, names_of(folders), strict=True)
    ]


def read_session(folder: Path, name: str = "") -> Session:
    """One session with its trial and its ratings."""
    return Session(
        folder,
        read_journal(folder),
        _trial(folder / "trial.json"),
        _ratings(folder / "ratings.jsonl"),
        name or folder.name,
    )


def names_of(folders: Sequence[Path]) -> list[str]:
    """Each folder's name, with as many folders above it as tell it from those of the same name."""
    parts = [folder.resolve().parts for folder in folders]
    last = Counter(each[-1] for each in parts)
    needed = next(
        (size for size in range(1, 20) if len({each[-size:] for each in parts}) == len(set(parts))),
        20,
    )
    return ["/".join(each[-needed:]) if last[each[-1]] > 1 else each[-1] for each in parts]


def _trial(file: Path) -> dict[str, Any]:
    if not file.is_file():
        return {}
    try:
        trial = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise UsageError(
            f"{file}: not JSON ({error}); the experiment that wrote it can be run again"
        ) from None
    return trial if isinstance(trial, dict) else {}


def _ratings(file: Path) -> tuple[Rated, ...]:
    return tuple(of(read_journal(file), Rated)) if file.is_file() else ()
