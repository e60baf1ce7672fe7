"""The agent that reads a tester's sentence: what is done, or what has to be so."""

import hashlib
from collections.abc import Sequence
from typing import Any, Literal, get_args

from pydantic import Field

from pathfinder.agents.agent import Agent, Output, prompt_hashes
from pathfinder.core.statement import ASCENDING, DESCENDING, STATES

Deed = Literal[
    "click",
    "double click",
    "fill",
    "select",
    "tick",
    "untick",
    "upload",
    "drag",
    "hover",
    "scroll",
    "press",
    "search",
    "open",
    "back",
    "reload",
    "wait",
    "wait for",
    "wait gone",
    "accept",
    "dismiss",
    "goal",
]
Checked = Literal["page", "text", "gone", "value", "count", "sum", "order", "state", "address"]
How = Literal[
    "is",
    "contains",
    "starts with",
    "ends with",
    "at least",
    "at most",
    "more than",
    "less than",
    "ascending",
    "descending",
]
KINDS = (
    "button",
    "link",
    "tab",
    "icon",
    "image",
    "field",
    "list",
    "checkbox",
    "radio",
    "option",
    "menu",
    "heading",
    "message",
    "row",
    "column",
    "cell",
    "table",
    "card",
    "section",
    "dialog",
    "item",
)
_LONGEST, _MOST_STEPS, _MOST_ITEMS = 110, 9, 9
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "last")
_SORTED = (ASCENDING, DESCENDING)
_COMPARED = tuple(one for one in get_args(How) if one not in _SORTED)
_HOWS = {"order": _SORTED, "address": ("is", "contains", "ends with")}
_STATES = [*STATES, *STATES.values()]
# What a step of each kind may say, in this order; what ends with "!" has to be said.
_ONE = ("nth", "what!", "kind", "in")
_FORMS: tuple[tuple[tuple[Deed | Checked, ...], tuple[str, ...]], ...] = (
    (("click", "double click", "tick", "untick", "hover", "scroll"), _ONE),
    (("fill", "select", "upload", "drag"), (*_ONE, "value!")),
    (("press",), ("value!", "what", "kind", "in")),
    (("search", "wait"), ("value!",)),
    (("open", "goal"), ("what!",)),
    (("back", "reload", "accept", "dismiss"), ()),
    (("wait for", "wait gone"), ("what!", "in")),
    (("page",), ("not", "what!")),
    (("text", "gone"), ("what!", "in")),
    (("value",), ("not", *_ONE, "how", "value!")),
    (("count", "sum"), ("not", "what!", "kind", "in", "how", "value!")),
    (("order",), ("what!", "in", "how!")),
    (("order",), ("what", "in", "items!")),
    (("state",), ("nth", "what", "kind", "in", "value!")),
    (("address",), ("how", "value!")),
)


class SaidStep(Output):
    """One thing that a sentence says.

    do: What is done or checked. nth: "second", "last". place: Where it is. how: How it compares.
    items: An order's. denied: It must not be so.
    """

    do: Deed | Checked
    nth: str = ""
    what: str = ""
    kind: str = ""
    place: str = Field("", alias="in")
    how: How = "is"
    value: str = ""
    items: tuple[str, ...] = ()
    denied: bool = Field(False, alias="not")


class SaidSteps(Output):
    """All that a sentence says, in order; nothing where no page could show it."""

    steps: tuple[SaidStep, ...]


class WordsReader(Agent[SaidSteps]):
    """Reads a tester's instruction into steps."""

    template = "words/reader"
    output = SaidSteps

    @property
    def role(self) -> str:
        """It plays the reader."""
        return "reader"


class ExpectedReader(WordsReader):
    """Reads an expected result into checks."""

    template = "words/expected"


READERS = (WordsReader.template, ExpectedReader.template)
"""The prompt files that readings depend on."""


def readers_hash() -> str:
    """One SHA-256 of all that the readers are told."""
    hashes = prompt_hashes(READERS)
    return hashlib.sha256("".join(hashes[name] for name in READERS).encode()).hexdigest()


def steps_schema(*, expected: bool) -> dict[str, Any]:
    """The JSON schema of a reply; an expected result has no deeds."""
    steps = [
        _step_schema(dos, parts)
        for dos, parts in _FORMS
        if not expected or set(dos) <= set(get_args(Checked))
    ]
    return {
        "type": "object",
        "properties": {
            "steps": {"type": "array", "items": {"anyOf": steps}, "maxItems": _MOST_STEPS}
        },
        "required": ["steps"],
        "additionalProperties": False,
    }


def _step_schema(dos: Sequence[str], parts: Sequence[str]) -> dict[str, Any]:
    text = {"type": "string", "minLength": 1, "maxLength": _LONGEST}
    of = {
        "nth": {"enum": [*_ORDINALS]},
        "what": text,
        "kind": {"enum": list(KINDS)},
        "in": text,
        "how": {"enum": list(_HOWS.get(dos[0], _COMPARED))},
        "value": {"enum": _STATES}
        if dos == ("state",)
        else {"type": "string", "maxLength": _LONGEST},
        "items": {"type": "array", "items": text, "minItems": 2, "maxItems": _MOST_ITEMS},
        "not": {"enum": [True]},
    }
    names = [part.removesuffix("!") for part in parts]
    return {
        "type": "object",
        "properties": {"do": {"enum": list(dos)}, **{name: of[name] for name in names}},
        "required": ["do", *(part[:-1] for part in parts if part.endswith("!"))],
        "additionalProperties": False,
    }
