"""Tools and garden plots that neighbours rent from each other, served by Flask from SQLite."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pathfinder_bench.sites.differences import compared, holds, key_of, the_only
from pathfinder_bench.sites.serving import (
    bring_back,
    install_venv,
    make_first,
    packages_of,
    serving,
    venv_python,
)

_HERE = Path(__file__).parent
_SORTS = {sort: f"select * from {sort}" for sort in ("item", "reservation", "waiting")}
_ME = "jonas.whitfield@example.com"


def install(home: Path) -> None:
    """Install Flask and make the first data."""
    install_venv(home, packages_of(_HERE, "pip"))
    if not (home / "first").is_dir():
        make_first(home, _HERE / "served/first.py", "share.sqlite")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    command = [str(venv_python(home)), str(_HERE / "served/share.py"), str(port)]
    env = {"SHARE_DATA": str(home.absolute() / "data/share.sqlite")}
    with serving(command, port, env=env) as url:
        yield url


def reserved(home: Path, url: str, item: str, start: str, finish: str) -> bool:
    """Whether I have one more reservation, of that and without extras, and nothing else is different."""
    before, changed = _compared(home)
    (sort, _), row = the_only(changed)
    wanted = {"item_id": _item(before, item), "start": start, "finish": finish, "extras": ""}
    if sort != "reservation" or "new" not in row or not holds(row, wanted):
        return False
    return bool(row["status"] == "reserved" and row["email"].lower() == _ME)


def longer(home: Path, url: str, ref: str, finish: str) -> bool:
    """Whether exactly the last day of that reservation is another."""
    return _compared(home)[1] == {("reservation", ref): {"finish": finish}}


def added_and_cancelled(home: Path, url: str, one: str, extra: str, other: str) -> bool:
    """Whether one reservation has that extra beside those it had, and the other is cancelled."""
    before, changed = _compared(home)
    first, second = ("reservation", one), ("reservation", other)
    if set(changed) != {first, second} or changed[second] != {"status": "cancelled"}:
        return False
    had = set(filter(None, str(before[first]["extras"]).split("|")))
    return set(changed[first]) == {"extras"} and set(changed[first]["extras"].split("|")) == {
        *had,
        extra,
    }


def waits(home: Path, url: str, item: str) -> bool:
    """Whether I am on the waiting list for that, and nothing else is different."""
    before, changed = _compared(home)
    wanted = {"item_id": _item(before, item), "new": True}
    return bool(changed) and all(
        sort == "waiting" and holds(row, wanted) and row["email"].lower() == _ME
        for (sort, _), row in changed.items()
    )


def _item(rows: dict[tuple[str, Any], dict[str, Any]], name: str) -> int:
    return int(key_of(rows, "item", {"name": name})[1])


def _compared(home: Path) -> tuple[dict[tuple[str, Any], Any], dict[tuple[str, Any], Any]]:
    return compared(home, "share.sqlite", _SORTS)
