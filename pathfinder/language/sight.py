"""A page as it is checked: its elements in reading order, its rows, cards and sections."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pathfinder.language.lexicon import SURE, lexicon, name_likeness, tokens_of
from pathfinder.language.values import has_words
from pathfinder.webprocessor.element import Element, Scene, Snapshot, held_by

_INDEX = re.compile(r"\[\d+\]")
_ITEMS = frozenset({"tr", "li", "article", "fieldset", "dl"})
_BESIDE = frozenset({"banner", "navigation", "contentinfo"})
_LINE = 8.0
_ALIKE = 0.5
_TIER = 0.06
_LONGEST = 120
_LANDMARKS = {"header": "banner", "footer": "contentinfo", "aside": "complementary"}
_OUTER = 5
_HEADINGS = frozenset({"heading", "legend", "caption"})
ITEM_KINDS = frozenset({"row", "card", "item"})
"""Kinds of place that are one of several alike: a section may hold many of them."""


@dataclass(frozen=True)
class Finding:
    """What became of a check.

    holds: None where the page does not tell. quote: The page's words that show it.
    """

    holds: bool | None
    reason: str
    quote: str = ""


@dataclass(frozen=True)
class Sight:
    """What a tester sees.

    snapshot: Everything captured: what is disabled is only there.
    happened: What the browser did beside the page: "new tab", "print dialog", "download: NAME".
    """

    scene: Scene
    snapshot: Snapshot | None = None
    happened: tuple[str, ...] = ()

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        """What can be read and used, in reading order, and what is disabled.

        What a dialog covers comes last.
        """
        everything = self.snapshot.elements if self.snapshot else ()
        disabled = (one for one in everything if one.visible and not one.enabled)
        found = (*self.scene.informational, *self.scene.actionable, *disabled)
        return tuple(sorted(found, key=lambda one: (one.layer == "covered", *_at(one))))

    @cached_property
    def paths(self) -> tuple[tuple[Element, tuple[str, ...]], ...]:
        """Each element with the steps of its path, its frame first."""
        return tuple((one, path_of(one)) for one in self.elements)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Every text of the page, once, and those of one row, line or paragraph joined."""
        own = [text for one in self.elements for text in texts_of(one)]
        beside = (f"browser: {note}" for note in self.happened)
        told = (self.scene.title, self.scene.dialog, *self.scene.errors, *beside)
        beside_each_other = (row for row in self.rows if len(row) > 1)
        rows = (" ".join(map(said, row)) for row in (*beside_each_other, *self._broken))
        return tuple(dict.fromkeys(" ".join(text.split()) for text in (*told, *own, *rows) if text))

    @cached_property
    def rows(self) -> tuple[tuple[Element, ...], ...]:
        """What stands on one line in one box, from left to right, and what stands alone."""
        groups: dict[tuple[object, ...], list[Element]] = {}
        for at, (one, path) in enumerate(self.paths):
            if not said(one) and not one.is_field:
                continue
            if one.box is None:
                groups[at,] = [one]
                continue
            middle = one.box.y + one.box.height / 2
            row = next((at for at, step in enumerate(path) if step.startswith("tr[")), None)
            where = path[: row + 1] if row is not None else path[:-2]
            line = -1 if row is not None else round(middle / (2 * _LINE))
            groups.setdefault((where, line), []).append(one)
        return tuple(map(tuple, groups.values()))

    @cached_property
    def _broken(self) -> tuple[tuple[Element, ...], ...]:
        """The lines of each paragraph that has several: one element each, on one path."""
        groups: dict[tuple[str, ...], list[Element]] = {}
        for one, path in self.paths:
            groups.setdefault(path, []).append(one)
        return tuple(tuple(group) for group in groups.values() if len(group) > 1)

    def inside(self, path: Sequence[str]) -> tuple[Element, ...]:
        """The elements below a path."""
        return tuple(one for one, own in self.paths if own[: len(path)] == tuple(path))

    def item_of(self, element: Element) -> tuple[str, ...]:
        """The path of the row, card or entry that an element stands in; empty where in none.

        That is a table's row or a list's entry, or the smallest box with another box beside it
        that is made alike.
        """
        path = path_of(element)
        for size in range(len(path), 1, -1):
            prefix = path[:size]
            tag = _INDEX.sub("", prefix[-1])
            if tag in _ITEMS and (tag == "tr" or len(self.inside(prefix)) > 1):
                return prefix
            if tag not in ("td", "th") and self._has_kin(prefix):
                return prefix
        return ()

    def _has_kin(self, prefix: tuple[str, ...]) -> bool:
        mine = self._shape(prefix)
        if len(mine) < 2:
            return False
        tag = _INDEX.sub("", prefix[-1])
        kin = {own[: len(prefix)] for _, own in self.paths if own[: len(prefix) - 1] == prefix[:-1]}
        others = (one for one in kin if one != prefix and _INDEX.sub("", one[-1]) == tag)
        return any(_share(mine, self._shape(other)) >= _ALIKE for other in others)

    def _shape(self, prefix: tuple[str, ...]) -> frozenset[str]:
        paths = (path_of(one)[len(prefix) :] for one in self.inside(prefix))
        return frozenset(_INDEX.sub("", "/".join(path)) for path in paths)

    @cached_property
    def items(self) -> tuple[tuple[Element, ...], ...]:
        """The entries of the page's own list, in reading order: the list that says most."""
        lists: dict[tuple[str, ...], dict[tuple[str, ...], None]] = {}
        for one in self.elements:
            head = one.role == "columnheader" and one.context == ""
            if one.landmark in _BESIDE or one.layer == "covered" or head:
                continue
            if item := self._alone(self.item_of(one)):
                kind = (*item[:-1], _INDEX.sub("", item[-1]))
                lists.setdefault(kind, {})[item] = None
        entries = [tuple(self.inside(item) for item in found) for found in lists.values()]
        several = [found for found in entries if len(found) > 1] or entries
        return max(several, key=lambda found: sum(map(len, found)), default=())

    def _alone(self, item: tuple[str, ...]) -> tuple[str, ...]:
        """The box of an entry: the outermost that holds nothing else."""
        own = len(self.inside(item)) if item else 0
        while len(item) > 1 and len(self.inside(item[:-1])) == own:
            item = item[:-1]
        return item

    def places(self, words: str) -> tuple[tuple[Element, ...], ...]:
        """What a place named in words may hold: each row, card, section or part that fits.

        Empty where the page has no such place.
        """
        known, tokens = lexicon(), tokens_of(words)
        parts, rest = known.parted(known.parts, tokens)
        if parts and not _names(rest):
            marks = [one for one, path in self.paths if _is_part(one, path, parts)]
            if marks:
                return (tuple(marks),)
        kinds, rest = known.parted(known.kinds, tokens)
        ordinals = [known.ordinals[word] for word in rest if word in known.ordinals]
        rest = [word for word in rest if word not in known.ordinals] if kinds else rest
        if not _names(rest):
            return self._nth(ordinals[0]) if ordinals and self.items else ()
        whole = [word for word in rest if word not in known.fillers]
        if ordinals and not kinds and self.items and not best_named(" ".join(whole), self.elements):
            return self._nth(ordinals[0])
        anchors = self._called(whole)
        several = (self._around(one, kinds) for one in anchors)
        return tuple({tuple(map(id, place)): place for place in several if place}.values())

    def _called(self, words: Sequence[str]) -> list[Element]:
        """The elements of that name; else of its end: "the post of Henrik" is what is Henrik's."""
        names = (" ".join(words[at:]) for at in range(len(words)))
        return next((found for name in names if (found := self.called(name))), [])

    def called(self, name: str) -> list[Element]:
        """The elements of a name; where there are none, those that say it among other words."""
        named = best_named(name, self.elements)
        return named or [one for one in self.elements if _mentions(one, name)]

    def _nth(self, ordinal: int) -> tuple[tuple[Element, ...], ...]:
        at = ordinal - 1 if ordinal > 0 else ordinal
        return (self.items[at],) if -len(self.items) <= at < len(self.items) else ()

    def _around(self, anchor: Element, kinds: Sequence[str]) -> tuple[Element, ...]:
        """What belongs to the element that names a place."""
        if anchor.role == "columnheader" and "row" not in kinds and (cells := self.column(anchor)):
            return cells
        item = self.item_of(anchor)
        if anchor.role in _HEADINGS and not (ITEM_KINDS & set(kinds)):
            section = self._section(anchor)
            inner = item and len(self.inside(item)) < len(section)
            return self.inside(item) if inner and _level(anchor) > 2 else section
        return self.inside(item) if item else self._section(anchor)

    def _section(self, heading: Element) -> tuple[Element, ...]:
        """What stands in the smallest box around a heading, up to the next of its rank."""
        path = path_of(heading)
        own: tuple[Element, ...] = ()
        for size in range(len(path) - 1, 1, -1):
            own = self.inside(path[:size])
            if any(one.role not in _HEADINGS and one.name != heading.name for one in own):
                break
        later = own[_index(own, heading) :]
        ends = (
            at
            for at, one in enumerate(later)
            if at and one.role == "heading" and _level(one) <= _level(heading)
        )
        return later[: next(ends, len(later))]

    def column(self, header: Element) -> tuple[Element, ...]:
        """The cells below a column's head."""
        path = path_of(header)
        table = next(
            (path[: at + 1] for at, step in enumerate(path) if step.startswith("table")), ()
        )
        below = self.inside(table) if table else self.elements
        return tuple(one for one in below if one is not header and _under(header, one))

    def columns(self, name: str) -> tuple[tuple[Element, ...], ...]:
        """The cells of each column that has a name."""
        heads = (one for one in self.called(name) if one.role == "columnheader")
        return tuple(cells for cells in map(self.column, heads) if cells)

    def says(self, words: str) -> str:
        """The shortest line of the page that says the words whole; empty where none does."""
        return min((line for line in self.lines if has_words(line, words)), key=len, default="")


def _index(elements: Sequence[Element], wanted: Element) -> int:
    return next((at for at, one in enumerate(elements) if one is wanted), 0)


def said(element: Element) -> str:
    """What an element shows: what it holds, else its text or name."""
    if element.is_field:
        return held_by(element)
    return element.text or element.name


def texts_of(element: Element) -> Iterator[str]:
    """All that an element says: its text, what it holds, its name, its error, its options."""
    yield from dict.fromkeys(
        (element.text, element.value, element.selected, element.name, element.error)
    )
    yield from element.options


def path_of(element: Element) -> tuple[str, ...]:
    """The steps of an element's path, each with its number; its frame comes first."""
    frame = (f"frame{list(element.frame)}",) if element.frame else ()
    return (*frame, *(step for step in element.xpath.split("/") if step))


def names_of(element: Element) -> tuple[str, ...]:
    """What an element may be called by."""
    keys = ("placeholder", "title", "alt", "aria-label")
    own = (
        element.name,
        element.label,
        element.text,
        *(element.attributes.get(k, "") for k in keys),
    )
    value = (element.value,) if element.role == "button" else ()
    return tuple(dict.fromkeys(name for name in (*own, *value) if name))


def likeness(wanted: str, element: Element) -> float:
    """How well an element is called that, from 0 to 1."""
    return max((name_likeness(wanted, name) for name in names_of(element)), default=0.0)


def best_named(name: str, elements: Iterable[Element]) -> list[Element]:
    """The elements that are surely called so, and none that is much less so than the best."""
    scored = [(likeness(name, one), one) for one in elements]
    best = max((score for score, _ in scored), default=0.0)
    return [one for score, one in scored if score >= max(SURE, best - _TIER)]


def _mentions(element: Element, name: str) -> bool:
    text = "" if element.is_field else said(element)
    return len(name) > 2 and len(text) < _LONGEST and has_words(text, name)


def _is_part(element: Element, path: Sequence[str], parts: Sequence[str]) -> bool:
    """Whether an element stands in one of the parts of a page, at whatever depth."""
    outer = {_LANDMARKS.get(_INDEX.sub("", step), "") for step in path[:_OUTER]}
    return element.landmark in parts or element.layer in parts or bool(outer & set(parts))


def _names(tokens: Iterable[str]) -> bool:
    return any(token not in lexicon().fillers for token in tokens)


def _at(element: Element) -> tuple[float, float]:
    return (round(element.box.y / _LINE), element.box.x) if element.box else (0.0, 0.0)


def _level(heading: Element) -> int:
    return int(heading.tag[1]) if heading.tag[1:].isdigit() else 7


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one | other else 0.0


def _under(header: Element, cell: Element) -> bool:
    if cell.role == "columnheader":
        return False
    if header.box and cell.box:
        middle = cell.box.x + cell.box.width / 2
        within = header.box.x - 1 <= middle <= header.box.x + header.box.width + 1
        return within and cell.box.y > header.box.y
    return _cell_index(header) == _cell_index(cell) != ""


def _cell_index(element: Element) -> str:
    steps = [step for step in path_of(element) if step.startswith(("td[", "th["))]
    return steps[-1][3:-1] if steps else ""
