"""Which of hundreds of parameters a field wants.

A shortlist by name, then a choice by name. Values are never looked at.

Source: XUAT-Copilot, parameter selection agent; the shortlist (rapidfuzz and TF-IDF) is ours, for a
    small model can't read hundreds.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any

from rapidfuzz import fuzz

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import enum_schema
from pathfinder.agents.fields import match_field
from pathfinder.agents.uat import ParameterAgent
from pathfinder.core.secrets import placeholder
from pathfinder.language.lexicon import tokens_of
from pathfinder.webprocessor.element import Element

MOST = 10
_SURE = 96.0
_BEGINNING = 6


@dataclass
class Selection:
    """A parameter's name, and who chose it."""

    key: str
    by: str

    @property
    def value(self) -> str:
        """The placeholder of it, filled in at the keyboard only."""
        return placeholder(self.key)


def select_parameter(
    agent: ParameterAgent, field: Element, instruction: str, keys: Sequence[str], call: Call
) -> Selection | None:
    """The parameter that a field wants; None when there are no parameters.

    Raises:
        ModelError: The model failed.
    """
    if own := match_field(field, keys):
        return Selection(own.key, "rule")
    offered = shortlist(f"{field.name} {field.label} {field.context}", instruction, keys)
    if len(offered) < 2 or _likeness(field.name, offered[0]) >= _SURE:
        return Selection(offered[0], "rule") if offered else None
    handles = dict(zip(ascii_uppercase, offered, strict=False))
    told = [{"handle": letter, "text": words_of(key)} for letter, key in handles.items()]
    asked: dict[str, Any] = {"instruction": instruction, "field": field.name, "candidates": told}
    scores = agent.score(call, tuple(handles), **asked)
    if scores is not None:
        return Selection(handles[max(zip(scores.logprobs, handles, strict=True))[1]], "model")
    schema = enum_schema(agent.output, "Parameter", list(handles))
    return Selection(handles[agent.run(call, schema=schema, **asked).Parameter], "model")


def shortlist(field: str, instruction: str, keys: Sequence[str], most: int = MOST) -> list[str]:
    """The names that are most like the field's and the instruction's words, best first."""
    rare = _rarity(keys)
    wanted = Counter(_stems(f"{field} {field} {instruction}"))
    scored = [
        (
            _cosine(wanted, Counter(_stems(words_of(key))), rare) * 60
            + _likeness(field, key) * 0.4,
            -place,
        )
        for place, key in enumerate(keys)
    ]
    ranked = sorted(zip(scored, keys, strict=True), reverse=True)
    return [key for _, key in ranked[:most]]


def words_of(key: str) -> str:
    """A parameter's name in words: `address.line1` -> `address line 1`."""
    return re.sub(r"(?<=[a-z])(?=\d)|(?<=[a-z])(?=[A-Z])|[._-]+", " ", key).strip().lower()


def _likeness(field: str, key: str) -> float:
    last = words_of(key.rpartition(".")[2])
    return max(
        fuzz.token_sort_ratio(field.lower(), last),
        fuzz.token_set_ratio(field.lower(), words_of(key)) * 0.95,
    )


def _stems(text: str) -> list[str]:
    """Its words by how they begin, for what they end in says little in most languages."""
    return [word[:_BEGINNING] for word in tokens_of(text)]


def _rarity(keys: Sequence[str]) -> dict[str, float]:
    """Inverse document frequency of the words of all names."""
    seen = Counter(word for key in keys for word in set(_stems(words_of(key))))
    return {word: math.log(1 + len(keys) / count) for word, count in seen.items()}


def _cosine(one: Counter[str], other: Counter[str], rare: dict[str, float]) -> float:
    weight = {word: rare.get(word, 0.0) for word in (*one, *other)}
    dot = sum(one[word] * other[word] * weight[word] ** 2 for word in other)
    norms = [
        math.sqrt(sum((count * weight[word]) ** 2 for word, count in each.items()))
        for each in (one, other)
    ]
    return dot / (norms[0] * norms[1]) if all(norms) else 0.0
