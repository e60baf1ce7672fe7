"""The booking desk of a small island ferry company, served by Flask from SQLite."""

from pathlib import Path
from typing import Any

from pathfinder_bench.sites.differences import key_of, the_only
from pathfinder_bench.sites.flask_site import FlaskSite

_SORTS = {sort: f"select * from {sort}" for sort in ("sailing", "booking", "delay", "vessel")}
_SITE = FlaskSite(Path(__file__).parent, "quay", "ferry", _SORTS, path="/login")
install, reset, start = _SITE.install, _SITE.reset, _SITE.start


def booked(home: Path, url: str, lead: str, phone: str, **sailing: str) -> bool:
    """Whether one adult on foot has a new booking on that sailing, and nothing else is different."""
    before, changed = _SITE.compared(home)
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
    before, changed = _SITE.compared(home)
    key = key_of(before, "booking", {"lead": lead})
    wanted = key_of(before, "sailing", sailing)[1]
    if set(changed) != {key} or set(changed[key]) - {"sailing_id", "notes"}:
        return False
    return bool(changed[key].get("sailing_id") == wanted)


def late_and_off(
    home: Path, url: str, lead: str, minutes: str, reason: str, **sailing: str
) -> bool:
    """Whether that sailing has one new delay and that passenger is off it; nothing else."""
    before, changed = _SITE.compared(home)
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
    before, changed = _SITE.compared(home)
    number = key_of(before, "sailing", sailing)[1]
    key = key_of(before, "booking", {"lead": lead, "sailing_id": number})
    return changed == {key: {"status": "checked in"}}


def _digits(text: Any) -> str:
    return "".join(sign for sign in str(text) if sign.isdigit())
