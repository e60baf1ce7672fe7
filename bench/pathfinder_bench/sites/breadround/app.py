"""The order book of a village bakery, served by Flask from SQLite."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pathfinder_bench.sites.differences import compared, holds, key_of, the_only
from pathfinder_bench.sites.serving import (
    bring_back,
    install_venv,
    make_first,
    packages_of,
    serving,
    venv_python,
)

_HERE = Path(__file__).parent
_SORTS = {
    sort: f"select * from {sort}"
    for sort in (
        "round",
        "product",
        "customer",
        "standing",
        "holiday",
        "preorder",
        "preorder_line",
        "invoice",
    )
}


def install(home: Path) -> None:
    """Install Flask and make the bakery's first data."""
    install_venv(home, packages_of(_HERE, "pip"))
    if not (home / "first").is_dir():
        make_first(home, _HERE / "served/first.py", "bakery.sqlite")


def reset(home: Path) -> None:
    """Bring the first data back."""
    bring_back(home / "first", home / "data")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    command = [str(venv_python(home)), str(_HERE / "served/bakery.py"), str(port)]
    env = {"BAKERY_DATA": str(home.absolute() / "data/bakery.sqlite")}
    with serving(command, port, path="/login", env=env) as url:
        yield url


def away(home: Path, url: str, customer: str, first: str, last: str) -> bool:
    """Whether the customer has one more holiday, of these days, and nothing else is different."""
    before, changed = _compared(home)
    (sort, _), row = the_only(changed)
    told = {"customer_id": _customer(before, customer), "first": first, "last": last}
    return sort == "holiday" and "new" in row and holds(row, told)


def more_of(home: Path, url: str, customer: str, product: str, quantity: str) -> bool:
    """Whether the customer's standing order of it has this quantity, and nothing else is different."""
    before, changed = _compared(home)
    key = key_of(
        before,
        "standing",
        {"customer_id": _customer(before, customer), "product_id": _product(before, product)},
    )
    if set(changed) != {key} or set(changed[key]) - {"quantity", "note"}:
        return False
    return bool(changed[key].get("quantity") == int(quantity))


def settled(home: Path, url: str, customer: str, month: str, method: str, day: str) -> bool:
    """Whether the month's bill is paid so, and the order for the day is off; nothing else."""
    before, changed = _compared(home)
    number = _customer(before, customer)
    bill = key_of(before, "invoice", {"customer_id": number, "month": month})
    order = key_of(before, "preorder", {"customer_id": number, "day": day})
    if set(changed) != {bill, order}:
        return False
    if set(changed[bill]) - {"paid_on", "method"} or set(changed[order]) - {"status", "why"}:
        return False
    paid = bool(changed[bill].get("paid_on")) and changed[bill].get("method") == method
    return paid and changed[order].get("status") == "cancelled"


def ordered(
    home: Path, url: str, customer: str, product: str, quantity: str, day: str, way: str
) -> bool:
    """Whether there is one more order, of this alone, and nothing else is different."""
    before, changed = _compared(home)
    orders = [(key[1], row) for key, row in changed.items() if key[0] == "preorder"]
    lines = [row for key, row in changed.items() if key[0] == "preorder_line"]
    if len(changed) != 2 or len(orders) != 1 or len(lines) != 1:
        return False
    (number, order), line = orders[0], lines[0]
    told = {
        "customer_id": _customer(before, customer),
        "day": day,
        "way": way,
        "status": "placed",
        "new": True,
    }
    wanted = {
        "preorder_id": number,
        "product_id": _product(before, product),
        "quantity": int(quantity),
        "new": True,
    }
    return holds(order, told) and holds(line, wanted)


def _customer(rows: dict[tuple[str, Any], dict[str, Any]], name: str) -> int:
    return int(key_of(rows, "customer", {"name": name})[1])


def _product(rows: dict[tuple[str, Any], dict[str, Any]], name: str) -> int:
    return int(key_of(rows, "product", {"name": name})[1])


def _compared(home: Path) -> tuple[dict[tuple[str, Any], Any], dict[tuple[str, Any], Any]]:
    return compared(home, "bakery.sqlite", _SORTS)
