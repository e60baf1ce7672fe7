"""What a list needs to know of a session, read from the two ends of its journal.

The middle can be megabytes.
"""

import hashlib
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from pathfinder.core.journal import parse_event
from pathfinder.core.ratings import LABELS, Ratings, read_ratings

NO_VERDICT, RUNNING = "no verdict", "running"
_END = 65_536
_ENOUGH = 20
_SILENCE = 600.0


@dataclass(frozen=True)
class Session:
    """A session folder in short.

    key: Names the session in addresses; tells nothing of it.
    name: The folder's path below the folder that is served.
    models: Role -> model; written: when the journal last grew, Unix seconds; truth: the site's own
        truth check as a label, or nothing.
    trouble: Why the journal can't be read, or nothing.
    """

    key: str
    name: str
    folder: Path
    system: str = ""
    site: str = ""
    goal: str = ""
    persona: str = ""
    profile: str = ""
    models: Mapping[str, str] = field(default_factory=dict)
    verdict: str = ""
    steps: int = 0
    seconds: float = 0.0
    started: float = 0.0
    written: float = 0.0
    truth: str = ""
    trouble: str = ""
    ratings: Ratings = field(default_factory=lambda: Ratings({}))

    @cached_property
    def constellation(self) -> str:
        """The models in a line: one name if one plays all roles, else each with its roles."""
        roles: dict[str, list[str]] = {}
        for role, model in self.models.items():
            roles.setdefault(model, []).append(role)
        if len(roles) <= 1:
            return next(iter(roles), "")
        return "; ".join(f"{model}: {', '.join(names)}" for model, names in sorted(roles.items()))

    @property
    def status(self) -> str:
        """The verdict; without one, whether the session still runs by its journal's last line."""
        return self.verdict or (RUNNING if time.time() - self.written < _SILENCE else NO_VERDICT)

    @property
    def running(self) -> bool:
        """No verdict yet, and the journal has grown in the last ten minutes."""
        return self.status == RUNNING


def key_of(name: str) -> str:
    """The key of the session of this name."""
    return hashlib.sha256(name.encode()).hexdigest()[:12]


def summarize(folder: Path, name: str) -> Session:
    """Read a session folder; what is missing or damaged leaves its field empty."""
    journal = folder / "journal.jsonl"
    with journal.open("rb") as file:
        first = file.readline()
        size = file.seek(0, 2)
        file.seek(max(size - _END, 0))
        last = _last_events(file.read().split(b"\n"))
    head = parse_event(first) or {}
    started = _number(head.get("time"))
    task = _object(head.get("task"))
    ended = next(
        (event for event in reversed(last) if event.get("event") == "verdict"), None
    ) or _read(folder / "verdict.json")
    written = journal.stat().st_mtime
    return Session(
        key=key_of(name),
        name=name,
        folder=folder,
        system=str(head.get("system") or "explore"),
        site=str(task.get("site") or ""),
        goal=str(task.get("goal") or ""),
        persona=str(task.get("persona") or ""),
        profile=str(head.get("profile") or ""),
        models={str(role): str(model) for role, model in _object(head.get("models")).items()},
        verdict=str(ended.get("status") or ""),
        steps=int(_number(ended.get("steps")))
        or max((int(_number(event.get("step"))) for event in last), default=0),
        seconds=_number(ended.get("seconds")) or max(written - started, 0.0) * bool(started),
        started=started,
        written=written,
        truth=_truth(folder, last),
        trouble=""
        if head.get("event") == "session" or not first.endswith(b"\n")
        else "the journal does not begin with a session event",
        ratings=read_ratings(folder),
    )


def _last_events(lines: Sequence[bytes]) -> list[dict[str, Any]]:
    """The events at the end of a journal, from its verdict on.

    Where there is none, enough of them to tell the step.
    """
    found: list[dict[str, Any]] = []
    for line in reversed(lines):
        if event := parse_event(line):
            found.append(event)
            if event.get("event") == "verdict" or len(found) == _ENOUGH:
                break
    return found[::-1]


def _truth(folder: Path, last: Sequence[Mapping[str, Any]]) -> str:
    """The label that the site's truth check gave, from the journal's end or from trial.json."""
    outcome: Mapping[str, Any] = next(
        (event for event in reversed(last) if event.get("event") == "outcome"), {}
    )
    trial = _read(folder / "trial.json")
    return next(
        (
            label
            for label in (outcome.get("label"), trial.get("label"), trial.get("truth"))
            if label in tuple(LABELS)
        ),
        "",
    )


def _read(file: Path) -> dict[str, Any]:
    try:
        return parse_event(file.read_bytes()) or {}
    except OSError:
        return {}


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _number(value: Any) -> float:
    try:
        number = float(value) if isinstance(value, int | float) else 0.0
    except OverflowError:
        return 0.0
    return number if math.isfinite(number) else 0.0
