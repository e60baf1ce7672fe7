"""Guards: what is never offered, because it was measured to lead nowhere.

None knows a site, or the words of a goal.

Each has a name and can be switched off with `--without NAME`, so that its worth can be measured.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from pathfinder.core.errors import UsageError
from pathfinder.core.origin import page_at
from pathfinder.core.task import Site
from pathfinder.engine.candidates import Candidate
from pathfinder.engine.graph import State

GUARDS = {
    "no-change": "an action that changed nothing in this state is not offered there again",
    "undo": "an action that only led back to the state before is not offered again, and neither is "
    "closing what was opened",
    "empty-fields": "a submit control waits for its form's empty fields, and what is done to the "
    "rows of a table until one is ticked",
    "values-first": "a control that sends waits while its form has a choice that the goal names",
    "closed-lists": "before a form is sent each of its closed lists is opened once, where the goal "
    "names what nothing has used",
    "unchanged": "where the goal changes what is there, a form that holds something is not sent as "
    "it stands while a field of it is offered and nothing of the goal has its place in it",
    "repeat": "an action that was tried in a state is refused there, and one tried twice where "
    "only numbers differed; not while some of what it opened was not tried, nor after something "
    "was sent since",
    "seen": "what was looked at or used already is left out first, and has to be likelier",
    "errors": "a field named in a validation error is filled in again before anything else, twice "
    "at most",
    "cycle": "going round without a new state goes back to the nearest state with untried actions",
    "off-host": "links that leave the site's hosts are not offered",
    "another": "a field that holds the name of another thing than the goal is about keeps it",
    "deletion": "what deletes or cancels something is not offered, and a dialog that asks about it "
    "is dismissed, where the goal asks for nothing of the kind",
    "asking": "what writes something on the site is not offered where the goal only asks",
    "language": "a site's switch to other languages is not offered where the goal names none",
    "banner": "cookie banners, native dialogs and those nobody asked for are answered by rule",
    "log-in": "a persona with an account is logged in once, by rule, where the site offers it, and "
    "out again only where the goal says so",
}
SEARCH = {
    "forms": "a whole form is one candidate",
    "graph": "states are remembered, with what was tried in each",
    "critic": "a progress critic judges every action's outcome",
    "guide": "the likeliest candidates are asked about one by one as well",
    "lookahead": "what the likeliest links lead to is looked at before one is chosen",
    "survey": "the pages within reach are looked over before the first choice, and judged one by "
    "one",
    "finalists": "the last choice is made among the best few alone",
    "revealed": "what the last step has shown is likelier to be the next",
    "reading": "the goal is read into its values before anything is done",
    "placing": "values of the goal that a form was filled in without are asked a place for",
    "unsaid": "fields that the goal says nothing of get values of the persona's, or made up ones",
    "judge": "models judge whether the goal is reached, or can't be",
    "backtrack": "after a detour the search goes back and takes the next best",
}
SWITCHES = {**GUARDS, **SEARCH}
_OFTEN = 2
_LIFTED = ("undo", "repeat", "no-change")
"""Guards that are lifted, one by one in this order, before a search gives up."""


def check_switches(names: Iterable[str]) -> frozenset[str]:
    """The names given to `--without`, checked; "guards" stands for all guards.

    Raises:
        UsageError: No such guard.
    """
    off: set[str] = set()
    for name in names:
        if name == "guards":
            off |= set(GUARDS)
        elif name in SWITCHES:
            off.add(name)
        else:
            raise UsageError(
                f"--without {name}: there is no such guard; choose from guards, "
                f"{', '.join(SWITCHES)}"
            )
    return frozenset(off)


@dataclass(frozen=True)
class Refusal:
    """A candidate that is not offered, and which guard says so."""

    guard: str
    candidate: Candidate


@dataclass
class Guards:
    """The guards that are on, with what they have learned in this session.

    idle: (shape of state, candidate) pairs that changed nothing, or nothing but numbers.
    undone: Candidates that led straight back to the state before.
    times: How often a candidate was acted on in states of one shape.
    opened: Candidates that opened a part of the page.
    shows: What a candidate showed in a state of one shape: the key of what came, and uids.
    touched: Key of a state -> uids of what was acted on in it.
    leaving: Candidates that have put away a dialog: nothing else can be done before.
    """

    site: Site
    off: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.idle: set[tuple[str, str]] = set()
        self.undone: set[str] = set()
        self.leaving: set[str] = set()
        self.times: Counter[tuple[str, str]] = Counter()
        self.opened: set[str] = set()
        self.shows: dict[tuple[str, str], tuple[str, frozenset[str]]] = {}
        self.touched: defaultdict[str, set[str]] = defaultdict(set)

    def on(self, name: str) -> bool:
        """Whether a guard, or a part of the search, is switched on."""
        return name not in self.off

    def sift(
        self, candidates: Iterable[Candidate], state: State, lifted: Collection[str] = ()
    ) -> tuple[list[Candidate], list[Refusal]]:
        """Part what may be offered in a state from what may not; lifted guards refuse nothing."""
        offered: list[Candidate] = []
        refused: list[Refusal] = []
        rules = [(n, rule) for n, rule in self._rules(state) if self.on(n) and n not in lifted]
        for candidate in candidates:
            name = next((name for name, refuses in rules if refuses(candidate)), None)
            if name:
                refused.append(Refusal(name, candidate))
            else:
                offered.append(candidate)
        return offered, refused

    def lift(
        self, candidates: Sequence[Candidate], state: State
    ) -> tuple[list[Candidate], tuple[str, ...]]:
        """What may be offered once guards are lifted, one by one, until something is.

        Of that only what was done least often here, so that all of it has its turn.

        Returns:
            The candidates, none where there is nothing on the page; and the lifted guards.
        """
        for count in range(1, len(_LIFTED) + 1):
            offered, _ = self.sift(candidates, state, _LIFTED[:count])
            if offered:
                times = {id(c): self.times[state.shape, c.key] for c in offered}
                least = min(times.values())
                return [c for c in offered if times[id(c)] == least], _LIFTED[:count]
        return [], _LIFTED

    def _rules(self, state: State) -> tuple[tuple[str, Callable[[Candidate], bool]], ...]:
        return (
            (
                "off-host",
                lambda c: (
                    bool(c.control and c.control.href)
                    and not self.site.allows(c.control.href if c.control else "")
                ),
            ),
            ("no-change", lambda c: (state.shape, c.key) in self.idle),
            (
                "undo",
                lambda c: (
                    (c.key in self.undone and not self.is_needed_again(c, state))
                    or (c.key in self.opened and is_open(c))
                ),
            ),
            (
                "repeat",
                lambda c: (
                    self.on("graph")
                    and (c.key in state.tried or self.times[state.shape, c.key] >= _OFTEN)
                    and not self.is_needed_again(c, state)
                ),
            ),
        )

    def is_needed_again(self, candidate: Candidate, state: State) -> bool:
        """Whether it puts a dialog away, or opens what holds more."""
        return candidate.key in self.leaving or self._shows_more(candidate, state)

    def _shows_more(self, candidate: Candidate, state: State) -> bool:
        """Whether it opens, where it is closed, what holds something that was not tried yet.

        For each thing of it that was tried it may be opened once more, and one time on top.
        """
        where = (state.shape, candidate.key)
        if where not in self.shows:
            return False
        opened, uids = self.shows[where]
        tried = uids & self.touched[opened]
        return tried < uids and self.times[where] <= len(tried) + 1

    def start_anew(self, states: Iterable[State]) -> None:
        """Forget what was tried: something was sent, and what was tried may do something else."""
        for state in states:
            state.tried.clear()
        self.times.clear()
        self.touched.clear()

    def learn(
        self,
        candidate: Candidate,
        before: State,
        after: State,
        *,
        previous: State | None,
        changed: bool,
        said: str,
        shown: frozenset[str] = frozenset(),
        put_away: bool = False,
    ) -> list[str]:
        """Remember what an action did; the names of the guards that will refuse it from now on.

        Args:
            candidate: What was done.
            before, after: The states before and after.
            previous: The state before that.
            changed: Whether anything changed.
            said: What came of it.
            shown: Uids of what it has shown in place.
            put_away: Whether a dialog covered the page before, and none does after.
        """
        if put_away and not candidate.fields:
            self.leaving.add(candidate.key)
        before.tried[candidate.key] = said
        self.times[before.shape, candidate.key] += 1
        if changed and candidate.control and not is_open(candidate):
            self.opened.add(candidate.key)
        if shown:
            self.shows[before.shape, candidate.key] = after.key, shown
        self.touched[before.key] |= set(candidate.uids)
        learned = []
        if not changed or before.shape == after.shape:
            self.idle.add((before.shape, candidate.key))
            learned.append("no-change")
        if (
            previous is not None
            and after.key == previous.key
            and before.key != after.key
            and _same_page(before, after)
        ):
            self.undone.add(candidate.key)
            learned.append("undo")
        return learned


def is_open(candidate: Candidate) -> bool:
    """Whether the page says that what it opens is open: to press it would close that."""
    control = candidate.control
    return control is not None and control.attributes.get("aria-expanded") == "true"


def _same_page(one: State, other: State) -> bool:
    """Undoing happens in place; a link to where one came from is navigation."""
    return page_at(one.url) == page_at(other.url)
