"""The rooms, guests, bookings and expenses of a guesthouse, served by HotelDruid from SQLite."""

import shutil
import sqlite3
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from pathfinder.core.yamlfile import read_yaml
from pathfinder_bench.sites.differences import Row, differences, holds, rows_of
from pathfinder_bench.sites.hoteldruid.house import COLUMNS, TODAY, YEAR, fill, night
from pathfinder_bench.sites.serving import (
    bring_back,
    free_port,
    install_apt,
    packages_of,
    php,
    serving,
)

_HERE = Path(__file__).parent
_EXTENSIONS = ("ctype", "iconv", "mbstring", "posix", "sqlite3")
_PLACES = """<?php
define('C_DATI_PATH', '{data}');
define('C_CARTELLA_CREA_MODELLI', '{data}');
define('C_URL_CREA_MODELLI', './pages/');
define('C_GIORNI_NUOVO_ANNO', '9');
"""


def install(home: Path) -> None:
    """Unpack the packages, have the application make its year, and fill it."""
    root = install_apt(home, packages_of(_HERE, "apt"))
    if (home / "first").is_dir():
        return
    app, data = home.absolute() / "app", home.absolute() / "data"
    for folder in (app, data):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(root / "usr/share/hoteldruid", app)
    (app / "costanti.php").write_text(_PLACES.format(data=data), encoding="utf-8")
    data.mkdir()
    with start(home, free_port()) as url:
        _ask(url, "creadb.php", lingua="en", creabase="1", numappartamenti="1")
        months = {"mese_ini": "1", "mese_fine": "12"}
        _ask(url, "creaanno.php", anno=str(YEAR), creaanno="1", tipo_periodi="g", **months)
    house = read_yaml(_HERE / "house.yaml").content
    with closing(sqlite3.connect(data / "db_hoteldruid")) as database, database:
        fill(database, house)
    choices = "\n".join(f'<option value="{room}">{room}</option>' for room in house["rooms"])
    chooser = f"<?php echo '\n{choices}\n'; ?>"
    (data / "selectappartamenti.php").write_text(chooser, encoding="utf-8")
    (data / "abilita_login").touch()  # from now on it asks who is there
    shutil.copytree(data, home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it, on the same day each time."""
    root = home.absolute() / "apt"
    [clock] = root.glob("usr/lib/*/faketime/libfaketime.so.1")
    where = ["-S", f"127.0.0.1:{port}", "-t", str(home.absolute() / "app")]
    command = ["env", f"LD_PRELOAD={clock}", f"FAKETIME=@{TODAY}", "DONT_FAKE_MONOTONIC=1"]
    command += ["NO_FAKE_STAT=1", "TZ=UTC", *php(root, _EXTENSIONS), *where]
    with serving(command, port, path="/base.css") as url:
        yield url


def booked(
    home: Path, url: str, guest: str, room: str, first: str, last: str, people: str, rate: str
) -> bool:
    """Whether exactly this booking is new, of a guest who was known."""
    changed = _changed(home)
    if len(changed) != 1:
        return False
    [((table, _), one)] = changed.items()
    wanted = {"new": True, "idclienti": _guest(home, guest), "idappartamenti": room}
    wanted |= {"iddatainizio": night(first), "iddatafine": night(last) - 1}
    return (
        table == f"prenota{YEAR}"
        and holds(one, wanted | {"num_persone": int(people)})
        and str(one["tariffa"]).split("#@&")[0] == rate
    )


def spent(home: Path, url: str, purpose: str, amount: str) -> bool:
    """Whether exactly this expense is new."""
    changed = _changed(home)
    wanted = {"new": True, "val_costo": float(amount), "tipo_costo": "s"}
    return [
        (table, one.get("nome_costo"), holds(one, wanted)) for (table, _), one in changed.items()
    ] == [(f"costi{YEAR}", purpose, True)]


def sleeps(home: Path, url: str, room: str, people: str) -> bool:
    """Whether exactly this room is for another number of people now."""
    return _changed(home) == {("appartamenti", room): {"maxoccupanti": int(people)}}


def cancelled(home: Path, url: str, guest: str, first: str, email: str) -> bool:
    """Whether exactly this booking is gone, and its guest has this e-mail address and no other."""
    number = _guest(home, guest)
    gone = [
        key
        for key, one in _state(home / "first").items()
        if holds(one, {"idclienti": number, "iddatainizio": night(first)})
    ]
    return len(gone) == 1 and _changed(home) == {
        gone[0]: {"gone": True},
        ("clienti", number): {"email": email},
    }


def _changed(home: Path) -> dict[tuple[str, Any], Row]:
    """What is not as on the first day, by its table and number: what differs, or all."""
    return differences(_state(home / "first"), _state(home / "data"))


def _state(folder: Path) -> dict[tuple[str, Any], Row]:
    """All rooms, guests, bookings and expenses."""
    questions = {table: f"select {columns} from {table}" for table, columns in COLUMNS.items()}
    return rows_of(folder / "db_hoteldruid", questions)


def _guest(home: Path, name: str) -> int:
    """The number of a guest, as `Surname, First name`."""
    [number] = [
        number
        for (table, number), one in _state(home / "first").items()
        if table == "clienti" and f"{one['cognome']}, {one['nome']}" == name
    ]
    return int(number)


def _ask(url: str, page: str, **fields: str) -> None:
    words = urllib.parse.urlencode(fields).encode()
    with urllib.request.urlopen(f"{url}/{page}", words, timeout=120) as answer:
        answer.read()
