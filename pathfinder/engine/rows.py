"""The rows of a table and its head, as the markup has them."""

import re
from collections.abc import Iterable

from pathfinder.webprocessor.element import Element

CELLS = frozenset({"cell", "gridcell"})
_ROW = re.compile(r"/tr\[\d+\]/")
_HEAD = re.compile(r"/thead(\[\d+\])?/")
_FIRST = re.compile(r"/tr(\[1\])?/th(\[\d+\])?(/|$)")


def in_row(element: Element) -> bool:
    """Whether it stands in a row."""
    return bool(_ROW.search(element.xpath))


def in_head(element: Element) -> bool:
    """Whether it stands in the head of a table: a field there looks up the rows."""
    return bool(_HEAD.search(element.xpath))


def heads_a_column(element: Element) -> bool:
    """Whether it says what stands in a column; it may be pressed, to sort by that."""
    return element.role == "columnheader" or in_head(element) or bool(_FIRST.search(element.xpath))


def sorts(element: Element) -> bool:
    """Whether it is the name of a column that can be pressed: that sorts the rows.

    Source: of 429 on the recorded pages of choices of eleven applications two are on the way.
    """
    return element.role == "columnheader" or (element.role == "link" and in_head(element))


def none_is_ticked(form: Iterable[Element]) -> bool:
    """Whether a form has rows to be ticked, and none of them is: what it does is done to those."""
    boxes = [e for e in form if e.role == "checkbox" and in_row(e)]
    return len(boxes) > 1 and not any(box.checked for box in boxes)
