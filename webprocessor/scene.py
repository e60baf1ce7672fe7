"""From all that was captured to what a user can see and use."""

import re
from collections.abc import Iterable, Sequence
from urllib.parse import urljoin

from pathfinder.core.origin import page_at
from pathfinder.webprocessor.element import Element, Scene, Snapshot
from pathfinder.webprocessor.uid import uids

_HTTP_ERROR = re.compile(
    r"\b([45]\d\d)\b|not found|server error|bad gateway|service "
    r"unavailable|forbidden|unauthori[sz]ed|something went wrong",
    re.I,
)
_BESIDE = frozenset({"banner", "navigation", "contentinfo", "complementary"})
_LONGEST_ERROR = 240


def make_scene(snapshot: Snapshot) -> Scene:
    """What a user can see and use on the captured page, named.

    What is hidden, disabled or obstructed is left out; what lies below the fold stays; what a
    dialog covers stays, flagged.
    """
    kept = [element for element in snapshot.elements if _kept(element)]
    named = [replace_uid(element, uid) for element, uid in zip(kept, uids(kept), strict=True)]
    informational = [element for element in named if not element.actionable]
    actionable = tuple(element for element in named if element.actionable)
    heading = main_heading(informational, _leading_away(actionable, snapshot.url))
    return Scene(
        url=snapshot.url,
        title=snapshot.title,
        heading=heading,
        actionable=actionable,
        informational=tuple(informational),
        errors=_errors(snapshot, named, heading),
        viewport=snapshot.viewport,
        scroll=snapshot.scroll,
        dialog=snapshot.dialog,
        tabs=snapshot.tabs,
        notes=snapshot.notes,
    )


def replace_uid(element: Element, uid: str) -> Element:
    """The same element with a UID.

    A copy of the field dictionary, much faster than dataclasses.replace.
    """
    twin = object.__new__(Element)
    twin.__dict__.update(element.__dict__)
    twin.__dict__["uid"] = uid
    return twin


def main_heading(elements: Iterable[Element], links: Iterable[Element] = ()) -> str:
    """The heading that a reader would name the page by.

    Of the dialog on top, else of the main part, else outside header and navigation: an h1, else
    the largest. A heading that only leads in what follows ("Accepted names are:") comes last,
    after large text that is not marked up as a heading, and one that is a link names what that
    leads to, and the page only where nothing else does.

    Args:
        links: What leads to other pages.
    """
    away = {(link.name, link.xpath) for link in links if link.frame == ()}
    titles = [
        element
        for element in elements
        if element.name and element.frame == () and _is_title(element)
    ]
    on_top = [element for element in titles if element.layer == "dialog"]
    open_to_view = on_top or [element for element in titles if element.layer != "covered"] or titles
    here = [
        element
        for element in open_to_view
        if not any(name == element.name and _holds(path, element.xpath) for name, path in away)
    ]
    naming = [element for element in here or open_to_view if _names_page(element)]
    headings = [element for element in naming if element.role == "heading"]
    own = _central(headings) or _central(naming) or open_to_view
    if not own:
        return ""
    first = next((element for element in own if _level(element) == 1), None)
    return (first or max(own, key=lambda element: (element.size, -_level(element)))).name


def _central(titles: Sequence[Element]) -> list[Element]:
    """Those of the main part, else those outside header and navigation, else all."""
    main = [element for element in titles if element.landmark == "main"]
    return main or [e for e in titles if e.landmark not in _BESIDE] or list(titles)


def _is_title(element: Element) -> bool:
    return element.role == "heading" or (element.role == "text" and element.size > 0)


def _names_page(title: Element) -> bool:
    """Not a price, and not the beginning of a sentence that goes on below."""
    name = title.name.strip()
    return not name.endswith((":", "：")) and (title.role == "heading" or name[:1].isalpha())


def _holds(one: str, other: str) -> bool:
    """Whether one of two elements stands in the other, by their paths."""
    return one.startswith(f"{other}/") or other.startswith(f"{one}/")


def _leading_away(elements: Iterable[Element], url: str) -> list[Element]:
    """The links to other pages than the one at `url`."""
    return [e for e in elements if e.href and page_at(urljoin(url, e.href)) != page_at(url)]


def _level(heading: Element) -> int:
    return int(heading.tag[1]) if len(heading.tag) == 2 and heading.tag[1].isdigit() else 2


def _kept(element: Element) -> bool:
    if not element.visible or not element.enabled:
        return False
    return not element.obstructed or element.layer == "covered"


def _errors(snapshot: Snapshot, elements: Sequence[Element], heading: str) -> tuple[str, ...]:
    shown = [
        element for element in elements if element.notice == "error" and not element.actionable
    ]
    messages = [
        _short(element) for element in sorted(shown, key=lambda element: element.role == "heading")
    ]
    texts = [_told_of_field(element, messages) for element in elements if element.error] + messages
    texts += [
        f"{note}: {heading or snapshot.title}"
        for note in snapshot.notes
        if note.startswith("HTTP ")
    ]
    if (
        not any(note.startswith("HTTP ") for note in snapshot.notes)
        and len(snapshot.elements) < 15
        and _HTTP_ERROR.search(heading)
    ):
        texts.append(heading)
    return tuple(_without_parts(dict.fromkeys(text for text in texts if len(text) > 2)))


def _told_of_field(field: Element, shown: Sequence[str]) -> str:
    """A field's error.

    With the field's name where it is not text of the page ("Please fill out this field.").
    """
    return field.error if field.error in shown or not field.name else f"{field.name}: {field.error}"


def _short(element: Element) -> str:
    return (element.text or element.name)[:_LONGEST_ERROR]


def _without_parts(texts: Iterable[str]) -> list[str]:
    """The texts without those that are a part of another."""
    known = list(texts)
    return [text for text in known if not any(text != other and text in other for other in known)]
