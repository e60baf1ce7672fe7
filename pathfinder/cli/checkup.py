"""What a session needs of this machine, and how to get what is missing."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path

from pathfinder.agents.models.adapters import parted
from pathfinder.agents.models.catalogue import find_weights
from pathfinder.agents.models.choose import EMBEDDED_DEFAULT, default_model_name
from pathfinder.core.errors import ModelMissing, PathFinderError
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.start import chromium_names

_DRIVER = ("chromedriver",)
_INSTALL_BROWSER = "apt-get install chromium chromium-driver"
_EXTRAS = {
    "embedded": "xllamacpp",
    "serve": "fastapi",
    "accessibility": "axe_playwright_python",
    "xlsx": "openpyxl",
    "demo": "pathfinder_demoshop",
    "openai": "openai",
    "analysis": "pandas",
    "mcp": "mcp",
    "ray": "ray",
}
_GIGABYTE = 1024**3
_SMALL_SHM = 64 * 1024**2
_ANSWER_SECONDS = 1.5


class State(StrEnum):
    """How a check went. OPTIONAL: not there, and the default run does without."""

    OK = "ok"
    OPTIONAL = "optional"
    WARNING = "warning"
    MISSING = "missing"


@dataclass(frozen=True)
class Check:
    """One thing looked for: what was found, and the remedy when that is not good."""

    name: str
    state: State
    found: str
    remedy: str = ""


def examine(folder: Path = Path()) -> list[Check]:
    """Every check of this machine, the needed ones first.

    `folder` is where sessions would be written.
    """
    return [
        _python(),
        *_browser(),
        _shared_memory(),
        _room(folder),
        _memory(),
        *_models(),
        *(_extra(extra, module) for extra, module in _EXTRAS.items()),
    ]


def can_run(checks: Iterable[Check]) -> bool:
    """Whether a session with default options can run."""
    return all(check.state is not State.MISSING for check in checks)


def _python() -> Check:
    version = ".".join(str(part) for part in sys.version_info[:3])
    state = State.OK if sys.version_info >= (3, 11) else State.MISSING
    return Check("python", state, f"{version} ({sys.executable})", "install Python 3.11 or newer")


def _browser() -> tuple[Check, ...]:
    browser, driver = (
        _program("chromium", chromium_names(headed=False)),
        _program("chromedriver", _DRIVER),
    )
    ours, theirs = _major(browser.found), _major(driver.found)
    if browser.state is driver.state is State.OK and ours != theirs:
        said = f"{driver.found}, but the browser is {ours}"
        driver = Check(
            driver.name,
            State.MISSING,
            said,
            f"apt-get install --only-upgrade chromium chromium-driver, to have {ours} of both",
        )
    return (
        (browser, driver, _start())
        if browser.state is driver.state is State.OK
        else (browser, driver)
    )


def _start() -> Check:
    """Start the browser as a session does.

    Libraries or rights may be missing though the programs are there.
    """
    began = time.monotonic()
    try:
        open_browser(()).close()
    except PathFinderError as error:
        return Check("browser starts", State.MISSING, str(error), _INSTALL_BROWSER)
    return Check("browser starts", State.OK, f"in {time.monotonic() - began:.1f} s")


def _program(name: str, candidates: Iterable[str]) -> Check:
    path = next((found for found in map(shutil.which, candidates) if found), None)
    if not path:
        return Check(name, State.MISSING, "not found", _INSTALL_BROWSER)
    try:
        said = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=20, check=True
        ).stdout
    except (OSError, subprocess.SubprocessError) as error:
        return Check(
            name,
            State.MISSING,
            f"{path} does not start: {' '.join(str(error).split())}",
            _INSTALL_BROWSER,
        )
    version = re.search(r"\d+(\.\d+)+", said)
    return Check(name, State.OK, f"{version[0] if version else said.strip()} ({path})")


def _major(version: str) -> str:
    return version.partition(".")[0]


def _shared_memory(path: Path = Path("/dev/shm")) -> Check:
    if path.is_dir() and shutil.disk_usage(path).total >= _SMALL_SHM and os.access(path, os.W_OK):
        return Check("/dev/shm", State.OK, f"{shutil.disk_usage(path).total // 1024**2} MB")
    return Check(
        "/dev/shm",
        State.OPTIONAL,
        "small or not there; Chromium uses /tmp instead, which is slower",
        "docker run --shm-size=1g",
    )


def _room(folder: Path) -> Check:
    name = f"disk ({folder.resolve()})"
    if not os.access(folder, os.W_OK):
        return Check(
            name, State.MISSING, "not writable", "run in a folder of yours, or name one with --out"
        )
    free = shutil.disk_usage(folder).free
    state = State.OK if free >= _GIGABYTE else State.WARNING
    return Check(
        name,
        state,
        f"{free / _GIGABYTE:.1f} GB free",
        "make room: a session takes a few MB, a model 1 GB",
    )


def _memory() -> Check:
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / _GIGABYTE
    state = State.OK if total >= 4 else State.WARNING
    return Check(
        "memory",
        state,
        f"{total:.1f} GB",
        "4 GB are enough for the embedded model and Chromium; use a model on another machine with "
        "less",
    )


def _extra(extra: str, module: str) -> Check:
    if find_spec(module):
        return Check(f"extra {extra}", State.OK, module)
    return Check(
        f"extra {extra}",
        State.OPTIONAL,
        "not installed",
        f"pip install 'pathfinder-testing[{extra}]'",
    )


def _models() -> tuple[Check, ...]:
    """The embedded model and Ollama's: the one that is used when none is named is needed."""
    backend, _, name = default_model_name().partition("/")
    weights, _ = parted(name if backend == "embedded" else EMBEDDED_DEFAULT.partition("/")[2])
    checks = {
        "embedded": _embedded(weights),
        "ollama": _ollama(),
    }
    needless = {
        other: replace(check, state=State.OPTIONAL)
        for other, check in checks.items()
        if other != backend and check.state is State.MISSING
    }
    return tuple({**checks, **needless}.values())


def _embedded(name: str) -> Check:
    what = f"embedded/{name}"
    try:
        path = find_weights(name)
    except ModelMissing as error:
        return Check(
            what, State.MISSING, str(error).partition(";")[0], f"pathfinder models pull {name}"
        )
    if not find_spec(_EXTRAS["embedded"]):
        return Check(
            what,
            State.MISSING,
            "weights are here, the library is not",
            "pip install 'pathfinder-testing[embedded]'",
        )
    return Check(what, State.OK, str(path))


def _ollama() -> Check:
    host = os.environ.get("OLLAMA_HOST", "") or "127.0.0.1:11434"
    address = host if "://" in host else f"http://{host}"
    try:
        with urllib.request.urlopen(f"{address}/api/tags", timeout=_ANSWER_SECONDS) as answer:
            names = [model["name"] for model in json.load(answer)["models"]]
    except (OSError, ValueError, KeyError, TypeError):
        return Check(
            "ollama",
            State.MISSING,
            f"no answer at {address}",
            "start it with `ollama serve`, or set OLLAMA_HOST",
        )
    return Check(
        "ollama",
        State.OK,
        f"{address}: {', '.join(names) or 'no models; get one with `ollama pull`'}",
    )
