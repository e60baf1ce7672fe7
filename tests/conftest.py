"""What every test can rely on.

Nothing leaves this machine, and a model that is not there is a reason to skip.
"""

import ipaddress
import os
import signal
import socket
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pathfinder.agents.models.base import NO_PREFIXES
from pathfinder.agents.models.serving import SHARED

# Whoever starts the tests may ignore it (nohup), and what they start would, too.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
# What tests have models read is no business of the user's cache.
os.environ[NO_PREFIXES] = "1"
_BEYOND: list[str] = []


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse connections beyond loopback, wherever they come from in this process."""
    if event != "socket.connect" or arguments[0].family not in (socket.AF_INET, socket.AF_INET6):
        return
    host = str(arguments[1][0])
    if not _is_loopback(host) and "network" not in _MARKS_OF_THIS_TEST:
        _BEYOND.append(f"{host}:{arguments[1][1]}")
        raise ConnectionRefusedError(f"a test may not connect to {host}; mark it `network`")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return host == "localhost"


_MARKS_OF_THIS_TEST: set[str] = set()
sys.addaudithook(_watch)


@pytest.fixture(autouse=True)
def _stays_on_this_machine(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that tried to reach beyond loopback, even if it swallowed the refusal."""
    _MARKS_OF_THIS_TEST.update(mark.name for mark in request.node.iter_markers())
    _BEYOND.clear()
    yield
    _MARKS_OF_THIS_TEST.clear()
    assert not _BEYOND, f"connections beyond this machine: {', '.join(_BEYOND)}"


@pytest.fixture(autouse=True)
def _shares_no_models() -> Iterator[None]:
    """Take back that models are shared, which a run with several workers says of its process."""
    before = os.environ.get(SHARED)
    yield
    if before is None:
        os.environ.pop(SHARED, None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--ollama", action="store_true", help="run the tests that need an Ollama server"
    )
    parser.addoption("--network", action="store_true", help="run the tests that need the internet")
    parser.addoption(
        "--part",
        choices=("short", "long"),
        help="run only what `make test` runs, or only what it leaves to `make test-long`",
    )


# Files that take longest, the longest first: begun last, they would end alone.
LONGEST = (
    "pathfinder/faults/test_commands_stopped.py",
    "pathfinder/test_safe_mode.py",
    "pathfinder/faults/test_stopped.py",
    "redteam/test_hostile_pages.py",
    "webprocessor/test_origins.py",
    "sites/test_sites_bench.py",
    "pathfinder/systems/replay/test_replay_scenarios.py",
    "pathfinder/systems/explore/test_explore.py",
    "pathfinder/export/test_export.py",
    "pathfinder/faults/test_matrix.py",
    "pathfinder/test_secrets_out.py",
    "pathfinder/test_api.py",
    "pathfinder/engine/test_proof.py",
    "agents/models/test_embedded.py",
    "pathfinder/systems/heal/test_heal_browser.py",
    "pathfinder/faults/test_frozen_pages.py",
    "webprocessor/test_robust.py",
    "pathfinder/systems/replay/test_replay.py",
    "webprocessor/test_perform.py",
    "pathfinder/experiments/test_cluster.py",
    "pathfinder/experiments/test_conduct.py",
)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the longest files; each stays whole, and its fixtures with it."""
    here = Path(__file__).parent
    rank = {here / file: number for number, file in enumerate(LONGEST)}
    items.sort(key=lambda item: rank.get(item.path, len(rank)))
    if part := config.getoption("--part"):
        keep_part(config, items, part)


def keep_part(config: pytest.Config, items: list[pytest.Item], part: str) -> None:
    """Leave out what is marked `long`, or all else; the first `but` cases of a test are short."""
    met = Counter[str]()
    parts: dict[str, list[pytest.Item]] = {"short": [], "long": []}
    for item in items:
        name = item.nodeid.partition("[")[0]
        met[name] += 1
        mark = item.get_closest_marker("long")
        is_long = mark is not None and met[name] > mark.kwargs.get("but", 0)
        parts["long" if is_long else "short"].append(item)
    items[:] = parts.pop(part)
    config.hook.pytest_deselected(items=next(iter(parts.values())))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two a core, up to eight: most tests wait for a browser or for a process of their own."""
    cores = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    return max(cores, min(2 * cores, 8))


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in ("ollama", "network"):
        if item.get_closest_marker(mark) and not item.config.getoption(f"--{mark}"):
            pytest.skip(f"off by default; run with --{mark}")
    if item.get_closest_marker("embedded") and (reason := _no_embedded_model()):
        pytest.skip(reason)


def _no_embedded_model() -> str:
    """Why the embedded tests can't run; empty when they can."""
    from pathfinder.agents.models.catalogue import find_weights
    from pathfinder.core.errors import ModelMissing

    name = os.environ.get("PATHFINDER_TEST_MODEL", "smollm2-135m")
    try:
        pytest.importorskip("xllamacpp", reason="the extra `embedded` is not installed")
        find_weights(name)
    except ModelMissing as error:
        return str(error)
    return ""
