"""What a session's loop makes of its turns: limits, errors, and what safe mode kept back."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from pathfinder.core.errors import (
    Blame,
    BrowserDied,
    OffOrigin,
    PathFinderError,
    SafeModeStop,
    UsageError,
)
from pathfinder.core.journal import MemoryJournal
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.loop import Loop
from tests.fakes.journals import lines

FAILED = Verdict(Status.FAILED, "it does not hold", blame=Blame.SITE)


@dataclass
class Turns:
    """Turns that end in what is given, or never."""

    ends: Callable[[int], Verdict | None] = lambda _: None
    withheld: tuple[str, ...] = ()
    steps: int = 0

    def begin(self) -> None:
        """There is nothing to begin."""

    def turn(self, number: int) -> Verdict | None:
        self.steps = number
        return self.ends(number)


def raising(error: Exception) -> Callable[[int], Verdict | None]:
    def turn(number: int) -> Verdict | None:
        raise error

    return turn


def test_no_more_turns_are_taken_than_there_may_be() -> None:
    turns = Turns()
    verdict = Loop(turns, MemoryJournal(), most=3).run()
    assert (verdict.status, verdict.by, verdict.steps, verdict.blame) == (
        "expired",
        "limit",
        3,
        Blame.NOBODY,
    )


@pytest.mark.parametrize(("most", "said"), [(1, "the limit of 1 step was"), (2, "of 2 steps was")])
def test_a_limit_is_counted_as_people_count(most: int, said: str) -> None:
    assert said in Loop(Turns(), MemoryJournal(), most=most).run().reason


@pytest.mark.parametrize(
    ("error", "by"),
    [
        (BrowserDied("it is gone"), "error"),
        (SafeModeStop("safe mode stopped before POST /do"), "safe mode"),
        (OffOrigin("it leads off the allowed origins"), "origins"),
    ],
)
def test_what_ended_a_session_early_is_told_apart(error: PathFinderError, by: str) -> None:
    assert Loop(Turns(raising(error)), MemoryJournal()).run().by == by


def test_an_error_is_a_verdict_that_blames_who_failed_and_is_written_down() -> None:
    journal = MemoryJournal()
    verdict = Loop(Turns(raising(BrowserDied("it is gone"))), journal).run()
    assert (verdict.status, verdict.blame) == ("inconclusive", BrowserDied.blame)
    assert lines(journal)[-1]["status"] == "inconclusive"


def test_a_testers_mistake_is_no_verdict() -> None:
    with pytest.raises(UsageError):
        Loop(Turns(raising(UsageError("no such file"))), MemoryJournal(), contained=True).run()


def test_a_bug_of_our_own_blames_no_site() -> None:
    journal = MemoryJournal()
    verdict = Loop(Turns(raising(KeyError("x"))), journal, contained=True).run()
    assert (verdict.status, verdict.blame, verdict.exit_code()) == (
        "inconclusive",
        Blame.HARNESS,
        3,
    )
    assert [event["event"] for event in lines(journal)] == ["error", "verdict"]
    with pytest.raises(KeyError):
        Loop(Turns(raising(KeyError("x"))), journal).run()


def test_what_fails_where_safe_mode_kept_something_back_need_not_be_the_sites_fault() -> None:
    kept = ("POST http://shop.test/visits",)
    verdict = Loop(Turns(lambda _: FAILED, kept), MemoryJournal()).run()
    assert (verdict.status, verdict.blame) == ("inconclusive", Blame.NOBODY)
    assert kept[0] in verdict.reason
    assert Loop(Turns(lambda _: FAILED), MemoryJournal()).run().status == "failed"
    proven = Verdict(Status.SUCCESS, "so")
    assert Loop(Turns(lambda _: proven, kept), MemoryJournal()).run().status == "success"
