"""Walks through an application: its known routes, the refusals, and side moves from each page."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.errors import PathFinderError
from pathfinder.engine.candidates import Candidate, single_candidates
from pathfinder.engine.graph import state_key
from pathfinder.webprocessor.element import Element
from pathfinder_bench.decisions.sets import Act, Move, Side, Walk, at_of, page_of
from pathfinder_bench.sites.checking import Stand, at_start
from pathfinder_bench.sites.contract import Goal, SiteApp, Step
from pathfinder_bench.sites.route import Hook, Moment, RouteBroken, Seen, look

_FIELD_VERBS = ("fill", "choose", "check", "uncheck")
_TRIED = frozenset({"link", "button", "tab", "menuitem"})
_SIDES = 3
_RESTARTS = 3


class _Lost(PathFinderError):
    """A side move led somewhere from where the walk can't go on."""


@dataclass(frozen=True)
class Played:
    """A step of a route that was done: before, after, and what was true then."""

    moment: Moment
    after: Seen
    held: bool | None


@dataclass
class Pages:
    """Every page that was seen, once; addresses as if the application had a name of its own."""

    name: str
    host: str = ""
    kept: dict[str, Any] = field(default_factory=dict)

    def keep(self, seen: Seen) -> str:
        """Keep a page; its name."""
        page, kept = page_of(seen.snapshot, {self.host: self.name})
        self.kept[page] = kept
        return page


class Keeping(Hook):
    """Keeps each step of a route with what was true after it."""

    def __init__(self, stand: Stand, goal: Goal) -> None:
        self.stand, self.goal = stand, goal
        self.played: list[Played] = []

    def after(self, moment: Moment, seen: Seen, result: ActionResult) -> None:
        """Keep the step."""
        self.played.append(Played(moment, seen, self.stand.reached(self.goal)))


@dataclass
class Trying(Hook):
    """Tries other controls on each page where a move begins, and comes back.

    starts: Numbers of the steps (from 1) at which a move begins, and which move that is.
    rights: What the route itself uses.
    """

    stand: Stand
    pages: Pages
    starts: dict[int, int]
    rights: set[str]
    chance: random.Random
    tried: dict[tuple[str, str], int]
    from_step: int = 0
    sides: list[Side] = field(default_factory=list)
    at: int = 0

    def before(self, moment: Moment) -> None:
        """Try what is there, a few at random."""
        self.at = self.starts.get(moment.number, -1)
        if self.at < self.from_step or moment.seen.scene.dialog:
            return
        fitting = [c for c in _harmless(moment.seen, self.stand, self.rights)]
        self.chance.shuffle(fitting)
        key = state_key(moment.seen.scene)
        fitting.sort(key=lambda c: self.tried.get((key, at_of(c.elements[-1])), 0))
        for candidate in fitting[:_SIDES]:
            control = candidate.elements[-1]
            self.tried[key, at_of(control)] = self.tried.get((key, at_of(control)), 0) + 1
            self._try(moment.seen, control)

    def _try(self, seen: Seen, control: Element) -> None:
        browser = self.stand.browser
        result = browser.perform(Action(Kind.CLICK, control.uid), seen.scene)
        after = look(browser)
        if result.ok and after.scene.tabs == 1 and not after.scene.dialog:
            acts = (Act(do=Kind.CLICK, at=at_of(control)),)
            move = Move(before=self.pages.keep(seen), acts=acts, after=self.pages.keep(after))
            self.sides.append(Side(step=self.at, move=move))
        if after.scene.dialog:
            browser.perform(Action(Kind.ANSWER_DIALOG, value="dismiss"), after.scene)
        browser.open(seen.scene.url)
        back = look(browser).scene
        if back.tabs > 1 or state_key(back) != state_key(seen.scene):
            raise _Lost(f"{seen.scene.url} is another after {control.name!r}")


def _harmless(seen: Seen, stand: Stand, rights: set[str]) -> Iterator[Candidate]:
    """What can be pressed without sending anything, and is not what the route uses."""
    for candidate in single_candidates(seen.scene):
        control = candidate.control
        if control is None or control.role not in _TRIED or control.submits:
            continue
        stays = not control.href or control.href.startswith(stand.url)
        if stays and at_of(control) not in rights and candidate.kind is Kind.CLICK:
            yield candidate


def play(stand: Stand, goal: Goal, steps: Sequence[Step]) -> list[Played]:
    """Do a route's steps, and keep each."""
    hook = Keeping(stand, goal)
    stand.play(steps, hook)
    return hook.played


def grouped(played: Sequence[Played]) -> list[list[Played]]:
    """The steps as moves: the fields of a form and what sends it are one."""
    groups: list[list[Played]] = []
    for one in played:
        if groups and _belongs(one, groups[-1]):
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def _belongs(one: Played, group: Sequence[Played]) -> bool:
    first, last = group[0], group[-1]
    form = first.moment.control.form if first.moment.control else ""
    if last.moment.step.verb not in _FIELD_VERBS:
        return False
    if one.moment.step.key == "Enter":
        return True
    control = one.moment.control
    if control is None or not form or control.form != form:
        return False
    there = {at_of(element) for element in first.moment.seen.scene.actionable}
    sends = one.moment.step.verb == "press" and control.submits
    return at_of(control) in there and (sends or one.moment.step.verb in _FIELD_VERBS)


def move_of(group: Sequence[Played], pages: Pages) -> Move:
    """A group of steps as one move."""
    acts, last = [], ""
    for one in group:
        control = one.moment.control
        last = at_of(control) if control else last
        acts.append(_act(one.moment, last))
    return Move(
        before=pages.keep(group[0].moment.seen), acts=tuple(acts), after=pages.keep(group[-1].after)
    )


def _act(moment: Moment, at: str) -> Act:
    action, source = moment.action, moment.step.source or ""
    if moment.step.open is not None:
        return Act(do=action.kind, value=moment.step.open)
    if moment.step.dialog is not None:
        return Act(do=action.kind, value=moment.step.dialog)
    return Act(do=action.kind, at=at, value=action.written, source=source)


@dataclass
class Walker:
    """Walks an application: each route and each refusal on fresh data."""

    app: SiteApp
    home: Path
    pages: Pages
    chance: random.Random
    tried: dict[tuple[str, str], int] = field(default_factory=dict)

    def walk(self, goal: Goal, steps: Sequence[Step]) -> tuple[Walk, list[Played], dict[str, bool]]:
        """The walk, what was played, and the goals of the application that were reached then."""
        with at_start(self.app, self.home) as stand:
            self.pages.host = stand.url.partition("//")[2]
            played = play(stand, goal, steps)
            stand.reached(goal, patience=5.0)
            reached = {each.id: bool(stand.reached(each)) for each in self.app.goals if each.truth}
            moves = tuple(move_of(group, self.pages) for group in grouped(played))
        return Walk(goal=goal.id, end="goal", moves=moves), played, reached

    def sides(self, goal: Goal, played: Sequence[Played]) -> tuple[Side, ...]:
        """Side moves from the pages of a route; begun anew where one has led astray."""
        groups = grouped(played)
        starts = {group[0].moment.number: number for number, group in enumerate(groups)}
        rights = {at_of(one.moment.control) for one in played if one.moment.control}
        found: list[Side] = []
        begin = 0
        for _ in range(_RESTARTS):
            with at_start(self.app, self.home) as stand:
                self.pages.host = stand.url.partition("//")[2]
                hook = Trying(
                    stand, self.pages, starts, rights, self.chance, self.tried, begin, found
                )
                try:
                    stand.play(goal.route, hook)
                except (_Lost, RouteBroken):
                    begin = hook.at + 1
                    continue
                break
        return tuple(found)


def steps_of(goal: Goal) -> Iterator[tuple[str, Sequence[Step], str]]:
    """The walks of a goal: its route, then each refusal with the sentence that ends it."""
    if goal.route:
        yield goal.id, goal.route, ""
    for number, refusal in enumerate(goal.refused, 1):
        yield f"{goal.id}-refused-{number}", refusal.steps, refusal.says
