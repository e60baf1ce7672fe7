"""Which of the goal's values goes into which field, where a form was filled in without them.

A small model that answers a whole form at once repeats one value and forgets another. Asked field
by field, with only the forgotten values to choose from, it finds their places.
"""

from collections.abc import Callable, Mapping, Sequence
from string import ascii_uppercase
from typing import Any

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import Placer, enum_schema
from pathfinder.core.task import GoalValue

_NONE = "Z"
_MOST_VALUES = 8


def place(
    placer: Placer,
    call: Call,
    fields: Mapping[str, str],
    asked: Sequence[str],
    values: Sequence[GoalValue],
    takes: Callable[[str, str], bool],
    **scene: Any,
) -> dict[str, GoalValue]:
    """UID -> value, for fields that one goes into; each value goes into one field.

    Args:
        placer: The agent that is asked, once a field.
        call: How it is asked.
        fields: UID -> words, all fields of the form.
        asked: UIDs of those that a value may go into.
        values: The values that have no place yet.
        takes: Whether the field of a UID can hold a text.
        scene: What else the prompt needs: goal and heading.

    Raises:
        ModelError: The model failed.
    """
    handles = dict(zip(ascii_uppercase, values[:_MOST_VALUES], strict=False))
    scene |= {
        "fields": list(fields.values()),
        "values": [{"handle": h, "value": v.value, "of": v.of} for h, v in handles.items()],
    }
    gains = [
        (gain, uid, handle)
        for uid in asked
        for handle, gain in _gains(placer, call, handles, {**scene, "field": fields[uid]}).items()
        if gain > 0 and takes(uid, handles[handle].value)
    ]
    placed: dict[str, GoalValue] = {}
    for _, uid, handle in sorted(gains, reverse=True):
        if uid not in placed and handles[handle] not in placed.values():
            placed[uid] = handles[handle]
    return placed


def _gains(
    placer: Placer, call: Call, handles: Mapping[str, GoalValue], scene: dict[str, Any]
) -> dict[str, float]:
    """Letter -> by how much it is likelier than that none of the values goes there."""
    letters = (*handles, _NONE)
    scores = placer.score(call, letters, **scene)
    if scores is None:
        schema = enum_schema(placer.output, "Value", list(letters))
        chosen = placer.run(call, schema=schema, **scene).Value
        return {letter: 1.0 if letter == chosen else -1.0 for letter in handles}
    *logprobs, none = scores.logprobs
    return {h: logprob - none for h, logprob in zip(handles, logprobs, strict=True)}
