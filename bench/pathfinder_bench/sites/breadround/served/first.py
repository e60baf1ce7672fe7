"""The bakery's first data, from the tables in `data`. `python first.py FILE`."""

import csv
import sqlite3
import sys
from pathlib import Path

from werkzeug.security import generate_password_hash

SCHEMA = """
create table staff (id integer primary key, username text unique, password text, name text);
create table round (id integer primary key, name text, driver text, days text, leaves text,
  covers text, note text default '');
create table product (id integer primary key, name text, category text, price integer, days text,
  notice integer, allergens text, available integer);
create table customer (id integer primary key, name text, contact text default '', phone text,
  email text default '', street text, village text, round_id integer references round,
  note text default '');
create table standing (id integer primary key, customer_id integer references customer,
  product_id integer references product, quantity integer, days text, since text, ended text,
  note text default '');
create table holiday (id integer primary key, customer_id integer references customer, first text,
  last text, note text default '');
create table preorder (id integer primary key, customer_id integer references customer, day text,
  way text, note text default '', status text default 'placed', why text default '');
create table preorder_line (id integer primary key, preorder_id integer references preorder,
  product_id integer references product, quantity integer);
create table invoice (id integer primary key, number text unique, customer_id integer references
  customer, month text, amount integer, issued text, due text, paid_on text, method text);
"""
TABLES = (
    "staff",
    "round",
    "product",
    "customer",
    "standing",
    "holiday",
    "preorder",
    "preorder_line",
    "invoice",
)
MAY_BE_NULL = ("round_id", "ended", "paid_on", "method")


def fill(file: str) -> None:
    """Make the tables, and put what the CSV files hold into them."""
    base = sqlite3.connect(file)
    base.executescript(SCHEMA)
    for table in TABLES:
        source = Path(__file__).parent / "data" / f"{table}.csv"
        with source.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                if table == "staff":
                    row["password"] = generate_password_hash(row["password"])
                values = [
                    None if name in MAY_BE_NULL and not value else value
                    for name, value in row.items()
                ]
                base.execute(
                    f"insert into {table} ({', '.join(row)}) "
                    f"values ({', '.join('?' for _ in row)})",
                    values,
                )
    base.commit()
    base.close()


fill(sys.argv[1])
