"""One look: what look.js returns, as a Snapshot."""

import gc
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import MISSING, fields
from functools import cache
from typing import Any

from selenium.common.exceptions import WebDriverException

from pathfinder.core.characters import whole_parts
from pathfinder.core.masking import masked
from pathfinder.core.secrets import Vault
from pathfinder.webprocessor.element import Box, Element, Snapshot

_NEEDED = frozenset({"url", "title", "rows", "notes", "status", "origin"})
Facts = dict[str, Any]
Row = list[Any]  # see `push` in page/rows.js


def read_capture(payload: str, *, vault: Vault, tabs: int = 1, began: float = 0.0) -> Snapshot:
    """The Snapshot in look.js's answer; every string has passed the vault."""
    with _no_collection():
        return _snapshot(payload, vault, tabs, began)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Thousands of new objects, none of them garbage.

    Looking for some would take as long as reading them.
    """
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


def _snapshot(payload: str, vault: Vault, tabs: int, began: float) -> Snapshot:
    page = _page(payload)
    if vault.secret:
        page = _masked_page(page, vault)
    notes = [*([f"HTTP {page['status']}"] if page["status"] >= 400 else []), *page["notes"]]
    return Snapshot(
        url=page["url"],
        title=page["title"],
        elements=elements(page),
        viewport=(page["vw"], page["vh"]),
        scroll=(page["sx"], page["sy"]),
        tabs=tabs,
        nodes=page["nodes"],
        seconds=time.perf_counter() - began if began else 0.0,
        notes=tuple(notes),
    )


def read_frame(
    payload: str, *, vault: Vault, first: int, frame: tuple[int, ...], offset: tuple[float, float]
) -> tuple[Element, ...]:
    """The elements of a frame that was read on its own, as parts of the whole page.

    `first` others come before them.
    """
    page = _page(payload)
    page = _masked_page(page, vault) if vault.secret else page
    return elements(page, first=first, frame=frame, offset=offset)


def _page(payload: str) -> Facts:
    """What the script told, unless the page has changed how that is written.

    Half a surrogate pair, which JSON can hold, fits into no file and no prompt.
    """
    page: Facts = json.loads(payload)
    if not (isinstance(page, dict) and page.keys() >= _NEEDED):
        raise WebDriverException("what the page makes of JSON can't be read")
    return whole_parts(page) if "\\ud" in payload else page


def foreign_frames(payload: str) -> list[Facts]:
    """The frames that look.js could not enter: their index path and offset."""
    return [] if '"frames":[]' in payload else list(json.loads(payload)["frames"])


def elements(
    page: Facts,
    *,
    first: int = 0,
    frame: tuple[int, ...] = (),
    offset: tuple[float, float] = (0.0, 0.0),
) -> tuple[Element, ...]:
    """A page's rows as Elements.

    Those of a frame that was read on its own get its index path and offset, and follow `first`
    others.
    """
    path = landmark = ""
    made: list[Element] = []
    for row in page["rows"]:
        facts = row[-1]
        path = path[: row[3]] + row[4]
        landmark = facts.get("L", landmark)
        told = _element_facts(row, facts, page["origin"])
        told["box"] = Box(row[5] + offset[0], row[6] + offset[1], row[7], row[8])
        told["xpath"], told["landmark"] = path, landmark
        told["frame"] = (*frame, *facts.get("F", ()))
        if "p" in facts:
            told["parent"] = facts["p"] + first
        made.append(_made(told))
    return tuple(made)


def _made(told: Facts) -> Element:
    """An Element made through its dictionary.

    A frozen dataclass sets 35 fields one call each, too slow for thousands.
    """
    element = object.__new__(Element)
    element.__dict__.update(told)
    return element


def _element_facts(row: Row, facts: Facts, origin: str) -> Facts:
    told: Facts = {
        **_DEFAULTS,
        "tag": row[0],
        "role": row[1],
        "name": row[2],
        "in_viewport": row[9] == 1,
        "attributes": facts.get("a") or {},
    }
    for key, value in facts.items():
        if key in _COLUMNS:
            told[_COLUMNS[key]] = value
        elif key in _SWITCHES:
            told[_SWITCHES[key][0]] = _SWITCHES[key][1]
    if told["text"] == 1:
        told["text"] = row[2]
    if told["href"].startswith("/"):
        told["href"] = origin + told["href"]
    if "O" in facts:
        told["options"] = tuple(facts["O"])
    if "k" in facts:
        told["checked"] = facts["k"] == 1
    return told


_DEFAULTS: Facts = {
    field.name: field.default for field in fields(Element) if field.default is not MISSING
}
_COLUMNS = {
    "T": "text",
    "V": "value",
    "S": "selected",
    "E": "error",
    "B": "label",
    "H": "heading",
    "c": "context",
    "f": "form",
    "x": "action",
    "l": "layer",
    "h": "href",
    "C": "css",
    "N": "notice",
    "z": "size",
}
_SWITCHES = {
    "A": ("actionable", True),
    "d": ("enabled", False),
    "o": ("obstructed", True),
    "v": ("visible", False),
    "q": ("required", True),
    "y": ("readonly", True),
    "s": ("submits", True),
    "P": ("posts", True),
    "w": ("hovers", True),
    "u": ("answers", True),
    "t": ("twice", True),
    "g": ("drags", True),
    "b": ("scrolls", True),
}


def _masked_page(page: Facts, vault: Vault) -> Facts:
    """The page without secrets.

    Most pages hold none, which two quick searches tell: of all of it, and of its texts one after
    the other.
    """
    rows = page["rows"]
    columns = [
        [_read(row) for row in rows],
        [str(row[-1].get("V") or "") for row in rows],
        [row[2] for row in rows],
    ]
    spread = [vault.masker.mask_neighbours(column) for column in columns]
    if spread == columns and not vault.masker.may_hold(_whole(page)):
        return page
    for row, read, held, named in zip(rows, *spread, strict=True):
        facts = row[-1]
        if isinstance(facts.get("T"), str):
            facts["T"] = read
        row[2] = read if facts.get("T") == 1 else named
        if isinstance(facts.get("V"), str):
            facts["V"] = vault.mask_field(held)
    mask = cache(vault.mask)
    told: Facts = masked(page, lambda text: mask(text) if len(text) > 2 else text)
    return told


def _read(row: Row) -> str:
    """What is read at an element: its text, which may be its name."""
    text = row[-1].get("T")
    return text if isinstance(text, str) else str(row[2]) if text == 1 else ""


def _whole(page: Facts) -> str:
    """All strings of a page, one a line."""
    found: list[str] = []
    masked(page, found.append)
    return "\n".join(dict.fromkeys(found))
