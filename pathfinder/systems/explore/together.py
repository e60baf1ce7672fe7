"""What the goal names several of in one list of controls is one candidate.

Tick boxes that it names: `tick "Red" and "Blue"`. Sliders, or fields of one name, of which there
are as many as the goal gives values in a row: `set "slider", 1 to 3`. The choices of a form that is
to be filled in and sent, though something else is chosen there already.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace

from pathfinder.core.action import Kind
from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import Candidate, label_of, same_text
from pathfinder.systems.explore.wanted import in_a_row, quoted, sets_values


def together(candidates: Sequence[Candidate], values: Sequence[GoalValue]) -> list[Candidate]:
    """The candidates, those that belong together in the place of the first of them."""
    made: dict[int, Candidate] = {}
    gone: set[int] = set()
    for group, one in (*_ticked(candidates, values), *_set_in_a_row(candidates, values)):
        made[id(group[0])] = one
        gone |= {id(candidate) for candidate in group}
    return [made.get(id(c), c) for c in candidates if id(c) not in gone or id(c) in made]


def with_choices(candidates: Sequence[Candidate], values: Sequence[GoalValue]) -> list[Candidate]:
    """The candidates; what fills in, or changes, and sends a form makes the goal's choices there.

    They are not left as candidates of their own.
    """
    sending = [c for c in candidates if (c.fields or c.changes) and c.control and c.control.submits]
    forms = {c.control.form for c in sending if c.control}
    choices = [
        c
        for c in candidates
        if not (c.control and c.control.submits)
        and {e.form for e in c.elements} <= forms
        and not c.gesture
        and any(e.options or e.checked is not None for e in c.elements)
        and sets_values(c, values)
    ]
    made = {id(c): _choosing(c, choices) for c in sending}
    return [made.get(id(c), c) for c in candidates if not any(c is one for one in choices)]


def _choosing(candidate: Candidate, choices: Iterable[Candidate]) -> Candidate:
    form = candidate.control.form if candidate.control else ""
    own = [e for c in choices for e in c.elements if e.form == form and e not in candidate.fields]
    key = "&".join([candidate.key, *(element.uid for element in own)])
    return replace(candidate, key=key, fields=(*candidate.fields, *own))


_Group = tuple[list[Candidate], Candidate]


def _ticked(candidates: Iterable[Candidate], values: Sequence[GoalValue]) -> list[_Group]:
    ticks = [c for c in candidates if c.kind is Kind.CHECK and sets_values(c, values)]
    groups = [g for g in _by(ticks, lambda c: c.elements[0].form) if len(g) > 1]
    return [(group, _one(group, f"tick {_names(group)}", Kind.CHECK)) for group in groups]


def _set_in_a_row(candidates: Iterable[Candidate], values: Sequence[GoalValue]) -> list[_Group]:
    texts = [c for c in candidates if c.kind is Kind.TYPE and len(c.fields) == 1 and not c.control]
    alike = _by(texts, lambda c: (c.fields[0].role, label_of(c.fields[0]), c.fields[0].form))
    out = []
    for group in alike:
        fields = [candidate.fields[0] for candidate in group]
        given = in_a_row(fields, values)
        if given and not all(same_text(f.value, g) for f, g in zip(fields, given, strict=True)):
            verb = group[0].text.split(' "')[0]
            out.append((group, _one(group, f'{verb} "{label_of(fields[0])}", 1 to {len(group)}')))
    return out


def _one(group: Sequence[Candidate], text: str, kind: Kind = Kind.TYPE) -> Candidate:
    fields = tuple(element for candidate in group for element in candidate.elements)
    return Candidate("&".join(candidate.key for candidate in group), text, kind, None, fields)


def _names(group: Iterable[Candidate]) -> str:
    return quoted(label_of(candidate.elements[0]) for candidate in group)


def _by(
    candidates: Iterable[Candidate], key: Callable[[Candidate], Hashable]
) -> list[list[Candidate]]:
    groups: dict[Hashable, list[Candidate]] = {}
    for candidate in candidates:
        groups.setdefault(key(candidate), []).append(candidate)
    return list(groups.values())
