"""The print shop's first data. `python first.py FILE`."""

import json
import sqlite3
import sys
from pathlib import Path

SCHEMA = """
create table staff (id integer primary key, login text unique, password text, name text);
create table customer (id integer primary key, name text, contact text, phone text, email text,
  address text, terms integer default 30, discount integer default 0, remarks text default '');
create table paper (id integer primary key, name text, weight integer, format text, shelf text,
  supplier text, sheets integer, warn_below integer);
create table movement (id integer primary key, paper_id integer, day text, sheets integer,
  reason text, author text);
create table job (id integer primary key, number integer unique, customer_id integer, title text,
  product text, format text, quantity integer, paper_id integer, colours text, finish text,
  due text, stage text, printer text, price real, rush integer default 0, remarks text default '');
create table proof (id integer primary key, job_id integer, version integer, sent text, kind text,
  outcome text default 'Waiting', answered text default '', comment text default '');
create table note (id integer primary key, job_id integer, author text, day text, text text);
create table dispatch (id integer primary key, job_id integer, day text, slot text, way text,
  address text, parcels integer, carrier text default '', handed_over text default '',
  signed_by text default '', remarks text default '');
create table invoice (id integer primary key, number text unique, customer_id integer,
  job_id integer, issued text, due text, amount real, paid_on text default '',
  method text default '', reference text default '', reminders integer default 0);
"""
DATA = json.loads(Path(__file__).with_name("first.json").read_text(encoding="utf-8"))
STAFF = DATA["staff"]
CUSTOMERS = DATA["customers"]
PAPERS = DATA["papers"]
JOBS = DATA["jobs"]
PROOFS = DATA["proofs"]
NOTES = DATA["notes"]
DISPATCH = DATA["dispatch"]
INVOICES = DATA["invoices"]
MOVEMENTS = DATA["movements"]
# name, contact, phone, e-mail, address, terms, discount, remarks
# name, weight, format, shelf, supplier, sheets, warn below
# number, customer, title, product, format, quantity, paper, colours, finish, due, stage, printer, price, rush, remarks
# job, version, sent, kind, outcome, answered, comment
# job, day, slot, way, parcels, carrier, handed over, signed by, remarks
# number, job, issued, paid on, method, reference, reminders


def _later(base: sqlite3.Connection, day: str, days: int) -> str:
    return str(base.execute("select date(?, ?)", (day, f"+{days} days")).fetchone()[0])


def fill(file: str) -> None:
    """Make the tables, and put the shop's work into them."""
    base = sqlite3.connect(file)
    base.executescript(SCHEMA)
    base.executemany("insert into staff (login, password, name) values (?, ?, ?)", STAFF)
    base.executemany(
        "insert into customer (name, contact, phone, email, address, terms, discount, remarks) "
        "values (?, ?, ?, ?, ?, ?, ?, ?)",
        CUSTOMERS,
    )
    base.executemany(
        "insert into paper (name, weight, format, shelf, supplier, sheets, warn_below) "
        "values (?, ?, ?, ?, ?, ?, ?)",
        PAPERS,
    )
    base.executemany(
        "insert into movement (paper_id, day, sheets, reason, author) values (?, ?, ?, ?, ?)",
        MOVEMENTS,
    )
    who = {name: number for number, (name, *_) in enumerate(CUSTOMERS, 1)}
    job = {number: key for key, (number, *_) in enumerate(JOBS, 1)}
    base.executemany(
        "insert into job (number, customer_id, title, product, format, quantity, paper_id, colours, "
        "finish, due, stage, printer, price, rush, remarks) "
        "values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(number, who[name], *rest) for number, name, *rest in JOBS],
    )
    base.executemany(
        "insert into proof (job_id, version, sent, kind, outcome, answered, comment) "
        "values (?, ?, ?, ?, ?, ?, ?)",
        [(job[number], *rest) for number, *rest in PROOFS],
    )
    base.executemany(
        "insert into note (job_id, author, day, text) values (?, ?, ?, ?)",
        [(job[number], *rest) for number, *rest in NOTES],
    )
    by_number = {number: (who[name], rest) for number, name, *rest in JOBS}
    for number, day, slot, way, parcels, carrier, handed, signed, remarks in DISPATCH:
        address = CUSTOMERS[by_number[number][0] - 1][4] if way != "Collection" else ""
        base.execute(
            "insert into dispatch (job_id, day, slot, way, address, parcels, carrier, handed_over, "
            "signed_by, remarks) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (job[number], day, slot, way, address, parcels, carrier, handed, signed, remarks),
        )
    for told, number, issued, *paid in INVOICES:
        customer, rest = by_number[number]
        terms, discount = CUSTOMERS[customer - 1][5:7]
        amount = round(rest[10] * (100 - discount) / 100, 2)
        base.execute(
            "insert into invoice (number, customer_id, job_id, issued, due, amount, paid_on, method, "
            "reference, reminders) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (told, customer, job[number], issued, _later(base, issued, terms), amount, *paid),
        )
    base.commit()
    base.close()


fill(sys.argv[1])
