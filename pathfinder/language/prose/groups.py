"""The cards and rows of a page: what its lists consist of, in reading order."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pathfinder.language.prose.marked import plain
from pathfinder.language.prose.sight import Sight
from pathfinder.webprocessor.element import Box, Element

AMOUNT = re.compile(r"[£$€]\s?(\d[\d,]*(?:\.\d+)?)")
_ROW = re.compile(r"^.*/tr(?:\[\d+\])?(?=/)")
_BESIDE = frozenset({"banner", "navigation", "contentinfo", "search"})


@dataclass(frozen=True)
class Group:
    """A card or a row: its name and everything in it."""

    name: str
    elements: tuple[Element, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """What can be read in it."""
        return (
            self.name,
            *(each.selected or each.value or each.text or each.name for each in self.elements),
        )

    @property
    def price(self) -> float | None:
        """Its price: the first sum of money that is not struck out."""
        for each in self.elements:
            amount = (
                AMOUNT.search(each.text or each.name)
                if each.tag not in ("s", "del", "strike")
                else None
            )
            if amount:
                return float(amount[1].replace(",", ""))
        return None

    @property
    def box(self) -> Box | None:
        """Where it begins."""
        boxes = [each.box for each in self.elements if each.box]
        return min(boxes, key=lambda box: (box.y, box.x), default=None)


def groups(sight: Sight) -> tuple[Group, ...]:
    """The cards and rows of the page's main part, in reading order."""
    found: dict[str, list[Element]] = {}
    names = {
        plain(each.text or each.name): each
        for each in sight.elements
        if each.role in ("heading", "cell", "link", "rowheader")
    }
    for each in sight.elements:
        if each.context and each.landmark not in _BESIDE and plain(each.context) in names:
            found.setdefault(each.context, []).append(each)
    made = [Group(name, (names[plain(name)], *elements)) for name, elements in found.items()]
    return tuple(sorted(_of_one_kind(made), key=_place)) or table_rows(sight)


def table_rows(sight: Sight) -> tuple[Group, ...]:
    """The rows of tables, by markup: a row whose name is a number gives its cells no context."""
    found: dict[str, list[Element]] = {}
    for each in sight.elements:
        if row := _ROW.match(each.xpath):
            found.setdefault(row[0], []).append(each)
    ordered = [sorted(cells, key=lambda each: each.xpath) for cells in found.values()]
    data = [
        cells for cells in ordered if any(each.role == "cell" or each.tag == "td" for each in cells)
    ]
    return tuple(Group(cells[0].text or cells[0].name, tuple(cells)) for cells in data)


def _of_one_kind(made: Sequence[Group]) -> list[Group]:
    """The groups named by the kind of element that names most of them.

    A page's list, not its single panels.
    """
    kinds = [(group.elements[0].tag, group.elements[0].role) for group in made]
    most = max(kinds, key=kinds.count, default=None)
    return [group for group, kind in zip(made, kinds, strict=True) if kind == most]


def _place(group: Group) -> tuple[float, float]:
    box = group.elements[0].box
    return (round(box.y / 8), box.x) if box else (0.0, 0.0)


def group_of(words: str, sight: Sight) -> Group | None:
    """The card or row of that name, or that holds an element saying just so.

    Failing those, one that says it among other words.
    """
    wanted = plain(words)
    known = (*groups(sight), *table_rows(sight))
    tests: tuple[Callable[[Group], bool], ...] = (
        lambda group: plain(group.name) == wanted,
        lambda group: any(plain(text) == wanted for text in group.texts),
        lambda group: any(_has(wanted, plain(text)) for text in group.texts),
    )
    return next((group for test in tests for group in known if test(group)), None)


def _has(wanted: str, text: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", text))
