"""The accounts and groups of a community radio, served by Canaille from SQLite."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pathfinder_bench.sites.differences import Row, differences, holds
from pathfinder_bench.sites.serving import (
    bring_back,
    install_venv,
    packages_of,
    run_tool,
    serving,
    venv_python,
)

_HERE = Path(__file__).parent
_OF_A_PERSON = (
    "given_name",
    "family_name",
    "formatted_name",
    "display_name",
    "title",
    "department",
    "employee_number",
    "organization",
    "formatted_address",
    "street",
    "postal_code",
    "locality",
    "region",
    "profile_url",
    "lock_date",
)
_LISTS = ("emails", "phone_numbers")
_ACCESS = {
    "EVERYBODY": {"PERMISSIONS": ["edit_self"], "READ": ["user_name", "groups", "lock_date"]},
    "OFFICE": {
        "FILTER": {"groups": "office"},
        "PERMISSIONS": ["manage_users", "manage_all_groups", "delete_account"],
        "WRITE": ["user_name", "groups", "lock_date"],
    },
}


def install(home: Path) -> None:
    """Install the packages and make the station's first people and groups."""
    install_venv(home, packages_of(_HERE, "pip"))
    if (home / "first").is_dir():
        return
    shutil.rmtree(home / "data", ignore_errors=True)
    (home / "data").mkdir()
    environment = _environment(home)
    run_tool([_canaille(home), "install"], env=environment, cwd=home)
    run_tool([str(venv_python(home)), str(_HERE / "served/fill.py")], env=environment, cwd=home)
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    command = [_canaille(home), "run", "--bind", f"127.0.0.1:{port}"]
    with serving(command, port, path="/login", env=_environment(home), cwd=home) as url:
        yield url


def joined(home: Path, url: str, login: str, given: str, family: str, email: str) -> bool:
    """Whether exactly this account is new, and in no group."""
    changed = _changed(home)
    wanted = {"new": True, "given_name": given, "family_name": family, "emails": [email]}
    return set(changed) == {("person", login)} and holds(changed["person", login], wanted)


def grouped(home: Path, url: str, name: str, about: str) -> bool:
    """Whether exactly this group is new, with these words about it."""
    changed = _changed(home)
    if set(changed) != {("group", name)} or not changed["group", name].get("new"):
        return False
    return _plain(changed["group", name]["description"]) == about


def reachable(home: Path, url: str, login: str, phone: str) -> bool:
    """Whether exactly this person has another telephone, and only that one."""
    changed = _changed(home)
    if set(changed) != {("person", login)} or set(changed["person", login]) != {"phone_numbers"}:
        return False
    return [_digits(each) for each in changed["person", login]["phone_numbers"]] == [_digits(phone)]


def moved(home: Path, url: str, login: str, left: str, entered: str) -> bool:
    """Whether exactly this person is out of one group and in another."""
    before = _state(home / "first")
    return _changed(home) == {
        ("group", left): {"members": before["group", left]["members"] - {login}},
        ("group", entered): {"members": before["group", entered]["members"] | {login}},
    }


def _changed(home: Path) -> dict[tuple[str, str], Row]:
    """What is not as on the first day, by its sort and name: what differs, or all."""
    return differences(_state(home / "first"), _state(home / "data"))


def _state(folder: Path) -> dict[tuple[str, str], Row]:
    """All people and groups, by sort and name."""
    members: dict[str, set[str]] = {}
    with closing(sqlite3.connect(f"file:{_database(folder)}?mode=ro", uri=True)) as database:
        database.row_factory = sqlite3.Row
        people = [dict(row) for row in database.execute('select * from "user"')]
        groups = [dict(row) for row in database.execute('select * from "group"')]
        for row in database.execute("select * from membership_association_table"):
            members.setdefault(row["group_id"], set()).add(row["user_id"])
    logins = {one["id"]: one["user_name"] for one in people}
    state: dict[tuple[str, str], Row] = {
        ("person", one["user_name"]): {column: one[column] or "" for column in _OF_A_PERSON}
        | {column: [each for each in json.loads(one[column] or "[]") if each] for column in _LISTS}
        for one in people
    }
    for one in groups:
        state["group", one["display_name"]] = {
            "description": one["description"] or "",
            "members": {logins[number] for number in members.get(one["id"], ())},
        }
    return state


def _plain(text: str) -> str:
    return " ".join(text.split()).rstrip(".")


def _digits(phone: str) -> str:
    return "".join(sign for sign in phone if sign.isdigit())


def _canaille(home: Path) -> str:
    return str(home.absolute() / "venv/bin/canaille")


def _database(folder: Path) -> Path:
    return folder.absolute() / "station.sqlite"


def _environment(home: Path) -> dict[str, str]:
    return {
        "SECRET_KEY": "a site on loopback has no secrets",
        "PREFERRED_URL_SCHEME": "http",
        "CANAILLE_SQL__DATABASE_URI": f"sqlite:///{_database(home / 'data')}",
        "CANAILLE__NAME": "Radio Heron",
        "CANAILLE__DATABASE": "sql",
        "CANAILLE__LANGUAGE": "en",
        "CANAILLE__TIMEZONE": "UTC",
        "CANAILLE__SMTP": "null",
        "CANAILLE__ACL": json.dumps(_ACCESS),
    }
