"""Edits of a finished page.

How a skin gives it another shape, and how a fault takes something from it.
"""

from collections.abc import Callable, Iterable
from typing import Any

from lxml import etree, html  # type: ignore[import-untyped]

Element = Any  # lxml has no types
Edit = Callable[[Element], None]


def edited(page: str, edits: Iterable[Edit]) -> str:
    """A page, or a fragment of one, after some edits."""
    is_page = page.lstrip().lower().startswith("<!doctype")
    tree = (
        html.document_fromstring(page)
        if is_page
        else html.fragment_fromstring(page, create_parent="div")
    )
    for edit in edits:
        edit(tree)
    if is_page:
        return "<!doctype html>\n" + _written(tree)
    return (tree.text or "") + "".join(_written(child) for child in tree)


def _written(element: Element) -> str:
    return str(etree.tostring(element, method="html", encoding="unicode"))


def drop(element: Element) -> None:
    """Take an element out of the page; the text behind it stays."""
    element.drop_tree()


def wrap(element: Element, *tags: str) -> None:
    """Put an element into new ones, the last tag innermost."""
    for tag in reversed(tags):
        shell = html.Element(tag)
        shell.tail, element.tail = element.tail, None
        element.getparent().replace(element, shell)
        shell.append(element)
        element = shell


def move(element: Element, parent: Element, place: int) -> None:
    """Put an element at a place among the children of another."""
    element.drop_tree()
    element.tail = None
    parent.insert(place, element)


def own_text(element: Element) -> str:
    """The words of an element, with single spaces."""
    return " ".join(str(element.text_content()).split())
