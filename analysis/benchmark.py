"""How good a tester is.

The measures of the autonomous test agents and of the acceptance-test copilot.

Sources: Chevrot et al., "Are Autonomous Web Agents Good Testers?" (the formulas are those of its
    replication package: a *positive* is a
test case that must fail); Wang et al., "XUAT-Copilot" (Pass@1, Complete@1).
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Literal

Truth = Literal["passed", "failed"]


@dataclass(frozen=True)
class Trial:
    """One test case and what a tester made of it.

    expected: The verdict that is right.
    failing_step: The step at which a case that must fail fails, from 1; 0 for a case that must
        pass.
    verdict: passed, failed, or anything else for no verdict.
    step: The step at which the tester's verdict fell; 0 when it is no *failed*.
    steps: Steps of the case.
    done: Steps that were carried out and judged rightly before the first error; all of them when
        there was none.
    """

    case: str
    app: str
    expected: Truth
    verdict: str
    failing_step: int = 0
    step: int = 0
    steps: int = 0
    done: int = 0

    @property
    def is_true(self) -> bool:
        """Whether the verdict is right and, for a case that fails, fell at the right step."""
        if self.expected == "passed":
            return self.verdict == "passed"
        return self.verdict == "failed" and self.step == self.failing_step


@dataclass(frozen=True)
class Counts:
    """What a set of trials comes to.

    TN: Passing case, verdict passed.  FP: Passing case, another verdict.
    FN: Failing case, another verdict than failed.
    AFB, AFC, AFA: Failing case, verdict failed before, at, after the step that fails; together they
    are TP.
    none: Trials without a verdict (inconclusive); they are among FP and FN, for nobody was told the
        truth.
    """

    TN: int = 0
    FP: int = 0
    FN: int = 0
    AFB: int = 0
    AFC: int = 0
    AFA: int = 0
    none: int = 0

    @property
    def TP(self) -> int:
        """Failing cases that were found failing, at whatever step."""
        return self.AFB + self.AFC + self.AFA

    @property
    def all(self) -> int:
        """All trials."""
        return self.TP + self.TN + self.FP + self.FN


@dataclass(frozen=True)
class Measures:
    """The paper's measures, each from 0 to 1.

    accuracy: (TP + TN) / all.  specificity: TN / (TN + FP).  sensitivity: TP / (TP + FN).
    AER: AFB / TP: of the faults found, those where it stopped too early.
    HER: AFA / TP: those where it went on past the fault.
    SMER: AER + HER, the step mismatch error rate.
    TruAcc: (AFC + TN) / all, the true accuracy: right verdict at the right step.

    A measure whose denominator is 0 is 0, as in the replication package.
    """

    accuracy: float
    specificity: float
    sensitivity: float
    AER: float
    HER: float
    SMER: float
    TruAcc: float


def count(trials: Iterable[Trial]) -> Counts:
    """Sort the trials."""
    found = dict.fromkeys((each.name for each in fields(Counts)), 0)
    for trial in trials:
        found[_kind(trial)] += 1
        found["none"] += trial.verdict not in ("passed", "failed")
    return Counts(**found)


def _kind(trial: Trial) -> str:
    if trial.expected == "passed":
        return "TN" if trial.verdict == "passed" else "FP"
    if trial.verdict != "failed":
        return "FN"
    if trial.step == trial.failing_step:
        return "AFC"
    return "AFB" if trial.step < trial.failing_step else "AFA"


def measure(counts: Counts) -> Measures:
    """The measures of one set of trials."""
    aer, her = _share(counts.AFB, counts.TP), _share(counts.AFA, counts.TP)
    return Measures(
        accuracy=_share(counts.TP + counts.TN, counts.all),
        specificity=_share(counts.TN, counts.TN + counts.FP),
        sensitivity=_share(counts.TP, counts.TP + counts.FN),
        AER=aer,
        HER=her,
        SMER=aer + her,
        TruAcc=_share(counts.AFC + counts.TN, counts.all),
    )


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def by_app(trials: Sequence[Trial]) -> dict[str, Measures]:
    """The measures of each application, and "average".

    Their mean, each application counting alike, as in the paper's tables.
    """
    apps = dict.fromkeys(trial.app for trial in trials)
    found = {app: measure(count(trial for trial in trials if trial.app == app)) for app in apps}
    return {**found, "average": mean(tuple(found.values()))} if found else {}


def mean(measures: Sequence[Measures]) -> Measures:
    """The mean of each measure."""
    rows = [asdict(each) for each in measures]
    return Measures(**{name: sum(row[name] for row in rows) / len(rows) for name in rows[0]})


def pass_at_1(trials: Sequence[Trial]) -> float:
    """Share of the cases that reached the right verdict at the first attempt.

    Source: XUAT-Copilot, Pass@1.
    """
    through = [
        trial
        for trial in trials
        if trial.is_true and trial.done >= (trial.failing_step or trial.steps)
    ]
    return _share(len(through), len(trials))


def complete_at_1(trials: Sequence[Trial]) -> float:
    """Share of all steps that were right before their case's first error.

    Source: XUAT-Copilot, Complete@1.
    """
    return _share(sum(trial.done for trial in trials), sum(trial.steps for trial in trials))
