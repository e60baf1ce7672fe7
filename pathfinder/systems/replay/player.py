"""The `replay` system: a scenario's steps done again, without a model.

Only what a healer is let to do asks one.
"""

import time
from collections.abc import Iterator, Sequence

from pathfinder.core import events
from pathfinder.core.errors import Blame, OffOrigin, SafeModeStop, UsageError
from pathfinder.core.scenario import Step
from pathfinder.core.verdict import Status, Verdict
from pathfinder.engine.loop import Loop
from pathfinder.engine.playback.notes import describe
from pathfinder.engine.playback.turn import StepFailed, Turn
from pathfinder.systems.replay.step import Stepper
from pathfinder.systems.replay.waits import holds

_GOALS = frozenset({"open", "search", "do"})


class Replayer(Stepper):
    """Plays one scenario from its first step to its last."""

    def run(self, *, contained: bool = False) -> Verdict:
        """Play to the end; errors end in a verdict too, which blames who failed.

        With `contained` a fault of PathFinder itself as well.

        Raises:
            UsageError: The scenario asks for what is not there, such as a value that the persona
                lacks.
        """
        return Loop(self, self.journal, contained=contained).run()

    @property
    def steps(self) -> int:
        """How many steps were done so far."""
        return self.number

    @property
    def withheld(self) -> Sequence[str]:
        """Requests that safe mode kept back."""
        return self.quick.browser.withheld

    def begin(self) -> None:
        """Open the site, unless the first step does.

        Raises:
            UsageError: The scenario has no steps, or one for which a way would have to be found.
        """
        steps = self.scenario.steps
        if not steps:
            raise UsageError(
                f"scenario {self.scenario.name!r} has no steps; record it again, or write some"
            )
        if goal := next((one for one in self.scenario.all_steps() if one.kind in _GOALS), None):
            raise UsageError(
                f"`{describe(goal)}` does not say how, and a replay finds no way by itself; write "
                "the steps, such as navigate, click and fill"
            )
        if steps[0].kind != "navigate":
            self.quick.navigate(self.site.url)
            self.rested = self.quick.rest((), timeout=self.pace.timeout)
        self._left = self._all(steps, "")

    def turn(self, number: int) -> Verdict | None:
        """Do the next step that acts, waits or asserts."""
        try:
            if next(self._left, None) is not None:
                return None
        except StepFailed as failed:
            self.notes.last_look(self.number + 1)
            words = f"step {self.number}, {describe(self.done[-1].step)}: {failed}"
            return Verdict(Status.FAILED, words, failed.evidence, by="condition", blame=Blame.SITE)
        self.notes.last_look(self.number + 1)
        return self._passed()

    def _passed(self) -> Verdict:
        evidence = self.notes.evidence
        healed = self.healer.healed if self.healer else 0
        if healed:
            return Verdict(
                Status.HEALED,
                f"every step was done; {healed} had to be healed",
                evidence,
                by="condition",
            )
        return Verdict(
            Status.PASSED,
            "every step was done, and everything that was expected holds",
            evidence,
            by="condition",
        )

    def _all(self, steps: tuple[Step, ...], prefix: str) -> Iterator[Turn]:
        for index, step in enumerate(steps):
            following = steps[index + 1] if index + 1 < len(steps) else None
            yield from self._one(step, f"{prefix}{index}", following)

    def _one(self, step: Step, place: str, following: Step | None) -> Iterator[Turn]:
        match step.kind:
            case "repeat":
                for _ in range(step.times):
                    yield from self._all(step.then, f"{place}.then.")
            case "if":
                branch = "then" if holds(self, step) else "otherwise"
                yield from self._all(
                    step.then if branch == "then" else step.otherwise, f"{place}.{branch}."
                )
            case "set" if step.target is None:
                self.variables.set(step.name, self.variables.words(step.value))
            case _:
                turn = Turn(self.number + 1, place, step, following)
                self._turn(turn)
                yield turn

    def _turn(self, turn: Turn) -> None:
        """Do one step, and write down how it went."""
        self.number = turn.number
        self.done.append(turn)
        began = time.monotonic()
        self.notes.begin(turn.number, describe(turn.step))
        try:
            self.do(turn)
        except StepFailed as failed:
            if self.healer:
                self.healer.settle(self, turn, good=False)
            if self.vain:
                self.notes.pressed_in_vain(*self.vain)
            self.notes.result(
                turn.number,
                turn.step,
                Status.FAILED,
                time.monotonic() - began,
                str(failed),
                failed.evidence,
            )
            raise
        except SafeModeStop as stop:
            self.journal.write(events.Stopped(step=turn.number, **stop.facts))
            self.notes.result(
                turn.number, turn.step, Status.INCONCLUSIVE, time.monotonic() - began, str(stop)
            )
            raise
        except OffOrigin as left:
            self.notes.result(
                turn.number, turn.step, Status.INCONCLUSIVE, time.monotonic() - began, str(left)
            )
            raise
        self.notes.result(turn.number, turn.step, Status.PASSED, time.monotonic() - began)
