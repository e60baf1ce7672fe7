"""The shop's database: SQLite, one connection, rows as dictionaries."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

Row = dict[str, Any]

SCHEMA = Path(__file__).with_name("schema.sql")
TABLES = (
    "events",
    "newsletter",
    "orders",
    "basket_lines",
    "visitors",
    "addresses",
    "reviews",
    "customers",
    "products",
    "categories",
)


def now() -> str:
    """The time to write beside whatever just happened, ISO 8601 in UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Store:
    """What the shop remembers."""

    def __init__(self, database: str) -> None:
        self._db = sqlite3.connect(database, check_same_thread=False, isolation_level=None)
        self._db.row_factory = sqlite3.Row
        self._db.execute("PRAGMA synchronous = OFF")
        self._db.execute("PRAGMA foreign_keys = ON")
        self._db.executescript(SCHEMA.read_text(encoding="utf-8"))

    def rows(self, sql: str, *values: Any) -> list[Row]:
        """Every row that a query finds."""
        return [dict(row) for row in self._db.execute(sql, values)]

    def row(self, sql: str, *values: Any) -> Row | None:
        """The first row that a query finds."""
        return next(iter(self.rows(sql, *values)), None)

    def count(self, sql: str, *values: Any) -> int:
        """The one number that a query gives, such as a sum; 0 for none."""
        return int(self._db.execute(sql, values).fetchone()[0] or 0)

    def run(self, sql: str, *values: Any) -> int:
        """Run a statement that changes rows; return how many it changed."""
        return self._db.execute(sql, values).rowcount

    def insert(self, table: str, **values: Any) -> int:
        """Add a row; return its id."""
        marks = ", ".join("?" * len(values))
        return (
            self._db.execute(
                f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})",
                tuple(values.values()),
            ).lastrowid
            or 0
        )

    def update(self, table: str, key: int, **values: Any) -> None:
        """Change columns of the row with this id."""
        self._db.execute(
            f"UPDATE {table} SET {', '.join(f'{name} = ?' for name in values)} WHERE id = ?",
            (*values.values(), key),
        )

    def note(self, session: str, kind: str, **what: Any) -> None:
        """Write down that something happened, for the truth API."""
        self.insert("events", time=now(), session=session, kind=kind, what=json.dumps(what))

    @contextmanager
    def together(self) -> Iterator[None]:
        """All of the changes inside, or none of them."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    @contextmanager
    def undone(self) -> Iterator[None]:
        """The changes inside are taken back at its end."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            self._db.execute("ROLLBACK")

    def clear(self) -> None:
        """Forget everything."""
        for table in TABLES:
            self._db.execute(f"DELETE FROM {table}")

    def close(self) -> None:
        """Close the database."""
        self._db.close()
