"""The office of a music school: one page in plain JavaScript, a JSON API of Flask, SQLite."""

from pathlib import Path
from typing import Any

from pathfinder_bench.sites.differences import holds, key_of, the_only
from pathfinder_bench.sites.flask_site import FlaskSite

_PUPIL = "pupil.first_name || ' ' || pupil.last_name as pupil"
_SORTS = {
    "pupil": "select * from pupil",
    "teacher": "select * from teacher",
    "room": "select * from room",
    "lesson": f"select lesson.id, {_PUPIL}, teacher_id, room_id, day, start, minutes from lesson "
    "join pupil on pupil.id = pupil_id",
    "instrument": "select * from instrument",
    "hire": f"select hire.id, {_PUPIL}, instrument.tag, since, until, returned from hire "
    "join pupil on pupil.id = pupil_id join instrument on instrument.id = instrument_id",
    "waiting": "select * from waiting",
    "recital": "select * from recital",
    "item": f"select item.id, recital.title as recital, {_PUPIL}, position, piece, composer, "
    "item.minutes, accompanist_id from item join recital on recital.id = recital_id "
    "join pupil on pupil.id = pupil_id",
}
_SITE = FlaskSite(Path(__file__).parent, "school", "school", _SORTS)
install, reset, start = _SITE.install, _SITE.reset, _SITE.start


def queued(
    home: Path, url: str, name: str, age: str, instrument: str, contact: str, phone: str
) -> bool:
    """Whether there is one more on the waiting list, as wanted, and nothing else is different."""
    (sort, _), row = the_only(_SITE.compared(home)[1])
    return (
        sort == "waiting"
        and "new" in row
        and _plain(row["name"]) == _plain(name)
        and str(row["age"]) == age
        and row["instrument"] == instrument
        and _plain(contact) in _plain(row["contact"])
        and _digits(row["phone"]) == phone
    )


def moved(home: Path, url: str, pupil: str, day: str, start: str) -> bool:
    """Whether the pupil's only lesson is at another time, and nothing else is different."""
    before, changed = _SITE.compared(home)
    key = key_of(before, "lesson", {"pupil": pupil})
    if set(changed) != {key} or set(changed[key]) - {"day", "start"}:
        return False
    return holds(before[key] | changed[key], {"day": day, "start": start})


def swapped(home: Path, url: str, pupil: str, back: str, out: str, until: str) -> bool:
    """Whether one instrument is back from the pupil and another is out; nothing else."""
    before, changed = _SITE.compared(home)
    old = key_of(before, "hire", {"pupil": pupil, "tag": back, "returned": ""})
    new = [row for key, row in changed.items() if key != old]
    return (
        set(changed.get(old, {})) == {"returned"}
        and len(new) == 1
        and holds(new[0], {"new": True, "pupil": pupil, "tag": out, "until": until, "returned": ""})
    )


def entered(
    home: Path, url: str, recital: str, pupil: str, piece: str, composer: str, minutes: str
) -> bool:
    """Whether the pupil plays one more piece there, alone, and nothing else is different."""
    (sort, _), row = the_only(_SITE.compared(home)[1])
    return (
        sort == "item"
        and holds(row, {"new": True, "recital": recital, "pupil": pupil, "accompanist_id": ""})
        and _plain(piece) in _plain(row["piece"])
        and _plain(composer) in _plain(row["composer"])
        and str(row["minutes"]) == minutes
    )


def _plain(text: Any) -> str:
    return " ".join(str(text).split()).casefold()


def _digits(text: Any) -> str:
    return "".join(sign for sign in str(text) if sign.isdigit())
