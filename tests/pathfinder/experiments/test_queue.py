"""Which trial comes next, and which server it gets.

Models are loaded as rarely as possible, servers evenly.
"""

from itertools import pairwise, product
from pathlib import Path

import pytest

from pathfinder.agents.models.scripted import ScriptedModel
from pathfinder.core.errors import ModelMissing, UsageError
from pathfinder.experiments.plan import Goal
from pathfinder.experiments.queue import ATTEMPTS, TrialQueue, models_of
from pathfinder.experiments.servers import Servers, find_models
from pathfinder.experiments.status import rate
from pathfinder.experiments.trials import Trial
from tests.fakes.ollama_server import OllamaServer


def trial(number: int, *models: str) -> Trial:
    return Trial(
        f"t{number}",
        dict(zip(("perceptron", "system1", "entrybot"), models, strict=False)),
        "shop",
        Goal(goal="buy"),
        1,
        1,
    )


ALL_27 = [trial(number, *models) for number, models in enumerate(product("abc", repeat=3))]


def played_by_one(queue: TrialQueue) -> list[Trial]:
    played: list[Trial] = []
    while (next_one := queue.take(models_of(played[-1]) if played else frozenset())) is not None:
        played.append(next_one)
    return played


def loads(played: list[Trial]) -> int:
    """Models loaded by a worker that keeps those of its last session only."""
    sets = [frozenset(), *(models_of(each) for each in played)]
    return sum(len(later - earlier) for earlier, later in pairwise(sets))


def test_one_worker_loads_models_rarely():
    played = played_by_one(TrialQueue.of(ALL_27))
    assert {each.id for each in played} == {each.id for each in ALL_27}
    assert loads(played) == 5
    assert loads(ALL_27) == 15


def test_two_workers_begin_with_different_models():
    queue = TrialQueue.of(ALL_27)
    first, second = queue.take(), queue.take()
    assert first is not None
    assert second is not None
    assert models_of(first) != models_of(second)


def test_a_lost_trial_comes_again_but_not_for_ever():
    queue = TrialQueue.of([trial(1, "a")])
    for _ in range(ATTEMPTS - 1):
        lost = queue.take()
        assert lost is not None
        assert queue.lost(lost)
    lost = queue.take()
    assert lost is not None
    assert not queue.lost(lost)
    assert queue.take() is None


def test_the_least_loaded_server_and_browser_are_taken():
    servers = Servers(
        {"ollama/x": ["http://one", "http://two"]}, ["http://grid-1", "http://grid-2"]
    )
    jobs = [servers.assign(trial(number, "ollama/x"), Path("runs")) for number in range(3)]
    assert [job.urls["ollama/x"] for job in jobs] == ["http://one", "http://two", "http://one"]
    assert [job.webdriver_url for job in jobs] == [
        "http://grid-1",
        "http://grid-2",
        "http://grid-1",
    ]
    servers.release(jobs[0])
    servers.release(jobs[2])
    assert servers.assign(trial(4, "ollama/x"), Path("runs")).urls["ollama/x"] == "http://one"


def test_only_servers_that_have_the_model_are_used_and_one_that_goes_is_dropped():
    with (
        OllamaServer(ScriptedModel(), names=("gemma2",)) as first,
        OllamaServer(ScriptedModel(), names=("gemma2", "phi")) as second,
    ):
        endpoints = [first.url, second.url, "http://127.0.0.1:9/v1"]
        having = find_models(["ollama/gemma2", "ollama/phi", "embedded/a"], endpoints)
        assert having == {"ollama/gemma2": [first.url, second.url], "ollama/phi": [second.url]}
        servers = Servers(having)
        job = servers.assign(trial(1, "ollama/gemma2"), Path("runs"))
        assert not servers.drop(job)
        with pytest.raises(ModelMissing, match=r"none of .* has this model"):
            find_models(["ollama/nope"], endpoints)
    assert servers.drop(job)
    with pytest.raises(UsageError, match=r"--endpoint: none is of openai, which openai/x needs"):
        find_models(["openai/x"], ["http://127.0.0.1:9"])


def test_a_pause_is_no_part_of_the_rate():
    worked = [(0.0, 60.0), (60.0, 120.0), (120.0, 180.0)]
    assert rate(worked) == pytest.approx(60)
    assert rate([*worked, (36000.0, 36060.0)]) == pytest.approx(60)
    assert rate([]) == 0


def test_sessions_that_end_together_are_not_taken_for_quick_ones():
    assert rate([(0.0, 60.0), (0.0, 60.05)]) == pytest.approx(120, rel=0.01)
