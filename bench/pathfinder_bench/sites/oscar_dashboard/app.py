"""What the keeper of the shop sees: products, orders, customers, vouchers, pages."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pathfinder_bench.sites.oscar.app import asked, set_up, shop
from pathfinder_bench.sites.oscar.app import reset as reset


def install(home: Path) -> None:
    """Install the package and build the shop with its customers and orders."""
    set_up(home, start)


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    with shop(home, port, "--history") as url:
        yield url


def voucher(home: Path, url: str, name: str, code: str) -> bool:
    """Whether there is such a voucher."""
    return bool(
        asked(home, "select 1 from voucher_voucher where name = ? and code = ?", name, code)
    )


def costs(home: Path, url: str, title: str, price: str) -> bool:
    """Whether a product has this price."""
    return bool(
        asked(
            home,
            "select 1 from partner_stockrecord record "
            "join catalogue_product product on product.id = record.product_id "
            "where product.title = ? and abs(record.price - ?) < 0.005",
            title,
            float(price),
        )
    )


def status(home: Path, url: str, number: str, status: str) -> bool:
    """Whether an order has come so far."""
    return bool(
        asked(home, "select 1 from order_order where number = ? and status = ?", number, status)
    )


def category(home: Path, url: str, name: str) -> bool:
    """Whether there is such a category."""
    return bool(asked(home, "select 1 from catalogue_category where name = ?", name))


def page(home: Path, url: str, title: str, path: str, words: str) -> bool:
    """Whether the shop has such a page."""
    return bool(
        asked(
            home,
            "select 1 from django_flatpage where title = ? and url = ? and content like ?",
            title,
            path,
            f"%{words}%",
        )
    )


def costs_and_category(home: Path, url: str, title: str, price: str, name: str) -> bool:
    """Whether a product has a price, and there is a category."""
    return costs(home, url, title, price) and category(home, url, name)
