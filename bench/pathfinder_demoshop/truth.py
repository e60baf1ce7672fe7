"""What really happened in the shop since it was opened or reset.

Outside the pages, for tests and experiments.
"""

import json

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from .checkout import readable_order
from .seed import fill
from .store import Row, Store
from .visit import Shop


def orders(store: Store) -> list[Row]:
    """Every order that was placed."""
    return [
        readable_order(row)
        for row in store.rows("SELECT * FROM orders WHERE seeded = 0 ORDER BY number")
    ]


def accounts(store: Store) -> list[Row]:
    """Every account that was made or changed."""
    rows = store.rows("SELECT * FROM customers WHERE seeded = 0 OR changed IS NOT NULL ORDER BY id")
    return [{name: value for name, value in row.items() if name != "password"} for row in rows]


def addresses(store: Store) -> list[Row]:
    """Every address that was saved or changed, with the account's e-mail address."""
    return store.rows(
        """SELECT addresses.*, customers.email FROM addresses JOIN customers ON customers.id = customer_id
           WHERE addresses.seeded = 0 OR addresses.changed IS NOT NULL ORDER BY addresses.id"""
    )


def reviews(store: Store) -> list[Row]:
    """Every review that was written."""
    return store.rows(
        """SELECT reviews.*, products.slug AS product FROM reviews JOIN products ON products.id = product_id
           WHERE reviews.seeded = 0 ORDER BY reviews.id"""
    )


def baskets(store: Store) -> list[Row]:
    """What lies in every visitor's basket."""
    rows = store.rows(
        """SELECT visitor AS session, products.slug AS product, basket_lines.options, quantity, price
           FROM basket_lines JOIN products ON products.id = product_id ORDER BY basket_lines.id"""
    )
    return [row | {"options": json.loads(row["options"])} for row in rows]


def products(store: Store) -> list[Row]:
    """Every product, as it is now."""
    rows = store.rows(
        "SELECT products.*, categories.slug AS category FROM products JOIN categories ON "
        "categories.id = category_id ORDER BY rank"
    )
    return [row | {name: json.loads(row[name]) for name in ("options", "details")} for row in rows]


def events(store: Store) -> list[Row]:
    """Everything that changed anything, in order."""
    return [
        row | {"what": json.loads(row["what"])}
        for row in store.rows("SELECT * FROM events ORDER BY id")
    ]


def newsletter(store: Store) -> list[Row]:
    """Who signed up for the newsletter."""
    return store.rows("SELECT * FROM newsletter ORDER BY time")


FACTS = {
    each.__name__: each
    for each in (orders, accounts, addresses, reviews, baskets, products, events, newsletter)
}


async def tell(request: Request) -> Response:
    """One kind of fact, as JSON."""
    shop: Shop = request.app.state.shop
    fact = FACTS.get(request.path_params["fact"])
    if fact is None:
        return JSONResponse({"error": f"no such fact; there are {', '.join(FACTS)}"}, 404)
    return JSONResponse(fact(shop.store))


async def reset(request: Request) -> Response:
    """Put the shop back to how it opened."""
    shop: Shop = request.app.state.shop
    fill(shop.store, shop.settings)
    return JSONResponse({"reset": True, "seed": shop.settings.seed})
