"""The player of a crawl: what it tries next, and what it finds wrong on the way."""

from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from pathfinder.core import events
from pathfinder.core.action import Action
from pathfinder.core.errors import Blame
from pathfinder.core.journal import Journal
from pathfinder.core.shorten import counted, short
from pathfinder.core.task import Task
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.candidates import Candidate
from pathfinder.engine.graph import State, StateGraph
from pathfinder.engine.harmless import logs_out
from pathfinder.engine.login import LogIn
from pathfinder.engine.playing import Move, Outcome, Return
from pathfinder.engine.safety import irreversible
from pathfinder.engine.shortlist import region
from pathfinder.engine.stage import View
from pathfinder.engine.unasked import is_unasked
from pathfinder.systems.crawl.answers import Sent, amiss
from pathfinder.systems.crawl.coverage import RIGHT, WRONG, Coverage, is_form, told
from pathfinder.systems.crawl.forms import whole
from pathfinder.systems.crawl.kept import Kept, keep, take_up
from pathfinder.systems.crawl.links import Ask, Links, Reopen, answered, broken
from pathfinder.systems.crawl.values import right_actions, wrong_actions
from pathfinder.systems.explore.guards import Guards
from pathfinder.systems.explore.offering import Offering
from pathfinder.webprocessor.element import Scene

_OFF = frozenset({"repeat", "no-change", "undo", "values-first"})


@dataclass
class Crawler:
    """Plays one crawl.

    Goes where something is left to try, new kinds of pages and controls first; each form once with
    something wrong in it and once right. What can't be undone comes last, logging out never.

    before: What an earlier crawl knows; this one goes on from there.
    on_kept: Is handed what this one knows, after each step.
    ask: How addresses are answered that were not gone to; none where nobody can tell.
    reopen: Opens a page again, and looks.
    """

    task: Task
    journal: Journal
    graph: StateGraph
    off: frozenset[str] = frozenset()
    before: Kept | None = None
    on_kept: Callable[[Kept], None] = lambda kept: None
    ask: Ask = lambda addresses: {}
    reopen: Reopen = lambda url: Scene(url, "", "", (), ())
    coverage: Coverage = field(default_factory=Coverage)

    def __post_init__(self) -> None:
        self.guards = Guards(self.task.site, self.off | _OFF)
        self.offering = Offering(self.task, self.guards, self.journal)
        self.log_in = LogIn(self.task)
        self.links = Links(self.task.site)
        self._sent: Sent | None = None
        self._found: set[str] = set()
        if self.before:
            self.coverage = take_up(self.before, self.task.site.url, self.graph)
            self._found |= set(self.before.found)

    def decide(self, view: View) -> Move | Return | Verdict:
        """Answer banners and log in by rule, else try what tells most; go back where nothing is."""
        self._sent = None
        self.links.meet(view.scene, max(view.step - 1, 1))
        by_rule = self.offering.answer_banner(view) or self._logging_in(view.scene)
        if by_rule:
            return by_rule
        offered = [whole(c, view.scene) for c in self.offering.offered(view) if not _logs_out(c)]
        if not offered and not view.scene.dialog:
            self._find(view.step - 1, "dead end", "nothing on the page leads on", view.scene.url)
        worth = self.coverage.look(view.state, offered)
        if worth:
            return self._move(view, min(worth, key=self._rank))
        view.state.exhausted = True
        back = self._nearest(view.state)
        return back or self._ended(view, "nothing is left to try")

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
            self._sent = Sent(candidate, tuple(actions), stage == WRONG)
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
        self.offering.unasked = is_unasked(outcome, self.offering.unasked)
        if isinstance(outcome.move, Return):
            missed = after.state.key != outcome.move.state.key
            outcome.move.state.exhausted |= missed
        elif self._sent is not None:
            for one in amiss(self._sent, outcome, self.task.persona.vault):
                self._find(after.step - 1, one.kind, one.message, after.scene.url)
        self._keep()
        if after.step > self.task.max_steps:
            spent = f"the budget of {counted(self.task.max_steps, 'step')} is spent"
            return self._ended(after, spent)
        return None

    def _keep(self) -> None:
        site = self.task.site
        self.on_kept(keep(site.name, site.url, self.graph, self.coverage, self._found))

    def _find(
        self,
        step: int,
        kind: str,
        message: str,
        url: str,
        *,
        severity: str = "warning",
        at: str = "",
    ) -> None:
        known = f"{message} {urlsplit(url).path}"
        if known in self._found:
            return
        self._found.add(known)
        self.journal.write(
            events.Finding(
                step=step, kind=kind, message=message, severity=severity, url=url, evidence=at
            )
        )

    def _ended(self, view: View, why: str) -> Verdict:
        self.links.meet(view.scene, max(view.step - 1, 1))
        asked = self._check_links(view.scene.url)
        self._keep()
        figures = self.coverage.event(len(self.graph.states), links=asked)
        self.journal.write(figures)
        return Verdict(Status.CRAWLED, f"{told(figures)}; {why}", by="limit", blame=Blame.NOBODY)

    def _check_links(self, here: str) -> int:
        """Find links that lead nowhere, of those not followed; how many were answered."""
        links = self.links.unfollowed(self.coverage.urls, here)
        answers = answered(links, self.ask, self.graph.states[0].url)
        for link, status in broken(links, answers, self.ask, self.reopen):
            path = urlsplit(link.address).path
            said = f'the link "{short(link.words)}" leads to {path}: {status}'
            self._find(link.step, "broken link", said, link.address, severity="error", at=link.page)
        return len(answers)


def _logs_out(candidate: Candidate) -> bool:
    return candidate.control is not None and logs_out(candidate.control)
