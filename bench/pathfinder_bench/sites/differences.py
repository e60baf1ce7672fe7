"""What an application holds now that it did not hold on its first day."""

import sqlite3
from collections.abc import Hashable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

Row = dict[str, Any]
Rows = dict[tuple[str, Any], Row]
"""Sort and key of a row -> its columns."""
Key = TypeVar("Key", bound=Hashable)


def differences(before: Mapping[Key, Row], now: Mapping[Key, Row]) -> dict[Key, Row]:
    """By its key what is not as before: the columns that differ, as they are now.

    All columns and `new` of what was not there, `gone` alone of what is not there any longer.
    """
    changed: dict[Key, Row] = {}
    for key in dict.fromkeys([*before, *now]):
        old, new = before.get(key), now.get(key)
        if old is None or new is None:
            changed[key] = new | {"new": True} if new else {"gone": True}
        elif old != new:
            changed[key] = {column: new[column] for column in new if new[column] != old[column]}
    return changed


def holds(one: Row, wanted: Row) -> bool:
    """Whether a row has these values in these columns."""
    return {key: one.get(key) for key in wanted} == wanted


def the_only(changed: Mapping[tuple[str, Any], Row]) -> tuple[tuple[str, Any], Row]:
    """The key and row of the one thing that is not as before; empty where it is none, or more."""
    [one] = changed.items() if len(changed) == 1 else [(("", ""), {})]
    return one


def rows_of(file: Path, questions: Mapping[str, str]) -> Rows:
    """What an SQLite file holds, by its sort and the first column; nothing for NULL and 0.

    questions: Sort -> the SQL that asks for all of it.
    """
    found: Rows = {}
    address = f"file:{file.absolute()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as database:
        database.row_factory = sqlite3.Row
        for sort, question in questions.items():
            for row in database.execute(question):
                found[sort, row[0]] = {key: row[key] or "" for key in row.keys()[1:]}
    return found


def key_of(rows: Mapping[tuple[str, Any], Row], sort: str, wanted: Row) -> tuple[str, Any]:
    """The key of the only row of a sort that has these values."""
    [key] = [key for key, one in rows.items() if key[0] == sort and holds(one, wanted)]
    return key
