"""What runs a test case: one interface, and the ways to do it by name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from itertools import count
from typing import Any, Protocol

from pathfinder.agents.models.base import Model
from pathfinder.core import doors
from pathfinder.core.case import CaseResult, TestCase
from pathfinder.core.errors import UsageError
from pathfinder.core.journal import Journal
from pathfinder.core.task import Persona, Site
from pathfinder.core.verdict import Verdict
from pathfinder.webprocessor.browser import Browser


@dataclass(frozen=True)
class RunContext:
    """What a run of one case works with.

    The suite runner has written the event "session" before, and the loop writes "verdict" after the
    run; a PathFinderError that
    a turn lets out becomes an inconclusive verdict with its blame. The turns write all between, one
    event "step" a StepResult.

    site: As it is served for this case; the runner opens it.
    models: Role -> model, for each of the runner's roles.
    options: What was asked for beside it; each runner knows its own.
    """

    browser: Browser
    journal: Journal
    models: Mapping[str, Model]
    site: Site
    persona: Persona
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)


class CaseTurns(Protocol):
    """One run of a case, turn by turn.

    It writes down all but the events "session" and "verdict".
    """

    @property
    def result(self) -> CaseResult:
        """How the case went, once a turn has said its verdict."""

    def begin(self) -> None:
        """Open the site.

        Raises:
            PathFinderError: It does not open.
        """

    def turn(self, number: int) -> Verdict | None:
        """Take a turn, counted from 1, such as a written step; the verdict when it was the last.

        Raises:
            PathFinderError: The model, the browser or the site failed in a way that leaves no
                verdict.
        """


class Runner(Protocol):
    """A way to run test cases. roles: The roles it needs models for."""

    roles: tuple[str, ...]

    def turns(self, case: TestCase, context: RunContext) -> CaseTurns:
        """The turns of a run of the case.

        Raises:
            UsageError: It can't be run as asked, such as without a model.
        """


def run_case(runner: Runner, case: TestCase, context: RunContext) -> CaseResult:
    """Run a case from the first step to a verdict.

    Raises:
        PathFinderError: The model, the browser or the site failed in a way that leaves no verdict.
    """
    turns = runner.turns(case, context)
    turns.begin()
    next(number for number in count(1) if turns.turn(number))
    return turns.result


def _late(module: str, name: str) -> Callable[[], Runner]:
    """A runner whose module is imported when it is asked for."""

    def make() -> Runner:
        runner: Runner = getattr(import_module(module), name)()
        return runner

    return make


RUNNERS: dict[str, Callable[[], Runner]] = {
    "steps": _late("pathfinder.systems.steps.runner", "StepsRunner"),
    "calibration": _late("pathfinder.systems.steps.calibration", "CalibrationRunner"),
    "uat": _late("pathfinder.systems.uat.runner", "UatRunner"),
    "seeact": _late("pathfinder.systems.ata.seeact", "SeeActRunner"),
    "pinata": _late("pathfinder.systems.ata.pinata", "PinataRunner"),
}


def find_runner(name: str) -> Runner:
    """The runner of that name.

    Raises:
        UsageError: There is none; the message lists those there are.
    """
    others = doors.offered(doors.SYSTEMS)
    if name not in RUNNERS and name not in others:
        known = ", ".join((*RUNNERS, *others))
        raise UsageError(f"--runner {name}: there is no such runner; choose from {known}")
    make: Callable[[], Runner] = RUNNERS.get(name) or doors.load(doors.SYSTEMS, name)
    return make()
