"""The classes of a school, served by Kolibri from SQLite, in French."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pathfinder_bench.sites.serving import (
    bring_back,
    free_port,
    install_venv,
    run_tool,
    serving,
    venv_python,
)

_SERVED = Path(__file__).parent / "served"


def install(home: Path) -> None:
    """Install the package and make the school."""
    install_venv(home, ["kolibri==0.19.5"])
    if (home / "first").is_dir():
        return
    shutil.rmtree(home / "data", ignore_errors=True)
    (home / "data").mkdir()
    environment = _environment(home)
    told = ["--facility", "École des Tilleuls", "--preset", "formal", "--language_id", "fr-fr"]
    owner = ["--superusername", "intendance", "--superuserpassword", "Encrier-3", "--noinput"]
    kolibri = str(home.absolute() / "venv/bin/kolibri")
    run_tool([kolibri, "manage", "provisiondevice", *told, *owner], env=environment)
    run_tool([str(venv_python(home)), str(_SERVED / "fill.py")], env=environment)
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it, known to nobody else on the network."""
    kolibri = str(home.absolute() / "venv/bin/kolibri")
    command = [kolibri, "start", "--foreground", "--skip-update", "--port", str(port)]
    zipped = ["--zip-port", str(free_port())]
    with serving([*command, *zipped], port, env=_environment(home)) as url:
        yield url


def classes(home: Path, url: str, name: str, instead_of: str = "") -> bool:
    """Whether there is one class of this name, and no longer the other, among those of old."""
    left = {"CP Coccinelles", "CM1 Lilas", "CM2 Érables"} - {instead_of}
    found = _asked(home, "select name from kolibriauth_collection where kind = 'classroom'")
    return sorted(str(each) for (each,) in found) == sorted({*left, name})


def account(home: Path, url: str, username: str, name: str) -> bool:
    """Whether there is such an account."""
    question = (
        "select full_name from kolibriauth_facilityuser where username = ? and date_deleted is null"
    )
    return _asked(home, question, username) == [(name,)]


def enrolled(home: Path, url: str, room: str, names: str) -> bool:
    """Whether exactly these learn in the class, as `Inès Moreau; Jules Garnier`."""
    found = _asked(
        home,
        "select person.full_name from kolibriauth_membership tie "
        "join kolibriauth_facilityuser person on person.id = tie.user_id "
        "join kolibriauth_collection room on room.id = tie.collection_id "
        "where room.name = ? and room.kind = 'classroom'",
        room,
    )
    return sorted(str(each) for (each,) in found) == sorted(n.strip() for n in names.split(";"))


def teaches(home: Path, url: str, room: str, name: str) -> bool:
    """Whether this person looks after the class."""
    found = _asked(
        home,
        "select person.full_name from kolibriauth_role role "
        "join kolibriauth_facilityuser person on person.id = role.user_id "
        "join kolibriauth_collection room on room.id = role.collection_id "
        "where room.name = ? and role.kind = 'coach'",
        room,
    )
    return (name,) in found


def left(home: Path, url: str, username: str) -> bool:
    """Whether exactly this account is gone or marked for it."""
    found = _asked(home, "select username from kolibriauth_facilityuser where date_deleted is null")
    return len(found) == 10 and (username,) not in found


def renaming_allowed(home: Path, url: str) -> bool:
    """Whether those who learn may change their user names, and nothing else than that."""
    question = (
        "select learner_can_edit_username, learner_can_edit_name, learner_can_edit_password "
        "from kolibriauth_facilitydataset"
    )
    return _asked(home, question) == [(1, 0, 0)]


def _environment(home: Path) -> dict[str, str]:
    return {
        "KOLIBRI_HOME": str(home.absolute() / "data"),
        "KOLIBRI_LISTEN_ADDRESS": "127.0.0.1",
        "KOLIBRI_ZEROCONF_ENABLED": "false",
        "KOLIBRI_DISABLE_PING": "true",
    }


def _asked(home: Path, question: str, *values: object) -> list[tuple[object, ...]]:
    file = home.absolute() / "data/db.sqlite3"
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return database.execute(question, values).fetchall()
