"""Who helps when and where at a festival: one page in Vue, a JSON API of Flask, SQLite."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pathfinder_bench.sites.differences import Row, differences, rows_of, the_only
from pathfinder_bench.sites.serving import (
    install_npm,
    install_venv,
    make_first,
    packages_of,
    serving,
    venv_python,
)

_HERE = Path(__file__).parent
_SORTS = {
    "shift": "select id, name, area, day, start, end, needed, note from shifts",
    "person": "select id, name, team, phone, shirt, diet, allergies, skills from people",
    "on": "select on_shift.id, people.name person, shifts.name shift, shifts.day day from on_shift "
    "join people on people.id = person_id join shifts on shifts.id = shift_id",
    "notice": "select id, author, audience, text from notices",
}


def install(home: Path) -> None:
    """Install Flask and Vue."""
    install_venv(home, packages_of(_HERE, "pip"))
    install_npm(home, packages_of(_HERE, "npm"))


def reset(home: Path) -> None:
    """The first day's data."""
    make_first(home, _HERE / "served/fill.py", "crew.db")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    command = [str(venv_python(home)), "-m", "flask", "--app", str(_HERE / "served/crew.py")]
    told = {
        "CREW_DATA": str(home.absolute() / "data/crew.db"),
        "CREW_VUE": str(home.absolute() / "node_modules/vue/dist"),
    }
    with serving([*command, "run", "--port", str(port)], port, env=told) as url:
        yield url


def planned(home: Path, url: str, name: str, area: str, day: str, start: str, end: str) -> bool:
    """Whether there is this shift now, empty or not, and nothing else is different."""
    changed = {key: row for key, row in _changed(home).items() if key[0] != "on" or "gone" in row}
    (sort, _), row = the_only(changed)
    wanted = {"area": area, "day": day, "start": start, "end": end}
    return (
        sort == "shift"
        and "new" in row
        and str(row["name"]).strip().lower() == name.lower()
        and {key: row[key] for key in wanted} == wanted
    )


def taken_off(home: Path, url: str, person: str, shift: str, day: str) -> bool:
    """Whether someone is no longer on that shift, and nothing else is different."""
    (sort, key), row = the_only(_changed(home))
    before = _held(home, "first").get((sort, key), {})
    return row == {"gone": True} and before == {"person": person, "shift": shift, "day": day}


def put_on_and_noted(home: Path, url: str, person: str, shift: str, day: str, words: str) -> bool:
    """Whether someone is on that shift and it has the note, and nothing else is different."""
    first, changed = _held(home, "first"), _changed(home)
    put = [row for key, row in changed.items() if key[0] == "on"]
    noted = [
        row
        for key, row in changed.items()
        if key[0] == "shift"
        and key in first
        and (first[key]["name"], first[key]["day"]) == (shift, day)
        and set(row) == {"note"}
        and words.lower() in str(row["note"]).lower()
    ]
    return (
        len(changed) == 2
        and put == [{"person": person, "shift": shift, "day": day, "new": True}]
        and len(noted) == 1
    )


def posted(home: Path, url: str, words: str, audience: str) -> bool:
    """Whether one notice says so to these, and nothing else is different."""
    (sort, _), row = the_only(_changed(home))
    return (
        sort == "notice"
        and "new" in row
        and row["audience"] == audience
        and words.lower() in str(row["text"]).lower()
        and "friday" in str(row["text"]).lower()
    )


def _held(home: Path, when: str) -> dict[tuple[str, object], Row]:
    return rows_of(home / when / "crew.db", _SORTS)


def _changed(home: Path) -> dict[tuple[str, object], Row]:
    return differences(_held(home, "first"), _held(home, "data"))
