"""A tracker of what is to be done in a workshop, served by Roundup from SQLite, in German."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pathfinder_bench.sites.serving import (
    bring_back,
    install_venv,
    run_tool,
    serving,
    venv_python,
)

_SERVED = Path(__file__).parent / "served"
_FIRST_PORT = "8080"


def install(home: Path) -> None:
    """Install the package and make the tracker."""
    install_venv(home, ["roundup==2.6.0"])
    if (home / "first").is_dir():
        return
    shutil.rmtree(home / "data", ignore_errors=True)
    tracker = str(_tracker(home))
    settings = (
        f"tracker_web=http://127.0.0.1:{_FIRST_PORT}/werkstatt/,tracker_name=Werkstatt,"
        "tracker_language=de,web_use_browser_language=no,mail_domain=example.com,mail_host=127.0.0.1,"
        "admin_email=post@example.com,"
        f"mail_debug={home.absolute() / 'mail.txt'}"
    )
    admin = [str(home / "venv/bin/roundup-admin"), "-i", tracker]
    run_tool([*admin, "install", "classic", "sqlite", settings])
    run_tool([*admin, "initialise", "Amboss-und-Esse-3"])
    run_tool([str(venv_python(home)), str(_SERVED / "fill.py"), tracker])
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it; its pages hold whole addresses, so it has to know the port."""
    settings = _tracker(home) / "config.ini"
    words = (home / "first/config.ini").read_text(encoding="utf-8")
    settings.write_text(words.replace(f":{_FIRST_PORT}/", f":{port}/"), encoding="utf-8")
    serve = [str(venv_python(home)), str(_SERVED / "serve.py")]
    command = [*serve, str(_tracker(home)), str(port)]
    with serving(command, port, path="/werkstatt/") as url:
        yield url


def issue(home: Path, url: str, title: str, priority: str = "", keyword: str = "") -> bool:
    """Whether petra has written such an issue."""
    return bool(
        _asked(
            home,
            "select 1 from _issue issue join _user person on person.id = issue._creator "
            "left join _priority level on level.id = issue._priority "
            "where issue._title = ? and person._username = 'petra' and not issue.__retired__ "
            "and ? in ('', level._name) and (? = '' or exists (select 1 from issue_keyword tie "
            "join _keyword word on word.id = tie.linkid "
            "where tie.nodeid = issue.id and word._name = ?))",
            title,
            priority,
            keyword,
            keyword,
        )
    )


def two_issues(home: Path, url: str, first: str, second: str) -> bool:
    """Whether petra has written both."""
    return issue(home, url, first) and issue(home, url, second)


def status(home: Path, url: str, title: str, status: str) -> bool:
    """Whether exactly this issue has come so far, of those that had not."""
    found = _asked(
        home,
        "select issue._title from _issue issue join _status state on state.id = issue._status "
        "where state._name = ?",
        status,
    )
    return found == [(title,)]


def assigned(home: Path, url: str, title: str, name: str) -> bool:
    """Whether this issue is someone's."""
    return bool(
        _asked(
            home,
            "select 1 from _issue issue join _user person on person.id = issue._assignedto "
            "where issue._title = ? and person._username = ?",
            title,
            name,
        )
    )


def answered(home: Path, url: str, title: str, words: str) -> bool:
    """Whether petra has written these words to the issue."""
    found = _asked(
        home,
        "select message.id from _msg message join issue_messages tie on tie.linkid = message.id "
        "join _issue issue on issue.id = tie.nodeid "
        "join _user person on person.id = message._author "
        "where issue._title = ? and person._username = 'petra'",
        title,
    )
    files = _tracker(home) / "db/files/msg"
    return any(
        words in file.read_text(encoding="utf-8")
        for (number,) in found
        for file in files.glob(f"*/msg{number}")
    )


def phone(home: Path, url: str, number: str) -> bool:
    """Whether petra's telephone number is this one."""
    found = _asked(home, "select _phone from _user where _username = 'petra'")
    return "".join(str(found[0][0] or "").split()) == number


def _asked(home: Path, question: str, *values: object) -> list[tuple[object, ...]]:
    file = _tracker(home) / "db/db"
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return database.execute(question, values).fetchall()


def _tracker(home: Path) -> Path:
    return home.absolute() / "data"
