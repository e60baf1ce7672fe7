"""The agents of healing.

Which element stands where another one stood, and how a flow that has changed goes on.
"""

from pathfinder.agents.agent import Agent, Output
from pathfinder.agents.explore import YesNo


class Renaming(Agent[YesNo]):
    """Says whether a control of a changed page may be the remembered one, renamed.

    Asked of each candidate with the bare names, a small model tells them apart; asked to choose
    from a list it takes the first.
    """

    template = "heal/renamed"
    output = YesNo

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
