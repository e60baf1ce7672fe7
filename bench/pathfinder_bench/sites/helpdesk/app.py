"""What tenants report to their caretakers, served by Django from SQLite."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from pathfinder_bench.sites.serving import (
    bring_back,
    install_venv,
    run_tool,
    serving,
    venv_python,
)

_SERVED = Path(__file__).parent / "served"
_MARTHA = "martha.quill@example.com"
_FIELDS = ("title", "queue", "submitter", "description", "resolution", "on hold", "owner")
_OPEN, _DONE = ("open", "reopened"), ("resolved", "closed")
_STATES = {1: "open", 2: "reopened", 3: "resolved", 4: "closed", 5: "duplicate"}
_PRIORITIES = {1: "critical", 2: "high", 3: "normal", 4: "low", 5: "very low"}


def install(home: Path) -> None:
    """Install the package and make the helpdesk's first data."""
    install_venv(home, ["django-helpdesk==2.6.1", "Django==5.2.19"])
    if (home / "first").is_dir():
        return
    shutil.rmtree(home / "data", ignore_errors=True)
    (home / "data").mkdir()
    run_tool([str(venv_python(home)), str(_SERVED / "fill.py")], env=_environment(home))
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    command = [str(venv_python(home)), "-m", "django", "runserver", "--noreload", "--insecure"]
    with serving([*command, f"127.0.0.1:{port}"], port, env=_environment(home)) as url:
        yield url


def reported(home: Path, url: str, title: str, queue: str, words: str) -> bool:
    """Whether exactly this ticket is new, open, and nobody else's."""
    before, now = _tickets(home / "first"), _tickets(home / "data")
    new = [ticket for number, ticket in now.items() if number not in before]
    if len(new) != 1 or {number: now.get(number) for number in before} != before:
        return False
    [ticket] = new
    said = (ticket["title"].strip(), ticket["queue"], ticket["state"] in _OPEN)
    mine = ticket["submitter"] in (_MARTHA, "", None)
    return said == (title, queue, True) and words in _plain(ticket["description"]) and mine


def answered(home: Path, url: str, title: str, words: str) -> bool:
    """Whether just this has been said about a ticket, for the tenant to read."""
    return _new_words(home) == [(title, words, True)] and not _changed(home)


def ranked(home: Path, url: str, title: str, priority: str) -> bool:
    """Whether exactly this ticket has another priority."""
    return _changed(home) == {title: {"priority": priority}}


def given(home: Path, url: str, titles: str, owner: str) -> bool:
    """Whether exactly these tickets, as `One; Another`, are this caretaker's now."""
    wanted = {title.strip(): {"owner": owner} for title in titles.split(";")}
    return _changed(home) == wanted


def settled(home: Path, url: str, title: str, words: str) -> bool:
    """Whether exactly this ticket is resolved or closed, and these words were said about it."""
    changed = _changed(home)
    if set(changed) != {title} or changed[title].pop("state", "") not in _DONE:
        return False
    said = [(name, text) for name, text, _ in _new_words(home)]
    kept = _plain(changed[title].pop("resolution", ""))
    return not changed[title] and kept in ("", words) and said == [(title, words)]


def _tickets(folder: Path) -> dict[int, dict[str, Any]]:
    """Each ticket by its number, but when it was changed last."""
    rows = _rows(
        folder,
        "select ticket.id, ticket.title, queue.title, ticket.submitter_email, ticket.description, "
        "ticket.resolution, ticket.on_hold, person.username, ticket.status, ticket.priority "
        "from helpdesk_ticket ticket join helpdesk_queue queue on queue.id = ticket.queue_id "
        "left join auth_user person on person.id = ticket.assigned_to_id",
    )
    return {
        number: dict(zip(_FIELDS, told, strict=True))
        | {"state": _STATES[status], "priority": _PRIORITIES[priority]}
        for number, *told, status, priority in rows
    }


def _changed(home: Path) -> dict[str, dict[str, Any]]:
    """What is not as on the first day, by the ticket's first title."""
    before, now = _tickets(home / "first"), _tickets(home / "data")
    changed: dict[str, dict[str, Any]] = {
        ticket["title"]: {"new": True} for number, ticket in now.items() if number not in before
    }
    for number, ticket in before.items():
        other = now.get(number, dict.fromkeys(ticket, "gone"))
        differs = {key: other[key] for key in ticket if other[key] != ticket[key]}
        if differs:
            changed[ticket["title"]] = differs
    return changed


def _new_words(home: Path) -> list[tuple[str, str, bool]]:
    """What has been said since the first day: of which ticket, what, and whether for all."""
    question = (
        "select said.id, ticket.title, said.comment, said.public from helpdesk_followup said "
        "join helpdesk_ticket ticket on ticket.id = said.ticket_id order by said.id"
    )
    before, now = (_rows(home / place, question) for place in ("first", "data"))
    new = [(title, _plain(said), bool(public)) for _, title, said, public in now[len(before) :]]
    return [(title, said, public) for title, said, public in new if said]


def _plain(text: object) -> str:
    return " ".join(str(text or "").split()).rstrip(".")


def _rows(folder: Path, question: str) -> list[tuple[Any, ...]]:
    file = folder.absolute() / "desk.sqlite3"
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return database.execute(question).fetchall()


def _environment(home: Path) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "settings",
        "PYTHONPATH": str(_SERVED),
        "HELPDESK_DATA": str(home.absolute() / "data"),
    }
