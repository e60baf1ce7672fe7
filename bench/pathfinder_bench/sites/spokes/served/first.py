"""The workshop's first data. `python first.py FILE`."""

import json
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

SCHEMA = """
create table staff (id integer primary key, username text unique, email text, password text,
  name text);
create table mechanic (id integer primary key, name text, skills text, phone text, days text);
create table customer (id integer primary key, first_name text, last_name text, phone text,
  email text, street text, postcode text, town text, contact text default 'Phone',
  remarks text default '');
create table bike (id integer primary key, customer_id integer, make text, model text, kind text,
  colour text, frame_no text default '');
create table job (id integer primary key, number integer unique, bike_id integer,
  mechanic_id integer, status text, received text, promised text, fault text,
  spot text default '', discount integer default 0, payment text default '',
  collected text default '');
create table line (id integer primary key, job_id integer, part_id integer, text text,
  quantity integer, price integer);
create table note (id integer primary key, job_id integer, author text, day text, text text);
create table supplier (id integer primary key, name text, phone text, delivers text);
create table part (id integer primary key, code text unique, name text, category text,
  supplier_id integer, shelf text, stock integer, minimum integer, price integer);
create table purchase (id integer primary key, supplier_id integer, part_id integer,
  quantity integer, ordered text, expected text, arrived text default '', status text);
create table absence (id integer primary key, mechanic_id integer, reason text, first text,
  last text, remark text default '');
create table service (id integer primary key, name text, minutes integer, price integer);
"""
DATA = json.loads(Path(__file__).with_name("first.json").read_text(encoding="utf-8"))
STAFF = DATA["staff"]
MECHANICS = DATA["mechanics"]
CUSTOMERS = DATA["customers"]
SUPPLIERS = DATA["suppliers"]
PARTS = DATA["parts"]
SERVICES = DATA["services"]
JOBS = DATA["jobs"]
ORDERS = DATA["orders"]
ABSENCES = DATA["absences"]


def fill(file: str) -> None:
    """Make the tables, and put the workshop's life into them."""
    base = sqlite3.connect(file)
    base.executescript(SCHEMA)
    for row in STAFF:
        put(base, "staff", "username, email, password, name", row)
    for row in MECHANICS:
        put(base, "mechanic", "name, skills, phone, days", row)
    for row in ABSENCES:
        put(base, "absence", "mechanic_id, reason, first, last, remark", row)
    bikes, parts = _bikes(base), _parts(base)
    _jobs(base, bikes, parts)
    _orders(base, parts)
    base.commit()
    base.close()


def put(base: sqlite3.Connection, table: str, columns: str, values: Sequence[Any]) -> int:
    """Add a row; its number."""
    marks = ", ".join("?" * len(values))
    made = base.execute(f"insert into {table} ({columns}) values ({marks})", values)
    return made.lastrowid or 0


def _bikes(base: sqlite3.Connection) -> dict[tuple[str, int], int]:
    """The customers, and their bikes by surname and number."""
    columns = "first_name, last_name, phone, email, street, postcode, town, contact"
    bikes = {}
    for *person, owned in CUSTOMERS:
        customer = put(base, "customer", columns, person)
        for number, bike in enumerate(owned):
            named = "customer_id, make, model, kind, colour, frame_no"
            bikes[person[1], number] = put(base, "bike", named, (customer, *bike))
    return bikes


def _parts(base: sqlite3.Connection) -> dict[str, tuple[int, str, float, int]]:
    """The suppliers, and their parts by code."""
    for row in SUPPLIERS:
        put(base, "supplier", "name, phone, delivers", row)
    columns = "code, name, category, supplier_id, shelf, stock, minimum, price"
    return {row[0]: (put(base, "part", columns, row), row[1], row[-1], row[3]) for row in PARTS}


def _jobs(
    base: sqlite3.Connection,
    bikes: dict[tuple[str, int], int],
    parts: dict[str, tuple[int, str, float, int]],
) -> None:
    """The services, and the jobs with their lines and notes."""
    services = {row[0]: row[2] for row in SERVICES}
    for row in SERVICES:
        put(base, "service", "name, minutes, price", row)
    columns = (
        "number, bike_id, mechanic_id, status, received, promised, fault, spot, payment, collected"
    )
    for number, (name, bike, *told, lines, notes) in enumerate(JOBS, 3104):
        job = put(base, "job", columns, (number, bikes[name, bike], *told))
        for what, quantity in lines:
            part, text, price, _ = parts.get(what) or (None, what, services.get(what), None)
            line = (job, part, text, quantity, price)
            put(base, "line", "job_id, part_id, text, quantity, price", line)
        for note in notes:
            put(base, "note", "job_id, author, day, text", (job, *note))


def _orders(base: sqlite3.Connection, parts: dict[str, tuple[int, str, float, int]]) -> None:
    columns = "supplier_id, part_id, quantity, ordered, expected, arrived, status"
    for code, quantity, ordered, expected, arrived in ORDERS:
        key, _, _, supplier = parts[code]
        status = "Arrived" if arrived else "Ordered"
        put(
            base,
            "purchase",
            columns,
            (supplier, key, quantity, ordered, expected, arrived, status),
        )


fill(sys.argv[1])
