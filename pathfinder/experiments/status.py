"""How far a plan has come: read from its folder, at any time, by anybody."""

import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from pathfinder.core.verdict import Status
from pathfinder.experiments.folder import ExperimentFolder, Result
from pathfinder.experiments.trials import Trial

_RECENT = 50


@dataclass(frozen=True)
class Standing:
    """A plan's progress.

    running: Sessions begun and written to in the last minutes, while the run goes on; cut_off:
        begun, without a verdict, and still.
    an_hour: Sessions an hour lately, pauses left out; 0 when too few have ended to say.
    verdicts: How often each; blames: of those without a verdict on the site, whom they blame;
        reasons: the commonest of these.
    beyond: Sessions in the folder that an earlier form of the plan asked for.
    """

    planned: int
    done: int
    running: int
    cut_off: int
    an_hour: float
    verdicts: Mapping[str, int]
    blames: Mapping[str, int]
    reasons: Mapping[str, str]
    beyond: int

    @property
    def left(self) -> int:
        """Trials still to be run."""
        return self.planned - self.done

    @property
    def hours_left(self) -> float | None:
        """Hours until all are done, at the recent rate; None when there is none to go by."""
        return self.left / self.an_hour if self.an_hour else None

    def to_json(self) -> dict[str, Any]:
        """For `--json`."""
        return {**asdict(self), "left": self.left, "hours_left": self.hours_left}


def standing(trials: Iterable[Trial], folder: ExperimentFolder) -> Standing:
    """How far the plan has come."""
    planned = {trial.id for trial in trials}
    results, unfinished = folder.survey()
    ours = {trial: result for trial, result in results.items() if trial in planned}
    begun = [trial for trial in unfinished if trial in planned]
    running = [] if folder.is_left else [trial for trial in begun if _is_live(folder, trial)]
    failed = [result for result in ours.values() if result.status == Status.INCONCLUSIVE]
    return Standing(
        planned=len(planned),
        done=len(ours),
        running=len(running),
        cut_off=len(begun) - len(running),
        an_hour=rate((result.ended - result.seconds, result.ended) for result in ours.values()),
        verdicts=dict(Counter(result.status for result in ours.values()).most_common()),
        blames=dict(Counter(result.blame for result in failed).most_common()),
        reasons={blame: _commonest(failed, blame) for blame in {result.blame for result in failed}},
        beyond=len(results) - len(ours),
    )


def rate(sessions: Iterable[tuple[float, float]]) -> float:
    """Sessions an hour, by when each of the last ones began and ended.

    Time in which none was under way does not count: it is a pause.
    """
    recent = sorted(sessions, key=lambda session: session[1])[-_RECENT:]
    worked, until = 0.0, float("-inf")
    for began, ended in sorted(recent):
        worked += max(ended - max(began, until), 0.0)
        until = max(until, ended)
    return 3600 * len(recent) / max(worked, 1.0) if recent else 0.0


def _is_live(folder: ExperimentFolder, trial: str, *, within: float = 900.0) -> bool:
    """Whether the session was written to lately.

    A small model on a slow machine may take minutes a reply.
    """
    journal = folder.trial(trial) / "journal.jsonl"
    try:
        return time.time() - journal.stat().st_mtime < within
    except FileNotFoundError:
        return False


def _commonest(failed: Iterable[Result], blame: str) -> str:
    return Counter(result.reason for result in failed if result.blame == blame).most_common(1)[0][0]
