"""What a tester sees after an action, and where on the page words and values are."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz import fuzz

from pathfinder.language.prose.marked import plain
from pathfinder.language.prose.matching import on_one_line
from pathfinder.webprocessor.change import Change
from pathfinder.webprocessor.element import Element, Scene, Snapshot

SAME = 90
_LABELS = frozenset(
    {
        "label",
        "columnheader",
        "rowheader",
        "term",
        "text",
        "heading",
        "listitem",
        "cell",
        "legend",
        "link",
        "button",
    }
)


@dataclass(frozen=True)
class Finding:
    """Whether a claim holds, why, and the words of the page that show it."""

    holds: bool
    reason: str
    evidence: str = ""


@dataclass(frozen=True)
class Sight:
    """The page before and after an action.

    notes: What happened beside it: "new tab", "dialog: …", "print dialog", "download: NAME".
    """

    scene: Scene
    before: Scene | None = None
    change: Change | None = None
    notes: tuple[str, ...] = ()
    snapshot: Snapshot | None = None

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        """What can be read and used, in reading order, without what a dialog covers."""
        return tuple(
            each
            for each in (*self.scene.informational, *self.scene.actionable)
            if each.layer != "covered"
        )

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Every text, once, as it is written."""
        texts = (each for element in self.elements for each in _texts(element))
        return tuple(
            dict.fromkeys(
                " ".join(text.split())
                for text in (self.scene.title, self.scene.dialog, *self.scene.errors, *texts)
                if text
            )
        )

    @cached_property
    def plain_lines(self) -> tuple[str, ...]:
        """The same, as words are compared."""
        return tuple(plain(line) for line in self.lines)

    def line_with(self, words: str) -> str:
        """The shortest text that says the words, whole; empty when none does."""
        wanted = _bounded(words)
        found = [
            line
            for line, simple in zip(self.lines, self.plain_lines, strict=True)
            if wanted.search(simple)
        ]
        return min(found, key=len, default="") or self._line_of_pieces(words)

    def _line_of_pieces(self, words: str) -> str:
        """Words in neighbouring elements of one line, such as a price with its unit."""
        wanted = plain(words)
        if len(wanted) < 4:
            return ""
        for joined in self.rows:
            if wanted in plain(joined):
                return joined
        return ""

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The texts that stand on one line and in one group, joined from left to right."""
        return tuple(
            dict.fromkeys(" ".join(_said(each) for each in group) for group in self._row_groups())
        )

    def _row_groups(self) -> Iterator[list[Element]]:
        left = [each for each in self.elements if each.box and (each.text or each.name)]
        for first in left:
            group = [
                each for each in left if each.context == first.context and on_one_line(first, each)
            ]
            if len(group) > 1:
                yield sorted(group, key=lambda each: each.box.x if each.box else 0.0)

    def labelled(self, label: str) -> tuple[Element, ...]:
        """The elements that a label names: fields of that name, and texts that begin with it."""
        wanted = plain(label).rstrip(" :")
        return tuple(
            each
            for each in self.elements
            if any(_is_label(wanted, plain(name)) for name in _texts(each))
        )

    def beside(self, label: Element) -> Iterator[str]:
        """What stands with a label.

        Its own value and rest, what is right of it or below it in its group, its row or card.
        """
        yield from (label.value, label.selected, label.text or label.name)
        group = [
            each
            for each in self.elements
            if each is not label
            and each.context
            and plain(each.context) in (plain(label.text), plain(label.name))
        ]
        yield from (_said(each) for each in group)
        if label.role in ("columnheader",):
            yield from (
                _said(each) for each in self.elements if each.role == "cell" and _below(label, each)
            )
        same_line = [
            each
            for each in self.elements
            if each is not label and on_one_line(label, each) and _right_of(label, each)
        ]
        near = sorted(same_line, key=lambda each: each.box.x if each.box else 0.0)[:2]
        yield from (_said(each) for each in near)
        place = next(
            (number for number, each in enumerate(self.scene.informational) if each is label), -1
        )
        if place >= 0 and not near:
            yield from (_said(each) for each in self.scene.informational[place + 1 : place + 2])


def _texts(element: Element) -> Iterator[str]:
    yield from dict.fromkeys(
        (element.text, element.name, element.value, element.selected, element.error)
    )
    if element.role in ("radio", "checkbox") and ": " in element.name:
        yield element.name.partition(": ")[2]
    yield from element.options


def _said(element: Element) -> str:
    return element.selected or element.value or element.text or element.name


def _is_label(wanted: str, name: str) -> bool:
    name = name.rstrip(" :*")
    if name == wanted:
        return True
    starts = re.match(rf"{re.escape(wanted)}\b(?P<rest>.*)$", name)
    if starts and len(starts["rest"]) < 40:
        return True
    return len(name) < 60 and fuzz.ratio(wanted, name) >= SAME


def _right_of(one: Element, other: Element) -> bool:
    return bool(one.box and other.box and other.box.x >= one.box.x + one.box.width * 0.5)


def _below(one: Element, other: Element) -> bool:
    if not (one.box and other.box) or other.box.y <= one.box.y:
        return False
    return abs(other.box.x - one.box.x) < max(8.0, one.box.width * 0.5)


def _bounded(words: str) -> re.Pattern[str]:
    """The words as whole words; an end that is no letter or digit needs no boundary."""
    wanted = plain(words).rstrip(".!…") if len(words) > 3 else plain(words)
    start = r"(?<!\w)" if wanted[:1].isalnum() else ""
    end = r"(?![\w]|[.,]\d)" if wanted[-1:].isalnum() else ""
    return re.compile(start + re.escape(wanted) + end)


def says(words: str, texts: Iterable[str]) -> str:
    """The first of the texts that says the words, whole; empty when none does."""
    wanted = _bounded(words)
    return next((text for text in texts if text and wanted.search(plain(text))), "")
