"""The truth of a session.

What really happened on the site, and what the verdict is worth beside it.

    verdict       the goal was reached    it was not            it can't be reached here
    a claim       TP                      FP                    FP
    no claim      FN                      FN                    TN

A claim is *success* or *likely*: in the papers the Oracle's word is the verdict, whether or not
anything proves it.

Source: PathFinder, IV, where people rated each session so: one that should have ended in success
    and did not is a false negative, whether
the agents failed or did not notice; a true negative takes a goal that the site does not allow. F1
follows from these. Departure: a
session that broke off through no fault of its agents (browser, harness, or a site that did not
answer) has no label, and is left out.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pathfinder.core.predicate import Page
from pathfinder.core.task import Site, of_goal
from pathfinder.core.verdict import Label, outcome
from pathfinder.engine.facts import all_hold, ask, facts_of

USUAL = ("orders", "accounts", "addresses", "reviews")
"""What is asked of every site that tells the truth, whether or not the goal needs it."""


def reached(site: Site, goal: str, facts: Mapping[str, Any]) -> bool | None:
    """Whether the goal was reached, by what the site says.

    None where sites.yaml names no facts, or nobody answered.
    """
    return all_hold(facts_of(site, goal), facts)


def reachable(site: Site, goal: str) -> bool:
    """Whether the site lets the goal be reached, as far as sites.yaml says."""
    return not of_goal(dict.fromkeys(site.unreachable, (True,)), goal)


def label_of(
    site: Site, goal: str, facts: Mapping[str, Any], status: str, blame: str = ""
) -> Label:
    """What a session's verdict is worth, by what the site says."""
    return outcome(status, reached(site, goal, facts), reachable=reachable(site, goal), blame=blame)


def ask_site(site: Site, goal: str, look: Callable[[], Page]) -> dict[str, Any]:
    """What the site, commands and the last page say, by the facts' keys.

    What nobody answers is left out.
    """
    return ask(site, facts_of(site, goal), look, USUAL if site.truth else ())
