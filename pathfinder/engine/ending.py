"""How a session ends: in a verdict that is timed and written down, whatever failed on the way."""

import contextlib
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from pathfinder.core.characters import harmless
from pathfinder.core.errors import Blame, JournalLost, PathFinderError, UsageError
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
    if verdict.blame is not Blame.HARNESS:
        journal.write("verdict", **verdict.to_json())
        return verdict
    with contextlib.suppress(JournalLost):  # what is full is the verdict
        journal.write("verdict", **verdict.to_json())
    return verdict


def verdict_of(play: Callable[[], Verdict], journal: Journal) -> Verdict:
    """The verdict of a play that must not end its neighbours: a fault of our own is one too, with its traceback in the journal.

    Raises:
        PathFinderError: What `play_out` knows to explain.
    """
    try:
        return play()
    except PathFinderError:
        raise
    except Exception as error:
        journal.write("error", traceback=traceback.format_exc())
        return bug(error)


def bug(error: Exception) -> Verdict:
    """The verdict when PathFinder itself failed."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    said = harmless(" ".join(str(error).split())[:200])
    reason = f"a bug in PathFinder: {type(error).__name__}: {said} ({Path(last.filename).name}:{last.lineno})"
    return Verdict(Status.INCONCLUSIVE, reason, by="error", blame=Blame.HARNESS)


def _doubted(verdict: Verdict, withheld: Sequence[str]) -> Verdict:
    """What fails where safe mode kept requests back need not be the site's fault."""
    if verdict.status not in (Status.FAILED, Status.STUCK):
        return verdict
    named = ", ".join(withheld[:_MOST_NAMED]) + (", …" if len(withheld) > _MOST_NAMED else "")
    reason = f"{verdict.reason}; this need not be the site's fault: safe mode kept back what its pages sent by themselves ({named})"
    return replace(verdict, status=Status.INCONCLUSIVE, reason=f"{reason}; list it below may_send in sites.yaml", blame=Blame.NOBODY)
