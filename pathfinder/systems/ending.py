"""How a session ends: in a verdict that is timed and written down, whatever failed on the way."""

import time
from collections.abc import Callable
from dataclasses import replace

from pathfinder.core.errors import PathFinderError, UsageError
from pathfinder.core.journal import Journal
from pathfinder.core.verdict import Verdict


def play_out(play: Callable[[], Verdict], journal: Journal, *, steps: Callable[[], int] | None = None) -> Verdict:
    """Play to the end; errors end in a verdict too, which blames who failed.

    Args:
        steps: Says at the end how many were taken; where it is not given, the verdict knows.

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
    taken = verdict.steps if steps is None else steps()
    verdict = replace(verdict, steps=taken, seconds=time.monotonic() - began)
    journal.write("verdict", **verdict.to_json())
    return verdict
