"""Tools and garden plots that neighbours rent from each other, served by Flask from SQLite."""

from pathlib import Path
from typing import Any

from pathfinder_bench.sites.differences import holds, key_of, the_only
from pathfinder_bench.sites.flask_site import FlaskSite

_SORTS = {sort: f"select * from {sort}" for sort in ("item", "reservation", "waiting")}
_ME = "jonas.whitfield@example.com"
_SITE = FlaskSite(Path(__file__).parent, "share", "share", _SORTS)
install, reset, start = _SITE.install, _SITE.reset, _SITE.start


def reserved(home: Path, url: str, item: str, start: str, finish: str) -> bool:
    """Whether I have one more reservation, of that and without extras, and nothing else is different."""
    before, changed = _SITE.compared(home)
    (sort, _), row = the_only(changed)
    wanted = {"item_id": _item(before, item), "start": start, "finish": finish, "extras": ""}
    if sort != "reservation" or "new" not in row or not holds(row, wanted):
        return False
    return bool(row["status"] == "reserved" and row["email"].lower() == _ME)


def longer(home: Path, url: str, ref: str, finish: str) -> bool:
    """Whether exactly the last day of that reservation is another."""
    return _SITE.compared(home)[1] == {("reservation", ref): {"finish": finish}}


def added_and_cancelled(home: Path, url: str, one: str, extra: str, other: str) -> bool:
    """Whether one reservation has that extra beside those it had, and the other is cancelled."""
    before, changed = _SITE.compared(home)
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
    before, changed = _SITE.compared(home)
    wanted = {"item_id": _item(before, item), "new": True}
    return bool(changed) and all(
        sort == "waiting" and holds(row, wanted) and row["email"].lower() == _ME
        for (sort, _), row in changed.items()
    )


def _item(rows: dict[tuple[str, Any], dict[str, Any]], name: str) -> int:
    return int(key_of(rows, "item", {"name": name})[1])
