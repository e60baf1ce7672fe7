"""First and last names, where a form has a field for each and the goal gives both in one."""

from collections.abc import Iterable, Mapping

from pathfinder.agents.fields import match_field
from pathfinder.core.action import Action, Kind
from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import same_text
from pathfinder.systems.explore.inputs import Input, is_text
from pathfinder.webprocessor.element import Element, Scene

_PARTS = _FIRST, _LAST = "first_name", "last_name"
_MOST_NAMES = 4


def names_parted(
    filled: Mapping[str, Input | None], values: Iterable[GoalValue], scene: Scene
) -> dict[str, Input]:
    """UID -> its part, where one of the two fields would get the whole name that the goal gives."""
    keys = {e.uid: _key(e) for e in scene.actionable if is_text(e)}
    forms = {key: {e.form for e in scene.actionable if keys.get(e.uid) == key} for key in _PARTS}
    values = list(values)
    for one in filled.values():
        if one is None or not keys.get(one.field.uid):
            continue
        written, form = one.action.written, one.field.form
        given = any(same_text(written, value.value) for value in values)
        if given and _is_person(written) and form in forms[_FIRST] & forms[_LAST]:
            named = [o.field for o in filled.values() if o and o.field.form == form]
            return {f.uid: _part(f, written, keys[f.uid]) for f in named if keys.get(f.uid)}
    return {}


def _is_person(text: str) -> bool:
    """Whether it may be somebody's name: a few words, the first and the last with a capital."""
    names = text.split()
    capitals = all(name[0].isalpha() and not name[0].islower() for name in names[:1] + names[-1:])
    return 1 < len(names) <= _MOST_NAMES and capitals and not any(map(str.isdigit, text))


def _part(field: Element, person: str, key: str) -> Input:
    first, _, last = person.rpartition(" ")
    action = Action(Kind.TYPE, field.uid, first if key == _FIRST else last)
    return Input(field, action, "goal", "a part of the name", meant=person)


def _key(field: Element) -> str:
    match = match_field(field, (*_PARTS, "full_name"))
    return match.key if match and match.key in _PARTS else ""
