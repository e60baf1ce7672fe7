"""Shared budgets of people who live or travel together, served by Flask from SQLite."""

import shutil
import sqlite3
import urllib.parse
import urllib.request
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pathfinder_bench.sites.serving import bring_back, free_port, install_venv, serving

PROJECT, CODE = "harbour-street", "Harbour-99"
_SETTINGS = """
SQLALCHEMY_DATABASE_URI = "sqlite:///{database}"
SECRET_KEY = "a site on loopback has no secrets"
SESSION_COOKIE_SECURE = False
MAIL_SUPPRESS_SEND = True
ACTIVATE_DEMO_PROJECT = False
BABEL_DEFAULT_TIMEZONE = "UTC"
"""
_MEMBERS = ("Maria", "Tom", "Nora")
_BILLS = (
    ("2024-03-01", "Internet", "Maria", "45", _MEMBERS),
    ("2024-03-04", "Electricity", "Tom", "86", _MEMBERS),
    ("2024-03-09", "Broken vase", "Nora", "24.90", ("Nora", "Tom")),
    ("2024-03-15", "Cleaning things", "Nora", "17.40", _MEMBERS),
    ("2024-03-21", "Cinema tickets", "Maria", "33", _MEMBERS),
)


def install(home: Path) -> None:
    """Install the package and make the flat's budget."""
    install_venv(home, ["ihatemoney==7.2.1"])
    if (home / "first").is_dir():
        return
    shutil.rmtree(home / "data", ignore_errors=True)
    (home / "data").mkdir()
    with start(home, free_port()) as url:
        _fill(url)
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first budget back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    settings = home / "settings.cfg"
    settings.write_text(_SETTINGS.format(database=_database(home)), encoding="utf-8")
    command = [str(home / "venv/bin/ihatemoney"), "run", "--port", str(port), "--with-threads"]
    with serving(command, port, env={"IHATEMONEY_SETTINGS_FILE_PATH": str(settings)}) as url:
        yield url


def project_named(home: Path, url: str, name: str) -> bool:
    """Whether there is a budget of that name."""
    return bool(_asked(home, "select 1 from project where name = ?", name))


def member(home: Path, url: str, name: str) -> bool:
    """Whether someone of that name is in the flat's budget, and takes part."""
    return bool(
        _asked(
            home,
            "select 1 from person where name = ? and project_id = ? and activated",
            name,
            PROJECT,
        )
    )


def bill(home: Path, url: str, what: str, payer: str, amount: str, sharing: str = "3") -> bool:
    """Whether the flat's budget has such a bill, shared by so many."""
    found = _asked(
        home,
        "select bill.id from bill join person on person.id = bill.payer_id "
        "where lower(bill.what) like ? and person.name = ? and abs(bill.amount - ?) < 0.005 "
        "and person.project_id = ? and ? = "
        "(select count(*) from billowers where billowers.bill_id = bill.id)",
        f"%{what.lower()}%",
        payer,
        float(amount),
        PROJECT,
        int(sharing),
    )
    return bool(found)


def no_bill(home: Path, url: str, what: str) -> bool:
    """Whether exactly the bill of that name is gone."""
    kept = _asked(home, "select what from bill")
    return {name for (name,) in kept} == {one[1] for one in _BILLS if one[1] != what}


def newcomer_pays(home: Path, url: str, name: str, what: str, amount: str) -> bool:
    """Whether someone new is in the budget and has paid a bill."""
    return any(bill(home, url, what, name, amount, str(count)) for count in range(1, 5))


def _asked(home: Path, question: str, *values: object) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(f"file:{_database(home)}?mode=ro", uri=True)) as database:
        return database.execute(question, values).fetchall()


def _database(home: Path) -> Path:
    return home.absolute() / "data/budget.sqlite"


def _fill(url: str) -> None:
    """Make the budget through the application's own API."""
    project = {
        "name": "Harbour Street flat",
        "id": PROJECT,
        "password": CODE,
        "contact_email": "maria.keller@example.com",
        "default_currency": "XXX",
    }
    _send(f"{url}/api/projects", project.items())
    place = f"{url}/api/projects/{PROJECT}"
    numbers = {name: _send(f"{place}/members", [("name", name)]) for name in _MEMBERS}
    for date, what, payer, amount, sharing in _BILLS:
        fields = [("date", date), ("what", what), ("payer", numbers[payer]), ("amount", amount)]
        _send(f"{place}/bills", [*fields, *(("payed_for", numbers[name]) for name in sharing)])


def _send(url: str, fields: object) -> str:
    said = b64encode(f"{PROJECT}:{CODE}".encode()).decode()
    request = urllib.request.Request(
        url,
        urllib.parse.urlencode(list(fields)).encode(),  # type: ignore[call-overload]
        headers={"Authorization": f"Basic {said}"},
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return str(answer.read().decode()).strip().strip('"')
