"""A question for the latest, the first, the dearest or the cheapest: code compares the entries.

A model points at a line that answers; which of several entries alike is meant, their dates and
numbers tell.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from pathfinder.engine.goal_words import goal_words, said_in
from pathfinder.engine.phrases import first_of, phrases_of
from pathfinder.language.sight import Sight, path_of, said
from pathfinder.language.values import currencies_in, dates_in, numbers_in
from pathfinder.webprocessor.element import Element, Scene

_WORDS = "superlatives"
_DATED = ("latest", "earliest")
_HIGHEST = ("latest", "most")
_GROUPS = (*_DATED, "most", "least")

Path = tuple[str, ...]


@dataclass(frozen=True)
class Entry:
    """A row, card or entry of a list: its elements by where they stand in it."""

    elements: Mapping[Path, Element]

    @property
    def texts(self) -> list[str]:
        """What it says, in reading order."""
        return [said(element) for element in self.elements.values()]


def asked_for(goal: str) -> str:
    """Which of several a question asks for, as `superlatives.yaml` groups them; empty for none."""
    return next((one for one in _GROUPS if first_of(goal, phrases_of(_WORDS, one))), "")


def meant(scene: Scene, found: Element, goal: str) -> Element:
    """What stands in the entry that is asked for where `found` stands in another one alike.

    The same where the goal compares nothing, and where the entries say nothing to compare. Alike
    are those that say as many of the goal's words.
    """
    group = asked_for(goal)
    sight = Sight(scene)
    own = sight.item_of(found) if group else ()
    if not own:
        return found
    entries = _entries(sight, own)
    words = said_in(goal_words(goal), entries[own].texts)
    alike = {at: e for at, e in entries.items() if words <= said_in(words, e.texts)}
    values = _compared(list(alike.values()), group)
    if not values:
        return found
    best = (max if group in _HIGHEST else min)(values)
    at = list(alike)[values.index(best)]
    here = path_of(found)[len(own) :]
    return entries[at].elements.get(here, found) if at != own else found


def _entries(sight: Sight, own: Path) -> dict[Path, Entry]:
    """The entries of the list that one stands in, by their paths, in reading order."""
    kind, size = _kind(own), len(own)
    found: dict[Path, dict[Path, Element]] = {}
    for element, path in sight.paths:
        if len(path) >= size and path[: size - 1] == own[:-1] and _kind(path[:size]) == kind:
            found.setdefault(path[:size], {})[path[size:]] = element
    return {at: Entry(elements) for at, elements in found.items()}


def _kind(path: Path) -> str:
    return path[-1].partition("[")[0]


def _compared(entries: Sequence[Entry], group: str) -> list[Decimal]:
    """What the entries are compared by, an amount each: of the first place where all have one.

    Sums of money come before other numbers; a date is none of these.
    """
    dated = group in _DATED
    places = list(entries[0].elements)
    if not dated:
        places.sort(key=lambda place: not currencies_in(said(entries[0].elements[place])))
    for place in places:
        told = [said(one.elements[place]) for one in entries if place in one.elements]
        amounts = list(_dates(told) if dated else _numbers(told))
        if len(amounts) == len(entries) > 1:
            return amounts
    return []


def _dates(texts: Iterable[str]) -> Iterable[Decimal]:
    return (Decimal(max(found).toordinal()) for one in texts if (found := dates_in(one)))


def _numbers(texts: Iterable[str]) -> Iterable[Decimal]:
    return (min(n[0].values) for one in texts if not dates_in(one) and (n := numbers_in(one)))
