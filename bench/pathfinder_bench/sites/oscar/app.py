"""A shop for the home, served by Django from SQLite."""

import json
import shutil
import sqlite3
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from pathfinder_bench.sites.serving import free_port, install_venv, serving, venv_python

_SERVED = Path(__file__).parent / "served"
PACKAGES = (
    "django-oscar==4.2.1",
    "Django==5.2.19",
    "sorl-thumbnail==12.11.0",
    "Whoosh==2.7.4",
    "pillow",
)


def install(home: Path) -> None:
    """Install the package and build the shop."""
    set_up(home, start)


def set_up(home: Path, start_it: Any) -> None:
    """Install the package and start the shop once, which builds its first state."""
    install_venv(home, PACKAGES)
    if not (home / "built/pathfinder").is_dir():
        with start_it(home, free_port()):
            pass


def reset(home: Path) -> None:
    """Forget the data: the shop starts with a copy of its first ones."""
    shutil.rmtree(home / "data", ignore_errors=True)


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    with shop(home, port) as url:
        yield url


@contextmanager
def shop(home: Path, port: int, *words: str) -> Iterator[str]:
    """Serve the shop with further words for its command."""
    command = [str(venv_python(home)), str(_SERVED / "serve.py"), "--port", str(port)]
    data = ("--data", str(home.absolute() / "data"))
    with serving(
        [*command, *data, *words], port, env={"XDG_CACHE_HOME": str(home.absolute() / "built")}
    ) as url:
        yield url


def ordered(home: Path, url: str, title: str, quantity: str = "1") -> bool:
    """Whether just so many of just this have been ordered, by one order."""
    orders = told(url, "orders")
    return len(orders) == 1 and [
        (line["title"], line["quantity"]) for line in orders[0]["lines"]
    ] == [(title, int(quantity))]


def in_basket(home: Path, url: str, title: str, quantity: str) -> bool:
    """Whether an open basket holds just so many of just this."""
    return any(
        [(line["title"], line["quantity"]) for line in basket["lines"]] == [(title, int(quantity))]
        for basket in told(url, "baskets")
        if basket["status"] == "Open"
    )


def reviewed(home: Path, url: str, product: str, title: str, score: str) -> bool:
    """Whether the customer has reviewed a product so."""
    return any(
        (review["product"], review["title"], review["score"]) == (product, title, int(score))
        for review in told(url, "reviews")
    )


def lives_at(home: Path, url: str, line1: str) -> bool:
    """Whether the customer's saved address, or a new one, begins so."""
    return any(address["line1"] == line1 for address in told(url, "addresses"))


def account(home: Path, url: str, email: str) -> bool:
    """Whether someone has registered."""
    return any(new["email"] == email for new in told(url, "accounts"))


def wished(home: Path, url: str, title: str, name: str) -> bool:
    """Whether a wish list of that name has this in it."""
    return bool(
        asked(
            home,
            "select 1 from wishlists_line line "
            "join wishlists_wishlist list on list.id = line.wishlist_id "
            "join catalogue_product product on product.id = line.product_id "
            "where product.title = ? and list.name = ?",
            title,
            name,
        )
    )


def told(url: str, what: str) -> list[dict[str, Any]]:
    """What the shop says of itself, outside its pages."""
    with urllib.request.urlopen(f"{url}/truth/{what}", timeout=30) as answer:
        facts: list[dict[str, Any]] = json.load(answer)
    return facts


def asked(home: Path, question: str, *values: object) -> list[tuple[Any, ...]]:
    """What the shop's database answers."""
    file = home.absolute() / "data/db.sqlite3"
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return database.execute(question, values).fetchall()
