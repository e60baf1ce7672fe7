"""What a list needs to know of a session, read from the two ends of its journal.

The middle can be megabytes.
"""

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pathfinder.core import events
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
    head = parse_event(first)
    begun = head if isinstance(head, events.Session) else events.Session()
    ended = events.last(last, events.Verdict) or _verdict(folder / "verdict.json")
    written = journal.stat().st_mtime
    return Session(
        key=key_of(name),
        name=name,
        folder=folder,
        system=begun.system,
        site=begun.task.site,
        goal=begun.task.goal,
        persona=begun.task.persona,
        profile=begun.profile,
        models=begun.models,
        verdict=ended.status,
        steps=ended.steps or max((event.step for event in last), default=0),
        seconds=ended.seconds or max(written - begun.time, 0.0) * bool(begun.time),
        started=begun.time,
        written=written,
        truth=_truth(folder, last),
        trouble=""
        if begun is head or not first.endswith(b"\n")
        else "the journal does not begin with a session event",
        ratings=read_ratings(folder),
    )


def _last_events(lines: Sequence[bytes]) -> list[events.Event]:
    """The events at the end of a journal, from its verdict on.

    Where there is none, enough of them to tell the step.
    """
    found: list[events.Event] = []
    for line in reversed(lines):
        if event := parse_event(line):
            found.append(event)
            if isinstance(event, events.Verdict) or len(found) == _ENOUGH:
                break
    return found[::-1]


def _truth(folder: Path, last: Sequence[events.Event]) -> str:
    """The label that the site's truth check gave, from the journal's end or from trial.json."""
    outcome = events.last(last, events.Outcome) or events.Outcome()
    trial = _read(folder / "trial.json")
    given = (outcome.label, trial.get("label"), trial.get("truth"))
    return next((label for label in given if label in tuple(LABELS)), "")


def _verdict(file: Path) -> events.Verdict:
    try:
        return events.read_as(events.Verdict, _read(file))
    except ValidationError:
        return events.Verdict()


def _read(file: Path) -> dict[str, Any]:
    """A JSON object beside the journal; an empty one where it can't be read."""
    try:
        found = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
