"""The truth of a session: what really happened on the site, and what the verdict is worth beside it.

    verdict       the goal was reached    it was not            it can't be reached here
    success       TP                      FP                    FP
    no success    FN                      FN                    TN

Source: PathFinder, IV, where people rated each session so: one that should have ended in success and did not is a false negative, whether
the agents failed or did not notice; a true negative takes a goal that the site does not allow. F1 follows from these. Departure: a
session that broke off through no fault of its agents (browser, harness, or a site that did not answer) has no label, and is left out.
"""

import json
import shlex
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Mapping
from typing import Any, Literal

from pathfinder.core.errors import Blame, PathFinderError
from pathfinder.core.fact import Fact
from pathfinder.core.predicate import Page
from pathfinder.core.task import Site, of_goal
from pathfinder.core.verdict import Status

Label = Literal["TP", "FP", "TN", "FN", ""]

USUAL = ("orders", "accounts", "addresses", "reviews")
"""What is asked of every site that tells the truth, whether or not the goal needs it."""

_SECONDS = 30.0
_GOOD = (Status.SUCCESS, Status.PASSED, Status.HEALED)
_NOT_THEIRS = (Blame.BROWSER, Blame.HARNESS, Blame.USER, Blame.SITE)


def outcome(status: str, reached: bool | None, *, reachable: bool = True, blame: str = "") -> Label:
    """What a verdict is worth; empty when the truth is not known, or when the session broke off through no fault of its agents.

    Args:
        status: The verdict's status.
        reached: Whether the goal was really reached; None where nobody knows.
        reachable: Whether the site lets it be reached at all.
        blame: Whom an inconclusive verdict blames.
    """
    if status in _GOOD:
        return "" if reached is None else "TP" if reached else "FP"
    if status == Status.INCONCLUSIVE and blame in _NOT_THEIRS:
        return ""
    if not reachable:
        return "TN"
    return "" if reached is None else "FN"


def reached(site: Site, goal: str, told: Mapping[str, Any]) -> bool | None:
    """Whether the goal was reached, by what was told of the site; None where sites.yaml names no facts, or nobody told."""
    found = [fact.holds(told) for fact in facts_of(site, goal)]
    if False in found:
        return False
    return None if None in found or not found else True


def reachable(site: Site, goal: str) -> bool:
    """Whether the site lets the goal be reached, as far as sites.yaml says."""
    return not of_goal(dict.fromkeys(site.unreachable, (True,)), goal)


def facts_of(site: Site, goal: str) -> tuple[Fact, ...]:
    """The facts that together prove the goal."""
    return of_goal(site.reached, goal)


def label_of(site: Site, goal: str, told: Mapping[str, Any], status: str, blame: str = "") -> Label:
    """What a session's verdict is worth, by what was told of the site."""
    return outcome(status, reached(site, goal, told), reachable=reachable(site, goal), blame=blame)


def told_by(site: Site, goal: str, look: Callable[[], Page]) -> dict[str, Any]:
    """What the site, commands and the last page tell, by the facts' keys; what nobody answers is left out."""
    facts = facts_of(site, goal)
    keys = [fact.key for fact in facts if fact.kind == "told"] + list(USUAL if site.truth else ())
    answers = {key: _asked(site, key) for key in dict.fromkeys(keys)}
    answers |= {fact.key: _ran(fact.key, site.url) for fact in facts if fact.kind == "run"}
    answers |= {fact.key: _seen(fact, look) for fact in facts if fact.kind == "page"}
    return {key: answer for key, answer in answers.items() if answer is not None}


def _asked(site: Site, key: str) -> Any:
    """What the site says to `orders` (below its truth path) or `GET /path`."""
    path = key.removeprefix("GET").strip() if key.startswith("GET ") else f"{site.truth}{key}" if site.truth else ""
    if not path:
        return None
    try:
        with urllib.request.urlopen(f"{site.url.rstrip('/')}/{path.lstrip('/')}", timeout=_SECONDS) as answer:
            return json.load(answer)
    except (OSError, ValueError):
        return None


def _ran(command: str, url: str) -> bool | None:
    words = [sys.executable if word == "python" else word.replace("{url}", url) for word in shlex.split(command)]
    try:
        code = subprocess.run(words, capture_output=True, timeout=_SECONDS, check=False, stdin=subprocess.DEVNULL).returncode
    except (OSError, subprocess.TimeoutExpired):
        return None
    return {0: True, 1: False}.get(code)


def _seen(fact: Fact, look: Callable[[], Page]) -> bool | None:
    try:
        return fact.predicate.evidence(look()) is not None
    except PathFinderError:
        return None
