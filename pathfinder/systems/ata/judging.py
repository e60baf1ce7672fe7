"""SeeAct's words against statements: what code finds of a step that the agent has ended.

An agent's yes makes a step likely, its no alone blames nobody. Passed is what a check by code finds
to be so; failed is what the sentence surely says and code denies, where all that was done is what
the sentences say.
"""

from collections.abc import Sequence
from dataclasses import replace

from pathfinder.core.action import Action, Kind
from pathfinder.core.case import Part
from pathfinder.core.errors import Blame
from pathfinder.core.scenario import Step
from pathfinder.core.verdict import Status
from pathfinder.engine.actor import Actor, Decision, joined
from pathfinder.engine.statements import Statements
from pathfinder.engine.written import CHOSEN
from pathfinder.language.reader import Reading
from pathfinder.language.sentences import CaseReadings

_LOOKING = frozenset({Kind.SCROLL, Kind.WAIT, Kind.HOVER})


class Judging:
    """One case's statements, held against what an agent does and says, step by step.

    proven: All that was done since code last saw something expected is what the sentences say.
    """

    def __init__(self, actor: Actor, readings: CaseReadings) -> None:
        self._statements = Statements(actor)
        self._readings = readings
        self.proven = True

    def begin(self, number: int) -> None:
        """Begin a step: nothing of what it says is done."""
        self._text = self._readings.texts[number - 1]
        self._expected = self._readings.expected[number - 1]
        self._left = [step for step in self._text.statements if step.kind != "assert"]

    def acts(self, action: Action) -> None:
        """Take in what the agent is about to do: the next thing that the step says, or another."""
        if action.kind in _LOOKING:
            return
        wanted = self._statements.ready(self._left[0]).actions if self._left else ()
        if any(_same(action, one) for one in wanted):
            self._left.pop(0)
        else:
            self.proven = False

    def passed(self) -> Decision:
        """What the step comes to where the agent goes on to the next."""
        self._close()
        word = "the agent went on to the next step"
        found = self._checked()
        denied = next((one for one in found if one.status is Status.FAILED), None)
        if denied:
            return self._denied(denied)
        whole = self._expected is None or not (self._expected.unread or self._expected.doubts)
        if found and whole and all(one.status is Status.PASSED for one in found):
            self.proven = True
            return joined(found)
        return Decision(Status.LIKELY, word, by="model")

    def failed(self, part: Part, said: str, seen: str) -> Decision:
        """What the step comes to where the agent says that it fails.

        Args:
            part: Which part of it the agent means.
            said: Its words.
            seen: What it says to see.
        """
        found = self._checked() if part == "assertion" else self._missing()
        if part == "assertion":
            self._close()
        denied = next((one for one in found if one.status is Status.FAILED), None)
        if denied:
            return self._denied(replace(denied, reason=f"{said}; {denied.reason}"))
        reason = f"{said}; an agent alone says so"
        return Decision(Status.INCONCLUSIVE, reason, seen, by="model", blame=Blame.MODEL)

    def _close(self) -> None:
        """What the step says has to be done, or nothing that comes after is the site's."""
        self.proven &= not self._left and not self._text.unread

    def _denied(self, decision: Decision) -> Decision:
        if self.proven:
            return decision
        reason = f"{decision.reason}; {CHOSEN}"
        return replace(decision, status=Status.INCONCLUSIVE, reason=reason, blame=Blame.MODEL)

    def _checked(self) -> list[Decision]:
        """What code finds of all that the step says has to be so, in order."""
        pairs = [
            (check, reading.sentence)
            for reading in (self._text, self._expected)
            if reading is not None and not reading.doubts
            for check in _checks(reading)
        ]
        return [self._statements.do(check, sentence) for check, sentence in pairs]

    def _missing(self) -> Sequence[Decision]:
        """Whether what the step needs next, by its name in quotes, is nowhere on the page."""
        if not self._left or self._text.doubts:
            return ()
        denied = self._statements.denied(self._left[0], self._text.sentence)
        return (denied,) if denied else ()


def _checks(reading: Reading) -> list[Step]:
    return [step for step in reading.statements if step.kind == "assert"]


def _same(one: Action, other: Action) -> bool:
    return (one.kind, one.uid, one.written) == (other.kind, other.uid, other.written)
