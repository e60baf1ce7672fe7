"""How a session ends: in a verdict that is timed and written down, whatever failed on the way."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from pathfinder.core.errors import Blame, PathFinderError, UsageError
from pathfinder.core.journal import Journal
from pathfinder.core.verdict import Status, Verdict

_MOST_NAMED = 3


def play_out(
    play: Callable[[], Verdict],
    journal: Journal,
    *,
    steps: Callable[[], int] | None = None,
    withheld: Callable[[], Sequence[str]] = lambda: (),
) -> Verdict:
    """Play to the end; errors end in a verdict too, which blames who failed.

    Args:
        steps: Says at the end how many were taken; where it is not given, the verdict knows.
        withheld: Says at the end which requests that pages sent by themselves safe mode has kept back.

    Raises:
        UsageError: What was asked for is not there.
    """
    began = time.monotonic()
    try:
        verdict = play()
    except UsageError:
        raise
    except PathFinderError as error:
        verdict = Verdict.blaming(error)
    if kept := withheld():
        journal.write("withheld", requests=list(kept))
        verdict = _doubted(verdict, kept)
    taken = verdict.steps if steps is None else steps()
    verdict = replace(verdict, steps=taken, seconds=time.monotonic() - began)
    journal.write("verdict", **verdict.to_json())
    return verdict


def _doubted(verdict: Verdict, withheld: Sequence[str]) -> Verdict:
    """What fails where safe mode kept requests back need not be the site's fault."""
    if verdict.status not in (Status.FAILED, Status.STUCK):
        return verdict
    named = ", ".join(withheld[:_MOST_NAMED]) + (", …" if len(withheld) > _MOST_NAMED else "")
    reason = f"{verdict.reason}; this need not be the site's fault: safe mode kept back what its pages sent by themselves ({named})"
    return replace(verdict, status=Status.INCONCLUSIVE, reason=f"{reason}; list it below may_send in sites.yaml", blame=Blame.NOBODY)
