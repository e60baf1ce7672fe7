"""The museum's first data. `python first.py FILE`."""

import csv
import sqlite3
import sys
from pathlib import Path

SCHEMA = """
create table staff (id integer primary key, username text unique, password text, name text);
create table place (id integer primary key, name text, kind text);
create table object (id integer primary key, number text unique, title text, category text,
  maker text default '', made text default '', acquired text default '', description text default '',
  place_id integer, condition text default 'Good');
create table note (id integer primary key, object_id integer, day text, author text, condition text,
  words text);
create table movement (id integer primary key, object_id integer, day text, source text,
  target text, reason text, author text);
create table loan (id integer primary key, object_id integer, borrower text, starts text,
  ends text, contact text default '', status text default 'agreed');
create table exhibition (id integer primary key, title text, room text, opens text, closes text,
  curator text);
create table shown (id integer primary key, exhibition_id integer, object_id integer);
"""
STAFF = (
    ("nbaines", "Ledger-box-6", "Nerys Baines"),
    ("jtrent", "Varnish-11", "Julian Trent"),
)
PLACES = (
    ("Gallery 1", "display"),
    ("Gallery 2", "display"),
    ("Long Room", "display"),
    ("Store A, bay 1", "store"),
    ("Store A, bay 2", "store"),
    ("Store B, shelf 4", "store"),
    ("Store B, shelf 7", "store"),
    ("Conservation studio", "work"),
    ("Photography room", "work"),
    ("Away on loan", "away"),
)
# object, day, author, condition, words
NOTES = (
    ("1913.2", "2024-03-12", "Julian Trent", "Fair", "Old overpaint on the dove. Stable."),
    (
        "1913.2",
        "2026-09-30",
        "Julian Trent",
        "Fair",
        "Hairline crack in the plinth, filled with wax.",
    ),
    ("1922.17", "2026-11-04", "Nerys Baines", "Fair", "Glaze chip at the spout is loose."),
    (
        "1931.8",
        "2025-06-18",
        "Nerys Baines",
        "Poor",
        "Moth in the left sleeve; frozen for two weeks.",
    ),
    (
        "1951.11",
        "2026-02-09",
        "Julian Trent",
        "Fair",
        "Putty of the case has come away at the back.",
    ),
    (
        "1965.1",
        "2023-10-20",
        "Julian Trent",
        "Poor",
        "Leather covering split along the second bend.",
    ),
    ("1938.6", "2026-05-27", "Nerys Baines", "Fair", "Light levels brought down to 50 lux."),
    ("2001.3", "2027-06-02", "Julian Trent", "Fair", "Hem being stitched to a net support."),
    ("1927.1", "2025-01-15", "Julian Trent", "Good", "Index mirror cleaned."),
)
# object, borrower, from, until, contact, status
LOANS = (
    ("1911.9", "Ambleford Museum", "2021-04-01", "2021-10-31", "Ruth Gale", "returned"),
    ("1911.9", "Thornby Castle Museum", "2027-03-15", "2027-11-30", "Hugo Vance", "out"),
    ("1927.3", "Ambleford Museum", "2027-01-11", "2027-06-11", "Ruth Gale", "out"),
    ("1960.3", "Saltmarsh Maritime Centre", "2024-05-01", "2025-04-30", "Ines Coombe", "returned"),
    ("2008.9", "Saltmarsh Maritime Centre", "2027-09-20", "2028-03-20", "Ines Coombe", "agreed"),
    ("1962.14", "Museum of Village Music", "2022-02-01", "2022-08-31", "Leo Marsh", "returned"),
    ("1936.22", "Ambleford Museum", "2023-03-01", "2023-09-30", "Ruth Gale", "returned"),
    ("1969.5", "Thornby Castle Museum", "2027-10-01", "2028-01-31", "Hugo Vance", "agreed"),
)
# title, room, opens, closes, curator, objects
EXHIBITIONS = (
    (
        "Time and Trade",
        "Gallery 1",
        "2025-03-01",
        "2028-02-29",
        "Nerys Baines",
        ["1911.4", "1934.5", "1922.17"],
    ),
    (
        "Salt and Sail",
        "Gallery 2",
        "2027-04-10",
        "2027-09-12",
        "Julian Trent",
        ["1913.2", "1931.8", "1960.3", "2008.9"],
    ),
    (
        "Scales, Feathers, Bones",
        "Long Room",
        "2027-02-06",
        "2027-08-29",
        "Nerys Baines",
        ["1951.11", "2015.2"],
    ),
    ("The Church Band", "Long Room", "2027-10-02", "2028-01-30", "Julian Trent", ["1965.1"]),
)
# object, day, from, to, reason, author
MOVEMENTS = (
    ("1927.3", "2027-01-11", "Store A, bay 2", "Away on loan", "Loan", "Julian Trent"),
    ("1911.9", "2027-03-15", "Store A, bay 1", "Away on loan", "Loan", "Nerys Baines"),
    (
        "2001.3",
        "2027-05-28",
        "Store B, shelf 7",
        "Conservation studio",
        "Conservation",
        "Julian Trent",
    ),
    ("2022.1", "2027-06-10", "Store B, shelf 7", "Photography room", "Photography", "Nerys Baines"),
)


def rows(file: str) -> list[list[str]]:
    """The rows of a file beside this one, below their heads."""
    text = Path(__file__).with_name(file).read_text(encoding="utf-8")
    return list(csv.reader(text.splitlines()))[1:]


def fill(file: str) -> None:
    """Make the tables, and put the collection into them."""
    base = sqlite3.connect(file)
    base.executescript(SCHEMA)
    base.executemany("insert into staff (username, password, name) values (?, ?, ?)", STAFF)
    base.executemany("insert into place (name, kind) values (?, ?)", PLACES)
    key = {}
    for row in rows("objects.csv"):
        key[row[0]] = base.execute(
            "insert into object (number, title, category, maker, made, acquired, place_id, "
            "condition) values (?, ?, ?, ?, ?, ?, ?, ?)",
            row,
        ).lastrowid
    base.executemany(
        "insert into note (object_id, day, author, condition, words) values (?, ?, ?, ?, ?)",
        [(key[number], *rest) for number, *rest in NOTES],
    )
    base.executemany(
        "insert into loan (object_id, borrower, starts, ends, contact, status) "
        "values (?, ?, ?, ?, ?, ?)",
        [(key[number], *rest) for number, *rest in LOANS],
    )
    base.executemany(
        "insert into movement (object_id, day, source, target, reason, author) "
        "values (?, ?, ?, ?, ?, ?)",
        [(key[number], *rest) for number, *rest in MOVEMENTS],
    )
    for *told, numbers in EXHIBITIONS:
        number = base.execute(
            "insert into exhibition (title, room, opens, closes, curator) values (?, ?, ?, ?, ?)",
            told,
        ).lastrowid
        base.executemany(
            "insert into shown (exhibition_id, object_id) values (?, ?)",
            [(number, key[each]) for each in numbers],
        )
    base.commit()
    base.close()


fill(sys.argv[1])
