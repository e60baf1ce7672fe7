"""The car club's first data. `python first.py FILE`."""

import json
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

SCHEMA = """
create table tariff (id integer primary key, name text unique, monthly real, factor real, blurb text);
create table station (id integer primary key, name text unique, area text, address text,
  bays integer, key_box text, hint text, warden text);
create table car (id integer primary key, nick text unique, plate text, model text, kind text,
  fuel text, seats integer, gearbox text, station_id integer, tow integer, dogs integer,
  odometer integer, state text, remark text);
create table member (id integer primary key, login text unique, password text, name text,
  household integer, email text, phone text, street text, tariff text, tariff_next text default '',
  station_id integer, joined text, newsletter integer);
create table booking (id integer primary key, ref text unique, member_id integer, car_id integer,
  starts text, ends text, note text default '', state text default 'booked', km integer);
create table receipt (id integer primary key, booking_id integer, member_id integer, day text,
  litres real, paid real, place text default '', state text default 'handed in');
create table damage (id integer primary key, car_id integer, member_id integer, day text,
  part text, story text, drivable integer, state text default 'new');
create table bill (id integer primary key, number text unique, member_id integer, month text,
  issued text, due text, paid_on text default '', query text default '');
create table line (id integer primary key, bill_id integer, day text, label text, car text,
  amount real, sort text);
create table message (id integer primary key, sender text, day text, subject text, body text);
create table seen (id integer primary key, message_id integer, member_id integer);
create table letter (id integer primary key, member_id integer, message_id integer, day text,
  subject text, body text);
create table friend (id integer primary key, member_id integer, name text, email text, day text,
  state text default 'sent', greeting text default '');
create table card (id integer primary key, member_id integer, number text unique, issued text,
  state text default 'active', blocked_on text default '', remark text default '',
  pin text default '0000');
"""
DATA: dict[str, list[list[Any]]] = json.loads(
    Path(__file__).with_name("first.json").read_text(encoding="utf-8")
)
PERSON = 1
"""The member whose bills, letters and friends these are."""


class Filler:
    """An empty file that is filled table by table."""

    def __init__(self, file: str) -> None:
        self._base = sqlite3.connect(file)
        self._base.executescript(SCHEMA)

    def add(self, table: str, columns: str, rows: Sequence[Sequence[Any]]) -> None:
        """Insert rows, their columns in this order."""
        marks = ", ".join("?" for _ in columns.split(","))
        self._base.executemany(f"insert into {table} ({columns}) values ({marks})", rows)

    def close(self) -> None:
        """Keep it."""
        self._base.commit()
        self._base.close()


def numbered(sort: str, column: int) -> dict[str, int]:
    """The keys that rows will have, by what they are called."""
    return {row[column]: key for key, row in enumerate(DATA[sort], 1)}


def fill(file: str) -> None:
    """Make the tables, and put the club's first days into them."""
    to = Filler(file)
    stations, cars = numbered("stations", 0), numbered("cars", 0)
    members, trips = numbered("members", 2), numbered("bookings", 0)
    to.add("tariff", "name, monthly, factor, blurb", DATA["tariffs"])
    to.add("station", "name, area, address, bays, key_box, hint, warden", DATA["stations"])
    to.add(
        "car",
        "nick, plate, model, kind, fuel, seats, gearbox, station_id, tow, dogs, odometer, state, remark",
        [[*row[:7], stations[row[7]], *row[8:]] for row in DATA["cars"]],
    )
    to.add(
        "member",
        "login, password, name, household, email, phone, street, tariff, station_id, joined, newsletter",
        [[*row[:8], stations[row[8]], *row[9:]] for row in DATA["members"]],
    )
    to.add(
        "booking",
        "ref, member_id, car_id, starts, ends, note, state, km",
        [[ref, members[who], cars[car], *rest] for ref, who, car, *rest in DATA["bookings"]],
    )
    to.add(
        "receipt",
        "booking_id, member_id, day, litres, paid, place, state",
        [[trips[ref], PERSON, *rest] for ref, *rest in DATA["receipts"]],
    )
    to.add(
        "damage",
        "car_id, member_id, day, part, story, drivable, state",
        [[cars[car], members[who], *rest] for car, who, *rest in DATA["damages"]],
    )
    to.add(
        "bill",
        "number, member_id, month, issued, due, paid_on",
        [[number, PERSON, *rest[:4]] for number, *rest in DATA["bills"]],
    )
    to.add(
        "line",
        "bill_id, day, label, car, amount, sort",
        [[key, *line] for key, row in enumerate(DATA["bills"], 1) for line in row[5]],
    )
    to.add("message", "sender, day, subject, body", [row[:4] for row in DATA["messages"]])
    to.add(
        "seen",
        "message_id, member_id",
        [[key, PERSON] for key, row in enumerate(DATA["messages"], 1) if row[4]],
    )
    to.add(
        "letter",
        "member_id, message_id, day, subject, body",
        [[PERSON, *row] for row in DATA["letters"]],
    )
    to.add(
        "friend",
        "member_id, name, email, day, state, greeting",
        [[PERSON, *row] for row in DATA["friends"]],
    )
    to.add(
        "card",
        "member_id, number, issued, state, blocked_on, remark",
        [[members[who], *rest] for who, *rest in DATA["cards"]],
    )
    to.close()


fill(sys.argv[1])
