"""The back office of an escape-room business, served by Flask from SQLite."""

from pathlib import Path

from pathfinder_bench.sites.differences import Rows, holds, key_of, the_only
from pathfinder_bench.sites.flask_site import FlaskSite

_SORTS = {
    sort: f"select * from {sort}"
    for sort in (
        "room",
        "extra",
        "crew",
        "shift",
        "booking",
        "voucher",
        "incident",
        "prop",
        "enquiry",
    )
}
_SITE = FlaskSite(Path(__file__).parent, "desk", "lockbox", _SORTS)
install, reset, start = _SITE.install, _SITE.reset, _SITE.start


def issued(home: Path, url: str, buyer: str, recipient: str, pounds: str, handover: str) -> bool:
    """Whether there is exactly one more voucher, as wanted, and nothing else is different.

    What is printed on it is left open.
    """
    _, changed = _SITE.compared(home)
    (sort, _), row = the_only(changed)
    worth = 100 * int(pounds)
    wanted = {
        "buyer": buyer,
        "recipient": recipient,
        "worth": worth,
        "remaining": worth,
        "handover": handover,
        "status": "valid",
    }
    return sort == "voucher" and "new" in row and holds(row, wanted)


def rescheduled(home: Path, url: str, lead: str, day: str, at: str, start: str) -> bool:
    """Whether that one game begins at another time of its day, and nothing else is different."""
    before, changed = _SITE.compared(home)
    return changed == {_game(before, lead, day, at): {"start": start}}


def mended_and_priced(home: Path, url: str, prop: str, room: str, today: str, weekend: str) -> bool:
    """Whether the prop of that room is repaired, and the room costs that at weekends; only that."""
    before, changed = _SITE.compared(home)
    where = key_of(before, "room", {"name": room})
    what = key_of(before, "prop", {"name": prop, "room_id": where[1]})
    return changed == {
        what: {"status": "repaired", "repaired": today},
        where: {"weekend": 100 * int(weekend)},
    }


def cancelled(
    home: Path, url: str, lead: str, day: str, at: str, reason: str, deposit: str
) -> bool:
    """Whether that one game is cancelled for that reason, and nothing else is different."""
    before, changed = _SITE.compared(home)
    wanted = {"status": "cancelled", "reason": reason, "deposit": deposit}
    return changed == {_game(before, lead, day, at): wanted}


def _game(before: Rows, lead: str, day: str, at: str) -> tuple[str, object]:
    return key_of(before, "booking", {"lead": lead, "day": day, "start": at})
