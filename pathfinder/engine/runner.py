"""What runs a test case: one interface, and the ways to do it by name."""

from collections.abc import Callable, Iterable, Mapping, MutableMapping
from dataclasses import dataclass, field
from importlib import import_module
from math import isfinite
from typing import Any, Protocol, runtime_checkable

from pathfinder.agents.models.base import Model
from pathfinder.core import doors
from pathfinder.core.case import CaseResult, TestCase
from pathfinder.core.errors import UsageError
from pathfinder.core.journal import Journal
from pathfinder.core.suggest import did_you_mean
from pathfinder.core.task import Persona, Site
from pathfinder.core.verdict import Verdict
from pathfinder.engine.playing import MakesPlayer
from pathfinder.language.reader import Reading
from pathfinder.language.sentences import Asked
from pathfinder.webprocessor.browser import Browser

READER = "reader"
"""The role that reads sentences which nobody has read yet."""
_YES_NO = {"yes": True, "true": True, "no": False, "false": False}


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
    readings: What sentences of the suite say, as far as they were read; a run adds what it reads.
    explorer: Makes the player that pursues a step that is a small goal; None: the runner's own
        agents do.
    """

    browser: Browser
    journal: Journal
    models: Mapping[str, Model]
    site: Site
    persona: Persona
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    readings: MutableMapping[Asked, Reading] = field(default_factory=dict)
    explorer: MakesPlayer | None = None


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
    """A way to run test cases.

    roles: The roles it needs models for.
    options: What it reads in the context's options: name -> bool, float, int or str.
    """

    roles: tuple[str, ...]
    options: Mapping[str, type]

    def turns(self, case: TestCase, context: RunContext) -> CaseTurns:
        """The turns of a run of the case.

        Raises:
            UsageError: It can't be run as asked, such as without a model.
        """


@runtime_checkable
class Pursues(Protocol):
    """A runner that leaves small goals to the player that explores.

    acts: The role whose model plays it.
    """

    acts: str


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


def read_options(name: str, words: Iterable[str]) -> dict[str, Any]:
    """The options of a runner as the command line gives them, `KEY=VALUE` each.

    Every runner has `device`: a phone that its browser emulates.

    Raises:
        UsageError: The runner has no such option, or the value is of another kind.
    """
    known = {**find_runner(name).options, "device": str}
    asked: dict[str, Any] = {}
    for word in words:
        key, given, text = (part.strip() for part in word.partition("="))
        if not given:
            raise UsageError(f"--option {word}: write KEY=VALUE; keys are {', '.join(known)}")
        if key not in known:
            raise UsageError(
                f"--option {key}: runner {name!r} has no such option; {did_you_mean(key, known)}"
            )
        asked[key] = _read(key, known[key], text)
    return asked


def _read(key: str, kind: type, text: str) -> Any:
    if kind is bool:
        if text.lower() not in _YES_NO:
            raise UsageError(f"--option {key}={text}: write yes or no")
        return _YES_NO[text.lower()]
    try:
        value = kind(text)
    except ValueError:
        value = -1
    if kind is not str and not (value >= 0 and isfinite(value)):
        raise UsageError(f"--option {key}={text}: write a number, 0 or more")
    return value
