"""The ways back of a search: from detours, from cycles, and from where nothing is left to try."""

from dataclasses import dataclass

from pathfinder.engine.graph import State, StateGraph
from pathfinder.engine.playing import Move, Outcome, Return
from pathfinder.systems.explore.signs import is_search


@dataclass
class Backtracking:
    """Knows where a search has been, and plans at most one way back.

    detours: Detours from one state before the best of them is followed.
    stale: Steps without a new state that make a cycle.
    can_reset: Whether a state can be reached again by doing what led there on the reset site.
    neutral: What a state is worth that no step was judged to lead to, as the start page: more than
        a detour, and less than any progress.
    pending: The way back that the next step is to take.
    """

    graph: StateGraph
    detours: int
    stale: int
    can_reset: bool = False
    neutral: float = 0.0
    pending: Return | None = None

    def __post_init__(self) -> None:
        self._outcomes: list[tuple[State, State, float]] = []
        self._since_new = 0

    def take(self, here: State) -> Return | None:
        """The way back that is pending; None when there is none, or the search is there already."""
        back, self.pending = self.pending, None
        return back if back and back.state.key != here.key else None

    def returned(self, move: Return, here: State) -> None:
        """The search went back; a state that was not reached is no longer one to go to."""
        self._since_new = 0
        move.state.exhausted |= here.key != move.state.key

    def count(self, *, new: bool) -> None:
        """Count a step that led to a new state, or to one seen before."""
        self._since_new = 0 if new else self._since_new + 1

    def to_open_state(self, here: State, reason: str) -> Return | None:
        """To the best other state where something is left to try."""
        target = self._best_open_state(here)
        return self._return_to(target, reason) if target else None

    def after_detour(self, outcome: Outcome, score: float) -> None:
        """Back to where the detour began.

        When there were too many, to the best that they led to.
        """
        before, after = outcome.before.state, outcome.after.state
        self._outcomes.append((before, after, score))
        from_here = [(state, s) for start, state, s in self._outcomes if start.key == before.key]
        if len(from_here) <= self.detours:
            self.pending = self._return_to(before, "the step was a detour")
            return
        best = max(from_here, key=lambda pair: pair[1])[0]
        if best.key != after.key:
            self.pending = self._return_to(best, "of several detours this was the best")

    def out_of_cycle(self, here: State) -> str:
        """Plan the way out of a cycle.

        What there is to say of it, empty when there is no cycle or no way.
        """
        if self._since_new < self.stale or self.pending is not None:
            return ""
        back = self.to_open_state(here, "the last steps led to nothing new")
        if back is None:
            return ""
        said = f"{self._since_new} steps without a new state: back to {back.state.id}"
        self.pending, self._since_new = back, 0
        return said

    def _return_to(self, state: State, reason: str) -> Return:
        here = [s for s in self.graph.states if s.url == state.url]
        how = (
            "replay"
            if self.can_reset and len({s.shape for s in here}) > 1 and state.path
            else "url"
        )
        return Return(state, how, reason)

    def _best_open_state(self, here: State) -> State | None:
        states = [
            s
            for s in self.graph.states
            if s.key != here.key and not s.exhausted and s.visits <= 2 * self.detours
        ]

        def worth(state: State) -> tuple[float, int]:
            return state.score or self.neutral, -self.graph.distance(here, state)

        return max(states, key=worth, default=None)


def may_be_detour(outcome: Outcome) -> bool:
    """Whether the step may have led away from the goal.

    A form that was sent, or refused, never does. What opened or changed in the page itself doesn't
    either: to load the page again would lose what else was done there.
    """
    before, after = outcome.before, outcome.after
    if before.scene.url == after.scene.url or outcome.change.nothing:
        return False
    if _was_sent(outcome) or _refused_input(outcome):
        return False
    return before.state.key != after.state.key


def _refused_input(outcome: Outcome) -> bool:
    """The same page with new errors: the way was right, and what was entered was not."""
    return (
        bool(outcome.change.errors) and outcome.before.scene.heading == outcome.after.scene.heading
    )


def _was_sent(outcome: Outcome) -> bool:
    """A form was filled in and sent, and another page came; no search.

    What was sent can't be unsent by going back.
    """
    candidate = outcome.move.candidate if isinstance(outcome.move, Move) else None
    return (
        bool(candidate and candidate.fields and candidate.control)
        and not is_search(outcome)
        and outcome.before.scene.heading != outcome.after.scene.heading
    )
