"""The members' site of a car club: one page in plain JavaScript, a JSON API of Flask, SQLite."""

from pathlib import Path

from pathfinder_bench.sites.differences import holds, key_of, the_only
from pathfinder_bench.sites.flask_site import FlaskSite

_SORTS = {
    sort: f"select * from {sort}"
    for sort in (
        "tariff",
        "station",
        "car",
        "member",
        "booking",
        "receipt",
        "damage",
        "bill",
        "line",
        "message",
        "letter",
        "friend",
        "card",
    )
}
"""All but `seen`: which messages somebody has opened is no change."""
_SITE = FlaskSite(Path(__file__).parent, "club", "tailback", _SORTS)
_MEMBER = "aoife.b"
install, reset, start = _SITE.install, _SITE.reset, _SITE.start


def booked(home: Path, url: str, car: str, starts: str, ends: str) -> bool:
    """Whether the member has one more trip, with that car and then, and nothing else is different.

    Another car, day or time, two trips, or a trip that was moved, do not count. The note is free.
    """
    before, changed = _SITE.compared(home)
    (sort, _), row = the_only(changed)
    wanted = {
        "member_id": key_of(before, "member", {"login": _MEMBER})[1],
        "car_id": key_of(before, "car", {"nick": car})[1],
        "starts": starts,
        "ends": ends,
        "state": "booked",
    }
    return sort == "booking" and "new" in row and holds(row, wanted)


def extended(home: Path, url: str, ref: str, ends: str) -> bool:
    """Whether that trip ends then, and nothing else is different.

    The other trip of that kind, or one that was cancelled and booked anew, do not count.
    """
    before, changed = _SITE.compared(home)
    return changed == {key_of(before, "booking", {"ref": ref}): {"ends": ends}}


def blocked_and_moved(home: Path, url: str, card: str, tariff: str) -> bool:
    """Whether that card is blocked and the member's next tariff is that one; nothing else.

    Another card, a new one that was ordered, or another tariff, do not count. What was written
    about the card is free.
    """
    before, changed = _SITE.compared(home)
    card_key = key_of(before, "card", {"number": card})
    member_key = key_of(before, "member", {"login": _MEMBER})
    if set(changed) != {card_key, member_key}:
        return False
    row = changed[card_key]
    return (
        row.get("state") == "blocked"
        and set(row) <= {"state", "blocked_on", "remark"}
        and changed[member_key] == {"tariff_next": tariff}
    )


def handed_in(home: Path, url: str, ref: str, litres: str, paid: str) -> bool:
    """Whether there is one more receipt, of that trip and these figures; nothing else.

    Another trip with the same car, figures the wrong way round, or kilometres entered on the way,
    do not count. Where it was bought is free.
    """
    before, changed = _SITE.compared(home)
    (sort, _), row = the_only(changed)
    wanted = {
        "booking_id": key_of(before, "booking", {"ref": ref})[1],
        "member_id": key_of(before, "member", {"login": _MEMBER})[1],
        "litres": float(litres),
        "paid": float(paid),
    }
    return sort == "receipt" and "new" in row and holds(row, wanted)
