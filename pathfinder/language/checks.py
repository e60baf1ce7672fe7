"""Whether what a tester expects is so: decided by code on the page, with the page's own words."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from urllib.parse import unquote, urlsplit

from pathfinder.core.statement import Check, Described
from pathfinder.language.grounding import Candidate, everything, kin_of, surely
from pathfinder.language.labels import cells_of, lines_of, no_place, values_of
from pathfinder.language.lexicon import MAYBE, SURE, lexicon, name_likeness, tokens_of
from pathfinder.language.lists import count, order, total
from pathfinder.language.sight import Finding, Sight, likeness, said, texts_of
from pathfinder.language.values import compare, currencies_in, has_words, numbers_in, plain
from pathfinder.webprocessor.element import Element

_MOST_OFFERED = 12


def check(wanted: Check, sight: Sight) -> Finding:
    """Whether a check holds on a page, is denied by it, or can't be told from it."""
    found = [_single(one, sight) for one in (wanted, *wanted.either)]
    worst = next((one for one in found if one.holds is None), found[0])
    return next((one for one in found if one.holds), worst)


def _single(wanted: Check, sight: Sight) -> Finding:
    found = _CHECKS[wanted.kind](wanted, sight)
    if not wanted.negated or found.holds is None:
        return found
    return replace(found, holds=not found.holds)


def _page(wanted: Check, sight: Sight) -> Finding:
    name, scene = wanted.about.name, sight.scene
    headings = [one.name for one in sight.elements if one.role == "heading" and one.name]
    address = unquote(urlsplit(scene.url).path).replace("-", " ").replace("_", " ").split("/")
    called = [scene.heading, *scene.title.replace("|", " - ").split(" - "), scene.title]
    best = max(called, key=lambda one: name_likeness(name, one))
    likely = name_likeness(name, best)
    other = max((*headings, *address), key=lambda one: name_likeness(name, one), default="")
    told = f"the page is {scene.heading or scene.title!r}"
    if likely >= SURE or has_words(best, name):
        return Finding(True, told, best)
    if name_likeness(name, other) >= SURE:
        return Finding(True, f"{told}, with {other!r}", other)
    if max(likely, name_likeness(name, other)) >= MAYBE:
        return Finding(None, f"{told}; whether that is {name!r} the page does not say", best)
    return Finding(False, told, scene.heading or scene.title)


def _text(wanted: Check, sight: Sight) -> Finding:
    of = wanted.about
    if not of.place:
        return _says(of.name, sight.lines, "the page")
    places = sight.places(of.place)
    if not places:
        return no_place(of)
    found = [_says(of.name, lines_of(place), of.place) for place in places]
    return next((one for one in found if one.holds), found[0])


def _says(words: str, lines: Sequence[str], where: str) -> Finding:
    exact = [line for line in lines if has_words(line, words)]
    if exact:
        return Finding(True, f"{where} says so", min(exact, key=len))
    wanted = [word for word in tokens_of(words) if word not in lexicon().fillers]
    for line in lines:
        if (
            len(wanted) > 1
            and not Counter(wanted) - Counter(tokens_of(line))
            and _sums(words, line)
        ):
            return Finding(True, f"{where} says so in another order", line)
    nearest = max(lines, key=lambda line: name_likeness(words, line), default="")
    quote = nearest if name_likeness(words, nearest) >= MAYBE else ""
    return Finding(False, f"{words!r} is not in {where}", quote)


def _sums(words: str, line: str) -> bool:
    """Whether a line has the very numbers and currencies of the words."""
    numbers = all(has_words(line, number.text) for number in numbers_in(words))
    return numbers and currencies_in(words) <= currencies_in(line)


def _value(wanted: Check, sight: Sight) -> Finding:
    of, value = wanted.about, wanted.values[0]
    if of.place and not sight.places(of.place):
        return no_place(of)
    named = list(dict.fromkeys(values_of(of, sight)))
    for one in named:
        if compare(one, wanted.comparison, value):
            return Finding(True, f"{of} is {one!r}", one)
    if together := _together(of, value, sight):
        return Finding(True, f"the page says {together!r}", together)
    cells = list(cells_of(of, sight)) if wanted.comparison in ("is", "contains") else []
    if cell := next((one for one in cells if compare(one, wanted.comparison, value)), ""):
        return Finding(True, f"the row of {of} has {cell!r}", " | ".join(cells))
    if named:
        return Finding(False, f"{of} is {named[0]!r}, not {value!r}", " · ".join(named[:3]))
    if wanted.comparison == "is" and not sight.says(value) and not _shows(value, sight):
        return Finding(False, f"{value!r} is nowhere on the page, and nothing is {of}")
    return Finding(None, f"the page has nothing that is called {of}")


def _together(of: Described, value: str, sight: Sight) -> str:
    """The text that says label and value next to each other; empty where none does."""
    places = sight.places(of.place) if of.place else (sight.elements,)
    texts = (text for place in places for one in place for text in texts_of(one) if text)
    both = f"{of.name} {value}"
    return next((text for text in texts if of.name and plain(text) == plain(both)), "")


def _shows(value: str, sight: Sight) -> bool:
    return any(compare(line, "is", value) for line in sight.lines)


def _state(wanted: Check, sight: Sight) -> Finding:
    of, state = wanted.about, wanted.values[0]
    if of.kind == "option" and (lists := _lists(of, sight)):
        return _option(of, state, lists)
    found = everything(of, sight)
    if of.kind == "heading":
        found = [one for one in found if one.element.role in kin_of(of.kind)]
    known = surely(of, found)
    if of.place and not sight.places(of.place) and state != "absent":
        return no_place(of)
    if state in ("visible", "absent"):
        return _presence(of, state, found, known)
    answers = [(one.element, _is(state, one.element, sight)) for one in known]
    told = [(element, answer) for element, answer in answers if answer is not None]
    if not told:
        return Finding(None, f"the page does not say whether {of} is {state}")
    best = told[of.ordinal - 1 if 0 < of.ordinal <= len(told) else 0]
    word = state if best[1] else f"not {state}"
    return Finding(best[1], f"{best[0].name!r} is {word}", best[0].name)


def _lists(of: Described, sight: Sight) -> list[Element]:
    """The lists whose options are meant: that of the place's name, else each that has it."""
    lists = [one for one in sight.elements if one.options and one.layer != "covered"]
    if of.place:
        return [one for one in lists if likeness(of.place, one) >= SURE]
    return [one for one in lists if any(has_words(option, of.name) for option in one.options)]


def _option(of: Described, state: str, lists: Sequence[Element]) -> Finding:
    """Whether a list has an option, or has it chosen."""
    offered = [option for one in lists for option in one.options]
    there = any(plain(option) == plain(of.name) for option in offered)
    chosen = any(plain(one.selected) == plain(of.name) for one in lists)
    quote = ", ".join(offered[:_MOST_OFFERED])
    if state in ("visible", "absent"):
        return Finding(there == (state == "visible"), f"{lists[0].name!r} offers {quote}", quote)
    if state in ("selected", "unselected"):
        shown = lists[0].selected
        return Finding(chosen == (state == "selected"), f"{shown!r} is selected", shown)
    return Finding(None, f"the page does not say whether {of} is {state}")


def _presence(
    of: Described, state: str, found: Sequence[Candidate], known: Sequence[Candidate]
) -> Finding:
    enough = max(of.ordinal, 1)
    if len(known) >= enough:
        shown = said(known[0].element) or known[0].element.name
        return Finding(state == "visible", f"the page has {shown!r}", shown)
    names = (one.element.name for one in found if of.name)
    if near := next((name for name in names if _may_be(name, of.name)), ""):
        return Finding(None, f"whether {near!r} is {of} the page does not say", near)
    return Finding(state == "absent", f"the page has no {of}")


def _may_be(name: str, wanted: str) -> bool:
    """Whether one of two names is a part of the other: "Save changes" may be what "Save" means."""
    return has_words(name, wanted) or has_words(wanted, name)


def _is(state: str, element: Element, sight: Sight) -> bool | None:
    """Whether an element is in a state; None for one that has no such state."""
    if state in ("enabled", "disabled"):
        return (element.enabled and element.attributes.get("aria-disabled") != "true") == (
            state == "enabled"
        )
    if state in ("filled", "empty"):
        return bool(said(element)) == (state == "filled") if element.is_field else None
    if state in ("checked", "unchecked"):
        return None if element.checked is None else element.checked == (state == "checked")
    if state in ("open", "closed"):
        expanded = element.attributes.get("aria-expanded")
        return None if expanded is None else (expanded == "true") == (state == "open")
    marked = [element.attributes.get(f"aria-{key}") for key in ("selected", "current", "pressed")]
    chosen = any(one not in (None, "", "false") for one in marked) or bool(element.checked)
    known = chosen or any(one is not None for one in marked) or element.checked is not None
    return chosen == (state == "selected") if known else None


_CHECKS: Mapping[str, Callable[[Check, Sight], Finding]] = {
    "page": _page,
    "text": _text,
    "value": _value,
    "count": count,
    "sum": total,
    "order": order,
    "state": _state,
}
