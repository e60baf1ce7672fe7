"""The collection desk of a small museum, served by Flask from SQLite."""

from pathlib import Path

from pathfinder_bench.sites.differences import key_of, the_only
from pathfinder_bench.sites.flask_site import FlaskSite

# Movements follow from what is done with an object: what counts is where it is.
_SORTS = {
    sort: f"select * from {sort}"
    for sort in ("object", "note", "loan", "exhibition", "shown", "place")
}
_SITE = FlaskSite(Path(__file__).parent, "register", "museum", _SORTS)
install, reset, start = _SITE.install, _SITE.reset, _SITE.start


def entered(home: Path, url: str, title: str, category: str, place: str) -> bool:
    """Whether there is one more object, as wanted, and nothing else is different."""
    before, changed = _SITE.compared(home)
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
    before, changed = _SITE.compared(home)
    wanted = key_of(before, "place", {"name": place})[1]
    return changed == {key_of(before, "object", {"title": title}): {"place_id": wanted}}


def longer_with(home: Path, url: str, exhibition: str, closes: str, title: str) -> bool:
    """Whether the exhibition closes then and has that object too, and nothing else is different."""
    before, changed = _SITE.compared(home)
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
    before, changed = _SITE.compared(home)
    key = key_of(before, "object", {"title": title})
    loan = key_of(before, "loan", {"object_id": key[1], "borrower": borrower})
    wanted = key_of(before, "place", {"name": place})[1]
    return changed == {loan: {"status": "returned"}, key: {"place_id": wanted}}
