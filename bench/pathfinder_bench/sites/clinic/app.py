"""The front desk of a veterinary practice, served by Flask from SQLite."""

from pathlib import Path
from typing import Any

from pathfinder_bench.sites.differences import holds, key_of, the_only
from pathfinder_bench.sites.flask_site import FlaskSite

_SORTS = {
    sort: f"select * from {sort}" for sort in ("owner", "animal", "appointment", "vaccination")
}
_SITE = FlaskSite(Path(__file__).parent, "desk", "clinic", _SORTS, path="/login")
install, reset, start = _SITE.install, _SITE.reset, _SITE.start


def registered(home: Path, url: str, owner: str, **wanted: str) -> bool:
    """Whether that owner has one more animal, as wanted, and nothing else is different."""
    before, changed = _SITE.compared(home)
    (sort, _), row = the_only(changed)
    holder = key_of(before, "owner", {"last_name": owner})[1]
    if sort != "animal" or "new" not in row or row["owner_id"] != holder:
        return False
    return holds(row, wanted)


def moved(home: Path, url: str, animal: str, was: str, day: str, time: str) -> bool:
    """Whether the animal's appointment of that day has another time, and nothing else is different."""
    before, changed = _SITE.compared(home)
    key = key_of(before, "appointment", {"animal_id": _animal(before, animal), "day": was})
    if set(changed) != {key} or "gone" in changed[key]:
        return False
    row = before[key] | changed[key]
    return set(changed[key]) <= {"day", "time", "notes"} and holds(row, {"day": day, "time": time})


def called_off(home: Path, url: str, animal: str, reason: str, phone: str) -> bool:
    """Whether that appointment is off, and the owner's phone is another; nothing else."""
    before, changed = _SITE.compared(home)
    number = _animal(before, animal)
    key = key_of(before, "appointment", {"animal_id": number, "reason": reason})
    owner = ("owner", before["animal", number]["owner_id"])
    if set(changed) != {key, owner} or set(changed[owner]) - {"phone", "notes"}:
        return False
    digits = "".join(sign for sign in changed[owner].get("phone", "") if sign.isdigit())
    return changed[key].get("status") == "cancelled" and digits == phone


def booked(home: Path, url: str, animal: str, species: str, **wanted: str) -> bool:
    """Whether the animal has exactly one more appointment, as wanted."""
    before, changed = _SITE.compared(home)
    (sort, _), row = the_only(changed)
    patient = key_of(before, "animal", {"name": animal, "species": species})[1]
    told = {**wanted, "animal_id": patient, "status": "booked"}
    return sort == "appointment" and "new" in row and holds(row, told)


def _animal(rows: dict[tuple[str, Any], dict[str, Any]], name: str) -> int:
    return int(key_of(rows, "animal", {"name": name})[1])
