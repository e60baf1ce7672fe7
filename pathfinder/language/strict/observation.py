"""Observation of strict commands, decided by code.

Whether the page bears out that a command was carried out.

Source: NLTestRunner, table 1.
"""

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from pathfinder.core.action import ActionResult, Kind
from pathfinder.language.strict.forms import Command
from pathfinder.language.strict.match import called, plain
from pathfinder.language.strict.page import Page
from pathfinder.language.strict.readiness import Readiness
from pathfinder.webprocessor.change import Change
from pathfinder.webprocessor.element import Element

_QUIET = frozenset({Kind.WAIT, Kind.HOVER, Kind.SCROLL})
_SENDING_KEYS = frozenset({"enter", "return"})
_HELD = frozenset({Kind.TYPE, Kind.CLEAR, Kind.SELECT, Kind.CHECK, Kind.UNCHECK})


def carried_out(
    command: Command, ready: Readiness, after: Page, change: Change, results: Sequence[ActionResult]
) -> tuple[bool, str]:
    """Whether the page bears out that the command was carried out, and what bears it out.

    Nobody's word is taken for it.
    """
    failed = next((result for result in results if not result.ok), None)
    if failed:
        return False, failed.message or failed.error
    notes = [note for result in results for note in result.happened]
    if command.kind in _QUIET or (
        command.kind is Kind.PRESS and command.value.casefold() not in _SENDING_KEYS
    ):
        return True, change.history_line() if not change.nothing else "nothing had to change"
    kind = ready.action.kind if ready.action else command.kind
    if kind in _HELD:
        return _held(kind, ready, after, change)
    if kind is Kind.NAVIGATE:
        return _arrived(ready, after)
    if not change.nothing:
        return True, change.history_line()
    if notes:
        return True, "; ".join(notes)
    if ready.element and _leads_here(ready.element, after):
        return True, "the link leads to this very page"
    if ready.element and ready.element.is_field:
        return True, "the field is ready to type into"
    return False, "nothing changed on the page"


def _held(kind: Kind, ready: Readiness, after: Page, change: Change) -> tuple[bool, str]:
    """Whether the field holds now what it was given; a page that moved on took it."""
    element = ready.element
    now = after.scene.find(element.uid) if element else None
    if element is None or now is None:
        return (True, change.history_line()) if not change.nothing else (False, "the field is gone")
    if kind in (Kind.CHECK, Kind.UNCHECK):
        is_so = now.checked is (kind is Kind.CHECK)
        return is_so, f"{called(now)} is {'checked' if now.checked else 'not checked'}"
    if kind is Kind.CLEAR:
        return not now.value, f"{called(now)} holds {now.value!r}"
    held, wanted = (
        now.selected or now.value,
        after.meant(ready.action.written if ready.action else ""),
    )
    return _same(held, wanted, now), f"{called(now)} holds {held[:60]!r}"


def _same(held: str, wanted: str, field: Element) -> bool:
    """Whether a field took the text.

    It may set digits its own way, and a password only shows that it is filled.
    """
    if field.attributes.get("type") in ("password", "file"):
        return bool(held)
    if plain(held) == plain(wanted) or held.startswith("{{persona."):
        return True
    squeezed = [re.sub(r"[\W_]+", "", text.casefold()) for text in (held, wanted)]
    return bool(squeezed[0]) and (
        squeezed[0] == squeezed[1]
        or sorted(re.findall(r"\d+", held)) == sorted(re.findall(r"\d+", wanted)) != []
    )


def _arrived(ready: Readiness, after: Page) -> tuple[bool, str]:
    wanted, here = urlsplit(ready.action.written if ready.action else ""), urlsplit(after.scene.url)
    where = f"at {after.scene.url}: {after.scene.heading or after.scene.title!r}"
    return here.netloc == wanted.netloc, where


def _leads_here(element: Element, page: Page) -> bool:
    return bool(element.href) and element.href.split("#")[0].rstrip("/") == page.scene.url.split(
        "#"
    )[0].rstrip("/")
