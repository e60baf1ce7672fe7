"""A test case on the stage: what a tester of any make does between one judgement and the next."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from pathfinder.agents.models.base import Model
from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.action import Action, ActionResult, Kind
from pathfinder.core.case import (
    CaseResult,
    CaseStep,
    Decider,
    Part,
    StepResult,
    TestCase,
    passed_or_likely,
)
from pathfinder.core.errors import Blame, PageError
from pathfinder.core.journal import Journal
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.consent import consent_button
from pathfinder.engine.graph import StateGraph
from pathfinder.engine.meter import Meter
from pathfinder.engine.runner import RunContext
from pathfinder.engine.stage import Stage, View
from pathfinder.language.prose.sight import Sight
from pathfinder.webprocessor.change import Change, changes
from pathfinder.webprocessor.element import Scene

_BLAMES = {Status.FAILED: Blame.SITE, Status.INCONCLUSIVE: Blame.MODEL}


def player(context: RunContext, role: str) -> Model:
    """The model that plays a role; where nobody does, one that has no answer.

    A step that needs it is inconclusive.
    """
    return context.models.get(role) or ScriptedModel(name=f"nobody as {role}")


@dataclass(frozen=True)
class Judged:
    """How a step, or a part of it, was judged."""

    status: Status
    part: Part = "action"
    by: Decider = "rule"
    reason: str = ""
    evidence: str = ""
    blame: Blame = Blame.NOBODY

    @property
    def passed(self) -> bool:
        """Whether the step may go on: it passed, or a model says so."""
        return self.status in (Status.PASSED, Status.LIKELY)

    def doubted(self) -> "Judged":
        """The same where an agent chose what led here.

        What failed then need not be the site's fault.
        """
        if self.status is not Status.FAILED:
            return self
        reason = (
            f"{self.reason}; what led here an agent chose, so that this need not be the "
            "site's fault"
        )
        return replace(self, status=Status.INCONCLUSIVE, blame=Blame.MODEL, reason=reason)

    def alone(self) -> "Judged":
        """The same where nobody but an agent says that something is not so."""
        return replace(
            self,
            status=Status.INCONCLUSIVE,
            blame=Blame.MODEL,
            reason=f"{self.reason}; an agent alone says so",
        )


@dataclass
class Casework:
    """One case, one browser.

    Opens the site, acts, keeps what a step has changed, and writes down the result of each step.

    memory: What was done and seen, a line a step: the long-term memory that all agents of a tester
        share.
    """

    case: TestCase
    context: RunContext
    memory: list[str] = field(default_factory=list)
    results: list[StepResult] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.meter = Meter(self.context.journal)
        self.stage = Stage(self.context.browser, self.meter, StateGraph())
        self.number = 0

    @property
    def journal(self) -> Journal:
        """Where calls are counted and written down."""
        return self.meter

    @property
    def scene(self) -> Scene:
        """The page as it is now."""
        return self.view.scene

    @property
    def change(self) -> Change:
        """What the step has changed so far."""
        return changes(self.before.scene, self.view.scene)

    @property
    def sight(self) -> Sight:
        """What a tester sees now, and saw before the step."""
        return Sight(
            self.scene, self.before.scene, self.change, tuple(self.notes), self.stage.snapshot
        )

    def open(self) -> None:
        """Open the site and answer a cookie banner, unless the case is about it.

        Raises:
            PageError: The site does not open.
        """
        opened = self.context.browser.open(self.context.site.url)
        if not opened.ok and opened.error != "page not ready":
            raise PageError(f"{self.context.site.url}: {opened.message or opened.error}")
        self.before = self.view = self.stage.look(1)
        self._answer_banner()

    def _answer_banner(self) -> None:
        if any(
            "cookie" in f"{step.text} {step.expected}".lower() for _, _, step in self.case.parts
        ):
            return
        if button := consent_button(self.scene):
            self.stage.act(1, (Action(Kind.CLICK, button.uid),), self.scene)
            self.before = self.view = self.stage.look(1)

    def begin(self, number: int) -> None:
        """Begin a step."""
        self.number, self.before = number, self.view
        self.notes.clear()
        self.done.clear()
        self._began = time.monotonic()
        self._calls, self._tokens = self.meter.calls, self.meter.tokens

    def act(self, actions: Sequence[Action], said: str) -> tuple[ActionResult, ...]:
        """Do actions, look, and write down what changed."""
        before = self.view
        results = self.stage.act(self.number, actions, before.scene)
        self.notes += [note for result in results for note in result.happened]
        self.view = self.stage.see(self.number + 1)
        change = changes(before.scene, self.view.scene)
        failed = next((result for result in results if not result.ok), None)
        outcome = (
            f"could not: {failed.message or failed.error}" if failed else change.history_line()
        )
        self.stage.note_change(before, self.view, change, outcome)
        self.stage.note_look(self.view)
        self.done.append(f"{said} -> {outcome}")
        return results

    def look(self) -> View:
        """Look again."""
        self.view = self.stage.look(self.number)
        return self.view

    def end(self, step: CaseStep, judged: Judged) -> StepResult:
        """Write down how the step went, and remember it."""
        self.memory.append(
            f"step {self.number}: {'; '.join(self.done) or step.text} ({judged.status})"
        )
        result = StepResult(
            number=self.number,
            text=step.text,
            part=judged.part,
            status=judged.status,
            by=judged.by,
            blame=judged.blame
            if judged.blame is not Blame.NOBODY
            else _BLAMES.get(judged.status, Blame.NOBODY),
            reason=judged.reason,
            evidence=judged.evidence,
            screenshot=self.journal.keep_screenshot(self.context.browser.screenshot()),
            seconds=time.monotonic() - self._began,
            calls=self.meter.calls - self._calls,
            tokens=self.meter.tokens - self._tokens,
        )
        self.results.append(result)
        self.journal.write(result.as_event())
        return result

    def verdict(self, *, unproven: bool = False) -> CaseResult:
        """The verdict of the case as it stands: that of its last step.

        Likely where a model alone says that an expected result holds.

        Args:
            unproven: An agent chose what was done since a rule last saw something expected.
        """
        last = self.results[-1] if self.results else None
        seconds = sum(result.seconds for result in self.results)
        steps = len(self.results)
        if last is None or last.status in (Status.PASSED, Status.LIKELY):
            told = replace(
                passed_or_likely(self.results, unproven=unproven), steps=steps, seconds=seconds
            )
        else:
            reason = f"step {last.number} ({last.part}): {last.reason}"
            told = Verdict(last.status, reason, last.evidence, last.by, last.blame, steps, seconds)
        return CaseResult(self.case, told, tuple(self.results))


@dataclass
class StepwiseCase:
    """The turns of a tester that judges each written step by itself.

    step: Carries out a step and judges it.
    unproven: Whether an agent chose what was done since a rule last saw something expected.
    ended: Takes in the result.
    """

    work: Casework
    step: Callable[[int, CaseStep], Judged]
    unproven: Callable[[], bool]
    ended: Callable[[CaseResult], object] = lambda result: None

    @property
    def result(self) -> CaseResult:
        """How the case went so far."""
        return self.work.verdict(unproven=self.unproven())

    def begin(self) -> None:
        """Open the site."""
        self.work.open()

    def turn(self, number: int) -> Verdict | None:
        """Carry out a written step."""
        parts = self.work.case.parts
        if parts and self.step(number, parts[number - 1][2]).passed and number < len(parts):
            return None
        self.ended(self.result)
        return self.result.verdict
