"""What to expect after a recorded step.

True of a healthy site again and again, and false of a broken one.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from urllib.parse import urlsplit

from pathfinder.core.events import Look, SeenElement
from pathfinder.core.secrets import escaped, keys_in, placeholder, written
from pathfinder.core.task import Persona
from pathfinder.engine.recording.trail import Leg

_MONEY = re.compile(r"^[£$€]\s?\d[\d.,]*$|^\d[\d.,]*\s?(?:kr|€|£|\$|USD|EUR|GBP|SEK)$")
_ROW = re.compile(
    r"^[^\d£$€]{2,30}\s(?:[£$€]\s?\d[\d.,]*|\d[\d.,]*\s?(?:kr|€|£|\$|USD|EUR|GBP|SEK))$"
)
_DIGITS = re.compile(r"\d+")
_VOLATILE = re.compile(
    r"^(?=.*\d)(?:\d{3,}|[0-9a-f]{8,}|[0-9a-f]{8}-[0-9a-f-]{27}|[\w-]*\d{4,}[\w-]*|(?=[\w-]*[A-Z])[\w-]{12,})$",
    re.I,
)
_TOLD = frozenset({"text", "status", "alert", "listitem", "cell", "heading"})
_SHORTEST_VALUE = 3
_LONGEST_TEXT = 120
_MOST_ROWS = 3
_MOST_PERSONAL = 3


class Wording:
    """Turns what a page said into what it will say again.

    Persona values as placeholders, other numbers as any number.
    """

    def __init__(self, persona: Persona | None) -> None:
        values = persona.values.items() if persona else ()
        known = [(value, key) for key, value in values if len(value) >= _SHORTEST_VALUE]
        self._values = sorted(known, key=lambda pair: (-len(pair[0]), pair[1]))

    def personal(self, text: str) -> str:
        """A page's text as a scenario writes it.

        The persona's values, where they are words of their own, as placeholders.
        """
        parts = [text]
        for value, key in self._values:
            if any(value in part for part in parts[::2]):
                pattern = re.compile(rf"(?<!\w){re.escape(value)}(?!\w)")
                parts = _split(parts, pattern, placeholder(key))
        return "".join(part if index % 2 else escaped(part) for index, part in enumerate(parts))

    def entered(self, value: str) -> str:
        """What a journal says was entered, with the persona's values as placeholders.

        Its references stay references.
        """
        return "".join(
            self.personal(part) if isinstance(part, str) else str(part)
            for part in written(value).parts
        )

    def text(self, text: str) -> str:
        """A predicate that the text, or its like, is on the page.

        Empty where nothing lasting can be said.
        """
        line = " ".join(text.split())[:_LONGEST_TEXT].rstrip("…")
        told = self.personal(line)
        if keys_in(told):
            return (
                "" if _DIGITS.search(re.sub(r"\{\{.*?\}\}", "", told)) else f"text present {told}"
            )
        if _DIGITS.search(line):
            return "text matches " + re.sub(r"\d+", r"\\d+", re.escape(line).replace(r"\ ", " "))
        return f"text present {told}" if re.search(r"\w{2}", line) else ""


def _split(parts: Sequence[str], pattern: re.Pattern[str], put: str) -> list[str]:
    """Texts at even places, placeholders at odd ones: a placeholder is never looked into again."""
    out: list[str] = []
    for index, part in enumerate(parts):
        if index % 2:
            out.append(part)
            continue
        pieces = pattern.split(part)
        for piece in pieces[:-1]:
            out += [piece, put]
        out.append(pieces[-1])
    return out


def expectations(leg: Leg, wording: Wording, *, pin: bool) -> list[str]:
    """Predicates that hold after a leg.

    Args:
        pin: Expect the amounts beside their labels too ("Total £54.00"): right where the site can
            be brought back to its
            first state, so that an amount never differs but by a fault.
    """
    found = [address_expected(leg.change.url_before, leg.change.url)]
    heading = leg.after.heading
    if heading and heading != leg.look.heading:
        found.append(wording.text(heading))
    fresh = list(_fresh(leg))
    found += list(_personal(fresh, wording))
    if pin:
        found += [f"text present {row}" for row in amounts(leg.after, leg.look)]
    if not any(found):
        found += [wording.text(text) for text in _plain(fresh)][:2]
    if not any(found):
        found += _of_elements(leg)
    return list(dict.fromkeys(one for one in found if one))


def address_expected(before: str, after: str) -> str:
    """A predicate on the path of the new address.

    Parts that look like numbers given out anew may be any.
    """
    old, new = urlsplit(before).path.rstrip("/"), urlsplit(after).path.rstrip("/")
    if old == new or not new.strip("/"):
        return ""
    parts = [part for part in new.split("/") if part]
    if not any(_VOLATILE.match(part) for part in parts):
        return f"url contains {new}"
    return "url matches /" + "/".join(
        "[^/?#]+" if _VOLATILE.match(part) else re.escape(part) for part in parts
    )


def _fresh(leg: Leg) -> Iterator[str]:
    """Texts that the page did not say before."""
    known = {element.name for element in leg.look.elements} | set(leg.change.errors)
    for element in leg.after.elements:
        if not element.actionable and element.role in _TOLD and element.name not in known:
            yield element.name


def _personal(texts: Iterable[str], wording: Wording) -> Iterator[str]:
    """What the page says back of the persona: a lost input would be missing there."""
    told = (wording.text(text) for text in texts if keys_in(wording.personal(text)))
    yield from list(dict.fromkeys(one for one in told if one))[:_MOST_PERSONAL]


def _plain(texts: Iterable[str]) -> Iterator[str]:
    yield from (text for text in texts if len(text) > 3 and not _MONEY.match(text))


def _of_elements(leg: Leg) -> list[str]:
    appeared = [name for name in leg.change.appeared if name and not _DIGITS.search(name)]
    if appeared:
        return [f"element present {appeared[0]}"]
    vanished = [name for name in leg.change.vanished if name and not _DIGITS.search(name)]
    return [f"element absent {vanished[0]}"] if vanished else []


def amounts(after: Look, before: Look) -> list[str]:
    """Labelled amounts of money in one line, the last of the page: "Total £54.00"."""
    known = _rows(before)
    return [row for row in _rows(after) if row not in known][-_MOST_ROWS:]


def _rows(look: Look) -> list[str]:
    texts = [element for element in look.elements if not element.actionable and element.name]
    rows = [one.name for one in texts if _ROW.match(one.name)]
    for label, amount in pairwise(texts):
        if (
            _MONEY.match(amount.name)
            and re.search(r"[^\W\d]{2}", label.name)
            and len(label.name) <= 30
            and _same_line(label, amount)
        ):
            rows.append(f"{label.name} {amount.name}")
    return list(dict.fromkeys(rows))


def _same_line(one: SeenElement, other: SeenElement) -> bool:
    a, b = one.box, other.box
    return (
        a is not None
        and b is not None
        and abs((a[1] + a[3] / 2) - (b[1] + b[3] / 2)) < max(a[3], b[3]) / 2
    )
