"""A saved page as a Snapshot, without a browser: what the markup alone says, and no layout facts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urljoin

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PreformattedString, Tag

from webprocessor.element import Element, Snapshot
from webprocessor.markup import INLINE, SKIPPED, attribute, is_actionable, is_hidden, landmark_of, notice_of, plain, role_of
from webprocessor.spoken import Names

_KEPT_OF_TEXT = frozenset({"id", "class", "role", "for", "itemprop", "data-test", "data-testid", "data-test-id", "data-qa"})
_LEAVES = frozenset({"select", "input", "textarea", "img"})
_BLOCK_ROLES = {"td": "cell", "th": "columnheader", "li": "listitem"}


def read_page(html: str, url: str) -> Snapshot:
    """What a saved page holds, as far as markup tells: nothing about layout, nothing that scripts would add."""
    # Without a body tag libxml2 takes much of HTML 5 for a part of the head.
    soup = BeautifulSoup(html if "<body" in html.lower() else f"<body>{html}", "lxml")
    reader = _Reader(url, Names(soup))
    if soup.body:
        reader.walk(soup.body, _Around(soup.body))
        reader.close_line()
    title = plain(soup.title.get_text()) if soup.title else ""
    return Snapshot(url=url, title=title, elements=tuple(reader.with_headings()), nodes=len(soup.find_all(True)))


@dataclass(frozen=True)
class _Around:
    """What holds at one place of the walk. block: the element whose line the text is part of; used: a name has taken the text."""

    block: Tag
    landmark: str = ""
    notice: str = ""
    used: bool = False
    in_action: bool = False
    parent: int = -1


@dataclass
class _Line:
    around: _Around
    owner: Tag
    text: str = ""
    plain: bool = False


class _Reader:
    """Walks the markup once; texts of nested inline elements come together as lines."""

    def __init__(self, url: str, names: Names) -> None:
        self.url = url
        self.names = names
        self.made: list[Element] = []
        self.tags: list[Tag] = []
        self._line: _Line | None = None
        self._paths: dict[int, str] = {}

    def walk(self, tag: Tag, around: _Around) -> None:
        if tag.name in SKIPPED or is_hidden(tag):
            return
        inline = tag.name in INLINE
        if not inline:
            self.close_line()
        role = role_of(tag)
        landmark, notice = landmark_of(tag, around.landmark), notice_of(tag, around.notice)
        here = replace(around, landmark=landmark, notice=notice, block=around.block if inline else tag)
        if is_actionable(tag, role) and not (around.in_action and tag.name not in ("a", "button", *_LEAVES)):
            here = replace(here, parent=self._add_actionable(tag, role or "button", here), used=True, in_action=True)
        elif role in ("heading", "label", "legend"):
            here = replace(here, parent=self._add_text(tag, role, self.names.text(tag), here), used=True)
        elif role == "img" and not around.in_action and attribute(tag, "alt"):
            self._add(Element("img", "img", attribute(tag, "alt"), xpath=self.path(tag), parent=here.parent, landmark=here.landmark), tag)
        if tag.name not in _LEAVES:
            self._walk_into(tag, here)
        if not inline:
            self.close_line()

    def _walk_into(self, tag: Tag, here: _Around) -> None:
        for child in tag.children:
            if isinstance(child, Tag):
                self.walk(child, here)
            elif isinstance(child, NavigableString) and not isinstance(child, PreformattedString):
                self._add_words(str(child), tag, here)

    def _add_words(self, words: str, owner: Tag, here: _Around) -> None:
        if self._line is None:
            if not words.strip():
                return
            self._line = _Line(here, owner)
        self._line.text += words
        if words.strip():
            self._line.plain |= not here.used and bool(re.search(r"\w", words))
            if self._line.owner is not owner:
                self._line.owner = self._line.around.block

    def close_line(self) -> None:
        line, self._line = self._line, None
        if line is None or not line.plain:
            return
        role = _BLOCK_ROLES.get(line.around.block.name) or role_of(line.owner) or "text"
        self._add_text(line.owner, role, plain(line.text), line.around)

    def _add_text(self, tag: Tag, role: str, text: str, here: _Around) -> int:
        if not re.search(r"\w", text):
            return here.parent
        context = "" if role == "heading" else self.names.context(tag)
        element = Element(
            tag=tag.name,
            role=role,
            name=text,
            text=text,
            attributes={key: attribute(tag, key) for key in tag.attrs if key in _KEPT_OF_TEXT},
            context="" if context == text else context,
            landmark=here.landmark,
            notice=here.notice,
            xpath=self.path(tag),
            parent=here.parent,
        )
        return self._add(element, tag)

    def _add_actionable(self, tag: Tag, role: str, here: _Around) -> int:
        name = self.names.name(tag, role)
        context = self.names.context(tag)
        href = attribute(tag, "href")
        element = Element(
            tag=tag.name,
            role=role,
            name=name,
            text="" if tag.name in _LEAVES else self.names.text(tag),
            attributes={key: attribute(tag, key) for key in tag.attrs if _is_kept(tag, key)},
            actionable=True,
            enabled=not tag.has_attr("disabled") and attribute(tag, "aria-disabled") != "true",
            label=self.names.label(tag),
            context="" if context == name else context,
            form=self.names.form(tag),
            action=_action(tag),
            submits=_submits(tag),
            href=urljoin(self.url, href) if href else "",
            landmark=here.landmark,
            notice=here.notice,
            required=tag.has_attr("required") or attribute(tag, "aria-required") == "true" or self.names.starred(tag),
            readonly=tag.has_attr("readonly"),
            xpath=self.path(tag),
            parent=here.parent,
        )
        return self._add(replace(element, **_held(tag)) if tag.name in _LEAVES else element, tag)

    def _add(self, element: Element, tag: Tag) -> int:
        self.made.append(element)
        self.tags.append(tag)
        return len(self.made) - 1

    def path(self, tag: Tag) -> str:
        """The same XPath that a look at the live page gives."""
        known = self._paths.get(id(tag))
        if known is None:
            parent = self.path(tag.parent) if tag.parent is not None and tag.parent.name != "[document]" else ""
            # A browser puts the tbody in that the markup leaves out.
            parent += "/tbody[1]" if tag.name == "tr" and tag.parent is not None and tag.parent.name == "table" else ""
            index = 1 + sum(1 for _ in tag.find_previous_siblings(tag.name))
            known = f"{parent}/{tag.name}" + ("" if tag.name in ("html", "body") else f"[{index}]")
            self._paths[id(tag)] = known
        return known

    def with_headings(self) -> Iterator[Element]:
        """Every element with the heading above it in the same part of the page."""
        last: Element | None = None
        for element in self.made:
            if element.role == "heading":
                last = element
            near = last is not None and element.actionable and last.landmark == element.landmark
            yield replace(element, heading=last.name) if near and last else element


def _is_kept(tag: Tag, key: str) -> bool:
    return not key.startswith("on") and (key != "value" or attribute(tag, "type").lower() in ("radio", "checkbox"))


def _action(tag: Tag) -> str:
    form = tag.find_parent("form")
    return attribute(form, "action") if form is not None else ""


def _submits(tag: Tag) -> bool:
    kind = attribute(tag, "type").lower()
    inside = tag.find_parent("form") is not None or tag.has_attr("form")
    return inside and ((tag.name == "button" and kind in ("", "submit")) or (tag.name == "input" and kind in ("submit", "image")))


def _held(tag: Tag) -> dict[str, Any]:
    """What a field holds."""
    kind = attribute(tag, "type").lower()
    if tag.name == "select":
        options = tag.find_all("option")
        chosen = next((option for option in options if option.has_attr("selected")), options[0] if options else None)
        label = plain(chosen.get_text()) if chosen else ""
        empty = chosen is not None and chosen.get("value") == ""
        return {"options": tuple(plain(option.get_text()) for option in options), "selected": label, "value": "" if empty else label}
    if tag.name == "textarea":
        return {"value": tag.get_text()}
    if kind in ("checkbox", "radio"):
        return {"checked": tag.has_attr("checked"), "value": attribute(tag, "value")}
    if kind == "password":
        return {"value": "••••" if attribute(tag, "value") else ""}
    return {"value": "" if kind in ("submit", "button", "reset", "image") else attribute(tag, "value")}
