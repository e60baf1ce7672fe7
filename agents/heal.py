"""The agents of healing: which element stands where another one stood, and how a flow that has changed goes on."""

from agents.agent import Agent, Output


class Substitute(Output):
    """The letter of the element that took the place of the old one, or of "none of these"."""

    Element: str


class HealChooser(Agent[Substitute]):
    """Says which element of a changed page does what a remembered one did; that none does is one of the answers."""

    template = "heal/choose"
    output = Substitute

    @property
    def role(self) -> str:
        """It plays the healer."""
        return "heal"


class Forward(Output):
    """The letter of what leads on, or of "none of these"."""

    Element: str


class Pathfinder(Agent[Forward]):
    """Says what leads on from a page that the scenario does not know."""

    template = "heal/forward"
    output = Forward

    @property
    def role(self) -> str:
        """It plays the healer."""
        return "heal"
