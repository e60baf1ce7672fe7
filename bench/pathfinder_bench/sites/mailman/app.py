"""The mailing lists of a canal's friends, kept by Mailman, told by its database and its queue."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pathfinder.core.yamlfile import read_yaml
from pathfinder_bench.sites.differences import Row, differences, holds
from pathfinder_bench.sites.serving import (
    bring_back,
    free_port,
    install_venv,
    packages_of,
    run_tool,
    serving,
    venv_python,
)

_HERE = Path(__file__).parent
_ROLES = {1: "member", 2: "owner", 3: "moderator", 4: "nonmember"}
_TO_THE_LIST, _TO_ELSEWHERE = 1, (2, 3)  # where an answer goes
_PASSING = ("id", "created_at", "last_post_at", "digest_last_sent_at", "post_id")
_MEMBERSHIPS = (
    "select member.list_id, member.role, address.email, member.moderation_action, "
    "coalesce(own.delivery_status, usual.delivery_status, 1) as delivered, "
    "coalesce(own.delivery_mode, usual.delivery_mode, 1) as mode from member "
    "left join user on user.id = member.user_id "
    "join address on address.id = coalesce(member.address_id, user._preferred_address_id) "
    "left join preferences own on own.id = member.preferences_id "
    "left join preferences usual on usual.id = address.preferences_id"
)
_HELD = (
    "select list.list_id, request.key from _request request "
    "join mailinglist list on list.id = request.mailing_list_id"
)
_CONFIG = """
[mailman]
layout: here
site_owner: keeper@example.com
[paths.here]
var_dir: {var}
[mta]
incoming: mailman.mta.null.NullMTA
[webservice]
admin_user: core
admin_pass: core
"""


def install(home: Path) -> None:
    """Install the packages, and make the first lists, members and held mails."""
    install_venv(home, packages_of(_HERE, "pip"))
    if (home / "first").is_dir():
        return
    shutil.rmtree(home / "data", ignore_errors=True)
    (home / "data").mkdir()
    config = _CONFIG.format(var=home.absolute() / "data/var")
    (home / "mailman.cfg").write_text(config, encoding="utf-8")
    python, environment = str(venv_python(home)), _environment(home)
    run_tool([python, "-m", "django", "migrate", "--verbosity", "0"], env=environment, cwd=home)
    lists = home / "data/lists.json"
    lists.write_text(json.dumps(read_yaml(_HERE / "lists.yaml").content), encoding="utf-8")
    fill = [python, str(_HERE / "served/fill.py"), str(lists.absolute())]
    run_tool(fill, env=environment, cwd=home)
    shutil.copytree(home / "data", home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve its core and its pages."""
    python, inner = str(venv_python(home)), free_port()
    environment = _environment(home, inner)
    core = [python, str(_HERE / "served/core.py"), str(inner)]
    pages = [python, "-m", "django", "runserver", "--noreload", "--insecure", f"127.0.0.1:{port}"]
    with (
        serving(core, inner, path="/3.1/system", env=environment, cwd=home),
        serving(pages, port, path="/accounts/login/", env=environment, cwd=home) as url,
    ):
        yield url


def subscribed(home: Path, url: str, circle: str, email: str) -> bool:
    """Whether exactly this address is new on a list, which sends it every mail from now on."""
    wanted = {"new": True, "delivered": 1, "mode": 1}
    changed = _changed(home)
    [one] = changed.values() if len(changed) == 1 else [{}]
    return set(changed) == {f"member {_id(circle)} {email}"} and holds(one, wanted)


def founded(home: Path, url: str, address: str, owner: str) -> bool:
    """Whether exactly this list is new, its members may write, and this person looks after it."""
    name = address.replace("@", ".")
    changed = _changed(home)
    made = changed.get(f"list {name}", {})
    return (
        set(changed) == {f"list {name}", f"owner {name} {owner}"}
        and all(one.get("new") for one in changed.values())
        and holds(made, {"allow_list_posts": 1})
    )


def answered(home: Path, url: str, circle: str) -> bool:
    """Whether exactly one thing is another: answers to this list's mails go to the list."""
    one = _changed(home)
    goes = one.get(f"list {_id(circle)}", {})
    there = {"reply_to_address": f"{circle}@{_domain()}"}
    return len(one) == 1 and (
        goes == {"reply_goes_to_list": _TO_THE_LIST}
        or any(goes == {"reply_goes_to_list": where} | there for where in _TO_ELSEWHERE)
    )


def passed(home: Path, url: str, circle: str, mail: str) -> bool:
    """Whether exactly this mail is held no longer, and is on its way to the list's members."""
    gone = {f"held {_id(circle)} {mail}": {"gone": True}}
    waiting = [file.read_bytes() for file in (home / "data/var/queue/pipeline").glob("*.pck")]
    return _changed(home) == gone and [mail.encode() in each for each in waiting] == [True]


def handed(home: Path, url: str, left: str, gone: str, watched: str, watcher: str) -> bool:
    """Whether exactly this member is off the one list, and the other has this moderator now."""
    changed = _changed(home)
    off, new = f"member {_id(left)} {gone}", f"moderator {_id(watched)} {watcher}"
    return set(changed) == {off, new} and changed[off] == {"gone": True} and "new" in changed[new]


def _changed(home: Path) -> dict[str, Row]:
    """What is not as on the first day."""
    return differences(_state(home / "first"), _state(home / "data"))


def _state(folder: Path) -> dict[str, Row]:
    """All lists with their settings, who is on them in which role, and the mails that are held."""
    state: dict[str, Row] = {}
    file = (folder / "var/data/mailman.db").absolute()
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        database.row_factory = sqlite3.Row
        for row in map(dict, database.execute("select * from mailinglist")):
            kept = {key: row[key] or "" for key in row if key not in _PASSING}
            state[f"list {row['list_id']}"] = kept
        for row in map(dict, database.execute(_MEMBERSHIPS)):
            who = f"{_ROLES[row.pop('role')]} {row.pop('list_id')} {row.pop('email')}"
            state[who] = row
        for circle, subject in database.execute(_HELD):
            state[f"held {circle} {subject}"] = {}
        for circle, email in database.execute("select list_id, email from ban"):
            state[f"ban {circle} {email}"] = {}
    return {key: row | {"is": key} for key, row in state.items()}


def _id(circle: str) -> str:
    """What the database calls a list."""
    return f"{circle}.{_domain()}"


def _domain() -> str:
    return str(read_yaml(_HERE / "lists.yaml").content["domain"])


def _environment(home: Path, inner: int = 0) -> dict[str, str]:
    """Where the core and the pages find their settings and each other."""
    return {
        "DJANGO_SETTINGS_MODULE": "settings",
        "PYTHONPATH": str(_HERE / "served"),
        "MAILMAN_CONFIG_FILE": str(home.absolute() / "mailman.cfg"),
        "LISTS_DATA": str(home.absolute() / "data"),
        "LISTS_CORE": f"http://127.0.0.1:{inner}",
    }
