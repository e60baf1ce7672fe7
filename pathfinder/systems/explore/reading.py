"""The goal, read once: its parts in order, the values it gives, and what it wants to know.

The model reads; code checks that every copied word stands in the goal, and that no quoted value or
e-mail address of the goal is lost.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pathfinder.agents.agent import BadReply, Call
from pathfinder.agents.explore import GoalReader, Reading
from pathfinder.core.errors import ReplyInvalid
from pathfinder.core.task import GoalValue

_QUOTED = re.compile(r"[\"“„«]\s*([^\"“”„»]+?)\s*[\"”“»]|(?<!\w)['‘]([^'’]+)['’](?!\w)")
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_MOST_TOKENS = 220


@dataclass(frozen=True)
class GoalReading:
    """What a goal says.

    parts: What is to be done, in the goal's order. values: What is to be entered or chosen.
    asks: What the user wants to know; empty where something is to be done.
    by: "model", "user" (every value was given), or "rule" (the model could not read it).
    """

    parts: tuple[str, ...]
    values: tuple[GoalValue, ...] = ()
    asks: str = ""
    by: str = "model"

    @property
    def question(self) -> str:
        """What is asked, with the parts that say of what."""
        return f"{self.asks} ({', '.join(self.parts)})" if self.parts else self.asks


def read_goal(goal: str, given: Sequence[GoalValue], reader: GoalReader, call: Call) -> GoalReading:
    """Read a goal; values that the user gave stand before those that the model read.

    Raises:
        ModelError: The model failed. A goal that it can't read is read by its quotes alone.
    """
    try:
        read = reader.run(
            replace(call, max_tokens=_MOST_TOKENS),
            schema=_SCHEMA,
            check=lambda reading: _copied(reading, goal),
            goal=goal,
            again="",
        )
    except ReplyInvalid:
        return GoalReading((goal,), _with_quotes(given, goal), by="rule")
    named = {value.value for value in given}
    values = [*given, *(GoalValue(v.of, v.value) for v in read.values if v.value not in named)]
    parts = tuple(part for part in read.parts if part.strip()) or (goal,)
    return GoalReading(parts, _with_quotes(values, goal), read.asks)


def _copied(reading: Reading, goal: str) -> Reading:
    """Every value and the question in the goal's own words."""
    words = _plain(goal)
    asks = reading.asks.strip(" -")
    for text in [value.value for value in reading.values] + [asks]:
        if _plain(text) not in words:
            raise BadReply(f'"{text}" does not stand in the goal; copy its words')
    kept = [v for v in reading.values if v.value.strip() and _plain(v.value) != _plain(v.of)]
    return reading.model_copy(update={"values": kept, "asks": asks})


def _with_quotes(values: Sequence[GoalValue], goal: str) -> tuple[GoalValue, ...]:
    """The values, and each quote or e-mail address of the goal that none of them holds."""
    quotes = [one or other for one, other in _QUOTED.findall(goal)] + _ADDRESS.findall(goal)
    known = [_plain(value.value) for value in values]
    lost = [text for text in dict.fromkeys(quotes) if not any(_plain(text) in k for k in known)]
    return (*values, *(GoalValue("", text) for text in lost))


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


_TEXT = {"type": "string", "maxLength": 90}
_VALUE = {
    "type": "object",
    "properties": {"value": _TEXT, "of": {"type": "string", "maxLength": 30}},
    "required": ["value", "of"],
    "additionalProperties": False,
}
_SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {
        "parts": {"type": "array", "items": _TEXT, "minItems": 1, "maxItems": 5},
        "values": {"type": "array", "items": _VALUE, "maxItems": 8},
        "asks": _TEXT,
    },
    "required": ["parts", "values", "asks"],
    "additionalProperties": False,
}
