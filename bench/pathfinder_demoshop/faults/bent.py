"""Rules of the shop that are wrong, by the names that faults.yaml calls them."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..product import Product
from ..rules import SORTS, delivery_cost


def price_alone(price: int, _: int) -> int:
    """A line costs as much as one piece."""
    return price


def first_line_alone(totals: Sequence[int]) -> int:
    """The goods cost as much as the first line."""
    return next(iter(totals), 0)


def goods_alone(subtotal: int, _: int) -> int:
    """An order costs as much as its goods."""
    return subtotal


def never_free(method: str, _: int) -> int:
    """Standard delivery costs the same for every order."""
    return delivery_cost(method, 0)


def one_early(page: int, size: int) -> int:
    """Each page begins with the last product of the page before."""
    return max(0, (page - 1) * size - 1)


def begins_with(words: Sequence[str], product: Product) -> bool:
    """A search looks at the first word of a name alone."""
    return product.name.lower().startswith(" ".join(words))


def as_text(product: Product) -> str:
    """Prices are sorted as words are: £109 before £24."""
    return str(product.price)


BENT: Mapping[str, Mapping[str, Any]] = {
    "a line costs one piece": {"line_total": price_alone},
    "only the first line counts": {"subtotal": first_line_alone},
    "delivery is not added": {"order_total": goods_alone},
    "delivery is never free": {"delivery_cost": never_free},
    "pages overlap": {"first_on_page": one_early},
    "a search reads the first word": {"finds": begins_with},
    "prices are sorted as text": {"sorts": {**SORTS, "price": as_text}},
    "names are not sorted": {"sorts": {**SORTS, "name": SORTS["recommended"]}},
    "every card is accepted": {"is_declined": lambda _: False},
    "any quantity": {"most": 9999},
}
