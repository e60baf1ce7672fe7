"""The office of a music school: one page in plain JavaScript, a JSON API of Flask, SQLite."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pathfinder_bench.sites.differences import Row, compared, holds, key_of, the_only
from pathfinder_bench.sites.serving import (
    bring_back,
    install_venv,
    make_first,
    packages_of,
    serving,
    venv_python,
)

_HERE = Path(__file__).parent
_FILE = "school.sqlite"
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


def install(home: Path) -> None:
    """Install Flask and make the school's first data."""
    install_venv(home, packages_of(_HERE, "pip"))
    if not (home / "first").is_dir():
        make_first(home, _HERE / "served/fill.py", _FILE)


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    command = [str(venv_python(home)), str(_HERE / "served/school.py"), str(port)]
    env = {"SCHOOL_DATA": str(home.absolute() / "data" / _FILE)}
    with serving(command, port, env=env) as url:
        yield url


def queued(
    home: Path, url: str, name: str, age: str, instrument: str, contact: str, phone: str
) -> bool:
    """Whether there is one more on the waiting list, as wanted, and nothing else is different."""
    (sort, _), row = the_only(_compared(home)[1])
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
    before, changed = _compared(home)
    key = key_of(before, "lesson", {"pupil": pupil})
    if set(changed) != {key} or set(changed[key]) - {"day", "start"}:
        return False
    return holds(before[key] | changed[key], {"day": day, "start": start})


def swapped(home: Path, url: str, pupil: str, back: str, out: str, until: str) -> bool:
    """Whether one instrument is back from the pupil and another is out; nothing else."""
    before, changed = _compared(home)
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
    (sort, _), row = the_only(_compared(home)[1])
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


def _compared(home: Path) -> tuple[dict[tuple[str, Any], Row], dict[tuple[str, Any], Row]]:
    return compared(home, _FILE, _SORTS)
