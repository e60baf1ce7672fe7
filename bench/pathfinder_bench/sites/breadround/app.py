"""The order book of a village bakery, served by Flask from SQLite."""

from pathlib import Path
from typing import Any

from pathfinder_bench.sites.differences import holds, key_of, the_only
from pathfinder_bench.sites.flask_site import FlaskSite

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
_SITE = FlaskSite(Path(__file__).parent, "bakery", "bakery", _SORTS, path="/login")
install, reset, start = _SITE.install, _SITE.reset, _SITE.start


def away(home: Path, url: str, customer: str, first: str, last: str) -> bool:
    """Whether the customer has one more holiday, of these days, and nothing else is different."""
    before, changed = _SITE.compared(home)
    (sort, _), row = the_only(changed)
    told = {"customer_id": _customer(before, customer), "first": first, "last": last}
    return sort == "holiday" and "new" in row and holds(row, told)


def more_of(home: Path, url: str, customer: str, product: str, quantity: str) -> bool:
    """Whether the customer's standing order of it has this quantity, and nothing else is different."""
    before, changed = _SITE.compared(home)
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
    before, changed = _SITE.compared(home)
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
    before, changed = _SITE.compared(home)
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
