"""An explorer brought to a decision: it remembers the walk's moves before as if it had made them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import ROLES
from pathfinder.agents.models.base import Model
from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.events import Event, of
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.origin import entry_of
from pathfinder.core.task import Persona, Site, Task
from pathfinder.engine.candidates import Candidate, form_candidates, kind_of, single_candidates
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.playing import Move as Made
from pathfinder.engine.playing import Outcome
from pathfinder.engine.stage import View
from pathfinder.systems.explore.explorer import Explorer
from pathfinder.systems.explore.guards import Guards
from pathfinder.systems.explore.inputs import persona_values
from pathfinder.systems.explore.players import fast_team
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.element import Scene
from pathfinder_bench.decisions.beside import beside
from pathfinder_bench.decisions.pages import first_step
from pathfinder_bench.decisions.sets import Act, AppSet, Decision, FieldValue, Move, Recorded, at_of

E = TypeVar("E", bound=Event)
_MEMORY_ONLY = frozenset({"critic", "judge", "backtrack", "cycle"})


@dataclass
class Position:
    """An explorer at a page of a walk.

    view: The page. move: What was done there next.
    """

    recorded: Recorded
    explorer: Explorer
    journal: MemoryJournal
    view: View
    move: Move
    step: int

    @property
    def scene(self) -> Scene:
        """The page before the move."""
        return self.view.scene

    def outcome(self) -> Outcome:
        """What the move did."""
        return _outcome(self.recorded, self.explorer, self.view, self.move)

    def events(self, kind: type[E]) -> list[E]:
        """The events of a kind that the explorer wrote down since it was brought here."""
        return of(self.journal.events, kind)


def bring(
    recorded: Recorded,
    decision: Decision | FieldValue,
    models: Mapping[str, Model],
    *,
    goal: str = "",
    off: frozenset[str] = frozenset(),
    surveyed: bool = False,
) -> Position:
    """An explorer at a decision.

    Args:
        models: Role -> model.
        goal: Id of the goal that it has, where it is not the walk's.
        off: Switched off, beside what asks models on the way.
        surveyed: It can look at the other recorded pages, and has looked the site over where a
            session does, once logged in.
    """
    labels = recorded.labels
    walk = labels.walks[decision.walk]
    task = task_of(labels, labels.goals[goal or walk.goal].goal)
    journal = MemoryJournal(task.persona.vault)
    guards = Guards(task.site, _MEMORY_ONLY | off)
    graph = StateGraph()
    explorer = Explorer(task, fast_team(models), journal, graph, guards)
    first, surveys = first_step(recorded, walk), surveyed and "survey" not in off
    if surveyed:
        begun = Decision(walk=decision.walk, step=first)
        explorer.lookahead.browser = beside(recorded, begun)
    for number, move in enumerate(walk.moves[: decision.step], 1):
        view = _view(recorded, explorer, number, move.before)
        if surveys and number == first + 1:
            explorer.surveying.look_over(view, Call(journal, number))
        explorer.learn(_outcome(recorded, explorer, view, move))
    side = getattr(decision, "side", None)
    move = walk.moves[decision.step] if side is None else walk.sides[side].move
    step = decision.step + 1
    view = _view(recorded, explorer, step, move.before)
    if surveyed:
        explorer.lookahead.browser = beside(recorded, decision)
    journal.events.clear()
    return Position(recorded, explorer, journal, view, move, step)


def task_of(labels: AppSet, goal: str) -> Task:
    """The task as a session on the application has it: no conditions."""
    site = Site(labels.app, labels.start, (entry_of(labels.start),), safe=False)
    persona = Persona(labels.app, labels.persona, frozenset(labels.secret))
    return Task(goal, site, persona, has_account=labels.account)


def all_roles(model: Model, **others: Model) -> dict[str, Model]:
    """One model in every role, but for some."""
    return {**dict.fromkeys(ROLES, model), **others}


def _view(recorded: Recorded, explorer: Explorer, step: int, page: str) -> View:
    scene = recorded.scene(page)
    state, new = explorer.graph.visit(scene)
    return View(step, scene, state, new)


def _outcome(recorded: Recorded, explorer: Explorer, before: View, move: Move) -> Outcome:
    after = _view(recorded, explorer, before.step + 1, move.after)
    made = made_of(move, before.scene, explorer)
    explorer.graph.connect(before.state, after.state, made.text)
    results = tuple(ActionResult(True) for _ in made.actions)
    return Outcome(made, before, after, changes(before.scene, after.scene), results)


def made_of(move: Move, scene: Scene, explorer: Explorer) -> Made:
    """A move of a walk as the explorer would have made it: the candidate that does the same."""
    uids = {at_of(element): element.uid for element in scene.actionable}
    actions = tuple(_action(act, uids) for act in move.acts)
    candidate = _same(move, scene, explorer)
    if candidate:
        return Made(candidate.text, actions, candidate)
    said = ", ".join(f"{act.do} {act.value}".strip() for act in move.acts)
    return Made(said, actions, None)


def _action(act: Act, uids: Mapping[str, str]) -> Action:
    value = act.value or None
    return Action(act.do, uids.get(act.at), None if act.do is Kind.CLICK else value)


def _same(move: Move, scene: Scene, explorer: Explorer) -> Candidate | None:
    """The candidate that has the move's control, and most of its fields."""
    wanted = persona_values(scene.actionable, explorer.task.persona.vault)
    known = [*form_candidates(scene, wanted), *single_candidates(scene)]
    touched = {act.at for act in move.acts}
    last = move.acts[-1]
    fitting = [c for c in known if at_of(c.elements[-1]) == last.at]
    fitting = fitting or [c for c in known if touched & {at_of(e) for e in c.elements}]
    found = max(fitting, key=lambda c: _alike(c, touched), default=None)
    fields = tuple(e for e in scene.actionable if at_of(e) in touched and e.is_field)
    control = next(
        (e for e in scene.actionable if at_of(e) == last.at and last.do is Kind.CLICK), None
    )
    if found is None and control is None:
        return None
    return found or Candidate(move.before, last.value, kind_of(control), control, fields)  # type: ignore[arg-type]


def _alike(candidate: Candidate, touched: set[str]) -> tuple[int, int]:
    own = {at_of(element) for element in candidate.elements}
    return len(own & touched), -len(own - touched)
