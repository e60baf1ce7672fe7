"""The customers' portal of a merchant of heating oil and firewood, served by Flask from SQLite."""

from pathlib import Path

from pathfinder_bench.sites.differences import holds, key_of, the_only
from pathfinder_bench.sites.flask_site import FlaskSite

_SORTS = {
    sort: f"select * from {sort}"
    for sort in (
        "customer",
        "address",
        "tank",
        "reading",
        "product",
        "orders",
        "standing",
        "message",
    )
}
_SITE = FlaskSite(Path(__file__).parent, "portal", "hearth", _SORTS)
install, reset, start = _SITE.install, _SITE.reset, _SITE.start


def ordered(
    home: Path,
    url: str,
    customer: str,
    product: str,
    address: str,
    quantity: str,
    day: str,
    slot: str,
) -> bool:
    """Whether the customer has exactly one more order, as wanted, and nothing else is different."""
    before, changed = _SITE.compared(home)
    (sort, _), row = the_only(changed)
    if sort != "orders" or "new" not in row:
        return False
    who = key_of(before, "customer", {"number": customer})[1]
    what = key_of(before, "product", {"slug": product})[1]
    where = key_of(before, "address", {"customer_id": who, "label": address})[1]
    keys = (row["customer_id"], row["product_id"], row["address_id"], row["quantity"])
    told = {"day": day, "slot": slot, "status": "booked"}
    return keys == (who, what, where, int(quantity)) and holds(row, told)


def moved(home: Path, url: str, number: str, day: str) -> bool:
    """Whether that order comes on another day, and nothing else is different."""
    before, changed = _SITE.compared(home)
    return changed == {key_of(before, "orders", {"number": number}): {"day": day}}


def read_and_chosen(
    home: Path,
    url: str,
    customer: str,
    address: str,
    litres: str,
    day: str,
    wanted: str,
    unwanted: str,
) -> bool:
    """Whether the tank there has one more reading, and the customer these choices; nothing else."""
    before, changed = _SITE.compared(home)
    who = key_of(before, "customer", {"number": customer})
    where = key_of(before, "address", {"customer_id": who[1], "label": address})[1]
    tank = key_of(before, "tank", {"address_id": where})[1]
    chosen = {name: bool(now) for name, now in changed.get(who, {}).items()}
    if len(changed) != 2 or chosen != {wanted: True, unwanted: False}:
        return False
    (sort, _), row = next(each for each in changed.items() if each[0] != who)
    told = {"tank_id": tank, "litres": int(litres), "day": day}
    return sort == "reading" and "new" in row and {name: row[name] for name in told} == told


def ended(home: Path, url: str, customer: str, product: str, address: str) -> bool:
    """Whether that standing order has ended, whatever the reason, and nothing else is different."""
    before, changed = _SITE.compared(home)
    who = key_of(before, "customer", {"number": customer})[1]
    what = key_of(before, "product", {"slug": product})[1]
    where = key_of(before, "address", {"customer_id": who, "label": address})[1]
    wanted = {"customer_id": who, "product_id": what, "address_id": where}
    key = key_of(before, "standing", wanted)
    return set(changed) == {key} and changed[key].get("status") == "ended"
