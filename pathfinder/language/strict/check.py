"""Whether a condition holds on a page, decided by code, and what was seen.

Source: NLTestRunner, table 2, with counts, states, lists and connectives of ours.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import singledispatch
from urllib.parse import urlsplit

from pathfinder.language.strict.forms import (
    ANY,
    All,
    Any_,
    Attribute,
    Being,
    Compare,
    Condition,
    HasOption,
    Holds,
    Not,
    Phrase,
    Shown,
    Things,
)
from pathfinder.language.strict.match import (
    GOOD,
    Match,
    called,
    choose,
    matches,
    nearest,
    of_noun,
    plain,
)
from pathfinder.language.strict.page import Page, has_words, running_text, shown_texts, words_in
from pathfinder.webprocessor.element import Element

_LONGEST = 120
_TELLING = 3


@dataclass(frozen=True)
class Finding:
    """Whether a condition holds. seen: What the page shows for or against it."""

    holds: bool
    seen: str


@singledispatch
def check(condition: Condition, page: Page) -> Finding:
    """Whether the condition holds on the page, and what was seen."""
    raise TypeError(f"no such condition: {condition!r}")


@check.register
def _(condition: Not, page: Page) -> Finding:
    inner = check(condition.condition, page)
    return Finding(not inner.holds, inner.seen)


@check.register
def _(condition: All, page: Page) -> Finding:
    findings = [check(each, page) for each in condition.conditions]
    false = [finding for finding in findings if not finding.holds]
    return Finding(not false, "; ".join(finding.seen for finding in (false or findings)))


@check.register
def _(condition: Any_, page: Page) -> Finding:
    findings = [check(each, page) for each in condition.conditions]
    true = [finding for finding in findings if finding.holds]
    return Finding(bool(true), "; ".join(finding.seen for finding in (true or findings)))


@check.register
def _(condition: Shown, page: Page) -> Finding:
    where = _showing(condition.phrase, page)
    seen = sum(times for _, times in where)
    if condition.count != ANY:
        return Finding(
            condition.count.holds(seen),
            f"{condition.phrase} is there {seen} time{'' if seen == 1 else 's'}",
        )
    if where:
        return Finding(True, _quoted(where[0][0], condition.phrase, page))
    return _spread(condition.phrase, page) or Finding(False, _missing(condition.phrase, page))


@check.register
def _(condition: Things, page: Page) -> Finding:
    found = [
        e
        for e in page.visible
        if of_noun(e, condition.noun) and (condition.noun not in ("", "text") or e.text)
    ]
    names = ", ".join(repr(_cut(e.name or e.text, 30)) for e in found[:_TELLING])
    return Finding(
        condition.count.holds(len(found)),
        f"{len(found)} {condition.noun}s{f': {names}' if names else ''}",
    )


@check.register
def _(condition: Attribute, page: Page) -> Finding:
    scene = page.scene
    if condition.name == "url":
        return Finding(
            _url_is(scene.url, condition.compare, page.meant(condition.value)),
            f"the URL is {scene.url}",
        )
    text = scene.title if condition.name == "title" else scene.heading
    return Finding(
        _compared(text, condition.compare, page.meant(condition.value)),
        f"the {condition.name} is {text!r}",
    )


@check.register
def _(condition: Holds, page: Page) -> Finding:
    element = _element(condition.phrase, page)
    if element is None:
        return Finding(False, _missing(condition.phrase, page))
    texts = _held(element, page)
    held = any(_compared(text, condition.compare, page.meant(condition.value)) for text in texts)
    return Finding(held, f"{called(element)} holds {_cut(texts[0] if texts else '', 80)!r}")


@check.register
def _(condition: HasOption, page: Page) -> Finding:
    element = _element(
        condition.phrase,
        page,
        test=lambda e: bool(e.options) or e.role in ("combobox", "listbox", "list", "menu"),
    )
    if element is None and condition.selected:
        return check(Being(Phrase(condition.value, near=condition.phrase.words), "selected"), page)
    if element is None:
        return Finding(False, _missing(condition.phrase, page))
    if condition.selected:
        return Finding(
            plain(element.selected) == plain(condition.value),
            f"{called(element)} has {element.selected!r} selected",
        )
    there = any(plain(option) == plain(condition.value) for option in element.options)
    return Finding(there, f"{called(element)} offers {', '.join(element.options[:12])}")


@check.register
def _(condition: Being, page: Page) -> Finding:
    element = _element(condition.phrase, page, test=_TESTABLE.get(condition.state))
    if element is None:
        chosen = next(
            (
                e
                for e in page.visible
                if condition.state == "selected"
                and plain(e.selected) == plain(condition.phrase.words)
            ),
            None,
        )
        if chosen:
            return Finding(condition.wanted, f"{called(chosen)} has {chosen.selected!r} selected")
        return Finding(False, _missing(condition.phrase, page))
    is_so, said = _STATES[condition.state](element)
    return Finding(is_so == condition.wanted, f"{called(element)} {said}")


def _state_of_choice(element: Element) -> tuple[bool, str]:
    marks = [
        element.attributes.get(key, "")
        for key in ("aria-selected", "aria-checked", "aria-pressed", "aria-current")
    ]
    on = bool(element.checked) or any(mark not in ("", "false") for mark in marks)
    return on, f"is {'' if on else 'not '}checked"


_STATES: dict[str, Callable[[Element], tuple[bool, str]]] = {
    "checked": _state_of_choice,
    "selected": _state_of_choice,
    "enabled": lambda element: (
        element.enabled,
        "is enabled" if element.enabled else "is disabled",
    ),
    "empty": lambda element: (
        not (element.value or element.selected),
        f"holds {_cut(element.value or element.selected, 60)!r}",
    ),
}
_TESTABLE: dict[str, Callable[[Element], bool]] = {
    "checked": lambda element: element.checked is not None,
    "selected": lambda element: (
        element.checked is not None
        or "aria-selected" in element.attributes
        or "aria-current" in element.attributes
    ),
    "enabled": lambda element: element.actionable or not element.enabled or element.is_field,
    "empty": lambda element: element.is_field,
}


def _showing(phrase: Phrase, page: Page) -> list[tuple[Element, int]]:
    """The elements that show the words, and how often each; one inside another counts once."""
    words = page.meant(phrase.words)
    found: dict[int, tuple[Element, int]] = {}
    index = {id(e): number for number, e in enumerate(page.snapshot.elements)}
    for element, raw in zip(
        page.visible, (e for e in page.snapshot.elements if e.visible), strict=True
    ):
        times = max((words_in(text, words) for text in shown_texts(element)), default=0)
        if times and of_noun(element, phrase.noun) and _near(element, phrase):
            found[index[id(raw)]] = (element, times)
    return [pair for number, pair in found.items() if not _inside(number, found, page)]


def _inside(number: int, others: dict[int, tuple[Element, int]], page: Page) -> bool:
    """Whether an element around this one shows the words too."""
    elements, parent = page.snapshot.elements, page.snapshot.elements[number].parent
    while 0 <= parent < len(elements):
        if parent in others:
            return True
        parent = elements[parent].parent
    return False


def _near(element: Element, phrase: Phrase) -> bool:
    return not phrase.near or any(
        has_words(text, phrase.near)
        for text in (element.context, element.heading, element.name, element.text)
    )


def _spread(phrase: Phrase, page: Page) -> Finding | None:
    """Words that no element shows alone, but several one after the other do.

    Or the name of a control without text.
    """
    words = page.meant(phrase.words)
    if phrase.noun in ("", "text") and not phrase.near:
        if has_words(page.scene.dialog, words):
            return Finding(True, f"the dialog says {_cut(page.scene.dialog, _LONGEST)!r}")
        if has_words(running_text(page.visible), words):
            return Finding(True, f"{words!r}, over several elements one after the other")
    named = [
        match
        for match in matches(Phrase(words, phrase.noun), page.visible)
        if match.how == "exact" and match.element.actionable
    ]
    named = [
        match
        for match in named
        if of_noun(match.element, phrase.noun) and _near(match.element, phrase)
    ]
    return Finding(True, called(named[0].element)) if named else None


def _quoted(element: Element, phrase: Phrase, page: Page) -> str:
    text = next(text for text in shown_texts(element) if has_words(text, page.meant(phrase.words)))
    return f"{element.role or element.tag} says {_cut(text, _LONGEST)!r}"


def _missing(phrase: Phrase, page: Page) -> str:
    close = nearest(phrase, page.visible)
    near = (
        "; closest: " + ", ".join(f"{match.called} ({match.score:.0f})" for match in close)
        if close
        else ""
    )
    return f"no {phrase} on the page {(page.scene.heading or page.scene.title)!r}{near}"


def _element(
    phrase: Phrase, page: Page, *, test: Callable[[Element], bool] | None = None
) -> Element | None:
    able = [e for e in page.visible if (test is None or test(e)) and of_noun(e, phrase.noun)]
    fields = [e for e in able if e.is_field]
    for group in (fields, able):
        found: Sequence[Match] = matches(phrase, group)
        if found and found[0].score >= GOOD and (best := choose(phrase, found).best):
            return best.element
    return None


def _held(element: Element, page: Page) -> list[str]:
    """What an element holds: a field's value, its text, or for a label the text that follows it."""
    if element.is_field:
        return [element.selected or element.value]
    visible = page.visible
    place = next((number for number, other in enumerate(visible) if other is element), len(visible))
    after = [text for other in visible[place + 1 : place + 2] for text in shown_texts(other)]
    return [element.text or element.name, *after]


def _url_is(url: str, compare: Compare, value: str) -> bool:
    if compare == "is" and value.startswith("/"):
        return urlsplit(url).path.rstrip("/") == value.split("?")[0].rstrip("/")
    return _compared(url.rstrip("/"), compare, value.rstrip("/") if compare == "is" else value)


def _compared(text: str, compare: Compare, value: str) -> bool:
    one, other = plain(text), plain(value)
    return {
        "is": one == other,
        "contains": other in one,
        "starts with": one.startswith(other),
        "ends with": one.endswith(other),
    }[compare]


def _cut(text: str, limit: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
