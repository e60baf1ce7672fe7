"""What a scenario asks of an element: that it can be seen, that it is hidden, or what it says."""

import time
from dataclasses import dataclass

from pathfinder.core.action import Kind
from pathfinder.core.errors import UsageError
from pathfinder.core.scenario import Target
from pathfinder.webprocessor.quick_answers import ElementNotFound, FoundElement, LocatingBrowser

_HIDDEN = "hidden"
_CONTAINS = "contains "
_PAUSE = 0.1


@dataclass(frozen=True)
class Met:
    """What was asked holds. held: The element; none when it should be hidden."""

    evidence: str
    held: FoundElement | None = None


@dataclass(frozen=True)
class Unmet:
    """What was asked does not hold."""

    reason: str
    held: FoundElement | None = None


def until_met(
    quick: LocatingBrowser, target: Target, wanted: str, *, timeout: float
) -> Met | Unmet:
    """Wait until an element is as wanted.

    Args:
        wanted: "" or "visible", "hidden", or "contains WORDS"; case and white space do not matter.

    Raises:
        UsageError: Something else is wanted, or a selector is wrong.
    """
    if wanted not in ("", "visible", _HIDDEN) and not wanted.startswith(_CONTAINS):
        raise UsageError(f"an element can be visible, hidden, or contain words, but not {wanted!r}")
    deadline = time.monotonic() + timeout
    while True:
        left = max(deadline - time.monotonic(), 0.0)
        met = _now(quick, target, wanted, 0.0 if wanted == _HIDDEN else left)
        if isinstance(met, Met) or time.monotonic() >= deadline:
            return met
        time.sleep(min(_PAUSE, left))


def _now(quick: LocatingBrowser, target: Target, wanted: str, timeout: float) -> Met | Unmet:
    found = quick.seek(target, Kind.WAIT, timeout=timeout, shown_only=True)
    if isinstance(found, ElementNotFound) and found.error == "bad selector":
        raise UsageError(found.message)
    if wanted == _HIDDEN:
        gone = isinstance(found, ElementNotFound) and found.error == "not found"
        return (
            Met(f"no {target.locators[0]}")
            if gone
            else Unmet(
                "it can still be seen", None if isinstance(found, ElementNotFound) else found
            )
        )
    if isinstance(found, ElementNotFound):
        return Unmet(found.message)
    if not wanted.startswith(_CONTAINS):
        return Met(f"{found.role} {found.name}".strip(), found)
    words, text = wanted.removeprefix(_CONTAINS), quick.text_of(found)
    there = _plain(quick.vault.show(words)) in _plain(text)
    return Met(text, found) if there else Unmet(f"it says {text!r}, not {words!r}", found)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
