"""What the shop decides by rule: prices, sorting, paging, searching.

A fault of the shop bends one of these and nothing else.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import add, mul

from . import card
from .product import Product

FREE_DELIVERY = 7500
DELIVERIES: Mapping[str, tuple[str, str, int]] = {
    "standard": ("Standard delivery", "3 to 5 working days", 395),
    "express": ("Express delivery", "Next working day", 795),
    "collect": ("Click & collect", "From our shop on Harbour Street, in 2 hours", 0),
}

SortKey = Callable[[Product], object]
SORTS: Mapping[str, SortKey] = {
    "recommended": lambda product: product.row["rank"],
    "price": lambda product: product.price,
    "price-down": lambda product: -product.price,
    "rating": lambda product: -product.rating,
    "name": lambda product: product.name,
}


def delivery_cost(method: str, subtotal: int) -> int:
    """What delivery costs, in pence: standard is free from a certain sum."""
    return 0 if method == "standard" and subtotal >= FREE_DELIVERY else DELIVERIES[method][2]


def has_every_word(words: Sequence[str], product: Product) -> bool:
    """Whether each word of a search stands in the product's text."""
    return all(word in product.words.lower() for word in words)


def first_on_page(page: int, size: int) -> int:
    """How many products stand on the pages before this one."""
    return (page - 1) * size


@dataclass(frozen=True)
class Rules:
    """The rules by which the shop counts.

    Attributes:
        line_total: What a line of the basket costs, from price and quantity; prices in pence.
        subtotal: What the goods cost, from the lines' totals.
        delivery_cost: From the method and the subtotal.
        order_total: From the subtotal and the cost of delivery.
        sorts: How a list is sorted, by the sort's key in the address.
        first_on_page: Where a page of a list begins, from its number and the size of a page.
        finds: Whether a search for words finds a product.
        is_declined: Whether the bank refuses a card number.
        most: The most of a product that a basket takes.
    """

    line_total: Callable[[int, int], int] = mul
    subtotal: Callable[[Sequence[int]], int] = sum
    delivery_cost: Callable[[str, int], int] = delivery_cost
    order_total: Callable[[int, int], int] = add
    sorts: Mapping[str, SortKey] = field(default_factory=lambda: SORTS)
    first_on_page: Callable[[int, int], int] = first_on_page
    finds: Callable[[Sequence[str], Product], bool] = has_every_word
    is_declined: Callable[[str], bool] = card.is_declined
    most: int = 10
