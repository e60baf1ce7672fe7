"""What an application holds now that it did not hold on its first day."""

from collections.abc import Hashable, Mapping
from typing import Any, TypeVar

Row = dict[str, Any]
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
