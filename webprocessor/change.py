"""What an action did, as far as a user can see."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from pathfinder.core.origin import page_at
from pathfinder.webprocessor.element import Element, Scene

LONGEST_LINE = 160
_MOST_NEWS = 60
_NOT_NEWS = frozenset({"img", "label", "legend"})
_BESIDE = frozenset({"banner", "navigation", "contentinfo"})


@dataclass(frozen=True)
class Change:
    """The difference between two Scenes.

    heading: The main heading, when it is another one than before.
    place: What that heading heads: "page", or "dialog" when one has opened on top.
    changed: Same element, other value, state or text: (before, after).
    errors: Messages that were not shown before.
    news: Texts that appeared, what matters most first.
    messages: How many of the first of these tell what happened.
    dialog: Text of a native dialog that opened.
    """

    url_before: str
    url: str
    heading: str = ""
    place: str = "page"
    appeared: tuple[Element, ...] = ()
    vanished: tuple[Element, ...] = ()
    changed: tuple[tuple[Element, Element], ...] = ()
    errors: tuple[str, ...] = ()
    news: tuple[str, ...] = ()
    messages: int = 0
    dialog: str = ""

    @property
    def nothing(self) -> bool:
        """Whether a user would notice nothing at all."""
        moved = _page(self.url_before) != _page(self.url)
        return not (
            moved
            or self.heading
            or self.appeared
            or self.vanished
            or self.changed
            or self.errors
            or self.news
            or self.dialog
        )

    def history_line(self, weight: Callable[[str], float] = lambda _: 0) -> str:
        """One line for a model: the new page, then errors, messages and news.

        Args:
            weight: How much a text matters to whoever reads it; what matters most comes first.
        """
        parts = [f'dialog "{self.dialog}"'] if self.dialog else []
        if self.errors:
            parts.append("shows error: " + "; ".join(_cut(error, 90) for error in self.errors[:2]))
        room = LONGEST_LINE - sum(map(len, parts)) - len(self.heading) - 12
        messages, others = self.news[: self.messages], self.news[self.messages :]
        news = (*messages, *sorted(others, key=weight, reverse=True))
        parts += _fitting(news, room) or ([] if parts else self._less())
        head = f'-> {self.place} "{_cut(self.heading, 60)}"' if self.heading else ""
        line = ": ".join(part for part in (head, "; ".join(parts)) if part)
        return _cut(line, LONGEST_LINE) if line else "nothing changed"

    def _less(self) -> list[str]:
        """What else to say where no text appeared."""
        if self.changed and not self.heading:
            return [_stated(before, after) for before, after in self.changed[:3]]
        usable = [
            element
            for element in self.appeared
            if element.actionable
            and element.name
            and element.layer != "covered"
            and (element.layer == "dialog" or element.landmark not in _BESIDE)
        ]
        if usable:
            told = [
                _cut(element.name, 30)
                for element in sorted(usable, key=lambda element: not element.is_field)
            ]
            return ["now offers " + ", ".join(dict.fromkeys(told[:4]))]
        if self.heading:
            return []
        if _page(self.url_before) != _page(self.url):
            parts = urlsplit(self.url)
            return [f"-> {_cut(parts.path + (f'?{parts.query}' if parts.query else ''), 60)}"]
        gone = [element.name for element in self.vanished if element.name]
        return ["gone: " + ", ".join(_cut(name, 30) for name in gone[:3])] if gone else []


def changes(before: Scene, after: Scene) -> Change:
    """What is different in `after`, as a user would tell it."""
    old = {element.uid: element for element in (*before.actionable, *before.informational)}
    new = {element.uid: element for element in (*after.actionable, *after.informational)}
    appeared = [element for uid, element in new.items() if uid not in old]
    vanished = [element for uid, element in old.items() if uid not in new]
    changed = [
        (old[uid], element)
        for uid, element in new.items()
        if uid in old and _state(old[uid]) != _state(element)
    ]
    renamed = _renamed(vanished, appeared) if _page(before.url) == _page(after.url) else []
    errors = tuple(error for error in after.errors if error not in before.errors)
    on_top = any(
        element.layer == "dialog" and element.name == after.heading
        for element in after.informational
    )
    messages, news = _news(before, after, [*changed, *renamed], errors)
    return Change(
        place="dialog" if on_top else "page",
        url_before=before.url,
        url=after.url,
        heading=after.heading if after.heading != before.heading else "",
        appeared=tuple(
            element for element in appeared if all(element is not twin for _, twin in renamed)
        ),
        vanished=tuple(
            element for element in vanished if all(element is not twin for twin, _ in renamed)
        ),
        changed=(*changed, *renamed),
        errors=errors,
        news=(*messages, *news)[:_MOST_NEWS],
        messages=len(messages),
        dialog=after.dialog if after.dialog != before.dialog else "",
    )


def _state(element: Element) -> tuple[object, ...]:
    return (
        element.name,
        element.text,
        element.value,
        element.checked,
        element.selected,
        element.error,
        element.state,
    )


def _renamed(
    vanished: Sequence[Element], appeared: Sequence[Element]
) -> list[tuple[Element, Element]]:
    """Elements at the same place that read otherwise now."""
    places = {_place(element): element for element in vanished}
    return [(places[_place(element)], element) for element in appeared if _place(element) in places]


def _place(element: Element) -> tuple[object, ...]:
    return element.frame, element.xpath, element.tag, element.role


def _news(
    before: Scene, after: Scene, changed: Iterable[tuple[Element, Element]], errors: Sequence[str]
) -> tuple[list[str], list[str]]:
    """The texts that appeared: messages and changed counts, and others."""
    known = {*before.text.split("\n"), *before.names, after.heading}
    fresh = [
        element
        for element in after.informational
        if _informs(element) and (element.text or element.name) not in known
    ]
    counts = [
        after_.name
        for before_, after_ in changed
        if after_.actionable and _number_changed(before_, after_)
    ]
    ranked = sorted(fresh, key=lambda element: _rank(element))
    messages = (*(_line_of(e) for e in ranked if e.notice == "status"), *counts)
    texts = [
        text
        for text in dict.fromkeys((*messages, *map(_line_of, ranked)))
        if not any(error in text or text in error for error in errors)
    ]
    return [t for t in texts if t in messages], [t for t in texts if t not in messages]


def _informs(element: Element) -> bool:
    return (
        element.role not in _NOT_NEWS
        and element.notice != "error"
        and element.layer != "covered"
        and len(element.text or element.name) > 1
    )


def _rank(element: Element) -> int:
    if element.notice == "status":
        return 0
    if element.landmark in _BESIDE:
        return 4
    if element.role == "heading":
        return 2
    return 1 if re.search(r"\d", element.text) and element.role != "columnheader" else 3


def _line_of(element: Element) -> str:
    text = _cut(element.text or element.name, 100)
    if element.context and len(text) < 16 and element.context.lower() not in text.lower():
        return f"{_cut(element.context, 40)}: {text}"
    return text


def _number_changed(before: Element, after: Element) -> bool:
    return before.name != after.name and bool(re.search(r"\d", before.name + after.name))


def _stated(before: Element, element: Element) -> str:
    name = _cut(element.name, 40)
    if element.checked is not None:
        return f"{name} is {'checked' if element.checked else 'not checked'}"
    if element.role in ("textbox", "searchbox", "combobox", "spinbutton", "date", "listbox"):
        return f"{name} is now {_cut(element.selected or element.value, 40)!r}"
    former = before.state.split(", ")
    state = ", ".join(word for word in element.state.split(", ") if word and word not in former)
    if state or before.state != element.state:
        return f"{name} is {state or f'not {before.state}'}"
    return f"now reads {name}"


def _fitting(texts: Iterable[str], room: int) -> list[str]:
    chosen: list[str] = []
    for text in texts:
        if len(text) + 2 > room and chosen:
            break
        chosen.append(text)
        room -= len(text) + 2
        if len(chosen) == 3:
            break
    return chosen


def _page(url: str) -> str:
    return page_at(url).rstrip("/")


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
