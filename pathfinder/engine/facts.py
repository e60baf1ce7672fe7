"""What a site, commands and the last page tell of a goal.

The facts of sites.yaml, asked outside the pages that agents see.
"""

import json
import shlex
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pathfinder.core.errors import PathFinderError
from pathfinder.core.fact import Fact
from pathfinder.core.predicate import Page
from pathfinder.core.task import Site, of_goal

_SECONDS = 30.0


def facts_of(site: Site, goal: str) -> tuple[Fact, ...]:
    """The facts that together prove the goal."""
    return of_goal(site.reached, goal)


def all_hold(facts: Iterable[Fact], told: Mapping[str, Any]) -> bool | None:
    """Whether all facts hold, by what was told; None where there are none, or nobody told."""
    found = [fact.holds(told) for fact in facts]
    if False in found:
        return False
    return None if None in found or not found else True


def ask(
    site: Site, facts: Iterable[Fact], look: Callable[[], Page], more: Iterable[str] = ()
) -> dict[str, Any]:
    """What is told, by the facts' keys; what nobody answers is left out.

    more: Further things to ask the site for.
    """
    facts = tuple(facts)
    keys = [fact.key for fact in facts if fact.kind == "told"] + list(more)
    answers = {key: _asked(site, key) for key in dict.fromkeys(keys)}
    answers |= {fact.key: _ran(fact.key, site.url) for fact in facts if fact.kind == "run"}
    answers |= {fact.key: _seen(fact, look) for fact in facts if fact.kind == "page"}
    return {key: answer for key, answer in answers.items() if answer is not None}


def _asked(site: Site, key: str) -> Any:
    """What the site says to `orders` (below its truth path) or `GET /path`."""
    path = (
        key.removeprefix("GET").strip()
        if key.startswith("GET ")
        else f"{site.truth}{key}"
        if site.truth
        else ""
    )
    if not path:
        return None
    try:
        opener = urllib.request.build_opener(_WithinSite(site))
        with opener.open(f"{site.url.rstrip('/')}/{path.lstrip('/')}", timeout=_SECONDS) as answer:
            return json.load(answer)
    except (OSError, ValueError, RecursionError):
        return None


class _WithinSite(urllib.request.HTTPRedirectHandler):
    """Follows redirects to a site's own origins alone; any other one is no answer."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def redirect_request(self, *answered: Any) -> urllib.request.Request | None:
        *_, url = answered
        return super().redirect_request(*answered) if self.site.allows(url) else None


def _ran(command: str, url: str) -> bool | None:
    words = [
        sys.executable if word == "python" else word.replace("{url}", url)
        for word in shlex.split(command)
    ]
    try:
        code = subprocess.run(
            words, capture_output=True, timeout=_SECONDS, check=False, stdin=subprocess.DEVNULL
        ).returncode
    except (OSError, subprocess.TimeoutExpired):
        return None
    return {0: True, 1: False}.get(code)


def _seen(fact: Fact, look: Callable[[], Page]) -> bool | None:
    try:
        return fact.predicate.evidence(look()) is not None
    except PathFinderError:
        return None
