"""The agents of the acceptance-test copilot.

Rewriting, operation, parameter selection, inspection, memory.

Source: Wang et al., "XUAT-Copilot" (Algorithm 1, Instruct2Act). The reply's fields reasoning, plan
    and answer are the paper's.
"""

from dataclasses import dataclass

from pathfinder.agents.agent import Agent, Output
from pathfinder.agents.explore import YesNo


class Rewritten(Output):
    """A terse step as an instruction."""

    Instruction: str


class Rewriter(Agent[Rewritten]):
    """Rewrites a step that no rule fits; played by the operation agent's model."""

    template = "uat/rewriter"
    output = Rewritten

    @property
    def role(self) -> str:
        """It plays the operation agent."""
        return "operation"


class Operation(Output):
    """What to do next: thoughts first, then the skill and the element's letter."""

    Reasoning: str
    Plan: str
    Skill: str
    Element: str


class OperationAgent(Agent[Operation]):
    """Chooses the next skill and what to use it on."""

    template = "uat/operation"
    output = Operation

    @property
    def role(self) -> str:
        """Its name in a constellation."""
        return "operation"


class Candidate(Output):
    """The letter of an element."""

    Element: str


class Pointer(Agent[Candidate]):
    """The operation agent, asked for a letter alone.

    For models whose log-probabilities tell more than their words.
    """

    template = "uat/pointer"
    output = Candidate

    @property
    def role(self) -> str:
        """It plays the operation agent."""
        return "operation"


class Parameter(Output):
    """The letter of a parameter's name."""

    Parameter: str


class ParameterAgent(Agent[Parameter]):
    """Chooses which parameter a field wants, by name; it is never told a value."""

    template = "uat/parameter"
    output = Parameter

    @property
    def role(self) -> str:
        """Its name in a constellation."""
        return "parameter"


class InspectionAgent(Agent[YesNo]):
    """Says whether the instruction is done and the page fits the next one."""

    template = "uat/inspection"
    output = YesNo

    @property
    def role(self) -> str:
        """Its name in a constellation."""
        return "inspection"


@dataclass
class UatTeam:
    """Who plays in an acceptance test."""

    rewriter: Rewriter
    operation: OperationAgent
    pointer: Pointer
    parameter: ParameterAgent
    inspection: InspectionAgent
