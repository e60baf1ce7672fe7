"""The agent that reads a tester's sentence: what is done, or what has to be so."""

from typing import Any, Literal, get_args

from pydantic import Field

from pathfinder.agents.agent import Agent, Output

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
    "goal",
]
Checked = Literal["page", "text", "value", "count", "sum", "order", "state", "address"]
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
    """Reads a tester's sentence into steps."""

    template = "words/reader"
    output = SaidSteps

    @property
    def role(self) -> str:
        """It plays the reader."""
        return "reader"


def steps_schema(*, expected: bool) -> dict[str, Any]:
    """The JSON schema of a reply; an expected result has no deeds."""
    text = {"type": "string", "maxLength": _LONGEST}
    deeds = get_args(Checked) if expected else (*get_args(Deed), *get_args(Checked))
    step = {
        "type": "object",
        "properties": {
            "do": {"enum": list(deeds)},
            "nth": {"type": "string", "maxLength": 12},
            "what": text,
            "kind": {"enum": list(KINDS)},
            "in": text,
            "how": {"enum": list(get_args(How))},
            "value": {"type": "string", "maxLength": _LONGEST},
            "items": {"type": "array", "items": text, "maxItems": _MOST_ITEMS},
            "not": {"type": "boolean"},
        },
        "required": ["do"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"steps": {"type": "array", "items": step, "maxItems": _MOST_STEPS}},
        "required": ["steps"],
        "additionalProperties": False,
    }
