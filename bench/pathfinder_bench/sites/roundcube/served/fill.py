"""Make the first mailbox and address book: `fill.py OFFICE.json DATA`."""

import json
import mailbox
import os
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from typing import Any

from pysasl.hashing import BuiltinHash


def main(office: dict[str, Any], data: Path) -> None:
    """Make all of it."""
    who = office["who"]
    _account(data / "post", who["login"], who["password"])
    box = mailbox.Maildir(data / "post" / who["login"])
    folders = ["Drafts", "Sent", "Junk", "Trash", *office["folders"]]
    for name in folders:
        box.add_folder(name)
    shown = "".join(f"{name}\n" for name in ["INBOX", *folders])
    (data / "post" / who["login"] / "subscriptions").write_text(shown, encoding="utf-8")
    for number, (folder, state, when, sender, subject, text) in enumerate(office["mails"], 1):
        place = box if folder == "Inbox" else box.get_folder(folder)
        sent = folder == "Sent"
        people = (who["mail"], sender) if sent else (sender, who["mail"])
        _deliver(place, number, state, when, people, subject, text)
    with closing(sqlite3.connect(data / "roundcube.sqlite3")) as database, database:
        _write(database, office)


def _account(post: Path, login: str, password: str) -> None:
    post.mkdir()
    (post / "pymap-etc-passwd").write_text(f"{login}::::: {login}:\n".replace(" ", ""))
    kept = BuiltinHash(rounds=1000).hash(password)
    (post / "pymap-etc-shadow").write_text(f"{login}:{kept}:::::::\n")


def _deliver(
    place: "mailbox.Maildir",
    number: int,
    state: str,
    when: str,
    people: tuple[str, str],
    subject: str,
    text: str,
) -> None:
    """Put a mail into a folder; state: of a Maildir, S for one that was read, F for a flag."""
    moment = datetime.fromisoformat(when).replace(tzinfo=UTC)
    mail = EmailMessage()
    mail["From"], mail["To"] = people
    mail["Subject"], mail["Date"] = subject, format_datetime(moment)
    mail["Message-ID"] = f"<{number}@mail.example>"
    mail.set_content(text)
    kept = mailbox.MaildirMessage(mail)
    kept.set_subdir("cur")
    kept.set_flags(state)
    kept.set_date(moment.timestamp())
    key = place.add(kept)
    [file] = Path(place._path).glob(f"cur/{key}*")
    os.utime(file, (moment.timestamp(), moment.timestamp()))


def _write(database: sqlite3.Connection, office: dict[str, Any]) -> None:
    """The account, under which name it writes, and whom it knows."""
    who = office["who"]
    database.execute(
        "insert into users (user_id, username, mail_host, created, language, preferences) "
        "values (1, ?, '127.0.0.1', '2025-01-07 09:00:00', 'en_GB', '')",
        [who["login"]],
    )
    database.execute(
        "insert into identities (user_id, standard, name, email, changed) "
        "values (1, 1, ?, ?, '2025-01-07 09:00:00')",
        [who["name"], who["mail"]],
    )
    for given, family, address, phone in office["people"]:
        name = f"{given} {family}"
        card = f"BEGIN:VCARD\r\nVERSION:3.0\r\nN:{family};{given};;;\r\nFN:{name}\r\n"
        card += f"EMAIL;TYPE=INTERNET,HOME:{address}\r\nTEL;TYPE=WORK:{phone}\r\nEND:VCARD\r\n"
        words = f" {name} {address} ".lower()
        database.execute(
            "insert into contacts (user_id, changed, name, email, firstname, surname, vcard, words) "
            "values (1, '2025-01-07 09:00:00', ?, ?, ?, ?, ?, ?)",
            [name, address, given, family, card, words],
        )


if __name__ == "__main__":
    main(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")), Path(sys.argv[2]))
