"""What a bakery runs by itself, served by Prefect from SQLite, told by its API."""

import json
import shutil
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pathfinder_bench.sites.serving import bring_back, free_port, install_venv, serving

_PACKAGES = (
    "prefect==3.4.10",
    "fastapi==0.115.12",
    "pydantic==2.11.10",
    "importlib_metadata==8.7.0",
)
_IDLE = ("SCHEDULER", "LATE_RUNS", "CANCELLATION_CLEANUP", "PAUSE_EXPIRATIONS", "FOREMAN")
_VARIABLES = {
    "oven_temperature": 220,
    "opening_hour": 7,
    "old_recipe": 2019,
    "flour_supplier": "Millbrook",
}
_RUNS = (
    ("bread-orders", "rye-monday", "FAILED", "Oven 2 did not answer"),
    ("bread-orders", "spelt-tuesday", "COMPLETED", "All 40 loaves are baked"),
    ("flour-stock", "count-march", "COMPLETED", "310 kg are left"),
)


def install(home: Path) -> None:
    """Install the package and make the bakery's first data."""
    install_venv(home, _PACKAGES)
    if (home / "first").is_dir():
        return
    shutil.rmtree(home / "data", ignore_errors=True)
    with start(home, free_port()) as url:
        _fill(url)
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it, without the services that run things by the clock."""
    environment = {
        "PREFECT_HOME": str(home.absolute() / "data"),
        "PREFECT_PROFILES_PATH": str(home.absolute() / "profiles.toml"),
        "PREFECT_UI_API_URL": f"http://127.0.0.1:{port}/api",
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "DO_NOT_TRACK": "1",
        **{f"PREFECT_SERVER_SERVICES_{name}_ENABLED": "false" for name in _IDLE},
    }
    command = [str(home / "venv/bin/prefect"), "server", "start", "--host", "127.0.0.1"]
    with serving([*command, "--port", str(port)], port, path="/api/health", env=environment) as url:
        yield url


def variable(home: Path, url: str, name: str, value: str) -> bool:
    """Whether this variable has this value."""
    found = _asked(url, f"/variables/name/{name}")
    return bool(found) and str(found["value"]) == value


def no_variable(home: Path, url: str, name: str) -> bool:
    """Whether exactly this variable is gone."""
    left = {str(each["name"]) for each in _asked(url, "/variables/filter", {})}
    return name not in left and set(_VARIABLES) - {name} <= left


def replaced(home: Path, url: str, old: str, new: str, value: str) -> bool:
    """Whether one variable is gone and another is there."""
    return no_variable(home, url, old) and variable(home, url, new, value)


def limit(home: Path, url: str, name: str, limit: str) -> bool:
    """Whether so many at once may use it."""
    found = _asked(url, f"/v2/concurrency_limits/{name}")
    return bool(found) and found["limit"] == int(limit)


def pool(home: Path, url: str, name: str, kind: str) -> bool:
    """Whether there is such a work pool."""
    found = _asked(url, f"/work_pools/{name}")
    return bool(found) and found["type"] == kind


def paused(home: Path, url: str, name: str) -> bool:
    """Whether this work pool rests."""
    found = _asked(url, f"/work_pools/{name}")
    return bool(found) and bool(found["is_paused"])


def _fill(url: str) -> None:
    for name, value in _VARIABLES.items():
        _asked(url, "/variables/", {"name": name, "value": value})
    _asked(url, "/v2/concurrency_limits/", {"name": "ovens", "limit": 2})
    _asked(url, "/work_pools/", {"name": "bakery", "type": "process"})
    flows = {name: _asked(url, "/flows/", {"name": name})["id"] for name, *_ in _RUNS}
    for name, number in flows.items():
        about = {"name": "nightly", "flow_id": number, "work_pool_name": "bakery"}
        _asked(url, "/deployments/", {**about, "entrypoint": f"{name}.py:run", "path": "."})
    for name, run, state, message in _RUNS:
        about = {"flow_id": flows[name], "name": run, "state": {"type": "RUNNING"}}
        number = _asked(url, "/flow_runs/", about)["id"]
        ended = {"state": {"type": state, "message": message}, "force": True}
        _asked(url, f"/flow_runs/{number}/set_state", ended)


def _asked(url: str, path: str, value: Any = None) -> Any:
    """What the API says of a path, or to what is sent there; None where nothing is."""
    request = urllib.request.Request(f"{url}/api{path}")
    if value is not None:
        request.data = json.dumps(value).encode()
        request.add_header("Content-Type", "application/json")
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code == 404:
            return None
        raise
