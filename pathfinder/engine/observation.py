"""Whether the page bears out that an action was carried out: nobody's word is taken for it.

Source: NLTestRunner, table 1.
"""

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.secrets import Vault
from pathfinder.language.values import plain
from pathfinder.webprocessor.change import Change
from pathfinder.webprocessor.element import Element, Scene

_QUIET = frozenset({Kind.WAIT, Kind.HOVER, Kind.SCROLL, Kind.FOCUS})
_SENDING_KEYS = frozenset({"enter", "return"})
_HELD = frozenset({Kind.TYPE, Kind.CLEAR, Kind.SELECT, Kind.CHECK, Kind.UNCHECK})


def carried_out(
    action: Action,
    element: Element | None,
    after: Scene,
    change: Change,
    results: Sequence[ActionResult],
    vault: Vault,
) -> tuple[bool, str]:
    """Whether an action was carried out, and what on the page shows it."""
    failed = next((result for result in results if not result.ok), None)
    if failed:
        return False, failed.message or failed.error
    quiet = action.kind is Kind.PRESS and action.written.casefold() not in _SENDING_KEYS
    if action.kind in _QUIET or quiet:
        return True, "nothing had to change" if change.nothing else change.history_line()
    if action.kind in _HELD and element is not None:
        return _held(action, element, after, change, vault)
    if action.kind is Kind.NAVIGATE:
        return _arrived(action, after)
    if not change.nothing:
        return True, change.history_line()
    if notes := [note for result in results for note in result.happened]:
        return True, "; ".join(notes)
    if element and _leads_here(element, after):
        return True, "the link leads to this very page"
    if element and element.is_field:
        return True, "the field is ready to type into"
    return False, "nothing changed on the page"


def named(element: Element) -> str:
    """An element as a person would name it, with what it belongs to."""
    name = element.name or element.text or element.label or element.uid
    place = f" of {element.context!r}" if element.context else ""
    return f"{element.role or element.tag} {name!r}{place}"


def _held(
    action: Action, element: Element, after: Scene, change: Change, vault: Vault
) -> tuple[bool, str]:
    """Whether the field holds now what it was given; a page that moved on took it."""
    now = after.find(element.uid)
    if now is None:
        return (False, "the field is gone") if change.nothing else (True, change.history_line())
    if action.kind in (Kind.CHECK, Kind.UNCHECK):
        is_so = now.checked is (action.kind is Kind.CHECK)
        return is_so, f"{named(now)} is {'checked' if now.checked else 'not checked'}"
    if action.kind is Kind.CLEAR:
        return not now.value, f"{named(now)} holds {now.value!r}"
    held = now.selected or now.value
    return _same(held, vault.show(action.written), now), f"{named(now)} holds {held[:60]!r}"


def _same(held: str, wanted: str, field: Element) -> bool:
    """Whether a field took the text.

    It may set digits its own way, and a password only shows that it is filled.
    """
    if field.attributes.get("type") in ("password", "file"):
        return bool(held)
    if plain(held) == plain(wanted) or held.startswith("{{persona."):
        return True
    squeezed = [re.sub(r"[\W_]+", "", text.casefold()) for text in (held, wanted)]
    digits = [sorted(re.findall(r"\d+", text)) for text in (held, wanted)]
    return bool(squeezed[0]) and (squeezed[0] == squeezed[1] or digits[0] == digits[1] != [])


def _arrived(action: Action, after: Scene) -> tuple[bool, str]:
    wanted, here = urlsplit(action.written), urlsplit(after.url)
    return here.netloc == wanted.netloc, f"at {after.url}: {after.heading or after.title!r}"


def _leads_here(element: Element, page: Scene) -> bool:
    own, here = (one.split("#")[0].rstrip("/") for one in (element.href, page.url))
    return bool(element.href) and own == here
