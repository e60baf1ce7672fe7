"""One look: what capture.js returns, as a Snapshot."""

import json
import time
from collections.abc import Callable
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


def foreign_frames(payload: str) -> list[Row]:
    """The frames that capture.js could not enter: their index path and offset."""
    return [] if '"frames":[]' in payload else list(json.loads(payload)["frames"])


def elements(
    rows: list[Row], *, first: int = 0, frame: tuple[int, ...] = (), offset: tuple[float, float] = (0.0, 0.0)
) -> tuple[Element, ...]:
    """Rows as Elements. Those of a frame that was read on its own get its index path and offset, and follow `first` others."""
    paths: list[str] = []
    made: list[Element] = []
    for row in rows:
        suffix, parent = row["x"], row["p"]
        path = suffix[1:] if suffix.startswith("!") else (paths[parent] if parent >= 0 else "") + suffix
        paths.append(path)
        made.append(_element(row, path, parent + first if parent >= 0 else -1, frame, offset))
    return tuple(made)


def _element(row: Row, path: str, parent: int, frame: tuple[int, ...], offset: tuple[float, float]) -> Element:
    get = row.get
    x, y, width, height = row["b"]
    on = get("k")
    return Element(
        tag=row["t"],
        role=row["r"],
        name=row["n"],
        text=get("T", ""),
        attributes=row["a"],
        box=Box(x + offset[0], y + offset[1], width, height),
        actionable="A" in row,
        enabled="d" not in row,
        in_viewport=row["v"] == 1,
        obstructed="o" in row,
        value=get("V", ""),
        checked=None if on is None else bool(on),
        selected=get("S", ""),
        options=tuple(get("O", ())),
        required="q" in row,
        readonly="y" in row,
        error=get("E", ""),
        label=get("B", ""),
        heading=get("H", ""),
        context=get("c", ""),
        form=get("f", ""),
        submits="s" in row,
        layer=get("l", ""),
        href=get("h", ""),
        xpath=path,
        css=get("C", ""),
        frame=frame + tuple(get("F", ())),
        landmark=get("L", ""),
        notice=get("N", ""),
        size=get("z", 0),
        parent=parent,
    )


def _masked(thing: Any, mask: Callable[[str], str]) -> Any:
    if isinstance(thing, str):
        return mask(thing) if len(thing) > 3 else thing
    if isinstance(thing, list):
        return [_masked(part, mask) for part in thing]
    if isinstance(thing, dict):
        return {key: _masked(part, mask) for key, part in thing.items()}
    return thing
