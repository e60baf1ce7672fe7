"""Repeated runs of test cases.

How alike they went, and how alike a calibration says that they would.

Source: NLTestRunner, the consistency of a test case, observed over repeats and estimated from its
    agents' accuracy.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pathfinder.analysis.consistency import Ability, consistency, mean_relative_error, observed
from pathfinder.analysis.sessions import Session
from pathfinder.core.errors import UsageError
from pathfinder.core.events import Step
from pathfinder.core.verdict import ENDED_EARLY
from pathfinder.language.strict import is_assertion
from pathfinder.report.html import environment
from pathfinder.suites.trust import is_strict


@dataclass(frozen=True)
class Repeated:
    """The runs of one case with the same models.

    verdicts: How many runs ended in each.
    asked: How many of its steps agents were asked about.
    observed, estimated: Consistency, 0 to 1.
    """

    case: str
    models: str
    runs: int
    verdicts: dict[str, int]
    steps: int
    asked: int
    observed: float
    estimated: float

    @property
    def error(self) -> float:
        """The relative error of the estimate."""
        return mean_relative_error([(self.estimated, self.observed)])


def repeated(sessions: Iterable[Session], found: Sequence[Ability]) -> list[Repeated]:
    """Every case that was run more than once; runs that broke or were cut off are left out.

    Args:
        found: The figures of a calibration with the models that ran the cases.

    Raises:
        UsageError: No case was run twice, or a model that was asked is not calibrated.
    """
    groups: dict[tuple[object, ...], list[Session]] = {}
    for session in sessions:
        ended = session.verdict.status and session.verdict.by not in ENDED_EARLY
        if session.system == "steps" and ended:
            groups.setdefault(_kind(session), []).append(session)
    rows = [_row(group, found) for group in groups.values() if len(group) > 1]
    if not rows:
        raise UsageError(
            "no case was run more than once here; `pathfinder test SUITE --repeat 20 "
            "--option temperature=0.1` does so"
        )
    return rows


def error_of(rows: Sequence[Repeated]) -> float:
    """The mean relative error over the cases."""
    return mean_relative_error((row.estimated, row.observed) for row in rows)


def to_json(rows: Sequence[Repeated]) -> dict[str, Any]:
    """Each case, and the mean relative error."""
    return {
        "cases": [asdict(row) | {"error": row.error} for row in rows],
        "mean_relative_error": error_of(rows),
    }


def write_repeated(rows: Sequence[Repeated], path: Path) -> None:
    """Write the page."""
    path.parent.mkdir(parents=True, exist_ok=True)
    page = (
        environment("pathfinder.suites")
        .get_template("repeated.html.j2")
        .render(rows=rows, error=error_of(rows))
    )
    path.write_text(page, encoding="utf-8")


def _kind(session: Session) -> tuple[object, ...]:
    """What runs of the same kind have in common."""
    case = session.facts.case
    return (
        case.name,
        case.source,
        tuple(step.text for step in case.steps),
        tuple(sorted(session.models.items())),
        session.facts.options.get("temperature", 0),
    )


def _row(group: Sequence[Session], found: Sequence[Ability]) -> Repeated:
    first = group[0]
    steps = _steps(group)
    return Repeated(
        case=first.facts.case.name,
        models=", ".join(dict.fromkeys(first.models.values())) or "none",
        runs=len(group),
        verdicts=dict(Counter(session.status for session in group)),
        steps=len(steps),
        asked=sum(not strict for _, strict in steps),
        observed=observed([[step.status for step in session.of(Step)] for session in group]),
        estimated=_estimated(steps, first.models, found),
    )


def _steps(group: Sequence[Session]) -> list[tuple[str, bool]]:
    """Of each step whether it is an action or an assertion, and strict.

    It reads so, and no run had a model decide it.
    """
    asked = {step.number for session in group for step in session.of(Step) if step.by == "model"}
    return [
        (
            "assertion" if is_assertion(step.text) else step.part or "action",
            number not in asked and is_strict(step.text),
        )
        for number, step in enumerate(group[0].facts.case.steps, 1)
    ]


def _estimated(
    steps: Sequence[tuple[str, bool]], models: Mapping[str, str], found: Sequence[Ability]
) -> float:
    s = {each.agent: each.p for each in found if models.get(each.agent) == each.model}
    try:
        return consistency(steps, s)
    except KeyError as lacking:
        agent = str(lacking.args[0])
        raise UsageError(
            f"the calibration has no figures for {models.get(agent, 'a model')} as {agent}; "
            "calibrate it with --model and --figures"
        ) from None
