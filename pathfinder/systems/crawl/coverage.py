"""How much of a site a crawl has seen, and what is left to try."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from pathfinder.core import events
from pathfinder.core.origin import page_at
from pathfinder.core.shorten import counted
from pathfinder.engine.candidates import Candidate
from pathfinder.engine.graph import State
from pathfinder.engine.shortlist import kind_key, region

_NUMBERS = re.compile(r"\d+")
_ENOUGH, _ENOUGH_ALIKE = 2, 5
"""Of many of one name so many stand for all; of many that are only built alike."""
WRONG, RIGHT = 0, 1
"""What a form is tried with, in this order."""


@dataclass
class Coverage:
    """Counts what was seen and tried.

    tried: Kind of action -> how often; each counts by its name and by its build.
    left: State's key -> its actions that are worth trying.
    seen, done: Actions that were seen, and tried. forms: Form -> what it is to be tried with next.
    pages: Kinds of pages. urls: Addresses.
    """

    tried: Counter[str] = field(default_factory=Counter)
    left: dict[str, int] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    done: set[str] = field(default_factory=set)
    forms: dict[str, int] = field(default_factory=dict)
    pages: set[str] = field(default_factory=set)
    urls: set[str] = field(default_factory=set)

    def look(self, state: State, candidates: Iterable[Candidate]) -> list[Candidate]:
        """See what a state offers.

        Returns:
            What of it is worth trying: nothing that was tried there, or often enough elsewhere.
        """
        candidates = list(candidates)
        self.pages.add(page_kind(state.url))
        self.urls.add(page_at(state.url))
        self.seen |= {f"{state.shape}|{c.key}" for c in candidates}
        for candidate in candidates:
            if is_form(candidate):
                self.forms.setdefault(_form(candidate), WRONG)
        worth = [c for c in candidates if self._is_worth(state, c)]
        self.left[state.key] = len(worth)
        return worth

    def stage(self, candidate: Candidate) -> int:
        """What a form is to be tried with: `WRONG` or `RIGHT`."""
        return self.forms.get(_form(candidate), RIGHT)

    def did(self, state: State, candidate: Candidate, *, stage: int = RIGHT) -> None:
        """Note what was tried."""
        if is_form(candidate):
            self.forms[_form(candidate)] = stage + 1
        self.tried[_named(candidate)] += 1
        self.tried[_built(candidate)] += 1
        self.done.add(f"{state.shape}|{candidate.key}")

    def _is_worth(self, state: State, candidate: Candidate) -> bool:
        if is_form(candidate):
            return self.forms[_form(candidate)] <= RIGHT
        new = self.tried[_named(candidate)] < _ENOUGH
        return candidate.key not in state.tried and new and self.times(candidate) < _ENOUGH_ALIKE

    def times(self, candidate: Candidate) -> int:
        """How often something built like it was tried."""
        return self.tried[_built(candidate)]

    def newness(self, candidate: Candidate) -> int:
        """How new what it may lead to is; less is newer.

        0: a form of the page's content, 1: another form, another control of the content, or an
        address that was not seen, 2: a control of the page's header, 3: an address that was seen.
        """
        if is_form(candidate):
            return 1 if region(candidate) else 0
        href = candidate.control.href if candidate.control and not candidate.fields else ""
        if not href:
            return 2 if region(candidate) else 1
        return 3 if page_at(href) in self.urls else 1

    def event(self, states: int, *, links: int = 0) -> events.Coverage:
        """The figures, for the journal."""
        return events.Coverage(
            states=states,
            pages=len(self.pages),
            actions=len(self.seen),
            actions_tried=len(self.done),
            forms=len(self.forms),
            forms_tried=sum(stage > WRONG for stage in self.forms.values()),
            links=links,
        )


def told(figures: events.Coverage) -> str:
    """The figures in a sentence."""
    asked = f", asked for {counted(figures.links, 'other link')}" if figures.links else ""
    return (
        f"looked at {counted(figures.states, 'state')} on "
        f"{counted(figures.pages, 'kind of page', 'kinds of page')}, tried "
        f"{figures.actions_tried} of {counted(figures.actions, 'action')} and "
        f"{figures.forms_tried} of {counted(figures.forms, 'form')}{asked}"
    )


def is_form(candidate: Candidate) -> bool:
    """Whether it fills in fields and sends them."""
    return bool(candidate.fields) and candidate.control is not None and candidate.control.submits


def page_kind(url: str) -> str:
    """An address without its query and numbers: pages of one kind have one."""
    return _NUMBERS.sub("#", urlsplit(url).path)


def _built(candidate: Candidate) -> str:
    """Equal for what is built alike: the cards of a list, a menu's entries."""
    return kind_key(candidate)


def _named(candidate: Candidate) -> str:
    """Equal for what is built and called alike, wherever it stands."""
    return f"{kind_key(candidate)}|{_NUMBERS.sub('#', candidate.text)}"


def _form(candidate: Candidate) -> str:
    names = "|".join(sorted(f.name or f.label for f in candidate.fields))
    return f"{candidate.control.name if candidate.control else ''}|{names}"
