"""The customers of a firm that builds climbing walls, kept by Creme CRM, told by SQLite."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pathfinder.core.yamlfile import read_yaml
from pathfinder_bench.sites.differences import Row, differences, holds, key_of, rows_of, the_only
from pathfinder_bench.sites.serving import (
    bring_back,
    install_venv,
    packages_of,
    run_tool,
    serving,
    venv_python,
)

_HERE = Path(__file__).parent
_SERVED = _HERE / "served"
_ENTITY = "join creme_core_cremeentity entity on entity.id = one.cremeentity_ptr_id"
_STATE = {
    "contact": f"select one.*, entity.is_deleted, entity.description from persons_contact one {_ENTITY}",
    "organisation": (
        f"select one.*, entity.is_deleted, entity.description from persons_organisation one {_ENTITY}"
    ),
    "address": "select id, address, zipcode, city, country, object_id from persons_address",
    "deal": (
        "select one.*, entity.is_deleted, phase.won, phase.lost "
        f"from opportunities_opportunity one {_ENTITY} "
        "join opportunities_salesphase phase on phase.id = one.sales_phase_id"
    ),
    "meeting": f"select one.*, entity.is_deleted from activities_activity one {_ENTITY}",
    "memo": "select id, content, entity_id, user_id from assistants_memo",
    "todo": "select id, title, is_ok, deadline, entity_id, user_id from assistants_todo",
    "alert": "select id, title, trigger_date, entity_id from assistants_alert",
    "link": (
        "select id, type_id, subject_entity_id, object_entity_id from creme_core_relation "
        "where type_id like '%-subject_%'"
    ),
    "account": "select id, username, is_active, role_id, email from creme_core_cremeuser",
}
_CLOSED = {"closing_date", "made_sales", "chance_to_win"}  # what else may be filled in of a deal


def install(home: Path) -> None:
    """Install the package, let it make its tables and static files, and fill it."""
    install_venv(home, packages_of(_HERE, "pip"))
    if (home / "first").is_dir():
        return
    for folder in ("data", "made"):
        shutil.rmtree(home / folder, ignore_errors=True)
        (home / folder).mkdir()
    creme = str(home.absolute() / "venv/bin/creme")
    for task in ("migrate", "creme_populate", "generatemedia"):
        run_tool([creme, task, "--verbosity", "0"], env=_environment(home), cwd=home)
    office = home.absolute() / "data/office.json"
    office.write_text(json.dumps(read_yaml(_HERE / "office.yaml").content), encoding="utf-8")
    fill = [str(venv_python(home)), str(_SERVED / "fill.py"), str(office)]
    run_tool(fill, env=_environment(home), cwd=home)
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    command = [str(home.absolute() / "venv/bin/creme"), "runserver", "--noreload"]
    command += [f"127.0.0.1:{port}"]
    with serving(command, port, path="/creme_login/", env=_environment(home), cwd=home) as url:
        yield url


def met(home: Path, url: str, first: str, last: str, email: str, mobile: str) -> bool:
    """Whether exactly this contact is new, whatever it is linked to."""
    changed = _changed(home)
    new = [one for (sort, _), one in changed.items() if sort == "contact"]
    wanted = {"new": True, "first_name": first, "last_name": last, "email": email}
    return (
        {sort for sort, _ in changed} <= {"contact", "link"}
        and all(one.get("new") for one in changed.values())
        and len(new) == 1
        and holds(new[0], wanted | {"is_deleted": ""})
        and _digits(new[0]["mobile"]) == _digits(mobile)
    )


def rings(home: Path, url: str, name: str, phone: str) -> bool:
    """Whether exactly one thing is another: this organisation's number."""
    changed = _changed(home)
    one = changed.get(_key(home, "organisation", name=name), {})
    return len(changed) == 1 and set(one) == {"phone"} and _digits(one["phone"]) == _digits(phone)


def won(home: Path, url: str, deal: str, where: str, words: str) -> bool:
    """Whether exactly this deal is won, and this memo is new with that organisation."""
    changed = _changed(home)
    one = changed.pop(_key(home, "deal", name=deal), {})
    known = _key(home, "organisation", name=where)[1]
    return (
        {key for key in one if key not in _CLOSED} == {"sales_phase_id", "won"}
        and one["won"] == 1
        and [
            (sort, _plain(row.get("content")), row.get("entity_id"))
            for (sort, _), row in changed.items()
        ]
        == [("memo", words, known)]
    )


def to_do(home: Path, url: str, first: str, last: str, title: str, until: str) -> bool:
    """Whether exactly this todo is new with this contact, open, and due on that day."""
    known = _key(home, "contact", first_name=first, last_name=last)[1]
    changed = _changed(home)
    (sort, _), one = the_only(changed)
    return (
        sort == "todo"
        and holds(one, {"new": True, "entity_id": known, "is_ok": ""})
        and (_plain(one["title"]), str(one["deadline"])[:10]) == (title, until)
    )


def put_off(home: Path, url: str, title: str, begins: str, ends: str) -> bool:
    """Whether exactly one thing is another: this meeting is at that time."""
    times = {"start": f"{begins}:00", "end": f"{ends}:00"}
    changed, key = _changed(home), _key(home, "meeting", title=title)
    changed.get(key, {}).pop("status_id", None)  # it may be told that it is late
    return changed == {key: times}


def _changed(home: Path) -> dict[tuple[str, Any], Row]:
    """What is not as on the first day, by its sort and number: what differs, or all."""
    return differences(_state(home / "first"), _state(home / "data"))


def _state(folder: Path) -> dict[tuple[str, Any], Row]:
    """All that goals are about, by sort and number."""
    return rows_of(folder / "office.sqlite3", _STATE)


def _key(home: Path, sort: str, **wanted: str) -> tuple[str, Any]:
    """The one of the first day that is so."""
    return key_of(_state(home / "first"), sort, wanted)


def _digits(phone: str) -> str:
    return "".join(each for each in phone if each.isdigit())


def _plain(text: object) -> str:
    return " ".join(str(text or "").split()).rstrip(".")


def _environment(home: Path) -> dict[str, str]:
    made = home.absolute() / "made"
    return {
        "DJANGO_SETTINGS_MODULE": "settings",
        "PYTHONPATH": f"{_SERVED}:{made}",
        "PYTHONWARNINGS": "ignore",
        "OFFICE_HOME": str(home.absolute()),
    }
