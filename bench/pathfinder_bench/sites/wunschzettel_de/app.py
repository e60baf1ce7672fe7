"""What a farm's shop has to order and to fetch, served by Flask from SQLite."""

import datetime
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pathfinder_bench.sites.differences import Row, differences, rows_of, the_only
from pathfinder_bench.sites.serving import (
    install_venv,
    make_first,
    packages_of,
    serving,
    venv_python,
)

_HERE = Path(__file__).parent
_SORTS = {
    "order": "select id, nummer, name, email, telefon, ort, tag, hinweis, stand, posten "
    "from bestellungen",
    "reader": "select id, email from leser",
    "message": "select id, name, email, thema, text from nachrichten",
}
_CARTS = {
    "cart": "select koerbe.id, gast, waren.name, menge from koerbe join waren on waren.id = ware"
}


def install(home: Path) -> None:
    """Install Flask."""
    install_venv(home, packages_of(_HERE, "pip"))


def reset(home: Path) -> None:
    """The first day's data; what is ordered is for the next days."""
    make_first(home, _HERE / "served/fill.py", "hof.db")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    command = [str(venv_python(home)), "-m", "flask", "--app", str(_HERE / "served/laden.py")]
    told = {"HOF_DATA": str(home.absolute() / "data/hof.db")}
    with serving([*command, "run", "--port", str(port)], port, env=told) as url:
        yield url


def bestellt(home: Path, url: str, ware: str, ort: str, wochentag: str) -> bool:
    """Whether one of this alone is ordered, once, for the persona, to be fetched there on such a day."""
    (sort, _), row = the_only(_changed(home))
    if sort != "order" or "new" not in row:
        return False
    day = datetime.date.fromisoformat(row["tag"]).weekday()
    goods = [(name, count) for name, count, _ in json.loads(row["posten"])]
    return (
        goods == [(ware, 1)]
        and (row["ort"], str(day), row["stand"]) == (ort, wochentag, "offen")
        and row["email"].lower() == "katrin.bredow@example.com"
    )


def im_korb(
    home: Path, url: str, erste: str, erste_menge: str, zweite: str, zweite_menge: str
) -> bool:
    """Whether someone's cart has these two and no more, and nothing is ordered."""
    carts: dict[str, dict[str, int]] = {}
    for row in rows_of(home / "data/hof.db", _CARTS).values():
        carts.setdefault(row["gast"], {})[row["name"]] = row["menge"]
    wanted = {erste: int(erste_menge), zweite: int(zweite_menge)}
    return wanted in carts.values() and not _changed(home)


def verlegt(home: Path, url: str, nummer: str, ort: str) -> bool:
    """Whether that order is fetched there, on a day of that place, and nothing else is different."""
    (sort, key), row = the_only(_changed(home))
    return (
        sort == "order"
        and _held(home, "first").get((sort, key), {}).get("nummer") == nummer
        and row.get("ort") == ort
        and set(row) <= {"ort", "tag"}
    )


def angemeldet_und_gefragt(home: Path, url: str, email: str, wort: str) -> bool:
    """Whether the address gets the newsletter, the farm was asked, and nothing else has happened."""
    changed = _changed(home)
    readers = [row for key, row in changed.items() if key[0] == "reader"]
    asked = [row for key, row in changed.items() if key[0] == "message"]
    return (
        len(changed) == 2
        and [row.get("email", "").lower() for row in readers] == [email]
        and [row["email"].lower() for row in asked] == [email]
        and wort.lower() in asked[0]["text"].lower()
    )


def _held(home: Path, when: str) -> dict[tuple[str, object], Row]:
    return rows_of(home / when / "hof.db", _SORTS)


def _changed(home: Path) -> dict[tuple[str, object], Row]:
    return differences(_held(home, "first"), _held(home, "data"))
