"""The catalogue of a small town's library and its readers' accounts, served by Flask from SQLite."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pathfinder_bench.sites.differences import Row, differences, rows_of, the_only
from pathfinder_bench.sites.serving import (
    install_venv,
    make_first,
    packages_of,
    serving,
    venv_python,
)

_HERE = Path(__file__).parent
_SORTS = {
    "reader": "select id, card, pin, name, email, phone, street, town from readers",
    "loan": "select loans.id, readers.card, records.title, loans.due, renewals from loans "
    "join readers on readers.id = reader_id join copies on copies.id = copy_id "
    "join records on records.id = record_id",
    "hold": "select holds.id, readers.card, records.title, records.form, branch, state from holds "
    "join readers on readers.id = reader_id join records on records.id = record_id",
    "suggestion": "select id, title, author, form, reason, name, email from suggestions",
}
_CARD = "20417733"


def install(home: Path) -> None:
    """Install Flask."""
    install_venv(home, packages_of(_HERE, "pip"))


def reset(home: Path) -> None:
    """The first day's data; what is due is due so many days from today."""
    make_first(home, _HERE / "served/fill.py", "library.db")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    command = [str(venv_python(home)), "-m", "flask", "--app", str(_HERE / "served/catalogue.py")]
    told = {"LIBRARY_DATA": str(home.absolute() / "data/library.db")}
    with serving([*command, "run", "--port", str(port)], port, env=told) as url:
        yield url


def suggested(home: Path, url: str, title: str, author: str) -> bool:
    """Whether this was suggested once, and nothing else has happened."""
    (sort, _), row = the_only(_changed(home))
    return (
        sort == "suggestion"
        and title.lower() in str(row["title"]).lower()
        and author.lower() in str(row["author"]).lower()
    )


def held(home: Path, url: str, title: str, form: str, branch: str) -> bool:
    """Whether the reader has reserved this, to be fetched there, and nothing else has happened."""
    (sort, _), row = the_only(_changed(home))
    wanted = {"card": _CARD, "title": title, "form": form, "branch": branch, "state": "waiting"}
    return sort == "hold" and {key: row.get(key) for key in wanted} == wanted and "new" in row


def phone(home: Path, url: str, number: str) -> bool:
    """Whether the reader's telephone number is this, and nothing else is different."""
    (sort, key), row = the_only(_changed(home))
    said = "".join(each for each in str(row.get("phone", "")) if each.isdigit())
    national = "0" + said.removeprefix("0044").removeprefix("44").removeprefix("0")
    return (sort, key) == ("reader", 1) and set(row) == {"phone"} and national == number


def kept_and_dropped(home: Path, url: str, kept: str, dropped: str) -> bool:
    """Whether one loan was made longer, one reservation cancelled, and nothing else has happened."""
    first, changed = _held(home, "first"), _changed(home)
    longer = [
        key
        for key, row in changed.items()
        if key[0] == "loan" and first[key]["title"] == kept and "due" in row
    ]
    gone = [
        key
        for key, row in changed.items()
        if key[0] == "hold"
        and key in first
        and (first[key]["title"], first[key]["card"]) == (dropped, _CARD)
        and row == {"state": "cancelled"}
    ]
    return len(longer) == len(gone) == 1 and len(changed) == 2


def _held(home: Path, when: str) -> dict[tuple[str, object], Row]:
    return rows_of(home / when / "library.db", _SORTS)


def _changed(home: Path) -> dict[tuple[str, object], Row]:
    return differences(_held(home, "first"), _held(home, "data"))
