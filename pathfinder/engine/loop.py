"""The loop of every session.

Begin, one turn after the other, and a verdict that is timed and written down.
"""

import contextlib
import time
import traceback
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from pathfinder.core import events
from pathfinder.core.characters import harmless
from pathfinder.core.errors import (
    Blame,
    JournalLost,
    PathFinderError,
    UsageError,
)
from pathfinder.core.journal import Journal
from pathfinder.core.shorten import counted
from pathfinder.core.verdict import Status, Verdict

_MOST_NAMED = 3


class Turns(Protocol):
    """A session as the loop sees it; each system has its own.

    A turn is a step of an exploration, a written step of a test case, or a step of a scenario.
    """

    @property
    def steps(self) -> int:
        """How many steps were taken so far."""

    @property
    def withheld(self) -> Sequence[str]:
        """Requests that pages sent by themselves and that safe mode kept back."""

    def begin(self) -> None:
        """Do what comes before the first turn, such as opening the site.

        Raises:
            PathFinderError: There is nothing to play on; it becomes the verdict.
        """

    def turn(self, number: int) -> Verdict | None:
        """Take a turn, counted from 1; the verdict when it was the last.

        Raises:
            PathFinderError: Model, browser or site failed; it becomes the verdict.
        """


@dataclass
class Loop:
    """Plays the turns of a session to its verdict.

    Args:
        most: Turns after which the session has expired; 0 for as many as it takes.
        contained: A fault of PathFinder itself is not raised once its verdict is written down: it
            must not end the sessions that follow.

    Attributes:
        verdict: How it ended; None until it has.
    """

    turns: Turns
    journal: Journal
    most: int = 0
    contained: bool = False
    verdict: Verdict | None = None

    def run(self) -> Verdict:
        """Play to the end; errors end in a verdict too, which blames who failed.

        Raises:
            UsageError: What was asked for is not there.
        """
        for _ in self.play():
            pass
        assert self.verdict is not None  # play ends in one
        return self.verdict

    def play(self) -> Generator[int, None, None]:
        """Play turn by turn, and hand out each turn's number after it.

        Closed early, the session has no verdict on the site.

        Raises:
            UsageError: What was asked for is not there.
        """
        began = time.monotonic()
        verdict: Verdict | None = None
        number = 0
        try:
            self.turns.begin()
            while verdict is None:
                number += 1
                if self.most and number > self.most:
                    reason = (
                        f"the limit of {counted(self.most, 'step')} was reached before the goal"
                    )
                    verdict = Verdict(Status.EXPIRED, reason, by="limit", blame=Blame.NOBODY)
                    break
                verdict = self.turns.turn(number)
                yield number
        except UsageError:
            raise
        except PathFinderError as error:
            verdict = Verdict.blaming(error)
        except Exception as error:
            verdict = verdict_of(error)
            with contextlib.suppress(JournalLost):
                self.journal.write(events.Error(traceback=traceback.format_exc()))
            if not self.contained:
                self._end(verdict, began)
                raise
        except KeyboardInterrupt:
            stopped = f"interrupted in step {number}"
            self._end(Verdict(Status.INCONCLUSIVE, stopped, by="user", blame=Blame.USER), began)
            raise
        except GeneratorExit:
            stopped = f"whoever started the session stopped it after step {number}"
            self._end(
                verdict or Verdict(Status.INCONCLUSIVE, stopped, by="user", blame=Blame.NOBODY),
                began,
            )
            raise
        self._end(verdict, began)

    def _end(self, verdict: Verdict, began: float) -> None:
        if kept := self.turns.withheld:
            self.journal.write(events.Withheld(requests=tuple(kept)))
            verdict = _doubted(verdict, kept)
        self.verdict = replace(verdict, steps=self.turns.steps, seconds=time.monotonic() - began)
        full = (
            [JournalLost] if self.verdict.blame is Blame.HARNESS else []
        )  # a full disk is the verdict then
        with contextlib.suppress(*full):
            self.journal.write(events.Verdict(**self.verdict.to_json()))


def verdict_of(error: Exception) -> Verdict:
    """The verdict that an error ends a session in: its own, or that PathFinder itself failed."""
    return Verdict.blaming(error) if isinstance(error, PathFinderError) else _bug(error)


def _bug(error: Exception) -> Verdict:
    last = traceback.extract_tb(error.__traceback__)[-1]
    said = harmless(" ".join(str(error).split())[:200])
    reason = (
        f"a bug in PathFinder: {type(error).__name__}: {said} "
        f"({Path(last.filename).name}:{last.lineno})"
    )
    return Verdict(Status.INCONCLUSIVE, reason, by="error", blame=Blame.HARNESS)


def _doubted(verdict: Verdict, withheld: Sequence[str]) -> Verdict:
    """What fails where safe mode kept requests back need not be the site's fault."""
    if verdict.status not in (Status.FAILED, Status.STUCK):
        return verdict
    named = ", ".join(withheld[:_MOST_NAMED]) + (", …" if len(withheld) > _MOST_NAMED else "")
    reason = (
        f"{verdict.reason}; this need not be the site's fault: safe mode kept back what its "
        f"pages sent by themselves ({named})"
    )
    return replace(
        verdict,
        status=Status.INCONCLUSIVE,
        reason=f"{reason}; list it below may_send in sites.yaml",
        blame=Blame.NOBODY,
    )
