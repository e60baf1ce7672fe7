"""Calibrating a model with a suite, case by case.

What was measured before is read from its session.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pathfinder.agents.agent import prompt_hashes
from pathfinder.agents.models.base import Model
from pathfinder.agents.steps import ROLES
from pathfinder.analysis.consistency import Trial
from pathfinder.core.case import TestCase
from pathfinder.core.errors import Blame, UsageError
from pathfinder.core.events import Event, Session, Verdict
from pathfinder.core.journal import read_journal
from pathfinder.core.verdict import Status
from pathfinder.session.fixture import OpenBrowser
from pathfinder.suites.harness import SuiteRequest, SuiteRunner, folder_word
from pathfinder.suites.trust import trials_in
from pathfinder.webprocessor.opening import open_browser


@dataclass(frozen=True)
class Measured:
    """A model's answers to a case's questions.

    kept: They were read from an earlier session, nobody was asked.
    """

    case: TestCase
    trials: tuple[Trial, ...]
    kept: bool


def sampled(cases: Sequence[TestCase], size: int, *, seed: int = 0) -> list[TestCase]:
    """So many cases, drawn with a seed of their own, in the suite's order.

    All of them when `size` is 0 or more than there are.
    """
    if not 0 < size < len(cases):
        return list(cases)
    return [cases[place] for place in sorted(Random(seed).sample(range(len(cases)), size))]


def measured(
    request: SuiteRequest,
    model: Model,
    cases: Sequence[TestCase],
    *,
    fresh: bool = False,
    open_with: OpenBrowser = open_browser,
) -> Iterator[Measured]:
    """Ask a model's agents about each case.

    Args:
        open_with: In place of Chromium.
        fresh: Ask also where a session under `request.out` has the same questions answered with the
            same options and prompts.

    Raises:
        UsageError: The case names what there isn't.
        ModelError: The model failed.
    """
    with SuiteRunner(request, dict.fromkeys(ROLES, model), open_with=open_with) as suite:
        for case in cases:
            known = None if fresh else _known(request, model.name, case)
            yield Measured(
                case,
                tuple(trials_in(known or _run(suite, case), case.name)),
                known is not None,
            )


def _run(suite: SuiteRunner, case: TestCase) -> Path:
    result = suite.run(case)
    if result.verdict.blame is Blame.MODEL:
        raise UsageError(
            f"case {case.name!r}: {result.verdict.reason}; what was measured is kept, start again "
            "to go on"
        )
    return Path(result.session)


def _known(request: SuiteRequest, model: str, case: TestCase) -> Path | None:
    """The latest session that has this case measured.

    One that was cut off or broke does not count.
    """
    sessions = sorted(request.out.glob(f"*-{folder_word(case)}-1-*/journal.jsonl"), reverse=True)
    return next(
        (path.parent for path in sessions if _same(read_journal(path), request, model, case)), None
    )


def _same(events: Sequence[Event], request: SuiteRequest, model: str, case: TestCase) -> bool:
    begun, ended = (events[0], events[-1]) if events else (None, None)
    if not isinstance(begun, Session) or not isinstance(ended, Verdict):
        return False
    return (
        begun.system == request.runner
        and (ended.status in (Status.PASSED, Status.LIKELY) or ended.by == "rule")
        and set(begun.models.values()) == {model}
        and [step.text for step in begun.case.steps] == [step.text for _, _, step in case.parts]
        and (begun.options, begun.seed) == (dict(request.options), request.seed)
        and _asked(begun.prompts) == _asked(prompt_hashes())
    )


def _asked(prompts: dict[str, str]) -> dict[str, str]:
    return {name: digest for name, digest in prompts.items() if name.startswith("steps/")}
