"""One look: what capture.js returns, as a Snapshot."""

import gc
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, fields
from functools import cache
from importlib.resources import files
from typing import Any

from pathfinder.core.secrets import Vault
from webprocessor.element import Box, Element, Snapshot

Row = dict[str, Any]


@cache
def script(name: str) -> str:
    """The text of a script of this package."""
    return (files("webprocessor") / name).read_text(encoding="utf-8")


def read_capture(payload: str, *, vault: Vault, tabs: int = 1, began: float = 0.0) -> Snapshot:
    """The Snapshot in capture.js's answer; every string has passed the vault."""
    with _no_collection():
        return _read(payload, vault, tabs, began)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Thousands of new objects, none of them garbage: looking for some would take as long as reading them."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


def _read(payload: str, vault: Vault, tabs: int, began: float) -> Snapshot:
    page = json.loads(payload)
    if vault.secret:
        page = _masked(page, vault.mask)
    notes = [f"HTTP {page['status']}"] if page["status"] >= 400 else []
    return Snapshot(
        url=page["url"],
        title=page["title"],
        elements=elements(page["rows"]),
        viewport=(page["vw"], page["vh"]),
        scroll=(page["sx"], page["sy"]),
        tabs=tabs,
        nodes=page["nodes"],
        seconds=time.perf_counter() - began if began else 0.0,
        notes=tuple(notes),
    )


def read_frame(payload: str, *, vault: Vault, first: int, frame: tuple[int, ...], offset: tuple[float, float]) -> tuple[Element, ...]:
    """The elements of a frame that was read on its own, as parts of the whole page: `first` others come before them."""
    page = json.loads(payload)
    rows = _masked(page["rows"], vault.mask) if vault.secret else page["rows"]
    return elements(rows, first=first, frame=frame, offset=offset)


def foreign_frames(payload: str) -> list[Row]:
    """The frames that capture.js could not enter: their index path and offset."""
    return [] if '"frames":[]' in payload else list(json.loads(payload)["frames"])


def elements(
    rows: list[Row], *, first: int = 0, frame: tuple[int, ...] = (), offset: tuple[float, float] = (0.0, 0.0)
) -> tuple[Element, ...]:
    """Rows as Elements. Those of a frame that was read on its own get its index path and offset, and follow `first` others."""
    path = ""
    made: list[Element] = []
    for row in rows:
        shared, rest = row["x"]
        path = path[:shared] + rest
        made.append(_element(row, path, first, frame, offset))
    return tuple(made)


def _element(row: Row, path: str, first: int, frame: tuple[int, ...], offset: tuple[float, float]) -> Element:
    """An Element made through its dictionary: a frozen dataclass sets 35 fields one call each, too slow for thousands."""
    x, y, width, height = row["b"]
    name = row["n"]
    told: Row = {
        **_DEFAULTS,
        "tag": row["t"],
        "role": row["r"],
        "name": name,
        "attributes": row["a"],
        "box": Box(x + offset[0], y + offset[1], width, height),
        "in_viewport": row["v"] == 1,
        "xpath": path,
        "frame": frame,
    }
    for key, value in row.items():
        if key in _COLUMNS:
            told[_COLUMNS[key]] = value
        elif key in _SWITCHES:
            told[_SWITCHES[key][0]] = _SWITCHES[key][1]
    if told["text"] == 1:
        told["text"] = name
    if "O" in row:
        told["options"] = tuple(row["O"])
    if "k" in row:
        told["checked"] = row["k"] == 1
    if "F" in row:
        told["frame"] = (*frame, *row["F"])
    if "p" in row:
        told["parent"] = row["p"] + first
    element = object.__new__(Element)
    element.__dict__.update(told)
    return element


_DEFAULTS: Row = {field.name: field.default for field in fields(Element) if field.default is not MISSING}
_COLUMNS = {
    "T": "text",
    "V": "value",
    "S": "selected",
    "E": "error",
    "B": "label",
    "H": "heading",
    "c": "context",
    "f": "form",
    "l": "layer",
    "h": "href",
    "C": "css",
    "L": "landmark",
    "N": "notice",
    "z": "size",
}
_SWITCHES = {
    "A": ("actionable", True),
    "d": ("enabled", False),
    "o": ("obstructed", True),
    "q": ("required", True),
    "y": ("readonly", True),
    "s": ("submits", True),
}


def _masked(thing: Any, mask: Callable[[str], str]) -> Any:
    if isinstance(thing, str):
        return mask(thing) if len(thing) > 3 else thing
    if isinstance(thing, list):
        return [_masked(part, mask) for part in thing]
    if isinstance(thing, dict):
        return {key: _masked(part, mask) for key, part in thing.items()}
    return thing
