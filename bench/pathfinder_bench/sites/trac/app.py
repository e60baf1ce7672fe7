"""The jobs of a puppet theatre, served by Trac from SQLite."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from pathfinder_bench.sites.serving import (
    bring_back,
    install_venv,
    run_tool,
    serving,
    venv_python,
)

_SERVED = Path(__file__).parent / "served"
_PACKAGES = ("Trac==1.6", "TracAccountManager==0.6.0", "setuptools==80.9.0")
_STATE = {
    "job": (
        "select id, summary as title, type, component, priority, owner, status, resolution, "
        "milestone, description, keywords, cc from ticket"
    ),
    "tour": "select name as id, name as title, due, completed, description from milestone",
    "page": (
        "select name as id, name as title, text from wiki as page "
        "where version = (select max(version) from wiki where name = page.name)"
    ),
    "person": (
        "select sid || name as id, sid as title, name, value from session_attribute "
        "where authenticated and name in ('name', 'email')"
    ),
}
_Row = dict[str, Any]


def install(home: Path) -> None:
    """Install the packages and make the theatre's first data."""
    install_venv(home, _PACKAGES)
    if (home / "first").is_dir():
        return
    shutil.rmtree(home / "data", ignore_errors=True)
    (home / "data").mkdir()
    folder = str(home.absolute() / "data/theatre")
    admin = str(home.absolute() / "venv/bin/trac-admin")
    run_tool([admin, folder, "initenv", "Tin Moon Puppets", "sqlite:db/trac.db"])
    run_tool([str(venv_python(home)), str(_SERVED / "fill.py"), folder])
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    where = ["--single-env", "--hostname", "127.0.0.1", "--port", str(port)]
    command = [str(home.absolute() / "venv/bin/tracd"), *where]
    with serving([*command, str(home.absolute() / "data/theatre")], port) as url:
        yield url


def job(home: Path, url: str, title: str, part: str, priority: str) -> bool:
    """Whether exactly this job is new, and open."""
    changed = _changed(home)
    wanted = {"new": True, "component": part, "priority": priority, "resolution": None}
    return set(changed) == {("job", title)} and _holds(changed["job", title], wanted)


def done(home: Path, url: str, title: str, words: str) -> bool:
    """Whether exactly this job is done, and these words stand below it."""
    wanted = {("job", title): {"status": "closed", "resolution": "fixed"}}
    return _changed(home) == wanted and _said(home, title) == [words]


def handed_over(home: Path, url: str, titles: str, owner: str) -> bool:
    """Whether exactly these open jobs, as `One; Another`, are someone else's now."""
    changed = _changed(home)
    return set(changed) == {("job", title.strip()) for title in titles.split(";")} and all(
        set(differs) <= {"owner", "status"}
        and differs.get("owner") == owner
        and differs.get("status", "") != "closed"
        for differs in changed.values()
    )


def _changed(home: Path) -> dict[tuple[str, str], _Row]:
    """What is not as on the first day, by its sort and title: the columns that differ, or all."""
    before, now = _state(home / "first"), _state(home / "data")
    changed = {(key[0], now[key]["title"]): now[key] | {"new": True} for key in now.keys() - before}
    for key, one in before.items():
        other = now.get(key, dict.fromkeys(one, "gone"))
        differs = {column: other[column] for column in one if other[column] != one[column]}
        if differs:
            changed[key[0], one["title"]] = differs
    return changed


def _said(home: Path, title: str) -> list[str]:
    """What has been said about a job, apart from its changes, without a last full stop."""
    question = (
        "select newvalue from ticket_change join ticket on ticket.id = ticket_change.ticket "
        "where summary = ? and field = 'comment' and newvalue <> ''"
    )
    with closing(_database(home / "data")) as database:
        return [_plain(row[0]) for row in database.execute(question, (title,))]


def _state(folder: Path) -> dict[tuple[str, Any], _Row]:
    """All that goals are about, by sort and number."""
    with closing(_database(folder)) as database:
        return {
            (sort, row["id"]): dict(row)
            for sort, question in _STATE.items()
            for row in database.execute(question)
        }


def _database(folder: Path) -> sqlite3.Connection:
    file = folder.absolute() / "theatre/db/trac.db"
    database = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    database.row_factory = sqlite3.Row
    return database


def _holds(one: _Row, wanted: _Row) -> bool:
    return {key: one[key] or None for key in wanted} == wanted


def _plain(text: str) -> str:
    return " ".join(text.split()).rstrip(".")
