"""The agents of the autonomous testers.

SeeAct-ATA's one prompt, and PinATA's orchestrator, actor and assertor.

Source: Chevrot et al., "Are Autonomous Web Agents Good Testers?". In the paper each agent writes
    its reasoning and an answer; for small
models ours are asked for one letter or one word first, and their log-probabilities decide.
"""

from dataclasses import dataclass
from typing import Any, Literal

from pathfinder.agents.agent import Agent, Output
from pathfinder.agents.explore import YesNo


class Grounding(Output):
    """The letter of the element that an action is to be done on.

    The last letter stands for none of them.
    """

    Element: str


class Actor(Agent[Grounding]):
    """Finds the element that an instruction means, by letters or by marks in a picture."""

    template = "ata/actor"
    output = Grounding


class Text(Output):
    """What to type."""

    Value: str


class Typist(Agent[Text]):
    """The actor, asked what to type where the instruction leaves it open."""

    template = "ata/typist"
    output = Text

    @property
    def role(self) -> str:
        """It plays the actor."""
        return "actor"


class Entry(Output):
    """A field that an instruction fills in, and with what."""

    Field: str
    Value: str


class Entries(Output):
    """The fields that an instruction fills in."""

    Fields: list[Entry]


class Filler(Agent[Entries]):
    """The actor, asked which of a page's fields an instruction fills in, all at once."""

    template = "ata/filler"
    output = Entries

    @property
    def role(self) -> str:
        """It plays the actor."""
        return "actor"


def entries_schema(names: list[str]) -> dict[str, Any]:
    """The reply's JSON schema, whose enum lists a page's fields.

    At least one entry, as small models else list none.
    """
    entry = {
        "type": "object",
        "properties": {"Field": {"type": "string", "enum": names}, "Value": {"type": "string"}},
        "required": ["Field", "Value"],
        "additionalProperties": False,
    }
    fields = {"type": "array", "minItems": 1, "maxItems": len(names), "items": entry}
    return {
        "type": "object",
        "properties": {"Fields": fields},
        "required": ["Fields"],
        "additionalProperties": False,
    }


class Orchestrator(Agent[YesNo]):
    """Judges from what changed whether an instruction has been carried out.

    The feedback in planning with feedback.
    """

    template = "ata/orchestrator"
    output = YesNo


class Assertor(Agent[YesNo]):
    """Judges whether an expected result is to be seen."""

    template = "ata/assertor"
    output = YesNo


@dataclass
class PinataTeam:
    """Who plays in PinATA."""

    orchestrator: Orchestrator
    actor: Actor
    typist: Typist
    filler: Filler
    assertor: Assertor


Act = Literal[
    "CLICK",
    "TYPE",
    "SELECT",
    "PRESS ENTER",
    "SCROLL",
    "GO BACK",
    "NAVIGATE",
    "ACCEPT DIALOG",
    "NONE",
    "PASS",
    "FAIL",
]


class Testing(Output):
    """SeeAct-ATA's reply, section by section, and its final answer."""

    PageIdentification: str
    PreviousActions: str
    CurrentStep: str
    ScreenshotDetails: str
    AssertionControl: Literal["VERIFIED", "NOT VERIFIED", "NOTHING TO VERIFY"]
    NextAction: str
    Element: str
    Action: Act
    Value: str


class Tester(Agent[Testing]):
    """SeeAct-ATA: one prompt to plan, act and verify."""

    template = "ata/seeact"
    output = Testing
