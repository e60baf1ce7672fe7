"""Cases one after the other, or several at a time in processes of their own."""

import contextlib
import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from multiprocessing import active_children, get_context

from pathfinder.agents.models import open_model
from pathfinder.agents.models.base import MODEL_TIMEOUT, Model, ModelOptions
from pathfinder.agents.models.remembering import RememberingModel
from pathfinder.agents.models.serving import share_models
from pathfinder.core.case import CaseResult, TestCase
from pathfinder.session.interrupting import end_with_parent
from pathfinder.suites.harness import SuiteRequest, SuiteRunner, run_all

_INTERRUPTED = 130


def run_cases(
    request: SuiteRequest,
    constellation: Mapping[str, str],
    cases: Sequence[TestCase],
    *,
    workers: int = 1,
) -> Iterator[CaseResult]:
    """The result of each run, as it is there.

    Raises:
        UsageError: A case, or the command line, asks for what there isn't.
    """
    if workers == 1:
        models = models_of(constellation, request.model_timeout)
        with SuiteRunner(request, _remembering(models) if request.repeat > 1 else models) as runner:
            yield from run_all(runner, cases, repeat=request.repeat)
        return
    share_models()
    # a model that is missing is said once, before the processes start
    models_of(constellation, request.model_timeout)
    jobs = [(case, number) for case in cases for number in range(1, request.repeat + 1)]
    with ProcessPoolExecutor(
        max_workers=min(workers, len(jobs)),
        mp_context=get_context("spawn"),
        initializer=end_with_parent,
    ) as pool:
        waiting = [
            pool.submit(_run_one, request, dict(constellation), case, number)
            for case, number in jobs
        ]
        try:
            for done in as_completed(waiting):
                yield done.result()
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in active_children():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process.pid or 0, signal.SIGINT)
            raise


def models_of(constellation: Mapping[str, str], timeout: float = MODEL_TIMEOUT) -> dict[str, Model]:
    """A model a role; roles with the same name share one."""
    options = ModelOptions(timeout=timeout)
    names = dict.fromkeys(constellation.values())
    opened = {name: open_model(name, options=options) for name in names}
    return {role: opened[name] for role, name in constellation.items()}


def _remembering(models: Mapping[str, Model]) -> dict[str, Model]:
    return {role: RememberingModel(model) for role, model in models.items()}


def _run_one(
    request: SuiteRequest, constellation: dict[str, str], case: TestCase, number: int
) -> CaseResult:
    try:
        models = _kept(tuple(sorted(constellation.items())), request.model_timeout)
        with SuiteRunner(request, models) as runner:
            return runner.run(case, number=number)
    except KeyboardInterrupt:
        os._exit(_INTERRUPTED)  # all is closed; the pool would go on to the next case


@cache
def _kept(constellation: tuple[tuple[str, str], ...], timeout: float) -> dict[str, Model]:
    """The models of this process: loaded once, whatever it runs."""
    return models_of(dict(constellation), timeout)
