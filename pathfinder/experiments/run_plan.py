"""A plan from its file to its last session: what is missing is looked for, checked and played."""

from collections.abc import Callable
from dataclasses import dataclass

from pathfinder.agents.models.base import ModelOptions
from pathfinder.agents.models.engine import cores
from pathfinder.core import doors
from pathfinder.core.errors import UsageError
from pathfinder.experiments.check import check
from pathfinder.experiments.conduct import Conductor, Ended, missing
from pathfinder.experiments.executor import Executor
from pathfinder.experiments.experiment import Experiment
from pathfinder.experiments.folder import ExperimentFolder
from pathfinder.experiments.play import Play, Player
from pathfinder.experiments.trials import Trial, lay_out


@dataclass(frozen=True)
class Means:
    """With what a plan is carried out; none of it changes a result.

    workers: Worker processes, or seats in the cluster; 0 for one process, or as many seats as there
        is room for.
    ray: Address of a Ray cluster, "auto", or empty for processes of this machine.
    endpoints: Addresses of model servers. webdriver_urls: Remote browsers.
    executor: Name of another package's executor; empty for processes or Ray.
    threads: Of an embedded model; 0 for this machine's cores shared out among the workers.
    keep_models: Embedded models that a worker keeps loaded.
    """

    workers: int = 0
    ray: str = ""
    endpoints: tuple[str, ...] = ()
    webdriver_urls: tuple[str, ...] = ()
    threads: int = 0
    keep_models: int = 3
    retry_inconclusive: bool = False
    executor: str = ""


@dataclass(frozen=True)
class Watch:
    """Who is told how it goes. on_start: Told of the trials that are to be played, and of all."""

    on_start: Callable[[list[Trial], list[Trial]], None]
    on_end: Callable[[Ended], None]
    note: Callable[[str], None]


def run_plan(experiment: Experiment, folder: ExperimentFolder, means: Means, watch: Watch) -> None:
    """Play what is missing of a plan. On Ctrl-C only the sessions in flight are lost.

    Raises:
        PathFinderError: Before the first session, with one line that says what to change.
    """
    with folder.locked() as lock:
        trials = lay_out(experiment)
        if len({trial.id for trial in trials}) < len(trials):
            raise UsageError(
                f"{experiment.path}: some trials are the same twice; name each model, site and "
                "goal once"
            )
        folder.keep_plan(experiment.path.read_text(encoding="utf-8"))
        wanted = missing(trials, folder, retry_inconclusive=means.retry_inconclusive)
        watch.on_start(wanted, trials)
        if not wanted:
            return
        servers = check(experiment, wanted, means.endpoints, means.webdriver_urls, watch.note)
        options = ModelOptions(experiment.plan.model_timeout, threads=_threads(means))
        play = Player(experiment, options, means.keep_models)
        executor = _executor(experiment, folder, means, play, lock)
        Conductor(experiment, folder, executor, servers, watch.on_end, watch.note).carry_out(wanted)


def _executor(
    experiment: Experiment, folder: ExperimentFolder, means: Means, play: Play, lock: int
) -> Executor:
    if means.executor:
        if (make := doors.load(doors.EXECUTORS, means.executor)) is None:
            raise UsageError(f"--executor {means.executor}: no installed package offers it")
        made: Executor = make(play, means)
        return made
    if means.ray:
        from pathfinder.experiments.cluster import RayExecutor

        embedded = any(model.startswith("embedded/") for model in experiment.models)
        return RayExecutor(play, means.ray, workers=means.workers, embedded=embedded)
    from pathfinder.experiments.processes import ProcessExecutor

    return ProcessExecutor(play, means.workers or 1, folder.path / "workers.log", held=[lock])


def _threads(means: Means) -> int:
    if means.threads or means.ray:
        return means.threads
    return max(1, cores() // (means.workers or 1))
