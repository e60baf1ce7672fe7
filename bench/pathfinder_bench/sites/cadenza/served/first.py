"""The school's first data, from the CSV files. `python fill.py FILE`."""

import csv
import sqlite3
import sys
from pathlib import Path

TABLES = """
create table staff (username text primary key, password text, name text);
create table teacher (id integer primary key, name text, instruments text, days text, phone text,
  email text);
create table room (id integer primary key, name text, floor text, seats integer, equipment text);
create table pupil (id integer primary key, first_name text, last_name text, born text,
  instrument text, grade integer, contact text, phone text, email text, photos integer, notes text);
create table lesson (id integer primary key, pupil_id integer references pupil,
  teacher_id integer references teacher, room_id integer references room, day text, start text,
  minutes integer);
create table instrument (id integer primary key, tag text unique, kind text, size text, make text,
  fee integer, condition text, repair integer);
create table hire (id integer primary key, instrument_id integer references instrument,
  pupil_id integer references pupil, since text, until text, deposit integer, returned text);
create table waiting (id integer primary key, name text, age integer, instrument text,
  contact text, phone text, days text, since text, note text);
create table recital (id integer primary key, title text, day text, time text, place text,
  closes text);
create table item (id integer primary key, recital_id integer references recital,
  position integer, pupil_id integer references pupil, piece text, composer text, minutes integer,
  accompanist_id integer references teacher);
"""


def fill(file):
    base = sqlite3.connect(file)
    base.executescript(TABLES)
    for path in sorted((Path(__file__).parent / "data").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                if path.stem == "item":
                    row["accompanist_id"] = row["accompanist_id"] or None
                places = ", ".join("?" for _ in row)
                base.execute(
                    f"insert into {path.stem} ({', '.join(row)}) values ({places})",
                    tuple(row.values()),
                )
    base.commit()
    base.close()


fill(sys.argv[1])
