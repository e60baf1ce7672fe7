"""The administration of PathFinder's own demo shop: the same shop, seen by its staff."""

from pathlib import Path

from pathfinder_bench.sites.demoshop.app import (
    customer,
    gone,
    install,
    no_customer,
    reset,
    sells,
    start,
    status,
)


def dearer_and_called(home: Path, url: str, name: str, price: str, email: str, phone: str) -> bool:
    """Whether a product has the price and a customer the phone number."""
    return sells(home, url, name, price=price) and customer(home, url, email, phone=phone)


__all__ = [
    "customer",
    "dearer_and_called",
    "gone",
    "install",
    "no_customer",
    "reset",
    "sells",
    "start",
    "status",
]
