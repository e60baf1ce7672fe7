"""Which of the goal's values goes into which field, where a form was filled in without them.

A small model that answers a whole form at once repeats one value and forgets another. Asked field
by field, with only the forgotten values to choose from, it finds their places.
"""

from collections.abc import Callable, Mapping, Sequence
from string import ascii_uppercase
from types import MappingProxyType
from typing import Any

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import Placer, enum_schema
from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import same_text

Gains = dict[tuple[str, tuple[GoalValue, ...]], list[float]]
"""UID of a field, and values -> by how much each is likelier than none of them."""
_NONE = "Z"
_ANSWERED = 0.5
"""By so much less likely, in log-odds, may be what another agent says of the same field."""
_MOST_VALUES = 8
LEAST = 0.15
"""In log-odds of having it there. Of 55 values placed on 14 applications the five of which less is
said are out of place, and none that is right; settled and counted on the same."""


def place(
    placer: Placer,
    call: Call,
    fields: Mapping[str, str],
    asked: Sequence[str],
    values: Sequence[GoalValue],
    takes: Callable[[str, str], bool],
    known: Gains | None = None,
    least: float = LEAST,
    answers: Mapping[str, str] = MappingProxyType({}),
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
        known: What was answered of this form before, which is not asked again, nor of fewer values.
        least: How much likelier than nowhere, in log-odds, a value has to be there.
        answers: UID -> what another agent would enter, which settles what is nearly as likely.
        scene: What else the prompt needs: goal and heading.

    Raises:
        ModelError: The model failed.
    """
    told, known = tuple(values[:_MOST_VALUES]), {} if known is None else known
    scene |= {"fields": list(fields.values())}
    said = {uid: gains for uid in asked if (gains := _said_before(known, uid, told))}
    new = [uid for uid in asked if uid not in said]
    found = _gains(placer, call, told, [fields[uid] for uid in new], scene)
    said |= dict(zip(new, found, strict=True))
    known |= {(uid, told): said[uid] for uid in asked}
    likely = [
        (gain, uid, value)
        for uid in asked
        for gain, value in zip(said[uid], told, strict=True)
        if gain > least and takes(uid, value.value)
    ]
    placed: dict[str, GoalValue] = {}
    for gain, uid, value in sorted(likely, key=lambda each: -each[0]):
        if uid in placed:
            continue
        answered = [
            other
            for much, place, other in likely
            if place == uid
            and much >= gain - _ANSWERED
            and same_text(answers.get(uid, ""), other.value)
        ]
        left = [v for v in (*answered, value) if v not in placed.values()]
        if left:
            placed[uid] = left[0]
    return placed


def _said_before(known: Gains, uid: str, values: Sequence[GoalValue]) -> list[float]:
    """What was said of a field and these values, or of more that they were among; else nothing."""
    for (field, told), gains in known.items():
        if field == uid and set(values) <= set(told):
            return [gains[told.index(value)] for value in values]
    return []


def _gains(
    placer: Placer,
    call: Call,
    values: Sequence[GoalValue],
    fields: Sequence[str],
    scene: dict[str, Any],
) -> list[list[float]]:
    """Field by field, by how much each value is likelier than that none of them goes there.

    Asked with the values in both orders: a small model leans to the first. All fields in the one
    order first, so that a prompt differs from the one before in its field alone.
    """
    once = [_in_order(placer, call, values, scene | {"field": field}) for field in fields]
    if len(values) == 1:
        return once
    again = [_in_order(placer, call, values[::-1], scene | {"field": field}) for field in fields]
    return [
        [(first + other) / 2 for first, other in zip(one, reversed(two), strict=True)]
        for one, two in zip(once, again, strict=True)
    ]


def _in_order(
    placer: Placer, call: Call, values: Sequence[GoalValue], scene: dict[str, Any]
) -> list[float]:
    handles = ascii_uppercase[: len(values)]
    letters = (*handles, _NONE)
    scene = scene | {
        "values": [
            {"handle": h, "value": v.value, "of": v.of}
            for h, v in zip(handles, values, strict=True)
        ]
    }
    scores = placer.score(call, letters, **scene)
    if scores is None:
        schema = enum_schema(placer.output, "Value", list(letters))
        chosen = placer.run(call, schema=schema, **scene).Value
        return [1.0 if letter == chosen else -1.0 for letter in handles]
    *logprobs, none = scores.logprobs
    return [logprob - none for logprob in logprobs]
