"""From walks to labelled decisions: what led to the goal is right, what was true then is done."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from pathfinder.engine.graph import state_key
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.element import Scene
from pathfinder_bench.decisions.sets import (
    AppSet,
    Asked,
    Choice,
    Done,
    FieldValue,
    Move,
    Progress,
    Recorded,
    Refusing,
    Walk,
    at_of,
    element_at,
)
from pathfinder_bench.decisions.walking import Pages, Walker, grouped, steps_of
from pathfinder_bench.sites.contract import Goal, SiteApp
from pathfinder_bench.sites.route import RouteBroken
from pathfinder_bench.sites.session import persona_of

_FILLS = frozenset({"type", "select", "check", "uncheck"})
_OTHER_GOALS = 2
_ALIKE = 3
_FEWEST_WORDS = 3


@dataclass
class Labels:
    """The decisions of one application as they come in.

    aside: States to which side moves have led, and how often: few of each are enough.
    """

    walks: dict[str, Walk] = field(default_factory=dict)
    choices: list[Choice] = field(default_factory=list)
    progress: list[Progress] = field(default_factory=list)
    done: list[Done] = field(default_factory=list)
    refusals: list[Refusing] = field(default_factory=list)
    fields: list[FieldValue] = field(default_factory=list)
    aside: Counter[str] = field(default_factory=Counter)


def record(
    app: SiteApp, home: Path, *, goals: Sequence[str] = (), say: Callable[[str], None]
) -> Recorded:
    """Walk an application and label the decisions on the way.

    Args:
        home: Where it is installed.
        goals: Only these; all where none is named.
        say: Told of each walk.

    A walk that breaks off is said and left out.
    """
    name = f"{app.name.replace('_', '-')}.test"
    pages = Pages(name)
    walker = Walker(app, home, pages, random.Random(app.name))
    labels = Labels()
    made = Recorded(_frame(app, name, labels), pages.kept)
    for goal in app.goals:
        if goals and goal.id not in goals:
            continue
        for walk, steps, says in steps_of(goal):
            say(walk)
            try:
                if says:
                    _refused(labels, made, walker.walk(goal, steps)[0], walk, says)
                else:
                    _reached(labels, made, walker, goal, walk)
            except RouteBroken as error:
                say(f"{walk} is left out: {error}")
    return Recorded(_frame(app, name, labels), pages.kept)


def _frame(app: SiteApp, name: str, labels: Labels) -> AppSet:
    with TemporaryDirectory() as folder:
        persona = persona_of(app, Path(folder))
    return AppSet(
        app=app.name,
        language=app.sheet.language,
        start=f"http://{name}{app.sheet.start}",
        persona=dict(persona.values),
        secret=tuple(sorted(persona.secret)),
        account="account" in app.sheet.persona,
        goals={
            goal.id: Asked(goal=goal.goal, kind=goal.kind, answer=goal.answer or "")
            for goal in app.goals
        },
        walks=labels.walks,
        choices=tuple(labels.choices),
        progress=tuple(labels.progress),
        done=tuple(labels.done),
        refusals=tuple(labels.refusals),
        fields=tuple(labels.fields),
    )


def _reached(labels: Labels, made: Recorded, walker: Walker, goal: Goal, walk: str) -> None:
    own, played, reached = walker.walk(goal, goal.route)
    whole = own.model_copy(update={"sides": walker.sides(goal, played)})
    labels.walks[walk] = whole
    groups = grouped(played)
    held = [group[-1].held for group in groups]
    for step, move in enumerate(whole.moves):
        scene = made.scene(move.before)
        labels.fields += _fields(walk, step, move, scene)
        labels.done += _done(made, walk, step, whole, held, goal)
        labels.refusals += _harmless(made, walk, step, move, None)
        if changes(scene, made.scene(move.after)).nothing:
            continue
        labels.progress.append(Progress(walk=walk, step=step, closer=True))
        if move.acts[-1].at:
            labels.choices.append(Choice(walk=walk, step=step, right=_right(move, scene)))
    labels.done += _others(walk, len(whole.moves) - 1, goal, reached)
    _aside(labels, made, walk, whole, goal)


def _right(move: Move, scene: Scene) -> tuple[str, ...]:
    """What has to be touched: one of the fields that are filled in, else the control.

    Another link to where a link leads is as right.
    """
    filled = [act.at for act in move.acts if act.do in _FILLS]
    if filled:
        return tuple(filled)
    at = move.acts[-1].at
    control = element_at(scene, at)
    href = control.href if control else ""
    same = [at_of(e) for e in scene.actionable if href and e.href == href and at_of(e) != at]
    return (at, *same)


def _fields(walk: str, step: int, move: Move, scene: Scene) -> Iterator[FieldValue]:
    for act in move.acts:
        if act.do in ("type", "select") and act.source and element_at(scene, act.at):
            values = (act.value,)
            yield FieldValue(walk=walk, step=step, at=act.at, values=values, source=act.source)


def _done(
    made: Recorded, walk: str, step: int, whole: Walk, held: Sequence[bool | None], goal: Goal
) -> Iterator[Done]:
    """Whether the truth holds; of a goal that only asks, whether the answer is to be read."""
    last = step == len(whole.moves) - 1
    truth = held[step]
    if truth is None:
        if _tells(made.scene(whole.moves[step].after), goal) and not last:
            return
        truth = last
    yield Done(walk=walk, step=step, done=truth or last)


def _others(walk: str, step: int, goal: Goal, reached: dict[str, bool]) -> Iterator[Done]:
    """Other goals of the application at the end of this one: sounds like success, and is none."""
    other = [name for name in reached if name != goal.id]
    chosen = random.Random(walk).sample(other, min(_OTHER_GOALS, len(other)))
    for name in chosen:
        yield Done(walk=walk, step=step, done=reached[name], goal=name)


def _aside(labels: Labels, made: Recorded, walk: str, whole: Walk, goal: Goal) -> None:
    """Side moves: no progress and nothing done, where they are no other way to the goal."""
    first = True
    for number, side in enumerate(whole.sides):
        key = state_key(made.scene(side.move.after))
        if labels.aside[key] >= _ALIKE or not _leads_away(made, whole, side.step, side.move):
            continue
        labels.aside[key] += 1
        labels.progress.append(Progress(walk=walk, step=side.step, side=number, closer=False))
        if first and not _tells(made.scene(side.move.after), goal):
            labels.done.append(Done(walk=walk, step=side.step, side=number, done=False))
            labels.refusals += _harmless(made, walk, side.step, side.move, number)
        first = False


def _tells(scene: Scene, goal: Goal) -> bool:
    """Whether a page shows what the goal asks for."""
    words = " ".join(f"{scene.text}\n{' '.join(scene.names)}".split())
    return bool(goal.answer) and goal.answer in words


def _leads_away(made: Recorded, whole: Walk, step: int, move: Move) -> bool:
    before, after = made.scene(move.before), made.scene(move.after)
    ahead = {state_key(made.scene(later.after)) for later in whole.moves[step:]}
    if changes(before, after).nothing or state_key(after) in ahead:
        return False
    later = whole.moves[step + 1].acts[0].at if step + 1 < len(whole.moves) else ""
    return not later or element_at(after, later) is None or element_at(before, later) is not None


def _refused(labels: Labels, made: Recorded, own: Walk, walk: str, says: str) -> None:
    labels.walks[walk] = own.model_copy(update={"end": "refused"})
    step = len(labels.walks[walk].moves) - 1
    labels.refusals.append(Refusing(walk=walk, step=step, says=says, refusal=True))
    labels.done.append(Done(walk=walk, step=step, done=False))


def _harmless(
    made: Recorded, walk: str, step: int, move: Move, side: int | None
) -> Iterator[Refusing]:
    """A sentence that came where nothing was refused."""
    told = changes(made.scene(move.before), made.scene(move.after))
    words = [text for text in told.news if len(text.split()) >= _FEWEST_WORDS]
    for text in words[:1]:
        yield Refusing(walk=walk, step=step, side=side, says=text, refusal=False)
