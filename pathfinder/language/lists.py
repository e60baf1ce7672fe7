"""How many there are on a page, what they add up to, and in what order they come."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal

from pathfinder.core.statement import ASCENDING, DESCENDING, Check, Described
from pathfinder.language.grounding import everything
from pathfinder.language.labels import lines_of, no_place, places_of, values_of
from pathfinder.language.lexicon import lexicon, name_likeness
from pathfinder.language.sight import Finding, Sight, path_of, said, texts_of
from pathfinder.language.values import (
    compare,
    has_words,
    number_in,
    numbers_in,
    plain,
    sort_key,
    sorted_by_value,
)
from pathfinder.webprocessor.element import Element

_BESIDE = frozenset({"banner", "navigation", "contentinfo", "complementary"})
_SHORT = 40
_COUNTER = 0.75
_MOST_QUOTED = 6
_COUNTED: Mapping[str, frozenset[str]] = {
    "button": frozenset({"button"}),
    "link": frozenset({"link"}),
    "checkbox": frozenset({"checkbox"}),
    "radio": frozenset({"radio"}),
    "tab": frozenset({"tab"}),
    "image": frozenset({"img"}),
    "heading": frozenset({"heading"}),
    "field": frozenset({"textbox", "searchbox", "combobox", "spinbutton", "date"}),
}


def count(wanted: Check, sight: Sight) -> Finding:
    """Whether so many are there: as the page says, or as they are counted."""
    of, number = wanted.about, wanted.values[0]
    if of.place and not sight.places(of.place):
        return no_place(of)
    if of.kind == "text":
        return _times(wanted, sight)
    told = list(_told_counts(of, sight))
    listed = _listed(of, sight)
    shown = f"{len(listed)} are there" if listed else "none is there"
    quote = ", ".join(listed[:_MOST_QUOTED])
    for line, said_number in told:
        if compare(said_number, wanted.comparison, number):
            return Finding(True, "the page says so", line)
    if told and not (listed and compare(str(len(listed)), wanted.comparison, number)):
        return Finding(False, f"the page says {told[0][0]!r}", told[0][0])
    if not listed and not told and number != "0" and of.kind not in _COUNTED:
        return Finding(None, f"the page has no list of {of}")
    return Finding(compare(str(len(listed)), wanted.comparison, number), shown, quote)


def _times(wanted: Check, sight: Sight) -> Finding:
    """How many elements say the words; one inside another that says them is the same."""
    of = wanted.about
    saying = [
        (one, path_of(one))
        for place in places_of(of, sight)
        for one in place
        if any(has_words(text, of.name) for text in texts_of(one) if text) or not of.name
    ]
    paths = {path for _, path in saying}
    outer = [
        one for one, path in saying if not any(path[:size] in paths for size in range(1, len(path)))
    ]
    number = str(len(outer))
    told = f"it is there {number} time{'' if number == '1' else 's'}"
    return Finding(compare(number, wanted.comparison, wanted.values[0]), told)


def _told_counts(of: Described, sight: Sight) -> Iterator[tuple[str, str]]:
    """Lines such as "3 results" or "Results: 3", and their number."""
    name = of.name or of.kind
    lines = [line for place in places_of(of, sight) for line in lines_of(place)]
    for line in dict.fromkeys(lines):
        numbers = numbers_in(line) if len(line) <= _SHORT else ()
        if len(numbers) == 1:
            rest = _singular(line.replace(numbers[0].text, " "))
            if name_likeness(_singular(name), rest) >= _COUNTER:
                yield line, numbers[0].text


def _singular(text: str) -> str:
    return " ".join(word.removesuffix("s") if len(word) > 3 else word for word in text.split())


def _listed(of: Described, sight: Sight) -> list[str]:
    """What is counted: elements of the kind that is said, or the entries of the page's list."""
    kinds = (of.kind,) if of.kind else lexicon().named(lexicon().kinds, of.name)
    single = [kind for kind in kinds if kind in _COUNTED]
    for elements in places_of(of, sight):
        if single:
            named = of.name if of.kind else ""
            asked = Described(name=named, kind=single[0])
            found = [one for one in everything(asked, sight) if _in(one.element, elements)]
            strict = [one for one in found if one.element.role in _COUNTED[single[0]]]
            return [said(one.element) or one.element.name for one in strict]
        inside = [item for item in sight.items if any(_in(one, elements) for one in item)]
        return [next((said(one) for one in item if said(one)), "") for item in inside]
    return []


def _in(element: Element, elements: Iterable[Element]) -> bool:
    return any(one is element for one in elements)


def total(wanted: Check, sight: Sight) -> Finding:
    """Whether the numbers that a label names add up to it."""
    of = wanted.about
    values = [(text, number) for text in values_of(of, sight) if (number := number_in(text))]
    if not values:
        return Finding(None, f"the page has no numbers that are called {of}")
    total = sum((min(number.values) for _, number in values), Decimal(0))
    shown = " + ".join(text for text, _ in values)
    holds = compare(str(total), wanted.comparison, _bare_number(wanted.values[0]))
    return Finding(holds, f"they add up to {total}", shown)


def _bare_number(text: str) -> str:
    number = number_in(text)
    return str(min(number.values)) if number else text


def order(wanted: Check, sight: Sight) -> Finding:
    """Whether things come in an order: their names as told, or their values."""
    if wanted.values[0] in (ASCENDING, DESCENDING):
        return _sorted(wanted, sight)
    elements = next(iter(places_of(wanted.of, sight)), sight.elements)
    at: list[int] = []
    for name in wanted.values:
        begin = at[-1] + 1 if at else 0
        found = _first(name, elements, begin)
        if found is None:
            missing = _first(name, elements, 0) is None
            reason = (
                "is not on the page" if missing else f"does not come after {_before(wanted, at)}"
            )
            return Finding(False, f"{name!r} {reason}")
        at.append(found)
    return Finding(True, "they come in this order", ", ".join(said(elements[one]) for one in at))


def _before(wanted: Check, at: Sequence[int]) -> str:
    return repr(wanted.values[len(at) - 1])


def _first(name: str, elements: Sequence[Element], begin: int) -> int | None:
    own = [
        number
        for number, one in enumerate(elements)
        if number >= begin
        and one.landmark not in _BESIDE
        and (
            plain(said(one)) == plain(name) or any(has_words(text, name) for text in texts_of(one))
        )
    ]
    return own[0] if own else None


def _sorted(wanted: Check, sight: Sight) -> Finding:
    values = list(_ordered_values(wanted.of, sight))
    if len(values) < 2:
        return Finding(None, "the page has no list whose order could be told")
    descending = wanted.values[0] == DESCENDING
    holds = sorted_by_value(values, descending=descending)
    return Finding(
        holds, f"they come as {', '.join(values[:_MOST_QUOTED])}", ", ".join(values[:12])
    )


def _ordered_values(of: Described | None, sight: Sight) -> Iterator[str]:
    """By what a list is sorted: the column or label of that name, else what has such a value."""
    if of is not None and of.name:
        for cells in sight.columns(of.name):
            yield from (said(one) for one in cells if said(one))
            return
        labelled = list(values_of(of, sight))
        if len(labelled) > 1:
            yield from labelled
            return
    for item in sight.items:
        yield from _key_of(item)


def _key_of(item: Sequence[Element]) -> Iterator[str]:
    """An entry's own number or sum of money; where it has none, its first words."""
    texts = [said(one) for one in item if said(one) and one.tag not in ("s", "del", "strike")]
    numbers = [text for text in texts if sort_key(text)[0] < 2]
    yield from (numbers or texts)[:1]
