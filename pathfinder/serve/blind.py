"""Blind mode: a session's events without the names of its models."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pathfinder.core.journal import Event

HIDDEN = "hidden model"
_SHORTEST = 4
_HARMLESS = ("pathfinder", "browser", "python")


def blinded(events: Sequence[Event], key: str) -> list[Event]:
    """The events with every model's name, wherever it stands, replaced by one word.

    The session is called by its key.
    """
    names = re.compile("|".join(map(re.escape, _names(events))) or r"(?!)", re.IGNORECASE)
    return [
        _hide(_without_traces(event, key) if event.get("event") == "session" else event, names)
        for event in events
    ]


def _without_traces(session: Event, key: str) -> Event:
    """The first event without what may tell the model.

    Leaves out the folder's name, and the back-ends' versions and options.
    """
    versions, options = session.get("versions"), session.get("options")
    return {
        **session,
        "session": key,
        "versions": {name: version for name, version in versions.items() if name in _HARMLESS}
        if isinstance(versions, Mapping)
        else {},
        "options": {name: value for name, value in options.items() if "model" not in name}
        if isinstance(options, Mapping)
        else {},
    }


def _names(events: Iterable[Event]) -> list[str]:
    """Names of models as the journal has them, and without their back-end; the longest first."""
    named: set[str] = set()
    for event in events:
        if event.get("event") == "session" and isinstance(event.get("models"), Mapping):
            named.update(map(str, event["models"].values()))
        elif event.get("event") == "call":
            named.add(str(event.get("model") or ""))
    parts = {name.partition("/")[2] for name in named} | {name.rpartition("/")[2] for name in named}
    families = {part.partition(":")[0] for part in parts}
    return sorted(
        (name for name in named | parts | families if len(name) >= _SHORTEST), key=len, reverse=True
    )


def _hide(value: Any, names: re.Pattern[str]) -> Any:
    if isinstance(value, str):
        return names.sub(HIDDEN, value)
    if isinstance(value, Mapping):
        return {names.sub(HIDDEN, str(key)): _hide(item, names) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_hide(item, names) for item in value]
    return value
