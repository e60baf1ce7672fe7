"""The office of a bicycle repair workshop, served by Flask from SQLite."""

from pathlib import Path

from pathfinder_bench.sites.differences import key_of, the_only
from pathfinder_bench.sites.flask_site import FlaskSite

_TABLES = (
    "customer",
    "bike",
    "job",
    "line",
    "note",
    "part",
    "purchase",
    "absence",
    "service",
    "mechanic",
    "supplier",
)
_SORTS = {sort: f"select * from {sort}" for sort in _TABLES}
_SITE = FlaskSite(Path(__file__).parent, "office", "spokes", _SORTS, path="/login")
install, reset, start = _SITE.install, _SITE.reset, _SITE.start


def taken_in(home: Path, url: str, customer: str, kind: str, promised: str, words: str) -> bool:
    """Whether there is one more job, for that bike and day and with these words; nothing else."""
    before, changed = _SITE.compared(home)
    (sort, _), row = the_only(changed)
    owner = key_of(before, "customer", {"last_name": customer})[1]
    bike = key_of(before, "bike", {"customer_id": owner, "kind": kind})[1]
    if sort != "job" or "new" not in row or (row["bike_id"], row["promised"]) != (bike, promised):
        return False
    return row["status"] == "Booked in" and all(
        word in row["fault"].lower() for word in words.split()
    )


def reordered_below(home: Path, url: str, code: str, minimum: str) -> bool:
    """Whether that article has another minimum, and nothing else is different."""
    before, changed = _SITE.compared(home)
    return changed == {key_of(before, "part", {"code": code}): {"minimum": int(minimum)}}


def handed_over(home: Path, url: str, customer: str, payment: str, contact: str) -> bool:
    """Whether the customer's ready bike is paid and gone, and how to reach them; nothing else."""
    before, changed = _SITE.compared(home)
    person = key_of(before, "customer", {"last_name": customer})
    bike = key_of(before, "bike", {"customer_id": person[1]})[1]
    job = key_of(before, "job", {"bike_id": bike, "status": "Ready"})
    if set(changed) != {job, person} or changed[person] != {"contact": contact}:
        return False
    if set(changed[job]) - {"status", "payment", "collected", "spot"}:
        return False
    return changed[job].get("status") == "Collected" and changed[job].get("payment") == payment


def away(home: Path, url: str, mechanic: str, reason: str, first: str, last: str) -> bool:
    """Whether there is one more absence, of that mechanic in these days; nothing else."""
    before, changed = _SITE.compared(home)
    (sort, _), row = the_only(changed)
    if sort != "absence" or "new" not in row:
        return False
    told = (row["mechanic_id"], row["reason"], row["first"], row["last"])
    return told == (key_of(before, "mechanic", {"name": mechanic})[1], reason, first, last)
