"""Who flies which glider of a club when, served by Node with Directus, told by SQLite."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pathfinder_bench.sites.differences import Row, differences, holds, key_of, rows_of
from pathfinder_bench.sites.directus.filling import TOKEN, fill
from pathfinder_bench.sites.serving import (
    bring_back,
    free_port,
    install_npm,
    packages_of,
    run_tool,
    serving,
)

_HERE = Path(__file__).parent
_STATE = {
    "glider": "select id, name, registration, seats, hours, state, note from gliders",
    "pilot": "select id, name, phone, standing from pilots",
    "booking": (
        "select id, date(day / 1000, 'unixepoch') as day, part, glider, pilot, note from bookings"
    ),
    "job": "select id, what, state, pilot, note from jobs",
    "account": (
        "select id, first_name, last_name, email, password, role, status from directus_users"
    ),
}


def install(home: Path) -> None:
    """Install the packages and make the club's first data."""
    home.mkdir(parents=True, exist_ok=True)
    node = Path(shutil.which("node") or "/usr/bin/node").resolve().parents[1]
    if (node / "include/node/node.h").is_file():  # else npm fetches what SQLite is compiled with
        (home / ".npmrc").write_text(f"nodedir={node}\n", encoding="utf-8")
    install_npm(home, packages_of(_HERE, "npm"))
    if (home / "first").is_dir():
        return
    shutil.rmtree(home / "data", ignore_errors=True)
    for folder in ("files", "extensions"):
        (home / "data" / folder).mkdir(parents=True)
    port = free_port()
    run_tool(_command(home, "bootstrap"), env=_environment(home, port), cwd=home)
    with start(home, port) as url:
        fill(url, _HERE)
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    command, environment = _command(home, "start"), _environment(home, port)
    with serving(command, port, path="/server/ping", env=environment, cwd=home) as url:
        yield url


def joined(home: Path, url: str, name: str, phone: str, standing: str) -> bool:
    """Whether exactly one thing is new: this pilot."""
    return _one_new(home, "pilot", {"name": name, "phone": phone, "standing": standing})


def ready(home: Path, url: str, name: str) -> bool:
    """Whether exactly one thing is another: this glider is ready to fly.

    What was noted about its stay in the workshop may be gone.
    """
    changed, what = _changed(home), _key(home, "glider", name=name)
    return changed in ({what: {"state": "ready"}}, {what: {"state": "ready", "note": ""}})


def off_and_done(home: Path, url: str, pilot: str, glider: str, job: str) -> bool:
    """Whether exactly the pilot's booking of this glider is gone, and this job is done."""
    whose, which = _key(home, "pilot", name=pilot)[1], _key(home, "glider", name=glider)[1]
    return _changed(home) == {
        _key(home, "booking", pilot=whose, glider=which): {"gone": True},
        _key(home, "job", what=job): {"state": "done"},
    }


def kept(home: Path, url: str, glider: str, pilot: str, day: str, part: str) -> bool:
    """Whether exactly one thing is new: this booking."""
    whose, which = _key(home, "pilot", name=pilot)[1], _key(home, "glider", name=glider)[1]
    return _one_new(home, "booking", {"glider": which, "pilot": whose, "day": day, "part": part})


def _one_new(home: Path, sort: str, wanted: Row) -> bool:
    changed = _changed(home)
    return len(changed) == 1 and all(
        key[0] == sort and holds(one, wanted | {"new": True}) for key, one in changed.items()
    )


def _changed(home: Path) -> dict[tuple[str, Any], Row]:
    """What is not as on the first day, by its sort and number: what differs, or all."""
    return differences(_state(home / "first"), _state(home / "data"))


def _state(folder: Path) -> dict[tuple[str, Any], Row]:
    """All that goals are about, by sort and number."""
    return rows_of(folder / "club.sqlite3", _STATE)


def _key(home: Path, sort: str, **wanted: Any) -> tuple[str, Any]:
    """The one of the first day that is so."""
    return key_of(_state(home / "first"), sort, wanted)


def _command(home: Path, what: str) -> list[str]:
    """Directus itself, not its launcher, which asks for newer versions first."""
    script = home.absolute() / "node_modules/@directus/api/dist/cli/run.js"
    return ["node", str(script), what]


def _environment(home: Path, port: int) -> dict[str, str]:
    data = home.absolute() / "data"
    return {
        "TZ": "UTC",
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "PUBLIC_URL": f"http://127.0.0.1:{port}",
        "SECRET": "a site on loopback has no secrets",
        "DB_CLIENT": "sqlite3",
        "DB_FILENAME": str(data / "club.sqlite3"),
        "STORAGE_LOCAL_ROOT": str(data / "files"),
        "EXTENSIONS_PATH": str(data / "extensions"),
        "ADMIN_EMAIL": "meredith.cobb@example.com",
        "ADMIN_PASSWORD": "Variometer-and-vane-17",
        "ADMIN_TOKEN": TOKEN,
        "PROJECT_NAME": "Hollin Edge Gliding Club",
        "TELEMETRY": "false",
        "LOG_LEVEL": "warn",
    }
