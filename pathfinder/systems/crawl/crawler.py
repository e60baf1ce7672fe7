"""The player of a crawl: what it tries next, and what it finds wrong on the way."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pathfinder.core import events
from pathfinder.core.action import Action, Kind
from pathfinder.core.errors import Blame
from pathfinder.core.journal import Journal
from pathfinder.core.shorten import counted
from pathfinder.core.task import Task
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.candidates import Candidate, label_of
from pathfinder.engine.graph import State, StateGraph
from pathfinder.engine.phrases import first_of, phrases_of
from pathfinder.engine.playing import Move, Outcome, Return
from pathfinder.engine.safety import irreversible
from pathfinder.engine.shortlist import region
from pathfinder.engine.stage import View
from pathfinder.systems.crawl.coverage import RIGHT, WRONG, Coverage, is_form, told
from pathfinder.systems.crawl.values import is_secret, right_actions, wrong_actions
from pathfinder.systems.explore.guards import Guards
from pathfinder.systems.explore.login import LogIn
from pathfinder.systems.explore.offering import Offering
from pathfinder.webprocessor.element import Element, Scene

_OFF = frozenset({"repeat", "no-change", "undo", "values-first"})
_ENTERED = frozenset({Kind.TYPE, Kind.SELECT})


@dataclass(frozen=True)
class _Tried:
    """A form that was sent: the candidate, the actions that filled it in, and what with."""

    candidate: Candidate
    actions: tuple[Action, ...]
    stage: int


@dataclass
class Crawler:
    """Plays one crawl.

    Goes where something is left to try, new kinds of pages and controls first; each form once with
    something wrong in it and once right. What can't be undone comes last, logging out never.
    """

    task: Task
    journal: Journal
    graph: StateGraph
    off: frozenset[str] = frozenset()
    coverage: Coverage = field(default_factory=Coverage)

    def __post_init__(self) -> None:
        self.guards = Guards(self.task.site, self.off | _OFF)
        self.offering = Offering(self.task, self.guards, self.journal)
        self.log_in = LogIn(self.task)
        self._sent: _Tried | None = None
        self._found: set[str] = set()

    def decide(self, view: View) -> Move | Return | Verdict:
        """Answer banners and log in by rule, else try what tells most; go back where nothing is."""
        self._sent = None
        by_rule = self.offering.answer_banner(view) or self._logging_in(view.scene)
        if by_rule:
            return by_rule
        offered = [c for c in self.offering.offered(view) if not _logs_out(c)]
        if not offered and not view.scene.dialog:
            self._find(view, "dead end", "nothing on the page leads on", view.scene.url)
        worth = self.coverage.look(view.state, offered)
        if worth:
            return self._move(view, min(worth, key=self._rank))
        view.state.exhausted = True
        back = self._nearest(view.state)
        return back or self._ended("nothing is left to try")

    def _logging_in(self, scene: Scene) -> Move | None:
        return self.log_in.move(scene) if self.guards.on("log-in") else None

    def _rank(self, candidate: Candidate) -> tuple[int, ...]:
        """What comes first is least: what can be undone, is new, was tried least, the content."""
        undoing = bool(irreversible(candidate, self.task.site, self.task.goal))
        newness, times = self.coverage.newness(candidate), self.coverage.times(candidate)
        return (undoing, newness, times, region(candidate))

    def _move(self, view: View, candidate: Candidate) -> Move:
        stage = RIGHT
        if is_form(candidate):
            stage = self.coverage.stage(candidate)
        actions = self._filled_in(candidate, stage)
        if stage == WRONG and not actions:
            stage, actions = RIGHT, self._filled_in(candidate, RIGHT)
        self.coverage.did(view.state, candidate, stage=stage)
        if stage == RIGHT:
            view.state.tried[candidate.key] = "tried"
        if is_form(candidate):
            self._sent = _Tried(candidate, tuple(actions), stage)
        text = f"{candidate.text} (with something wrong)" if stage == WRONG else candidate.text
        if candidate.actions:
            actions += candidate.actions
        elif candidate.control is not None:
            actions.append(Action(candidate.kind, candidate.control.uid))
        return Move(text, tuple(actions), candidate)

    def _filled_in(self, candidate: Candidate, stage: int) -> list[Action]:
        vault = self.task.persona.vault
        fill = wrong_actions if stage == WRONG else right_actions
        return fill(candidate.fields, vault)

    def _nearest(self, here: State) -> Return | None:
        """The way to the nearest state where something is left to try."""
        left = [
            s
            for s in self.graph.states
            if s.key != here.key and not s.exhausted and self.coverage.left.get(s.key)
        ]
        if not left:
            return None
        nearest = min(left, key=lambda s: (self.graph.distance(here, s), s.visits))
        return Return(nearest, "url", "nothing is left to try here")

    def learn(self, outcome: Outcome) -> Verdict | None:
        """See what a form has kept; end with the budget."""
        after = outcome.after
        if isinstance(outcome.move, Return):
            missed = after.state.key != outcome.move.state.key
            outcome.move.state.exhausted |= missed
        elif self._sent is not None and self._sent.stage == WRONG:
            self._see_what_is_lost(self._sent, outcome)
        if after.step > self.task.max_steps:
            return self._ended(f"the budget of {counted(self.task.max_steps, 'step')} is spent")
        return None

    def _see_what_is_lost(self, sent: _Tried, outcome: Outcome) -> None:
        """A form that comes back with its error, and without what was right in it and no secret."""
        control, after = sent.candidate.control, outcome.after.scene
        again = [e for e in after.actionable if control and e.name == control.name and e.submits]
        if not again or not (outcome.change.errors or after.errors):
            return
        vault = self.task.persona.vault
        right = right_actions(sent.candidate.fields, vault)
        typed = {a.uid for a in sent.actions if a.kind in _ENTERED and a in right}
        lost = [
            label_of(f)
            for f in sent.candidate.fields
            if f.uid in typed and not is_secret(f, vault) and _is_empty(f, after.actionable)
        ]
        if lost:
            said = (
                f'the form that "{label_of(again[0])}" sends comes back without {", ".join(lost)}'
            )
            self._find(outcome.after, "lost input", said, after.url)

    def _find(self, view: View, kind: str, message: str, url: str) -> None:
        if message + url in self._found:
            return
        self._found.add(message + url)
        self.journal.write(
            events.Finding(
                step=view.step - 1, kind=kind, message=message, severity="warning", url=url
            )
        )

    def _ended(self, why: str) -> Verdict:
        figures = self.coverage.event(len(self.graph.states))
        self.journal.write(figures)
        return Verdict(Status.CRAWLED, f"{told(figures)}; {why}", by="limit", blame=Blame.NOBODY)


def _logs_out(candidate: Candidate) -> bool:
    control = candidate.control
    return control is not None and bool(
        first_of(label_of(control), phrases_of("account", "log-out"))
    )


def _is_empty(field: Element, after: Sequence[Element]) -> bool:
    """Whether the same field holds nothing now."""
    same = [e for e in after if e.is_field and label_of(e) == label_of(field)]
    return bool(same) and not any(e.value or e.selected for e in same)
