"""The goods, customers, reviews and past orders that a shop opens with."""

import json
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

from .passwords import hash_password
from .settings import ShopSettings
from .store import Row, Store

GOODS = Path(__file__).with_name("goods.yaml")
DETAIL_TEXT = (
    "We chose it for the way it is made, and have used it in our own homes for a year before it "
    "came into the shop. "
    "The workshop repairs it if it ever fails you."
)
OPINIONS = {
    5: (
        ("Exactly right", "Beautifully made and packed with care. I would buy it again."),
        ("Love it", "Even nicer than in the picture."),
    ),
    4: (
        ("Very good", "Good quality for the price. Delivery took a day longer than planned."),
        ("Happy", "Does what it should."),
    ),
    3: (("It is fine", "Decent, though the colour is a little darker than I expected."),),
    2: (("Not for me", "Smaller than I thought. The return was easy."),),
}
REVIEWERS = (
    "Priya S.",
    "Tom H.",
    "Marta K.",
    "Oliver B.",
    "Chidi N.",
    "Sofia L.",
    "Grace W.",
    "Henrik J.",
    "Amelie R.",
    "Dan F.",
)

CUSTOMERS = (
    (
        "Alex",
        "Morgan",
        "alex.morgan@example.com",
        "Correct-Horse-7",
        "12 Harbour Street",
        "Bristol",
        "BS1 4DJ",
    ),
    (
        "Priya",
        "Shah",
        "priya.shah@example.com",
        "Violet-Kettle-3",
        "48 Mill Lane",
        "Leeds",
        "LS6 2QT",
    ),
    (
        "Tom",
        "Hughes",
        "tom.hughes@example.com",
        "Maple-Rocket-9",
        "3 Castle View",
        "Cardiff",
        "CF10 1AB",
    ),
    (
        "Marta",
        "Kowalska",
        "marta.kowalska@example.com",
        "Amber-Window-5",
        "27 Station Road",
        "Glasgow",
        "G1 3XW",
    ),
)
ADMIN = ("Robin", "Field", "admin@example.com", "Admin-Secret-7")


@cache
def goods() -> dict[str, Row]:
    """What the shop sells, by category."""
    loaded: dict[str, Row] = yaml.load(
        GOODS.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    )
    return loaded


def slug(name: str) -> str:
    """A name as it stands in an address."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "")).strip("-")


def fill(store: Store, settings: ShopSettings) -> None:
    """Empty the shop and stock it anew, as its seed says."""
    random = Random(settings.seed)
    with store.together():
        store.clear()
        _stock(store, random, settings)
        customers = _register(store)
        if not settings.empty:
            _review(store, random)
            _sell(store, random, customers)


def _stock(store: Store, random: Random, settings: ShopSettings) -> None:
    categories = list(goods().items())
    if settings.seed:
        random.shuffle(categories)
    rank = 0
    for name, category in categories:
        key = store.insert("categories", slug=name, name=category["name"], blurb=category["blurb"])
        products = [] if settings.empty else list(category["products"])
        if settings.seed:
            random.shuffle(products)
        sold_out = (
            random.sample(range(len(products)), k=random.choice((0, 1, 1))) if products else []
        )
        for place, product in enumerate(products):
            rank += 1
            _add_product(
                store,
                random,
                settings,
                product,
                category_id=key,
                rank=rank,
                sold_out=place in sold_out,
            )
    if settings.seed:
        _feature_others(store, random)


def _add_product(
    store: Store,
    random: Random,
    settings: ShopSettings,
    product: Row,
    *,
    category_id: int,
    rank: int,
    sold_out: bool,
) -> None:
    window = product.get("featured", False) and not settings.seed
    factor = random.uniform(0.8, 1.2) if settings.seed else 1.0
    store.insert(
        "products",
        slug=slug(product["name"]),
        name=product["name"],
        category_id=category_id,
        price=_rounded(product["price"] * factor),
        was=_rounded(product["was"] * factor) if "was" in product else None,
        summary=product["summary"],
        description=f"{product['summary']} {DETAIL_TEXT}",
        details=json.dumps(product["details"]),
        options=json.dumps(product.get("options", {})),
        stock=0 if sold_out and not window else random.randint(3, 40),
        featured=int(product.get("featured", False)),
        shape=product["shape"],
        palette=product["palette"],
        rank=rank,
        seeded=1,
    )


def _rounded(pence: float) -> int:
    return max(100, round(pence / 50) * 50)


def _feature_others(store: Store, random: Random) -> None:
    store.run("UPDATE products SET featured = 0")
    keys = [row["id"] for row in store.rows("SELECT id FROM products ORDER BY id")]
    for key in random.sample(keys, k=min(8, len(keys))):
        store.update("products", key, featured=1)


def _register(store: Store) -> list[Row]:
    opened = "2025-01-06T09:00:00+00:00"
    first, last, email, password = ADMIN
    store.insert(
        "customers",
        email=email,
        password=_hashed(password),
        first_name=first,
        last_name=last,
        admin=1,
        time=opened,
        seeded=1,
    )
    return [_add_customer(store, *customer, time=opened) for customer in CUSTOMERS]


_hashed = cache(hash_password)


def _add_customer(
    store: Store,
    first: str,
    last: str,
    email: str,
    password: str,
    line1: str,
    city: str,
    postcode: str,
    *,
    time: str,
) -> Row:
    key = store.insert(
        "customers",
        email=email,
        password=_hashed(password),
        first_name=first,
        last_name=last,
        phone="0117 496 0123",
        time=time,
        seeded=1,
    )
    address: dict[str, Any] = {
        "first_name": first,
        "last_name": last,
        "line1": line1,
        "line2": "",
        "city": city,
        "postcode": postcode,
        "country": "United Kingdom",
        "phone": "0117 496 0123",
    }
    store.insert("addresses", customer_id=key, is_default=1, time=time, seeded=1, **address)
    return {"id": key, "email": email, "address": address}


def _review(store: Store, random: Random) -> None:
    for product in store.rows("SELECT id FROM products ORDER BY id"):
        kindness = random.choice(((5, 5, 4), (5, 4, 4), (5, 4, 3), (4, 3, 2)))
        for reviewer in random.sample(REVIEWERS, k=random.randint(0, 5)):
            stars = random.choice(kindness)
            title, text = random.choice(OPINIONS[stars])
            time = f"2025-{random.randint(1, 9):02}-{random.randint(1, 28):02}T12:00:00+00:00"
            store.insert(
                "reviews",
                product_id=product["id"],
                name=reviewer,
                stars=stars,
                title=title,
                text=text,
                time=time,
                session="",
                seeded=1,
            )


def _sell(store: Store, random: Random, customers: list[Row]) -> None:
    products = store.rows("SELECT id, name, slug, price, options FROM products ORDER BY id")
    for number in range(10231, 10241):
        customer = random.choice(customers)
        lines = [
            _past_line(random, product)
            for product in random.sample(products, k=random.randint(1, 3))
        ]
        subtotal = sum(line["price"] * line["quantity"] for line in lines)
        store.insert(
            "orders",
            number=number,
            customer_id=customer["id"],
            email=customer["email"],
            address=json.dumps(customer["address"]),
            delivery="Standard delivery",
            payment=json.dumps({"brand": "Visa", "last4": "4242"}),
            lines=json.dumps(lines),
            subtotal=subtotal,
            delivery_cost=395,
            total=subtotal + 395,
            status="Delivered",
            time=f"2025-10-{number - 10230:02}T10:{random.randint(10, 59)}:00+00:00",
            session="",
            seeded=1,
        )


def _past_line(random: Random, product: Row) -> Row:
    options = {
        name: random.choice(values) for name, values in json.loads(product["options"]).items()
    }
    return {
        "product": product["name"],
        "slug": product["slug"],
        "options": options,
        "price": product["price"],
        "quantity": random.randint(1, 2),
    }
