"""Controls that put away a form without sending it: "Cancel", "Close"."""

from pathfinder.engine.candidates import called
from pathfinder.engine.phrases import phrases_of, tokens_of
from pathfinder.webprocessor.element import Element


def discards(control: Element, goal: str) -> bool:
    """Whether its whole name says so, in any of the known languages, and the goal asks for none.

    Args:
        goal: "Close the ticket" is no wish to leave a form.
    """
    name = tokens_of(called(control))
    named = [p for p in phrases_of("discarding", "control") if p.within(name)]
    whole = [p for p in named if len(p.tokens) == len(name)]
    return bool(whole) and not any(p.within(tokens_of(goal)) for p in whole)
