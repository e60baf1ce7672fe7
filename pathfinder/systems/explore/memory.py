"""What an exploration has done so far, as far as later steps have to know it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit, urlunsplit

from pathfinder.core.action import Kind
from pathfinder.core.origin import page_at
from pathfinder.core.shorten import short
from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import Candidate, called, label_of
from pathfinder.engine.goal_words import weight_for
from pathfinder.engine.playing import Move, Outcome
from pathfinder.engine.queries import asked_for, found_on
from pathfinder.engine.stage import View
from pathfinder.systems.explore.inputs import is_secret
from pathfinder.systems.explore.reading import is_marked
from pathfinder.systems.explore.signs import (
    did_something,
    known_before,
    named_on,
    unsent,
    worked_with,
)
from pathfinder.systems.explore.signs import sent as has_sent

_LONGEST_STEP = 70
_LONGEST_ACCOUNT = 140
_LONGEST_ENTRY = 30
_WRITTEN = frozenset({Kind.TYPE, Kind.SELECT})


@dataclass(frozen=True)
class _InVain:
    """A form that was sent, and whose page showed an error then.

    control: What sent it, and what its page is headed by. at: Which account it is. entered: What
        each field is called, and got.
    """

    control: tuple[str, str]
    at: int
    entered: tuple[tuple[str, str], ...]


@dataclass
class Memory:
    """The steps, and what they came to.

    history: A line a step, as the model is told of it.
    accounts: The same, with what was entered. Of what was sent in vain, and then again, only what
        stayed of it, which may be nothing: what the page said is mended.
    visited: Addresses of the pages looked at since an action last changed the site, and not only
        the page.
    entered: What was chosen to be entered so far, as an author would write it.
    course: What of it was entered since a link led away from what had been sent: whoever did one
        thing in the wrong place enters all of it again in another.
    places: What a field is called -> what was chosen to be entered there last.
    written: What was entered or chosen in fields so far, by whom ever.
    known: The goal's values that a page showed before they were entered.
    named: Those of them that a page showed by themselves: names of things.
    asked, found: What was searched for; the names of what such a search has found.
    behind: What was written before a link led away from what had been sent.
    worked: What the steps are called by that sent or entered something.
    sent: What was sent: the page, the form, and what was entered there.
    sends: How often a form was sent, or a link did something, and the page showed no error.
    """

    history: list[str] = field(default_factory=list)
    accounts: list[str] = field(default_factory=list)
    visited: set[str] = field(default_factory=set)
    entered: list[str] = field(default_factory=list)
    course: list[str] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)
    written: list[str] = field(default_factory=list)
    known: set[GoalValue] = field(default_factory=set)
    named: set[GoalValue] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)
    found: set[str] = field(default_factory=set)
    worked: list[str] = field(default_factory=list)
    sent: set[tuple[str, ...]] = field(default_factory=set)
    behind: list[str] = field(default_factory=list)
    sends: int = 0
    _was_sent: bool = False
    _in_vain: list[_InVain] = field(default_factory=list)
    _mended: dict[int, str] = field(default_factory=dict)

    @property
    def written_last(self) -> list[str]:
        """What was written since a link led away from what was sent, if anything was; else all."""
        since = Counter(self.written) - Counter(self.behind)
        return list(since.elements()) or self.written

    def note(self, name: str, value: str) -> None:
        """Take in what is to be entered in a field of a name."""
        self.entered.append(value)
        self.course.append(value)
        self.places[name] = value

    def last(self, most: int) -> list[str]:
        """The last steps, at least half of `most`.

        They begin with the same for many steps, so that a model that has read the prompt before
        reads on where that one ended.
        """
        jump = max(1, most // 2)
        start = -(-max(0, len(self.history) - most) // jump) * jump
        return self.history[start:]

    def learn(self, outcome: Outcome, goal: str, values: Sequence[GoalValue]) -> bool:
        """Take in a step; whether something was searched for by it."""
        came = short(outcome.told(weight_for(goal)), _LONGEST_STEP)
        self.history.append(f"{short(outcome.move.text, _LONGEST_STEP)} {came}")
        self.accounts.append(f"{short(_account(outcome), _LONGEST_ACCOUNT)} {came}")
        self._learn_mended(outcome)
        actions = outcome.move.actions if isinstance(outcome.move, Move) else ()
        if has_sent(outcome, goal) or any(one.kind in _WRITTEN for one in actions):
            self.worked += worked_with(outcome)
        known = known_before(outcome.before.scene, values, self.written)
        self.known |= known
        self.named |= named_on(outcome.before.scene, known)
        searched = isinstance(outcome.move, Move) and self._learn_entries(
            outcome, outcome.move, goal
        )
        self._learn_pages(outcome)
        self._learn_course(outcome, goal)
        self.sends += _is_taken(outcome, goal)
        return searched

    def _learn_mended(self, outcome: Outcome) -> None:
        """Tell what was sent in vain as what it entered, once the same was sent without error.

        At the next that is sent: until then the page may only ask to look it over.
        """
        candidate = outcome.move.candidate if isinstance(outcome.move, Move) else None
        control = candidate.control if candidate else None
        if control is None or not control.submits:
            return
        sender = called(control), outcome.before.scene.heading
        this = _InVain(sender, len(self.accounts) - 1, _entries(outcome))
        same = [one for one in self._in_vain if one.control == this.control]
        for at, account in self._mended.items():
            self.accounts[at] = account
        if outcome.after.scene.errors:
            self._in_vain, self._mended = [*same, this], {}
            return
        self._mended = {}
        later = {name for name, _ in this.entered}
        for one in reversed(same):
            kept = [(name, text) for name, text in one.entered if name not in later]
            self._mended[one.at] = short(_filled_in(kept), _LONGEST_ACCOUNT) if kept else ""
            later |= {name for name, _ in kept}
        self._in_vain = []

    def _learn_course(self, outcome: Outcome, goal: str) -> None:
        """What was sent is behind whoever follows a link to another page."""
        before, after = (page_at(view.scene.url) for view in (outcome.before, outcome.after))
        if has_sent(outcome, goal) and self.course:
            self._was_sent = True
        elif self._was_sent and followed_link(outcome) and before != after:
            self.course, self._was_sent = list(self.asked), False
            self.behind = list(self.written)
            self.places = {n: one for n, one in self.places.items() if one in self.asked}

    def _learn_entries(self, outcome: Outcome, move: Move, goal: str) -> bool:
        """What was only looked up is not written; what was not sent is not entered either."""
        entered = [action.written for action in move.actions if action.kind in _WRITTEN]
        self.written += entered
        self.sent.add(as_sent(outcome.before, move.candidate, entered))
        gone = unsent(outcome, goal)
        self.entered = [value for value in self.entered if value not in gone]
        self.course = [value for value in self.course if value not in gone]
        self.written = [value for value in self.written if value not in gone]
        sender = move.candidate.control if move.candidate else None
        asked = asked_for(outcome.before.scene, outcome.after.scene, self.written, sender)
        self.asked += asked
        self.written = [value for value in self.written if value not in asked]
        self.found |= set(found_on(outcome.after.scene, self.asked))
        return bool(asked)

    def _learn_pages(self, outcome: Outcome) -> None:
        if not followed_link(outcome) and not outcome.change.nothing:
            self.visited.clear()
        self.visited |= {page_at(outcome.before.scene.url), page_at(outcome.after.scene.url)}

    def loose_words(self, goal: str) -> set[GoalValue]:
        """What was read as a value, and is a word that the site uses among others.

        The goal marks it by nothing, and no page has a thing of that name.
        """
        return {v for v in self.known - self.named if not is_marked(v.value, goal)}

    def has_seen(self, candidate: Candidate) -> bool:
        """A link to a page that was visited since the site was last changed."""
        return (
            candidate.control is not None
            and not candidate.fields
            and candidate.control.href in self.visited
        )


def as_sent(view: View, candidate: Candidate | None, entered: Iterable[str]) -> tuple[str, ...]:
    """A form on a page, with what is sent; empty where nothing is entered or sent.

    What the page is called, and what the form holds already, tells one thing's from another's.
    """
    values = tuple(entered)
    if candidate is None or candidate.control is None or not values:
        return ()
    scene = view.scene
    return (_address(scene.url), scene.title, scene.heading, candidate.key, *values)


def _address(url: str) -> str:
    """An address without how its page is sorted, filtered or leafed through."""
    return urlunsplit(urlsplit(url)._replace(query="", fragment=""))


def followed_link(outcome: Outcome) -> bool:
    """Whether a link was followed, and led somewhere."""
    candidate = outcome.move.candidate if isinstance(outcome.move, Move) else None
    is_link = candidate and candidate.control and candidate.control.role == "link"
    return bool(is_link) and not did_something(outcome)


def _is_taken(outcome: Outcome, goal: str) -> bool:
    """Whether a form was sent, or a link did something, and the page shows no error after."""
    move = outcome.move
    if not isinstance(move, Move) or move.candidate is None:
        return False
    if outcome.after.scene.errors or not has_sent(outcome, goal):
        return False
    entered = any(action.kind in _WRITTEN for action in move.actions)
    control = move.candidate.control
    return entered or (control is not None and control.submits) or did_something(outcome)


def _account(outcome: Outcome) -> str:
    """What was done, with what was entered by it: `fill in Name "Ann" and press "Save"`.

    Not of what is secret.
    """
    move = outcome.move
    candidate = move.candidate if isinstance(move, Move) else None
    if not isinstance(move, Move) or candidate is None:
        return move.text
    entered = _entries(outcome)
    if not entered:
        return move.text
    sends = f' and press "{candidate.control.name}"' if candidate.control else ""
    return f"{_filled_in(entered)}{sends}"


def _entries(outcome: Outcome) -> tuple[tuple[str, str], ...]:
    """What each field is called and got by a step, but for what is secret."""
    actions = outcome.move.actions if isinstance(outcome.move, Move) else ()
    fields = {e.uid: e for e in outcome.before.scene.actionable if not is_secret(e)}
    return tuple(
        (label_of(fields[one.uid]), short(one.written, _LONGEST_ENTRY))
        for one in actions
        if one.kind in _WRITTEN and one.uid in fields
    )


def _filled_in(entries: Iterable[tuple[str, str]]) -> str:
    return "fill in " + ", ".join(f'{name} "{text}"' for name, text in entries)
