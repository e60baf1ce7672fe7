"""The company's first data. `python first.py FILE`."""

import csv
import sqlite3
import sys
from pathlib import Path

SCHEMA = """
create table staff (id integer primary key, username text unique, password text, name text);
create table vessel (id integer primary key, name text, passengers integer, metres integer);
create table sailing (id integer primary key, vessel_id integer, origin text, destination text,
  day text, departs text, arrives text, status text default 'scheduled');
create table booking (id integer primary key, reference text unique, sailing_id integer, lead text,
  phone text, email text default '', adults integer, children integer, vehicle text default '',
  registration text default '', ramp integer default 0, notes text default '',
  status text default 'confirmed', paid text default '', why text default '');
create table delay (id integer primary key, sailing_id integer, minutes integer, reason text,
  message text default '', reported text);
"""
STAFF = (
    ("callum", "Bollard-27", "Callum Reid"),
    ("oona", "Gangway-58", "Oona Drever"),
)
VESSELS = (("Guillemot", 140, 60), ("Sandpiper", 48, 0))
# vessel, from, to, departs, arrives
TIMETABLE = (
    (1, "Kilbray", "Hallay", "08:15", "09:05"),
    (1, "Hallay", "Kilbray", "09:30", "10:20"),
    (2, "Hallay", "Little Hallay", "10:00", "10:20"),
    (2, "Little Hallay", "Hallay", "10:40", "11:00"),
    (1, "Kilbray", "Skarra", "11:30", "13:00"),
    (2, "Hallay", "Little Hallay", "13:15", "13:35"),
    (1, "Skarra", "Kilbray", "14:30", "16:00"),
    (2, "Little Hallay", "Hallay", "16:00", "16:20"),
    (1, "Kilbray", "Hallay", "17:15", "18:05"),
    (1, "Hallay", "Kilbray", "18:30", "19:20"),
)
DAYS = ("2027-05-19", "2027-05-20", "2027-05-21", "2027-05-22")
# day of May, from, departs, minutes, reason, message, reported
DELAYS = (
    (19, "Kilbray", "08:15", 10, "Late arrival of the vessel", "", "Wed 07:50, Oona Drever"),
    (
        19,
        "Hallay",
        "10:00",
        20,
        "High swell",
        "Please wait in the shelter at the pier.",
        "Wed 09:05, Oona Drever",
    ),
)


def rows(file: str) -> list[list[str]]:
    """The rows of a file beside this one, below their heads."""
    text = Path(__file__).with_name(file).read_text(encoding="utf-8")
    return list(csv.reader(text.splitlines()))[1:]


def fill(file: str) -> None:
    """Make the tables, the timetable of four days, and what is booked on it."""
    base = sqlite3.connect(file)
    base.executescript(SCHEMA)
    base.executemany("insert into staff (username, password, name) values (?, ?, ?)", STAFF)
    base.executemany("insert into vessel (name, passengers, metres) values (?, ?, ?)", VESSELS)
    number = {}
    for day in DAYS:
        for vessel, origin, destination, departs, arrives in TIMETABLE:
            if day == DAYS[-1] and departs > "17:00":
                continue
            number[int(day[-2:]), origin, departs] = base.execute(
                "insert into sailing (vessel_id, origin, destination, day, departs, arrives) "
                "values (?, ?, ?, ?, ?, ?)",
                (vessel, origin, destination, day, departs, arrives),
            ).lastrowid
    base.execute(
        "update sailing set status = 'departed' where day = '2027-05-19' and departs < '10:30'"
    )
    for count, (day, origin, departs, lead, phone, *rest) in enumerate(rows("bookings.csv")):
        base.execute(
            "insert into booking (reference, sailing_id, lead, phone, adults, children, vehicle, "
            "registration, notes, status, paid) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (f"HF{4103 + 7 * count}", number[int(day), origin, departs], lead, phone, *rest),
        )
    base.executemany(
        "insert into delay (sailing_id, minutes, reason, message, reported) values (?, ?, ?, ?, ?)",
        [(number[told[:3]], *told[3:]) for told in DELAYS],
    )
    base.commit()
    base.close()


fill(sys.argv[1])
