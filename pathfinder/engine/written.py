"""A written test case, played statement by statement, whoever helps where code can't tell.

Each sentence is read into statements first, and those are carried out and checked by code. Failed
is only what code denies, of a sentence whose reading is sure, on elements that are the only ones
meant; else it is inconclusive, and says which of the three is in doubt.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pathfinder.core import events
from pathfinder.core.case import (
    CaseResult,
    CaseStep,
    Part,
    StepResult,
    TestCase,
)
from pathfinder.core.errors import Blame, PathFinderError
from pathfinder.core.iolts import iolts_of
from pathfinder.core.scenario import Step
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.actor import Actor, Decision, Seen, joined
from pathfinder.engine.casework import GOOD, Casework, Reads, read_case, stopped
from pathfinder.engine.runner import RunContext
from pathfinder.engine.statements import ON_CHECKS, Helper, Statements
from pathfinder.language.reader import Reading
from pathfinder.language.strict import loose_name

CHOSEN = "what led here an agent chose, so that this need not be the site's fault"


@dataclass
class WrittenCase:
    """One run of one case, a written step or assertion a turn.

    helped: Makes, of who acts and of the steps that have ended, whom to ask where code can't tell.
    read: How its sentences are read into statements; what is left unread is for the helper.
    readings: What came of that, once it has begun.
    unproven: What was done since code last saw something expected may not be what the words say.
    """

    case: TestCase
    context: RunContext
    helped: Callable[[Actor, Sequence[StepResult]], Helper | None]
    read: Reads = read_case

    def begin(self) -> None:
        """Read the case, draw it as a transition system, and open the site."""
        self._work = Casework(self.case, self.context)
        self.unproven = False
        self.readings = self.read(self.case, self.context, self._work.meter)
        parts = [(n, self._part(n, part), step.text) for n, part, step in self.case.parts]
        self.context.journal.write(events.System(**iolts_of(self.case.name, parts).to_json()))
        first = self.readings.texts[0].statements if self.readings.texts else ()
        self._actor = self._work.open(elsewhere=bool(first) and first[0].kind == "navigate")
        self._helper = self.helped(self._actor, self._work.results)
        self._statements = Statements(self._actor, self._helper)

    def turn(self, number: int) -> Verdict | None:
        """Carry out a written step or assertion."""
        _, part, step = self.case.parts[number - 1]
        result = self._step(number, self._part(number, part), step)
        if (result.status in GOOD or result.untold) and number < len(self.case.parts):
            return None
        verdict = self.result.verdict
        if verdict.status in GOOD:
            self._keep()
        return verdict

    @property
    def result(self) -> CaseResult:
        """How the case went so far."""
        return self._work.result(unproven=self.unproven)

    def _part(self, number: int, part: Part) -> Part:
        """An assertion among the actions is one."""
        return "assertion" if self.readings.texts[number - 1].checks else part

    def _step(self, number: int, part: Part, step: CaseStep) -> StepResult:
        self._work.begin()
        seen = Seen("", "")
        try:
            self._actor.begin(number)
            decision = self._carry_out(number, part)
            seen = self._actor.seen
        except PathFinderError as error:
            decision = stopped(error)
        return self._work.end(number, part, step, decision, seen)

    def _carry_out(self, number: int, part: Part) -> Decision:
        """What a step says, then what is expected of it."""
        expected = self.readings.expected[number - 1]
        self._statements.expects = [one for one in _all_of(expected) if one.kind == "assert"]
        self._before: list[bool | None] = []
        before = self._held(expected) if expected and expected.checks else []
        decision = self._sentence(self.readings.texts[number - 1], part)
        if expected is None or not (decision.passed or decision.idle):
            return decision
        self._before = before
        found = self._sentence(expected, "assertion")
        if decision.idle:  # what came of it not even the page says: that is for the site to show
            reason = f"{decision.reason}; {found.reason}"
            denied = found.status is Status.FAILED
            decision = replace(found, reason=reason, phase="observe") if denied else decision
            return replace(decision, part="assertion") if denied else decision
        return joined([decision, found]) if found.passed else replace(found, part="assertion")

    def _sentence(self, reading: Reading, part: Part) -> Decision:
        """Its statements in order, up to the first that does not go well."""
        free, statements = self._is_free(reading), reading.statements
        if free and part == "assertion" and reading.checks:
            return self._weighed(reading)
        done: list[Decision] = []
        if free and part == "action" and self._statements.obeys(reading):
            done.append(self._obeyed(reading))
            statements = tuple(step for step in statements if step.kind in ON_CHECKS)
        elif reading.unread:
            return self._judged(self._unread(reading, part), reading, checked=False)
        for at, statement in enumerate(statements, 1):
            if done and not done[-1].passed:
                break
            decision = self._one(statement, reading)
            if reading.doubts or at < len(statements):
                decision = replace(decision, idle=False)
            decision = self._judged(decision, reading, checked=statement.kind == "assert")
            done.append(replace(decision, untold=decision.untold and at == len(statements)))
        return done[-1] if done and not done[-1].passed else joined(done)

    def _one(self, statement: Step, reading: Reading) -> Decision:
        """A statement of a sentence; about what a doubtful one denies a model is asked."""
        free = reading.by != "grammar" or bool(loose_name(reading.sentence))
        sure = not reading.doubts
        decision = self._statements.do(statement, reading.sentence, free=free, sure=sure)
        if decision.status is Status.FAILED and not sure and self._helper is not None:
            asked = self._helper.check(reading.sentence, [False])
            return asked if asked.passed else decision
        return decision

    def _is_free(self, reading: Reading) -> bool:
        """Whether a model alone has read it, if at all, and another may be asked about it."""
        doubtful = bool(reading.doubts or reading.unread)
        return reading.by == "model" and doubtful and self._helper is not None

    def _obeyed(self, reading: Reading) -> Decision:
        """An instruction in free words, as the player that explores understands it."""
        decision = self._statements.obey(reading)
        self.unproven |= not decision.proven
        return decision

    def _weighed(self, reading: Reading) -> Decision:
        """An expected result in free words: what code finds of each part, and a model of the whole.

        How it was read is weighed with it; what led here may still be in doubt, unless it surely is
        so, and the step has brought a part of it about.
        """
        assert self._helper is not None  # the caller has looked
        expecting = self._statements.expecting
        found = [expecting.found(statement).holds for statement in reading.statements]
        decision = self._helper.check(reading.sentence, found)
        if decision.status is Status.FAILED and self.unproven:
            return _doubted(decision, CHOSEN)
        shown = decision.shown and self._has_come(found)
        self.unproven = (self.unproven or not decision.proven) and not shown
        if decision.status is Status.INCONCLUSIVE:
            decision = _doubted(decision, reading.doubt)
        return decision

    def _held(self, reading: Reading) -> list[bool | None]:
        """What of an expected result the page shows now, statement by statement, by code."""
        expecting = self._statements.expecting
        return [expecting.held(statement, 0.0).holds for statement in reading.statements]

    def _has_come(self, found: Sequence[bool | None]) -> bool:
        """Whether a part of what is expected is so that was not before the step."""
        return any(now and not was for was, now in zip(self._before, found, strict=False))

    def _unread(self, reading: Reading, part: Part) -> Decision:
        """A sentence that nobody has read is a small goal for the agents, where there are any."""
        if self._helper is None:
            raise NeedsModel(reading.unread)
        if part == "assertion":
            return self._helper.check(reading.sentence)
        return self._statements.pursue(reading.sentence)

    def _judged(self, decision: Decision, reading: Reading, *, checked: bool) -> Decision:
        """A decision, less sure where what led to it is in doubt."""
        if decision.status is Status.PASSED and decision.by == "rule" and checked:
            self.unproven = False
        self.unproven |= not decision.proven or (bool(reading.doubts) and not checked)
        if decision.status is not Status.FAILED:
            return decision
        doubt = reading.doubt or (CHOSEN if self.unproven else "")
        return _doubted(decision, doubt) if doubt else decision

    def _keep(self) -> None:
        """Leave what was done as scenario.json: the second run replays it without a model."""
        context, folder = self.context, self._work.meter.folder
        scenario = self._statements.scenario(
            name=self.case.name,
            site=context.site.name,
            url=context.site.url,
            persona=context.persona.name,
            session=folder.name if folder else "",
        )
        if folder is not None and scenario is not None:
            (folder / "scenario.json").write_text(scenario.to_json(), encoding="utf-8")


def _doubted(decision: Decision, doubt: str) -> Decision:
    """What would have failed, were it not for a doubt."""
    return replace(
        decision,
        status=Status.INCONCLUSIVE,
        reason=f"{decision.reason}; {doubt}",
        blame=Blame.MODEL,
    )


def _all_of(reading: Reading | None) -> Sequence[Step]:
    return reading.statements if reading else ()


class NeedsModel(PathFinderError):
    """A step that only a model could read."""

    blame = Blame.USER

    def __init__(self, unread: str) -> None:
        super().__init__(
            f"{unread}; put what is meant in quotes, have a model read it with "
            "--model, or write its statements with `pathfinder read`"
        )
