"""The mail of a ferry's office in Roundcube, told by its mailboxes, what it sent and SQLite."""

import email
import email.policy
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from pathfinder.core.yamlfile import read_yaml
from pathfinder_bench.sites.differences import Row, differences, holds, key_of, rows_of, the_only
from pathfinder_bench.sites.serving import (
    bring_back,
    install_apt,
    install_venv,
    packages_of,
    php,
    run_tool,
    serving,
    venv_python,
)

_HERE = Path(__file__).parent
_EXTENSIONS = (
    "ctype",
    "dom",
    "fileinfo",
    "iconv",
    "intl",
    "mbstring",
    "pdo",
    "pdo_sqlite",
    "posix",
    "simplexml",
    "sockets",
    "tokenizer",
    "xml",
)
_CONFIG = """<?php
$config['db_dsnw'] = 'sqlite:///{data}/roundcube.sqlite3';
$config['imap_host'] = '127.0.0.1:' . getenv('IMAP_PORT');
$config['smtp_host'] = '127.0.0.1:' . getenv('SMTP_PORT');
$config['smtp_user'] = '';
$config['smtp_pass'] = '';
$config['mail_domain'] = 'example.com';
$config['des_key'] = 'no-secrets-on-loopback-1';
$config['product_name'] = 'Sallow Reach Ferry';
$config['language'] = 'en_GB';
$config['timezone'] = 'UTC';
$config['message_sort_col'] = 'date';
$config['log_dir'] = '{data}/logs';
$config['temp_dir'] = '{data}/temp';
"""
_ELSEWHERE = ("Drafts", "Sent")  # what is sent is told by the outbox
_STATE = {
    "identity": 'select identity_id, name, organization, email, "reply-to", bcc, signature '
    "from identities where del = 0",
    "person": "select contact_id, name, firstname, surname, email, vcard from contacts "
    "where del = 0",
    "group": "select contactgroup_id, name from contactgroups where del = 0",
    "response": "select response_id, name, data from responses where del = 0",
}


def install(home: Path) -> None:
    """Unpack the packages, point the application at its home, and fill the first mailbox."""
    install_venv(home, packages_of(_HERE, "pip"))
    root = install_apt(home, packages_of(_HERE, "apt"))
    if (home / "first").is_dir():
        return
    for folder in ("conf", "data"):
        shutil.rmtree(home / folder, ignore_errors=True)
    app, data = root / "usr/share/roundcube", home.absolute() / "data"
    (home / "conf").mkdir()
    for name in ("defaults.inc.php", "mimetypes.php"):
        shutil.copy(root / "etc/roundcube" / name, home / "conf")
    config = _CONFIG.format(data=data)
    (home / "conf/config.inc.php").write_text(config, encoding="utf-8")
    place = f"<?php define('INSTALL_PATH', '{app}/');\n"
    (home / "conf/place.php").write_text(place, encoding="utf-8")
    for folder in ("logs", "outbox", "sessions", "temp"):
        (data / folder).mkdir(parents=True)
    tables = (app / "SQL/sqlite.initial.sql").read_text(encoding="utf-8")
    with closing(sqlite3.connect(data / "roundcube.sqlite3")) as database:
        database.executescript(tables)
    office = data / "office.json"
    office.write_text(json.dumps(read_yaml(_HERE / "office.yaml").content), encoding="utf-8")
    run_tool([str(venv_python(home)), str(_HERE / "served/fill.py"), str(office), str(data)])
    shutil.copytree(data, home / "first")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it, and beside it the mailboxes and what takes in all that is sent."""
    root, conf = home.absolute() / "apt", home.absolute() / "conf"
    settings = {
        "include_path": f".:{root / 'usr/share/php'}",
        "auto_prepend_file": str(conf / "place.php"),
        "session.save_path": str(home.absolute() / "data/sessions"),
    }
    where = ["-S", f"127.0.0.1:{port}", "-t", str(root / "usr/share/roundcube")]
    beside = [str(venv_python(home)), str(_HERE / "served/serve.py"), str(home.absolute() / "data")]
    command = [*beside, *php(root, _EXTENSIONS, settings), *where]
    environment = {"ROUNDCUBE_CONFIG_DIR": str(conf), "PHP_CLI_SERVER_WORKERS": "3"}
    with serving(command, port, env=environment) as url:
        yield url


def known(home: Path, url: str, name: str, address: str, phone: str) -> bool:
    """Whether exactly this person is new among the contacts, with address and telephone number."""
    changed = _changed(home)
    (sort, _), one = the_only(changed)
    called = one.get("name"), f"{one.get('firstname')} {one.get('surname')}"
    return (
        sort == "person"
        and holds(one, {"new": True, "email": address})
        and name in called
        and phone.replace(" ", "") in str(one["vcard"]).replace(" ", "")
    )


def writes_as(home: Path, url: str, before: str, name: str) -> bool:
    """Whether exactly the name is another under which mail is sent."""
    who = key_of(_state(home / "first"), "identity", {"name": before})
    return _changed(home) == {who: {"name": name}}


def tidied(home: Path, url: str, gone: str, moved: str, folder: str) -> bool:
    """Whether exactly one mail is deleted, and one has gone from the inbox to this folder."""
    changed = _changed(home)
    changed.pop(("mail", f"Trash: {gone}"), None)
    return changed == {
        ("mail", f"Inbox: {gone}"): {"gone": True},
        ("mail", f"Inbox: {moved}"): {"gone": True},
        ("mail", f"{folder}: {moved}"): {"new": True, "flagged": False},
    }


def answered(home: Path, url: str, address: str, words: str) -> bool:
    """Whether exactly one mail was sent, to this address alone, and says so."""
    changed = _changed(home)
    (sort, _), one = the_only(changed)
    return sort == "sent" and one["for"] == [address] and words in one["text"]


def _changed(home: Path) -> dict[tuple[str, Any], Row]:
    """What is not as on the first day, by its sort and number: what differs, or all."""
    return differences(_state(home / "first"), _state(home / "data"))


def _state(data: Path) -> dict[tuple[str, Any], Row]:
    """All people and settings, all folders, each mail but in _ELSEWHERE, and what was sent."""
    state = rows_of(data / "roundcube.sqlite3", _STATE)
    post = data / "post/henrietta"
    for folder in (post, *post.glob(".[!.]*")):
        name = folder.name.removeprefix(".") if folder != post else "Inbox"
        state["folder", name] = {"name": name}
        for file in (*folder.glob("cur/*"), *folder.glob("new/*")):
            _, _, flags = file.name.partition(":2,")
            if name in _ELSEWHERE or "T" in flags:
                continue
            mail = _read(file)
            state["mail", f"{name}: {mail['subject']}"] = {"flagged": "F" in flags}
    for file in (data / "outbox").iterdir():
        mail = _read(file)
        row = {"for": mail.get_all("x-for"), "subject": mail["subject"], "text": _text(mail)}
        state["sent", file.name] = row
    return state


def _read(file: Path) -> EmailMessage:
    return email.message_from_bytes(file.read_bytes(), policy=email.policy.default)


def _text(mail: EmailMessage) -> str:
    body = mail.get_body(("plain", "html"))
    return " ".join(str(body.get_content()).split()) if body else ""
