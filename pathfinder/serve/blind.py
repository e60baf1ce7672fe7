"""Blind mode: a session's events without the names of its models."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pathfinder.core.events import Call, Event, Session, of, read_as

HIDDEN = "hidden model"
_SHORTEST = 4
_HARMLESS = ("pathfinder", "browser", "python")


def blinded(events: Sequence[Event], key: str) -> list[Event]:
    """The events with every model's name, wherever it stands, replaced by one word.

    The session is called by its key.
    """
    names = re.compile("|".join(map(re.escape, _names(events))) or r"(?!)", re.IGNORECASE)
    shown = (
        _without_traces(event, key) if isinstance(event, Session) else event for event in events
    )
    return [read_as(type(event), _hide(event.to_json(), names)) for event in shown]


def _without_traces(session: Session, key: str) -> Session:
    """The first event without what may tell the model.

    Leaves out the folder's name, and the back-ends' versions and options.
    """
    versions = {name: version for name, version in session.versions.items() if name in _HARMLESS}
    options = {name: value for name, value in session.options.items() if "model" not in name}
    return session.model_copy(update={"session": key, "versions": versions, "options": options})


def _names(events: Sequence[Event]) -> list[str]:
    """Names of models as the journal has them, and without their back-end; the longest first."""
    named = {call.model for call in of(events, Call)}
    named |= {model for session in of(events, Session) for model in session.models.values()}
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
