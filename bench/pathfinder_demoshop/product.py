"""Products as the shop's pages see them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from .store import Row, Store

SELECT = """
SELECT products.*, categories.name AS category, categories.slug AS category_slug,
       coalesce((SELECT avg(stars) FROM reviews WHERE product_id = products.id), 0) AS rating,
       (SELECT count(*) FROM reviews WHERE product_id = products.id) AS review_count
FROM products LEFT JOIN categories ON categories.id = products.category_id
"""


@dataclass(frozen=True)
class Product:
    """Something that the shop sells; prices in pence."""

    row: Row

    @property
    def id(self) -> int:
        return int(self.row["id"])

    @property
    def slug(self) -> str:
        return str(self.row["slug"])

    @property
    def name(self) -> str:
        return str(self.row["name"])

    @property
    def price(self) -> int:
        return int(self.row["price"])

    @property
    def stock(self) -> int:
        return int(self.row["stock"])

    @property
    def rating(self) -> float:
        """Mean stars, 0 without a review."""
        return float(self.row["rating"])

    @cached_property
    def options(self) -> Mapping[str, Sequence[str]]:
        """What must be chosen before it can be bought: {"Colour": ["Sand", …]}."""
        options: Mapping[str, Sequence[str]] = json.loads(self.row["options"])
        return options

    @cached_property
    def details(self) -> Mapping[str, str]:
        """The facts in the table on its page."""
        details: Mapping[str, str] = json.loads(self.row["details"])
        return details

    @property
    def availability(self) -> str:
        """What its page says about the stock."""
        if self.stock == 0:
            return "Out of stock"
        return f"Only {self.stock} left" if self.stock <= 5 else "In stock"

    @property
    def words(self) -> str:
        """The text that a search looks in."""
        return " ".join(
            (
                self.name,
                self.row["category"] or "",
                self.row["summary"],
                *(value for each in self.options.values() for value in each),
            )
        )


def products(store: Store, where: str = "1", *values: object) -> list[Product]:
    """The products that satisfy a condition, in the order of the shelves."""
    return [
        Product(row)
        for row in store.rows(f"{SELECT} WHERE {where} ORDER BY products.rank", *values)
    ]


def product_called(store: Store, slug: str) -> Product | None:
    """The product with this slug."""
    return next(iter(products(store, "products.slug = ?", slug)), None)
