"""The members of a market garden and what they do in it, kept by Juntagrico, told by SQLite."""

import email
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from email import policy
from pathlib import Path
from typing import Any

from pathfinder.core.yamlfile import read_yaml
from pathfinder_bench.sites.differences import Row, differences, holds, key_of, rows_of
from pathfinder_bench.sites.serving import (
    bring_back,
    install_venv,
    packages_of,
    run_tool,
    serving,
    venv_python,
)

_HERE = Path(__file__).parent
_MATHILDE = "mathilde.perrochet@example.com"
_DESK = "jardin@example.org"
_STATE = {
    "member": "select * from juntagrico_member",
    "comes": (
        "select one.id, member.email, kind.name, date(job.time) as day from juntagrico_assignment one "
        "join juntagrico_member member on member.id = one.member_id "
        "join juntagrico_job job on job.id = one.job_id "
        "join juntagrico_recuringjob again on again.job_ptr_id = job.id "
        "join juntagrico_jobtype kind on kind.id = again.type_id"
    ),
    "part": (
        "select area.name || ', ' || member.email, area.id from juntagrico_activityarea_members one "
        "join juntagrico_activityarea area on area.id = one.activityarea_id "
        "join juntagrico_member member on member.id = one.member_id"
    ),
    "job": "select id, time, slots, canceled from juntagrico_job",
    "depot": "select * from juntagrico_depot",
    "basket": "select * from juntagrico_subscription",
    "size": "select * from juntagrico_subscriptionpart",
    "share": "select * from juntagrico_share",
}


def install(home: Path) -> None:
    """Install the packages, let it make its tables, and fill it."""
    install_venv(home, packages_of(_HERE, "pip"))
    if (home / "first").is_dir():
        return
    shutil.rmtree(home / "data", ignore_errors=True)
    (home / "data/mail").mkdir(parents=True)
    python, environment = str(venv_python(home)), _environment(home)
    migrate = [python, "-m", "django", "migrate", "--verbosity", "0"]
    run_tool(migrate, env=environment, cwd=home)
    garden = home.absolute() / "data/garden.json"
    garden.write_text(json.dumps(read_yaml(_HERE / "garden.yaml").content), encoding="utf-8")
    run_tool([python, str(_HERE / "served/fill.py"), str(garden)], env=environment, cwd=home)
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    command = [str(venv_python(home)), "-m", "django", "runserver", "--noreload", "--insecure"]
    command += ["--skip-checks", f"127.0.0.1:{port}"]
    path = "/accounts/login/"
    with serving(command, port, path=path, env=_environment(home), cwd=home) as url:
        yield url


def enrolled(home: Path, url: str, job: str, day: str) -> bool:
    """Whether exactly one thing is new: Mathilde comes to this, once, on that day."""
    changed = _changed(home)
    wanted = {"new": True, "email": _MATHILDE, "name": job, "day": day}
    return len(changed) == 1 and all(
        key[0] == "comes" and holds(one, wanted) for key, one in changed.items()
    )


def moved(home: Path, url: str, street: str, code: str, town: str) -> bool:
    """Whether exactly Mathilde's address is another."""
    wanted = {"addr_street": street, "addr_zipcode": code, "addr_location": town}
    changed = _changed(home)
    one = changed.get(_mathilde(home), {})
    told = {key: " ".join(str(value).split()).casefold() for key, value in one.items()}
    return len(changed) == 1 and told == {key: word.casefold() for key, word in wanted.items()}


def takes_part(home: Path, url: str, joined: str, left: str) -> bool:
    """Whether Mathilde belongs to the one area, no longer to the other, and all else is as before."""
    changed = _changed(home)
    new = changed.pop(("part", f"{joined}, {_MATHILDE}"), {})
    gone = changed.pop(("part", f"{left}, {_MATHILDE}"), {})
    return bool(new.get("new") and gone == {"gone": True} and not changed)


def wrote(home: Path, url: str, subject: str, words: str) -> bool:
    """Whether the garden has got exactly this from Mathilde, and nobody else has but herself."""
    found = []
    for file in sorted((home / "data/mail").glob("*")):
        for letter in file.read_bytes().split(b"\n" + b"-" * 79 + b"\n"):
            if letter.strip():
                found.append(email.message_from_bytes(letter, policy=policy.default))
    to_desk = [one for one in found if _DESK in str(one["to"])]
    others = [one for one in found if one not in to_desk and _MATHILDE not in str(one["to"])]
    if len(to_desk) != 1 or others or _changed(home):
        return False
    body = to_desk[0].get_body(("plain",))
    said = _plain(body.get_content() if body else "")
    return subject in str(to_desk[0]["subject"]) and _plain(words) in said


def _changed(home: Path) -> dict[tuple[str, Any], Row]:
    """What is not as on the first day, by its sort and number: what differs, or all."""
    return differences(_state(home / "first"), _state(home / "data"))


def _state(folder: Path) -> dict[tuple[str, Any], Row]:
    """All that goals are about, by sort and number."""
    return rows_of(folder / "garden.sqlite3", _STATE)


def _mathilde(home: Path) -> tuple[str, Any]:
    """Her key among the members."""
    return key_of(_state(home / "first"), "member", {"email": _MATHILDE})


def _plain(words: str) -> str:
    """Words as they are compared: typographic signs as on a keyboard, and single spaces."""
    return " ".join(words.replace("\u2019", "'").split())


def _environment(home: Path) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "settings",
        "PYTHONPATH": str(_HERE / "served"),
        "PYTHONWARNINGS": "ignore",
        "GARDEN_HOME": str(home.absolute()),
    }
