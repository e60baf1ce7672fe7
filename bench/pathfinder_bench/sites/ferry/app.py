"""The booking desk of a small island ferry company, served by Flask from SQLite."""

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
_SORTS = {sort: f"select * from {sort}" for sort in ("sailing", "booking", "delay", "vessel")}


def install(home: Path) -> None:
    """Install Flask and make the company's first data."""
    install_venv(home, packages_of(_HERE, "pip"))
    make_first(home, _HERE / "served/first.py", "ferry.sqlite")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    command = [str(venv_python(home)), str(_HERE / "served/quay.py"), str(port)]
    env = {"FERRY_DATA": str(home.absolute() / "data/ferry.sqlite")}
    with serving(command, port, path="/login", env=env) as url:
        yield url


def booked(home: Path, url: str, lead: str, phone: str, **sailing: str) -> bool:
    """Whether one adult on foot has a new booking on that sailing, and nothing else is different."""
    before, changed = _compared(home)
    (sort, _), row = the_only(changed)
    if sort != "booking" or "new" not in row:
        return False
    return (
        row["sailing_id"] == key_of(before, "sailing", sailing)[1]
        and lead.lower() in str(row["lead"]).lower()
        and _digits(row["phone"]) == phone
        and (row["adults"], row["children"] or 0, row["vehicle"]) == (1, 0, "")
        and row["status"] == "confirmed"
    )


def moved(home: Path, url: str, lead: str, **sailing: str) -> bool:
    """Whether that passenger's one booking is on that sailing now, and nothing else is different."""
    before, changed = _compared(home)
    key = key_of(before, "booking", {"lead": lead})
    wanted = key_of(before, "sailing", sailing)[1]
    if set(changed) != {key} or set(changed[key]) - {"sailing_id", "notes"}:
        return False
    return bool(changed[key].get("sailing_id") == wanted)


def late_and_off(
    home: Path, url: str, lead: str, minutes: str, reason: str, **sailing: str
) -> bool:
    """Whether that sailing has one new delay and that passenger is off it; nothing else."""
    before, changed = _compared(home)
    number = key_of(before, "sailing", sailing)[1]
    key = key_of(before, "booking", {"lead": lead, "sailing_id": number})
    told = [row for each, row in changed.items() if each[0] == "delay"]
    if len(changed) != 2 or len(told) != 1 or key not in changed or "new" not in told[0]:
        return False
    return (
        (told[0]["sailing_id"], told[0]["minutes"], told[0]["reason"])
        == (number, int(minutes), reason)
        and changed[key].get("status") == "cancelled"
        and set(changed[key]) <= {"status", "why", "notes"}
    )


def checked_in(home: Path, url: str, lead: str, **sailing: str) -> bool:
    """Whether that passenger is checked in for that sailing, and nothing else is different."""
    before, changed = _compared(home)
    number = key_of(before, "sailing", sailing)[1]
    key = key_of(before, "booking", {"lead": lead, "sailing_id": number})
    return changed == {key: {"status": "checked in"}}


def _digits(text: Any) -> str:
    return "".join(sign for sign in str(text) if sign.isdigit())


def _compared(home: Path) -> tuple[dict[tuple[str, Any], Any], dict[tuple[str, Any], Any]]:
    return compared(home, "ferry.sqlite", _SORTS)
