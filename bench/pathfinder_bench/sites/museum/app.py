"""The collection desk of a small museum, served by Flask from SQLite."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pathfinder_bench.sites.differences import compared, key_of, the_only
from pathfinder_bench.sites.serving import (
    bring_back,
    install_venv,
    make_first,
    packages_of,
    serving,
    venv_python,
)

_HERE = Path(__file__).parent
# Movements follow from what is done with an object: what counts is where it is.
_SORTS = {
    sort: f"select * from {sort}"
    for sort in ("object", "note", "loan", "exhibition", "shown", "place")
}


def install(home: Path) -> None:
    """Install Flask and make the museum's first data."""
    install_venv(home, packages_of(_HERE, "pip"))
    make_first(home, _HERE / "served/first.py", "museum.sqlite")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    command = [str(venv_python(home)), str(_HERE / "served/register.py"), str(port)]
    env = {"MUSEUM_DATA": str(home.absolute() / "data/museum.sqlite")}
    with serving(command, port, env=env) as url:
        yield url


def entered(home: Path, url: str, title: str, category: str, place: str) -> bool:
    """Whether there is one more object, as wanted, and nothing else is different."""
    before, changed = _compared(home)
    (sort, _), row = the_only(changed)
    if sort != "object" or "new" not in row:
        return False
    return (
        title.lower() in str(row["title"]).lower()
        and row["category"] == category
        and row["place_id"] == key_of(before, "place", {"name": place})[1]
    )


def moved(home: Path, url: str, title: str, place: str) -> bool:
    """Whether that object is in another place now, and nothing else is different."""
    before, changed = _compared(home)
    wanted = key_of(before, "place", {"name": place})[1]
    return changed == {key_of(before, "object", {"title": title}): {"place_id": wanted}}


def longer_with(home: Path, url: str, exhibition: str, closes: str, title: str) -> bool:
    """Whether the exhibition closes then and has that object too, and nothing else is different."""
    before, changed = _compared(home)
    key = key_of(before, "exhibition", {"title": exhibition})
    number = key_of(before, "object", {"title": title})[1]
    shown = [row for each, row in changed.items() if each[0] == "shown"]
    return (
        len(changed) == 2
        and changed.get(key) == {"closes": closes}
        and shown == [{"exhibition_id": key[1], "object_id": number, "new": True}]
    )


def returned(home: Path, url: str, title: str, borrower: str, place: str) -> bool:
    """Whether the loan is over and the object, as good as it was, back there; nothing else."""
    before, changed = _compared(home)
    key = key_of(before, "object", {"title": title})
    loan = key_of(before, "loan", {"object_id": key[1], "borrower": borrower})
    wanted = key_of(before, "place", {"name": place})[1]
    return changed == {loan: {"status": "returned"}, key: {"place_id": wanted}}


def _compared(home: Path) -> tuple[dict[tuple[str, Any], Any], dict[tuple[str, Any], Any]]:
    return compared(home, "museum.sqlite", _SORTS)
