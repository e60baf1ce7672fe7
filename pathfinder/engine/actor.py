"""Looks with a deadline, actions, and the decision that a written step ends in."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from pathfinder.core import events
from pathfinder.core.action import Action, ActionResult
from pathfinder.core.case import Decider, Part
from pathfinder.core.errors import Blame
from pathfinder.core.scenario import Step
from pathfinder.core.verdict import Status
from pathfinder.engine.candidates import Candidate, single_candidates
from pathfinder.engine.runner import RunContext
from pathfinder.engine.stage import Stage, View
from pathfinder.language.sight import Sight
from pathfinder.webprocessor.change import Change, changes

T = TypeVar("T")
_BETWEEN_LOOKS = 0.15
_LONGEST_EVIDENCE = 300


@dataclass(frozen=True)
class Decision:
    """How a step went.

    phase: "readiness" or "observe" where a guard rail stopped it, else empty.
    proven: What was done is what the words say; else an agent chose it, and may have been wrong.
    idle: It was done, and nothing came of it. untold: Whether what is expected is so nobody could
        tell, which keeps nobody from going on. shown: It surely is. part: Which part of a step it
        is about, where that is not the step's own. steps: What a helper did, where statements say
        all of it.
    """

    status: Status
    reason: str
    evidence: str = ""
    by: Decider = "rule"
    blame: Blame = Blame.NOBODY
    phase: str = ""
    proven: bool = True
    idle: bool = False
    untold: bool = False
    shown: bool = False
    part: Part | None = None
    steps: tuple[Step, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether the case may go on: the step passed, or a model says so."""
        return self.status in (Status.PASSED, Status.LIKELY)


def joined(decisions: Sequence[Decision]) -> Decision:
    """Several decisions that passed, as one."""
    if not decisions:
        return Decision(Status.PASSED, "there was nothing to do")
    told = "; ".join(dict.fromkeys(decision.reason for decision in decisions))
    seen = dict.fromkeys(decision.evidence for decision in decisions if decision.evidence)
    by: Decider = next((decision.by for decision in decisions if decision.by != "rule"), "rule")
    likely = any(decision.status is Status.LIKELY for decision in decisions)
    return replace(
        decisions[-1],
        status=Status.LIKELY if likely else Status.PASSED,
        reason=told,
        evidence=" · ".join(seen)[:_LONGEST_EVIDENCE],
        by=by,
        proven=all(decision.proven for decision in decisions),
    )


@dataclass(frozen=True)
class Seen:
    """What the last look showed. screenshot: Path relative to the session's folder."""

    screenshot: str
    url: str


@dataclass(frozen=True)
class Done:
    """What an action did. history_line: The change in words, or why the action failed."""

    change: Change
    results: tuple[ActionResult, ...]
    history_line: str


class Actor:
    """Looks and acts for one step after the other.

    form: Key of the form whose fields were filled in last.
    did: What was done in this step, each with what came of it.
    """

    def __init__(self, stage: Stage, context: RunContext, patience: float) -> None:
        self.stage = stage
        self.context = context
        self.patience = patience
        self.number = 0
        self.form = ""
        self.did: list[str] = []
        self.seen = Seen("", "")
        self._view: View | None = None
        self._before: View | None = None
        self._noted = 0
        self._happened: tuple[int, tuple[str, ...]] = (0, ())

    @property
    def view(self) -> View:
        """The page as it was seen last."""
        if self._view is None:
            self._view = self.stage.see(self.number)
        return self._view

    @property
    def change(self) -> Change:
        """What this step has changed so far."""
        return changes((self._before or self.view).scene, self.view.scene)

    @property
    def usable(self) -> list[Candidate]:
        """What can be used on the page, but for links that leave the site's hosts."""
        site = self.context.site
        return [
            candidate
            for candidate in single_candidates(self.view.scene)
            if not candidate.control or site.allows(candidate.control.href)
        ]

    @property
    def sight(self) -> Sight:
        """What is seen now."""
        return Sight(self.view.scene, self.stage.snapshot, self._happened[1])

    def begin(self, number: int) -> None:
        """Begin a step; its first look is the page that the step before left."""
        self.number = number
        self.did = []
        self._view = self._before = replace(self.view, step=number)
        if self._noted != number:
            self._note()

    def until(
        self, test: Callable[[], T], good: Callable[[T], bool], *, patience: float | None = None
    ) -> T:
        """What a test says of the page, looked at again until good or out of time."""
        deadline = time.monotonic() + (self.patience if patience is None else patience)
        found = test()
        looked = False
        while not good(found) and time.monotonic() < deadline:
            time.sleep(_BETWEEN_LOOKS)
            self._view = self.stage.see(self.number)
            looked, found = True, test()
        if looked:
            self._note()
        return found

    def look(self) -> None:
        """Look again, and write it down."""
        self.refresh()
        self._note()

    def refresh(self) -> None:
        """Look again."""
        self._view = self.stage.see(self.number)

    def choose(
        self,
        text: str,
        uids: Sequence[str],
        rationale: str,
        by: str,
        candidates: Sequence[tuple[str, str]] = (),
    ) -> None:
        """Write down what was chosen, and among what."""
        told = tuple(events.Candidate(id=letter, text=words) for letter, words in candidates)
        chosen = next((letter for letter, words in candidates if words == text), "")
        self.context.journal.write(
            events.Choice(
                step=self.number,
                candidates=told,
                chosen=chosen,
                text=text,
                uids=tuple(uids),
                rationale=rationale,
                by=by,
            )
        )

    def act(self, action: Action, *, settled: Callable[[Done], bool]) -> Done:
        """Do an action; look again until its effect can be seen, or the deadline has come."""
        before = self.view
        element = before.scene.find(action.uid or "")
        results = self.stage.act(self.number, [action], before.scene)
        self.heard(results)
        deadline = time.monotonic() + self.patience
        done = self._after(before, action, results)
        while (
            not settled(done)
            and all(result.ok for result in results)
            and time.monotonic() < deadline
        ):
            time.sleep(_BETWEEN_LOOKS)
            done = self._after(before, action, results)
        self.form = (
            element.form
            if element and element.is_field
            else ""
            if done.change.url != done.change.url_before
            else self.form
        )
        told = f"{action.kind} {element.name!r}" if element else str(action.kind)
        self.did.append(f"{told}: {done.history_line}")
        self.stage.graph.connect(before.state, self.view.state, str(action.kind))
        self.stage.note_change(before, self.view, done.change, done.history_line)
        self._note()
        return done

    def heard(self, results: tuple[ActionResult, ...]) -> None:
        """Keep what the browser did in the last step that acted."""
        number, before = self._happened
        new = tuple(note for result in results for note in result.happened)
        self._happened = (self.number, (*(before if number == self.number else ()), *new))

    def _after(self, before: View, action: Action, results: tuple[ActionResult, ...]) -> Done:
        self._view = self.stage.see(self.number + 1, (*before.state.path, (action,)))
        change = changes(before.scene, self._view.scene)
        failed = next((result for result in results if not result.ok), None)
        return Done(
            change,
            results,
            f"-> could not: {failed.message or failed.error}"
            if failed and change.nothing
            else change.history_line(),
        )

    def _note(self) -> None:
        view = self.view
        self.seen = Seen(self.stage.note_look(view), view.scene.url)
        self._noted = view.step
