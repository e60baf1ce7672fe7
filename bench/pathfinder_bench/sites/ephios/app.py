"""What the lifeguards of a lake are needed for and who comes, served by ephios from SQLite."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from pathfinder_bench.sites.serving import (
    bring_back,
    install_venv,
    packages_of,
    run_tool,
    serving,
    venv_python,
)

_HERE = Path(__file__).parent
_YOLANDA = "yolanda.brack@example.com"
_EVENTS = (
    "select event.title, event.location, event.description, type.title, "
    "shift.meeting_time, shift.start_time, shift.end_time from event "
    "join eventtype type on type.id = event.type_id "
    "left join shift on shift.event_id = event.id where event.active"
)
_COMING = (
    "select event.title, user.email, part.state from localparticipation link "
    "join abstractparticipation part on part.id = link.abstractparticipation_ptr_id "
    "join userprofile user on user.id = link.user_id "
    "join shift on shift.id = part.shift_id join event on event.id = shift.event_id"
)
_HOURS = (
    "select hours.id, user.email, hours.date, hours.hours, hours.reason from workinghours hours "
    "join userprofile user on user.id = hours.user_id"
)
_ASKED = (
    "select asked.id, user.email, asked.data, asked.state from consequence asked "
    "join userprofile user on user.id = asked.user_id"
)
_REQUESTED, _CONFIRMED = 0, 1


def install(home: Path) -> None:
    """Install the package, gather its files, and make the lifeguards' first data."""
    install_venv(home, packages_of(_HERE, "pip"))
    if (home / "first").is_dir():
        return
    for folder in ("data", "public"):
        shutil.rmtree(home / folder, ignore_errors=True)
        (home / folder).mkdir()
    python, environment = str(venv_python(home)), _environment(home)
    for command in ("collectstatic --no-input", "compilejsi18n", "migrate"):
        django = [python, "-m", "django", *command.split(), "--verbosity", "0"]
        run_tool(django, env=environment, cwd=home)
    run_tool([python, str(_HERE / "served/fill.py")], env=environment, cwd=home)
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    environment = _environment(home) | {"SITE_URL": f"http://127.0.0.1:{port}"}
    command = [str(venv_python(home)), "-m", "django", "runserver", "--noreload", "--insecure"]
    address = f"127.0.0.1:{port}"
    path = "/accounts/login/"
    with serving([*command, address], port, path=path, env=environment, cwd=home) as url:
        yield url


def planned(
    home: Path, url: str, title: str, sort: str, place: str, day: str, begins: str, ends: str
) -> bool:
    """Whether exactly this event is new, is published, and has one shift, at that time."""
    before, now = _both(home, _EVENTS)
    new = [row for row in now if row not in before]
    if len(now) != len(before) + 1 or len(new) != 1:
        return False
    name, location, _, kind, _, first, last = new[0]
    times = [str(moment or "")[:16] for moment in (first, last)]
    return (
        (name, kind) == (title, sort)
        and _place(location) == _place(place)
        and times == [f"{day} {begins}", f"{day} {ends}"]
    )


def worked(home: Path, url: str, day: str, hours: str, words: str) -> bool:
    """Whether exactly these hours are Yolanda's, granted or still to be granted, and no others."""
    before, now = _both(home, _HOURS)
    asked_before, asked_now = _both(home, _ASKED)
    if set(before) - set(now) or set(asked_before) - set(asked_now):
        return False
    new = [row[1:] for row in now if row not in before]
    for _, email, data, state in set(asked_now) - set(asked_before):
        asked = json.loads(data)
        if state == "needs_confirmation":
            new.append((email, asked["date"], asked["hours"], asked["reason"]))
        elif state != "executed":
            return False
    if len(new) != 1:
        return False
    email, date, time, reason = new[0]
    return (email, str(date)[:10], float(time)) == (_YOLANDA, day, float(hours)) and (
        words in str(reason).casefold()
    )


def placed(home: Path, url: str, title: str, place: str) -> bool:
    """Whether exactly this event takes place there now, and all is else as it was."""
    before, now = _both(home, _EVENTS)
    wanted = sorted(
        (row[0], _place(place if row[0] == title else row[1]), *row[2:]) for row in before
    )
    return sorted((row[0], _place(row[1]), *row[2:]) for row in now) == wanted


def swapped(home: Path, url: str, left: str, entered: str) -> bool:
    """Whether Yolanda is off the one event and on the other, and all is else as it was."""
    before, now = (_coming(rows) for rows in _both(home, _COMING))
    return now == before - {(left, _YOLANDA, _CONFIRMED)} | {(entered, _YOLANDA, _CONFIRMED)}


def _coming(rows: list[tuple[Any, ...]]) -> set[tuple[Any, ...]]:
    """Who comes or would like to, without those who were taken off."""
    return {row for row in rows if row[2] in (_REQUESTED, _CONFIRMED)}


def _place(words: object) -> str:
    """A place as it is compared: without an article before it or a stop behind it."""
    return " ".join(str(words or "").split()).rstrip(".").casefold().removeprefix("the ")


def _both(home: Path, question: str) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """What the database of the first day answers, and what that in use does."""
    return _rows(home / "first", question), _rows(home / "data", question)


def _rows(folder: Path, question: str) -> list[tuple[Any, ...]]:
    file = folder.absolute() / "lake.sqlite"
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return database.execute(question).fetchall()


def _environment(home: Path) -> dict[str, str]:
    """Where ephios finds its settings and keeps its data."""
    data, public = home.absolute() / "data", home.absolute() / "public"
    return {
        "DJANGO_SETTINGS_MODULE": "settings",
        "PYTHONPATH": str(_HERE / "served"),
        "DEBUG": "False",
        "SECRET_KEY": "a site on loopback has no secrets",
        "ALLOWED_HOSTS": "*",
        "ADMINS": "Yolanda Brack <yolanda.brack@example.com>",
        "SITE_URL": "http://127.0.0.1",
        "DEFAULT_FROM_EMAIL": "desk@example.com",
        "SERVER_EMAIL": "desk@example.com",
        "EMAIL_URL": "dummymail://",
        "DATABASE_URL": f"sqlite:///{data / 'lake.sqlite'}",
        "DATA_DIR": str(data),
        "PUBLIC_DIR": str(public),
        "ENV_PATH": str(data / "none.env"),
    }
