"""PathFinder's own demo shop, kept in a folder; its truth is read from its database."""

import json
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pathfinder_bench.sites.serving import serving


def install(home: Path) -> None:
    """Nothing to install: the shop comes with the benches."""
    (home / "data").mkdir(parents=True, exist_ok=True)


def reset(home: Path) -> None:
    """Close the shop for good; it opens anew with its first goods and customers."""
    shutil.rmtree(home / "data", ignore_errors=True)
    (home / "data").mkdir(parents=True)


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Open it."""
    shop = [sys.executable, "-m", "pathfinder_demoshop", "--port", str(port)]
    with serving([*shop, "--data", str(home.absolute() / "data")], port) as url:
        yield url


def ordered(
    home: Path, url: str, product: str, email: str = "", city: str = "", delivery: str = ""
) -> bool:
    """Whether there is a new order of this product and nothing else."""
    return any(
        [line["product"] for line in json.loads(lines)] == [product]
        and email in ("", mail)
        and city in ("", json.loads(address)["city"])
        and delivery in way
        for lines, mail, address, way in _asked(
            home, "select lines, email, address, delivery from orders where not seeded"
        )
    )


def in_basket(home: Path, url: str, products: str) -> bool:
    """Whether a basket holds exactly these: `Snake Plant: 1, Stoneware Mug: 2`."""
    rows = _asked(
        home,
        "select visitor, products.name, quantity from basket_lines "
        "join products on products.id = product_id",
    )
    baskets: dict[str, dict[str, int]] = {}
    for visitor, name, quantity in rows:
        baskets.setdefault(visitor, {})[name] = quantity
    told = [
        ", ".join(f"{name}: {lines[name]}" for name in sorted(lines)) for lines in baskets.values()
    ]
    return products in told


def wished(home: Path, url: str, product: str) -> bool:
    """Whether somebody has put it on the wish list."""
    states = [json.loads(state) for (state,) in _asked(home, "select state from visitors")]
    return any(product in state.get("wishes", []) for state in states)


def asked(home: Path, url: str, kind: str, words: str) -> bool:
    """Whether something of a kind happened that has these words in it."""
    events = _asked(home, "select what from events where kind = ?", kind)
    return any(words.lower() in what.lower() for (what,) in events)


def reviewed(home: Path, url: str, product: str, stars: str, title: str, words: str) -> bool:
    """Whether a product has such a new review."""
    return bool(
        _asked(
            home,
            "select 1 from reviews join products on products.id = product_id where "
            "not reviews.seeded and products.name = ? and stars = ? and title = ? and text like ?",
            product,
            stars,
            title,
            f"%{words}%",
        )
    )


def subscribed(home: Path, url: str, email: str) -> bool:
    """Whether an address gets the newsletter."""
    return bool(_asked(home, "select 1 from newsletter where email = ?", email))


def customer(home: Path, url: str, email: str, **facts: str) -> bool:
    """Whether there is a customer of that address, who is so."""
    names = " and ".join(f"{name} = ?" for name in facts) or "1"
    return bool(
        _asked(home, f"select 1 from customers where email = ? and {names}", email, *facts.values())
    )


def lives(home: Path, url: str, email: str, line1: str, postcode: str, default: str = "0") -> bool:
    """Whether a customer has saved such an address."""
    return bool(
        _asked(
            home,
            "select 1 from addresses join customers on customers.id = customer_id "
            "where email = ? and line1 = ? and addresses.postcode = ? and is_default >= ?",
            email,
            line1,
            postcode,
            default,
        )
    )


def sells(home: Path, url: str, name: str, **facts: str) -> bool:
    """Whether the shop has a product of that name, which is so."""
    names = " and ".join(f"products.{key} = ?" for key in facts) or "1"
    return bool(
        _asked(home, f"select 1 from products where name = ? and {names}", name, *facts.values())
    )


def gone(home: Path, url: str, name: str) -> bool:
    """Whether exactly the product of that name is no longer sold."""
    kept = [one for (one,) in _asked(home, "select name from products")]
    return len(kept) == _GOODS - 1 and name not in kept


def no_customer(home: Path, url: str, email: str) -> bool:
    """Whether exactly the customer of that address is gone."""
    kept = [one for (one,) in _asked(home, "select email from customers where seeded")]
    return len(kept) == _CUSTOMERS - 1 and email not in kept


def status(home: Path, url: str, number: str, is_now: str) -> bool:
    """Whether an order has that status."""
    return bool(
        _asked(home, "select 1 from orders where number = ? and status = ?", number, is_now)
    )


_GOODS, _CUSTOMERS = 36, 5


def _asked(home: Path, question: str, *values: object) -> list[tuple]:  # type: ignore[type-arg]
    file = home.absolute() / "data/shop.sqlite3"
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return database.execute(question, values).fetchall()
