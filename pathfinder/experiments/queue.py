"""Which trial next: so that models are loaded as rarely as possible, by one worker or by many."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from pathfinder.experiments.trials import Trial

ATTEMPTS = 3


@dataclass
class _Group:
    """Trials that need the same models."""

    models: frozenset[str]
    waiting: deque[Trial]
    workers: int = 0


@dataclass
class TrialQueue:
    """Trials that are still to be run.

    A worker gets a trial of the models that it has; when there is none left, of those for which the
    fewest have to be loaded, and
    among these of the ones that the fewest other workers are at. A trial that was lost comes again,
    ATTEMPTS times at most.
    """

    groups: list[_Group] = field(default_factory=list)
    attempts: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, trials: Iterable[Trial]) -> "TrialQueue":
        """The trials, those of the same models together."""
        groups: dict[frozenset[str], _Group] = {}
        for trial in trials:
            models = models_of(trial)
            groups.setdefault(models, _Group(models, deque())).waiting.append(trial)
        return cls(list(groups.values()))

    def __len__(self) -> int:
        return sum(len(group.waiting) for group in self.groups)

    def take(self, loaded: frozenset[str] = frozenset()) -> Trial | None:
        """The best next trial for a worker that has those models loaded; None when none is left."""
        open_groups = [group for group in self.groups if group.waiting]
        if not open_groups:
            return None
        for group in self.groups:
            group.workers -= bool(group.workers) and group.models == loaded
        best = min(
            open_groups,
            key=lambda group: (len(group.models - loaded), group.workers, -len(group.models)),
        )
        best.workers += 1
        return best.waiting.popleft()

    def lost(self, trial: Trial) -> bool:
        """Take back a trial whose worker is gone.

        False when it was lost so often that it is given up.
        """
        self.attempts[trial.id] = self.attempts.get(trial.id, 0) + 1
        if self.attempts[trial.id] >= ATTEMPTS:
            return False
        next(group for group in self.groups if group.models == models_of(trial)).waiting.append(
            trial
        )
        return True


def models_of(trial: Trial) -> frozenset[str]:
    """The models that a trial needs."""
    return frozenset(trial.models.values())
