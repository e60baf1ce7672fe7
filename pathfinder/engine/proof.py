"""Proof of a goal: what stands between a model's word and the verdict `success`.

A model's word alone is `likely`. A `Proof` is a way to know better; another kind is another class
with the same methods.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import unquote_plus, urlsplit

from pathfinder.core.action import Action, Kind
from pathfinder.core.evidence import without_echoes
from pathfinder.core.task import Site
from pathfinder.engine.candidates import plain
from pathfinder.engine.facts import all_hold, ask, facts_of
from pathfinder.engine.goal_words import is_in
from pathfinder.engine.queries import asked_for
from pathfinder.engine.stage import View
from pathfinder.engine.whereabouts import Whereabouts
from pathfinder.webprocessor.element import Scene

_ENTERED = frozenset({Kind.TYPE, Kind.SELECT})
_LONG_ENOUGH = 6
"""Letters and digits that the new values must have between them: less stands on any page."""


@dataclass(frozen=True)
class Finding:
    """What a proof says of a claim.

    holds: It is so, it is not; None: it bears the claim out, and does not prove it.
    by: As in a verdict.
    """

    holds: bool | None
    by: str
    evidence: str


class Proof(Protocol):
    """A way to know whether a goal is reached, but for what models say."""

    def begin(self, view: View) -> None:
        """Take in the first page: what holds before anything was done proves nothing."""

    def learn(self, before: View, actions: Sequence[Action], after: View) -> None:
        """Take in a step: the page before, what was done there, and the page after."""

    def check(self, view: View) -> Finding | None:
        """What is so now; None when it can't tell."""


@dataclass
class FactProof:
    """The `reached:` facts of sites.yaml.

    refutes: Facts that don't hold deny a claim. In an experiment they only measure: there a claim
        ends the session as in the papers.
    open: They already held before anything was done, and say nothing.
    """

    site: Site
    goal: str
    refutes: bool = True
    open: bool = field(default=False, init=False)

    def begin(self, view: View) -> None:
        """Ask once at the start."""
        self.open = self._holds(view) is True

    def learn(self, before: View, actions: Sequence[Action], after: View) -> None:
        """Steps say nothing to the site's facts."""

    def check(self, view: View) -> Finding | None:
        """Ask now."""
        holds = None if self.open else self._holds(view)
        if holds is None or not (holds or self.refutes):
            return None
        return Finding(holds, "fact", "; ".join(map(str, facts_of(self.site, self.goal))))

    def _holds(self, view: View) -> bool | None:
        facts = facts_of(self.site, self.goal)
        return all_hold(facts, ask(self.site, facts, lambda: view.scene)) if facts else None


@dataclass
class ValueProof:
    """The goal's own values: entered by us, new on the site, and still there once it is reopened.

    What a page merely shows back of what was sent to it is gone then; what it was only searched for
    says nothing, and an address that is called by a value, as it was entered, proves nothing.
    A name that the site made of it ("broken-lamp") does no harm. A password is never shown, and is
    none that would have to be.

    values: What the goal gives.
    whole: Whether they prove the goal: it asks for one thing to be done. Else they only bear out
        what a model says.
    reopen: Opens an address anew, and looks.
    place: Tells where the goal's words lead; values that were entered elsewhere, or where nothing
        is called by any other word of the goal, prove nothing.
    """

    values: Callable[[], Sequence[str]]
    whole: Callable[[], bool]
    reopen: Callable[[str], Scene]
    place: Whereabouts | None = None
    _known: set[str] = field(default_factory=set, init=False)
    _entered: set[str] = field(default_factory=set, init=False)
    _secret: set[str] = field(default_factory=set, init=False)

    def begin(self, view: View) -> None:
        """Values are known from the first step on."""

    def learn(self, before: View, actions: Sequence[Action], after: View) -> None:
        """See which values the site knew before they were entered, and which are entered now."""
        if self.place:
            self.place.learn(before.scene, actions, after.scene)
        shown = OwnWords(before.scene).text
        hidden = [action.written for action in actions if _is_hidden(action, before.scene)]
        entered = [action.written for action in actions if action.kind in _ENTERED]
        pressed = (before.scene.find(one.uid) for one in reversed(actions) if one.uid)
        asked = asked_for(before.scene, after.scene, entered, next(pressed, None))
        entered = [value for value in entered if value not in asked]
        for value in self.values():
            if value not in self._entered and is_in(value, [shown]):
                self._known.add(value)
            if is_in(value, entered):
                self._entered.add(value)
            if is_in(value, hidden):
                self._secret.add(value)

    def check(self, view: View) -> Finding | None:
        """Proven, when each value is there, and there again once the page is opened anew."""
        wanted = set(self.values()) - self._secret
        new = wanted & self._entered - self._known
        long_enough = sum(len(plain(value)) for value in new) >= _LONG_ENOUGH
        if not wanted <= self._entered | self._known or not long_enough:
            return None
        url = view.scene.url
        if self.place and (self.place.missed(view.scene) or self.place.is_strange(wanted)):
            return None
        if any(is_in(value, [unquote_plus(urlsplit(url).query)]) for value in new):
            return None
        if self._shows(view.scene, new) and self._shows(self.reopen(url), new):
            proven = self.whole() and not _names_the_page(url, new)
            return Finding(True if proven else None, "value", "; ".join(sorted(map(plain, new))))
        return None

    @staticmethod
    def _shows(scene: Scene, values: Iterable[str]) -> bool:
        text = OwnWords(scene).text
        words = f" {plain(text)} "
        return all(f" {plain(value)} " in words and is_in(value, [text]) for value in values)


def _is_hidden(action: Action, scene: Scene) -> bool:
    element = scene.find(action.uid) if action.kind is Kind.TYPE and action.uid else None
    return element is not None and element.attributes.get("type") == "password"


def _names_the_page(url: str, values: Iterable[str]) -> bool:
    """Whether a part of the address is one of the values as it was entered."""
    parts = {unquote_plus(part).casefold() for part in urlsplit(url).path.split("/")}
    return any(plain(value) in parts for value in values)


@dataclass(frozen=True)
class OwnWords:
    """A page as strict conditions see it: without what stands there only because we typed it.

    What a field holds is not the page's word, and neither is what a line repeats of ours between
    quotation marks. What a line says of it
    without marks stays: a new account that is shown with its name is the site's doing.
    """

    scene: Scene
    typed: Sequence[str] = ()

    @property
    def url(self) -> str:
        """The page's address."""
        return self.scene.url

    @property
    def title(self) -> str:
        """The page's title."""
        return self.scene.title

    @property
    def text(self) -> str:
        """All that can be read, a line an element."""
        elements = (*self.scene.informational, *self.scene.actionable)
        lines = [e.label if e.is_field else e.text for e in elements]
        return "\n".join(dict.fromkeys(without_echoes(line, self.typed) for line in lines if line))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of everything that can be used or read."""
        return self.scene.names

    @property
    def holdings(self) -> tuple[tuple[str, str], ...]:
        """What each field holds; a condition that asks for it means it."""
        return self.scene.holdings
