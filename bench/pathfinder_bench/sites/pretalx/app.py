"""The talks of a gathering: proposed, chosen and planned with pretalx, from SQLite."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from pathfinder_bench.sites.serving import (
    NotInstalled,
    bring_back,
    install_venv,
    run_tool,
    serving,
    venv_python,
)

_SERVED = Path(__file__).parent / "served"
_CLARA = "clara.winslow@example.com"
_SETTINGS = """
[site]
url={url}
debug=False
secret=a site on loopback has no secrets

[filesystem]
data={data}
media={data}/media
logs={data}
static={home}/static

[database]
backend=sqlite3
name={data}/db.sqlite3

[mail]
from=days@example.com
"""


def install(home: Path) -> None:
    """Install the package, build its plan editor, and make the gathering."""
    install_venv(home, ["pretalx==2025.2.2"])
    if (home / "first").is_dir():
        return
    for folder in ("data", "static"):
        shutil.rmtree(home / folder, ignore_errors=True)
        (home / folder).mkdir()
    environment = _environment(home, "http://127.0.0.1")
    django = [str(venv_python(home)), "-m", "django"]
    run_tool([*django, "collectstatic", "--no-input", "--verbosity", "0"], env=environment)
    _build_editor(home)
    run_tool([*django, "migrate", "--verbosity", "0"], env=environment)
    run_tool([str(venv_python(home)), str(_SERVED / "fill.py")], env=environment)
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    environment = _environment(home, f"http://127.0.0.1:{port}")
    command = [str(venv_python(home)), "-m", "django", "runserver", "--noreload", "--nostatic"]
    with serving([*command, f"127.0.0.1:{port}"], port, path="/stonewall/", env=environment) as url:
        yield url


def proposed(home: Path, url: str, title: str, abstract: str, sort: str) -> bool:
    """Whether Clara has handed in this proposal, and nothing else is new."""
    question = (
        "select submission.title, submission.abstract, submission.state, sort.name, user.email "
        "from submission_submission submission "
        "join submission_submissiontype sort on sort.id = submission.submission_type_id "
        "left join submission_speakerrole link on link.submission_id = submission.id "
        "left join person_user user on user.id = link.user_id"
    )
    before, now = (_rows(home / place, question) for place in ("first", "data"))
    new = [row for row in now if row not in before]
    wanted = (title, "submitted", sort, _CLARA)
    return len(now) == len(before) + 1 and [
        (name, state, _words(kind), email)
        for name, text, state, kind, email in new
        if abstract in str(text)
    ] == [wanted]


def room(home: Path, url: str, name: str, capacity: str) -> bool:
    """Whether there is one new room, of that name and for so many people."""
    question = "select id, name, capacity from schedule_room"
    before, now = (_rows(home / place, question) for place in ("first", "data"))
    new = [
        (_words(title), seats)
        for number, title, seats in now
        if (number, title, seats) not in before
    ]
    return len(now) == len(before) + 1 and new == [(name, int(capacity))]


def decided(home: Path, url: str, titles: str, state: str) -> bool:
    """Whether exactly these proposals, as `One; Another`, are in this state, and the rest as before."""
    question = "select title, state from submission_submission"
    before, now = (dict(_rows(home / place, question)) for place in ("first", "data"))
    return now == before | {title.strip(): state for title in titles.split(";")}


def lasts(home: Path, url: str, title: str, minutes: str) -> bool:
    """Whether exactly this proposal takes so long."""
    question = "select title, duration from submission_submission"
    before, now = (dict(_rows(home / place, question)) for place in ("first", "data"))
    return now == before | {title: int(minutes)}


def biography(home: Path, url: str, words: str) -> bool:
    """Whether this is Clara's biography, and the others have theirs."""
    question = (
        "select user.email, profile.biography from person_speakerprofile profile "
        "join person_user user on user.id = profile.user_id"
    )
    before, now = (dict(_rows(home / place, question)) for place in ("first", "data"))
    said = " ".join(str(now.get(_CLARA) or "").split()).rstrip(".")
    return said == words and now | {_CLARA: ""} == before | {_CLARA: ""}


def _build_editor(home: Path) -> None:
    """Build the page where talks are put into a plan; the package has it as source."""
    if not shutil.which("npm"):
        raise NotInstalled("npm is not there; install Node.js with npm")
    [source] = (home / "venv").glob("lib/*/site-packages/pretalx/frontend/schedule-editor")
    shutil.rmtree(home / "editor", ignore_errors=True)
    shutil.copytree(source, home / "editor")
    run_tool(["npm", "ci", "--no-audit", "--no-fund"], cwd=home / "editor")
    there = {"OUT_DIR": str(home.absolute() / "static"), "BASE_URL": "/static/"}
    run_tool(["npm", "run", "build"], cwd=home / "editor", env=there)


def _words(value: object) -> str:
    """A name as the database has it: plain, or by language."""
    text = str(value or "")
    return str(json.loads(text)["en"]) if text.startswith("{") else text


def _rows(folder: Path, question: str) -> list[tuple[Any, ...]]:
    file = folder.absolute() / "db.sqlite3"
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return database.execute(question).fetchall()


def _environment(home: Path, url: str) -> dict[str, str]:
    """Where pretalx finds its settings, written anew as they hold the address."""
    settings, place = home.absolute() / "pretalx.cfg", home.absolute()
    settings.write_text(
        _SETTINGS.format(url=url, home=place, data=place / "data"), encoding="utf-8"
    )
    return {
        "PRETALX_CONFIG_FILE": str(settings),
        "DJANGO_SETTINGS_MODULE": "settings",
        "PYTHONPATH": str(_SERVED),
    }
