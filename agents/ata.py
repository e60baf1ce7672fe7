"""The agents of the autonomous testers.

SeeAct-ATA's one prompt, and PinATA's orchestrator, actor and assertor.

Source: Chevrot et al., "Are Autonomous Web Agents Good Testers?". In the paper each agent writes
    its reasoning and an answer; for small
models ours are asked for one letter or one word first, and their log-probabilities decide.
"""

from dataclasses import dataclass
from typing import Literal

from pathfinder.agents.agent import Agent, Output
from pathfinder.agents.explore import YesNo
from pathfinder.agents.steps import TypingAgent


class Grounding(Output):
    """The letter of the element that an action is to be done on.

    The last letter stands for none of them.
    """

    Element: str


class Actor(Agent[Grounding]):
    """Finds the element that an instruction means, by letters or by marks in a picture."""

    template = "ata/actor"
    output = Grounding


class Typist(TypingAgent):
    """The actor, asked what to enter where the words leave it open."""

    @property
    def role(self) -> str:
        """It plays the actor."""
        return "actor"


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
    """Who plans and acts in PinATA."""

    orchestrator: Orchestrator
    actor: Actor
    typist: Typist


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
