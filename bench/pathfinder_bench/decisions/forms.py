"""The set `forms`: a whole form is filled in as the known way does, and nothing else in it.

A field alone may be right while another gets what does not belong there; a form is right or not.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pathfinder.core.action import Action, Kind
from pathfinder.core.shorten import short
from pathfinder.engine.candidates import Candidate
from pathfinder.engine.safety import looks_up
from pathfinder.systems.explore.inputs import Input
from pathfinder.webprocessor.element import Element
from pathfinder_bench.decisions.pages import logs_in
from pathfinder_bench.decisions.replaying import Position, made_of
from pathfinder_bench.decisions.saying import one_of
from pathfinder_bench.decisions.sets import (
    Act,
    Decision,
    FieldValue,
    Move,
    Recorded,
    at_of,
    element_at,
)

_FILLS = (Kind.TYPE, Kind.SELECT)


class FormChoice(Decision):
    """A form that the known way fills in. fields: Its values that are the goal's."""

    fields: tuple[FieldValue, ...]


def forms_of(recorded: Recorded) -> Iterator[FormChoice]:
    """Each move of the walks that enters something of the goal, but for goals that only ask."""
    for name, walk in recorded.labels.walks.items():
        if walk.end != "goal" or recorded.labels.goals[walk.goal].kind == "find":
            continue
        for step, move in enumerate(walk.moves):
            given = tuple(v for v in _values(recorded, name, step) if v.source == "goal")
            if given and not logs_in(move, recorded.labels):
                yield FormChoice(walk=name, step=step, fields=given)


def _values(recorded: Recorded, walk: str, step: int) -> Iterator[FieldValue]:
    return (v for v in recorded.labels.fields if (v.walk, v.step) == (walk, step))


@dataclass
class Differences:
    """Where what the engine enters differs from the known way.

    lost: Values of the goal that are not entered as they should be. extra: What is entered where
    the known way enters nothing, and nothing has to be.
    """

    lost: list[str] = field(default_factory=list)
    extra: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return "; ".join([*(f"not {one}" for one in self.lost), *self.extra])


def filled(here: Position, form: FormChoice) -> Differences:
    """Let the form be filled in as a session does, which knows what it has entered before.

    Raises:
        ModelError: The model failed.
    """
    explorer, scene = here.explorer, here.scene
    _remember(here, form)
    explorer.tell_choices(explorer.read(here.step), scene)
    candidate = _candidate(here)
    if candidate is None:
        return Differences([value.values[0] for value in form.fields])
    return _compared(here, form, explorer.inputs(explorer.filler(), candidate, here.view))


def _remember(here: Position, form: FormChoice) -> None:
    """What was entered on the way here, and where."""
    memory = here.explorer.memory
    for move in here.recorded.labels.walks[form.walk].moves[: form.step]:
        scene = here.recorded.scene(move.before)
        for act in _entering(move):
            element = element_at(scene, act.at)
            memory.note((element.label or element.name) if element else "", act.value)


def _entering(move: Move) -> Iterator[Act]:
    return (act for act in move.acts if act.do in _FILLS and act.source != "persona")


def _candidate(here: Position) -> Candidate | None:
    """What is on offer that does what the move does, with most of its fields."""
    touched = {act.at for act in here.move.acts}
    offered, _ = here.explorer.shown(here.view, here.explorer.offering.offered(here.view))

    def told(candidate: Candidate) -> tuple[int, int]:
        own = {at_of(element) for element in candidate.elements}
        return len(own & touched), -len(own - touched)

    last = here.move.acts[-1].at
    sending = [c for c in offered if c.fields and c.control and at_of(c.control) == last]
    entering = [c for c in offered if touched & {at_of(e) for e in c.fields}]
    return max(
        sending or entering,
        key=told,
        default=made_of(here.move, here.scene, here.explorer).candidate,
    )


def _compared(here: Position, form: FormChoice, inputs: Sequence[Input]) -> Differences:
    found, entered = Differences(), _by_place(here, inputs)
    walk = here.recorded.labels.walks[form.walk]
    for value in form.fields:
        element, said = element_at(here.scene, value.at), _said(entered.get(value.at))
        held = (element.selected or element.value) if element else ""
        as_it_is = not said and one_of(held, value.values, element)
        if not (as_it_is or any(_is(value, text, element) for text in said)):
            found.lost.append(f'"{short(value.values[0], 40)}" in {_name(element)}')
    own = {act.at for act in here.move.acts}
    later = [act for move in walk.moves[form.step + 1 :] for act in move.acts]
    for at, one in entered.items():
        due = any(one_of(t, (a.value,), one.field) for a in later if a.at == at for t in _said(one))
        needed = one.field.required or one.by == "rule" or one.is_there
        if at not in own and not due and not needed:
            found.extra.append(f'"{short(one.written, 40)}" in {_name(one.field)}')
    return found


def _by_place(here: Position, inputs: Sequence[Input]) -> Mapping[str, Input]:
    return {
        at_of(element): one
        for one in inputs
        for action in one.actions
        if (element := here.scene.find(action.uid or ""))
    }


def _said(one: Input | None) -> list[str]:
    """What is entered, a list's options one by one."""
    actions: tuple[Action, ...] = one.actions if one else ()
    return [action.written or str(action.kind) for action in actions]


def _is(value: FieldValue, text: str, element: Element | None) -> bool:
    """Whether it is the value; where something is looked for, a longer name of it does as well."""
    if one_of(text, value.values, element):
        return True
    by_address = element is not None and bool(element.action) and not element.posts
    looking = element is not None and (by_address or looks_up([element]))
    return looking and any(v.casefold() in text.casefold() for v in value.values)


def _name(element: Element | None) -> str:
    return short((element.label or element.name) if element else "what is gone", 40)
