"""What stands for a label on a page: in its field, in its own text, beside it or below it."""

import re
from collections.abc import Iterator, Sequence

from pathfinder.core.statement import Described
from pathfinder.language.lexicon import SURE, name_likeness
from pathfinder.language.sight import (
    Finding,
    Sight,
    best_named,
    likeness,
    path_of,
    said,
    texts_of,
)
from pathfinder.language.values import numbers_in
from pathfinder.webprocessor.element import Element

_REMARK = re.compile(r"\s*\([^)]*\)")
_PAIR = 2


def values_of(of: Described, sight: Sight) -> Iterator[str]:
    """What stands for a label: what a field of that name holds, what is beside it or below it.

    Only in the place that is said, where one is.
    """
    for elements in places_of(of, sight):
        inside = {id(one) for one in elements}
        own = best_named(of.name, elements)
        own = own[of.ordinal - 1 : of.ordinal] if of.ordinal > 0 else own
        found = [value for one in own for value in _beside(of.name, one, elements, sight)]
        others = () if found or of.ordinal > 0 else _other_labels(of.name, elements)
        yield from found
        for label in others:
            yield from _beside(of.name, label, elements, sight)
        if of.place:
            for cells in sight.columns(of.name):
                yield from (said(one) for one in cells if id(one) in inside and said(one))


def cells_of(of: Described, sight: Sight) -> Iterator[str]:
    """What the cells hold of a data table's row that is called so: any of them may be its value.

    A cell that ends with a remark in brackets also without it, and the remark.
    """
    for elements in places_of(of, sight):
        for label in best_named(of.name, elements):
            row = _row_of(label, sight)
            for text in (said(one) for one in row if one is not label):
                yield text
                if remark := _REMARK.search(text):
                    yield _REMARK.sub("", text)
                    yield remark[0].strip(" ()")


def _row_of(label: Element, sight: Sight) -> tuple[Element, ...]:
    """The row of a table with named columns that a cell stands in; empty where in none."""
    path = path_of(label)
    at = next((number for number, step in enumerate(path) if step.startswith("tr[")), None)
    if at is None or label.role == "columnheader":
        return ()
    table = next(number for number in range(at, -1, -1) if not number or _is_table(path[number]))
    heads = [one for one in sight.inside(path[: table + 1]) if one.role == "columnheader"]
    return sight.inside(path[: at + 1]) if len(heads) > _PAIR else ()


def _is_table(step: str) -> bool:
    return step.partition("[")[0] == "table"


def _other_labels(name: str, elements: Sequence[Element]) -> list[Element]:
    """What is called so less exactly, or begins with the label."""
    return [one for one in elements if likeness(name, one) >= SURE or _rest(name, one)]


def _rest(name: str, element: Element) -> str:
    """What a text says after the label that it begins with: of "Sum (2 items): £5" it is "£5"."""
    text = "" if element.is_field else said(element)
    head, colon, rest = text.partition(":")
    if colon and name_likeness(name, _REMARK.sub("", head)) >= SURE:
        return rest.strip()
    whole = " ".join(text.split())
    begins = whole.casefold().startswith(f"{name.casefold()} ")
    rest = _REMARK.sub("", whole[len(name) :]).strip() if begins else ""
    return rest if numbers_in(rest) else ""


def _beside(name: str, label: Element, elements: Sequence[Element], sight: Sight) -> Iterator[str]:
    """What a label is for: its own field, its rest, what stands right of it or below it."""
    if label.is_field:
        yield said(label)
        return
    if rest := _rest(name, label):
        yield rest
        return
    if numbers_in(said(label)) and not numbers_in(name):
        yield said(label)
        return
    if label.role == "columnheader" and (cells := sight.column(label)):
        yield from (said(one) for one in cells if said(one))
        return
    yield from _next_to(label, elements, sight)


def _next_to(label: Element, elements: Sequence[Element], sight: Sight) -> Iterator[str]:
    others = [
        one
        for one in elements
        if one is not label
        and said(one)
        and not _within(one, label)
        and not _are_entries(one, label)
    ]
    if label.box is None:
        at = next((number for number, one in enumerate(elements) if one is label), 0)
        yield from (said(one) for one in elements[at + 1 : at + 2])
        return
    box = label.box
    right = [
        one
        for one in others
        if one.box
        and one.box.x >= box.x + box.width - 1
        and min(one.box.y + one.box.height, box.y + box.height) > max(one.box.y, box.y)
    ]
    below = [
        one
        for one in others
        if one.box
        and box.y + box.height - 1 <= one.box.y <= box.y + 3 * box.height + 24
        and abs(one.box.x - box.x) < max(24.0, box.width / 2)
    ]
    near = min(right, key=lambda one: one.box.x if one.box else 0.0, default=None)
    near = near or min(below, key=lambda one: one.box.y if one.box else 0.0, default=None)
    if near is not None:
        yield said(near)


def _are_entries(one: Element, other: Element) -> bool:
    """Whether two stand in entries of one list: neither is the other's value."""
    paths = zip(path_of(one), path_of(other), strict=False)
    first = next((pair for pair in paths if pair[0] != pair[1]), ("", ""))
    return all(step.startswith("li[") for step in first)


def _within(one: Element, other: Element) -> bool:
    return path_of(one)[: len(path_of(other))] == path_of(other)


def places_of(of: Described | None, sight: Sight) -> tuple[tuple[Element, ...], ...]:
    """What a description is about: the whole page where it says no place."""
    if of is None or not of.place:
        return (tuple(one for one in sight.elements if one.layer != "covered"),)
    return sight.places(of.place)


def lines_of(elements: Sequence[Element]) -> list[str]:
    """What elements say, one by one and together."""
    texts = [text for one in elements for text in texts_of(one) if text]
    return [*texts, " ".join(said(one) for one in elements)]


def no_place(of: Described) -> Finding:
    """That a check can't be told, as its place is not there."""
    return Finding(None, f"the page has no {of.place!r}")
