"""Fills an empty database.

The goods at a seed's prices, stock and order, one customer, two countries.
"""

import random
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.sites.models import Site
from django.core.files.base import ContentFile
from oscar.apps.catalogue.categories import create_from_breadcrumbs
from oscar.core.loading import get_model
from shop.german import said
from shop.goods import CATEGORIES, GOODS, Good
from shop.pictures import picture

CUSTOMER = "alex.morgan@example.com"
PASSWORD = "Correct-Horse-7"
KEEPER = "shopkeeper@example.com"
KEEPERS_PASSWORD = "Counter-and-till-8"
SOLD_OUT = 2
_BRITISH = {
    "line1": "3 Mill Lane",
    "line4": "Bristol",
    "postcode": "BS1 4ND",
    "country_id": "GB",
}
_GERMAN = {
    "line1": "Mühlgasse 3",
    "line4": "Bremen",
    "postcode": "28195",
    "country_id": "DE",
}


def fill(seed: int, *, empty: bool = False) -> None:
    """Stock the shop.

    Args:
        seed: Decides prices, stock levels, which goods are sold out (one each in two categories)
            and the order they are listed in.
        empty: Leave the shelves bare: categories without a product.
    """
    Site.objects.update_or_create(id=1, defaults={"domain": "127.0.0.1", "name": "Fieldhouse"})
    _open_countries()
    _enrol_customer()
    get_user_model().objects.create_superuser("keeper", KEEPER, KEEPERS_PASSWORD)
    for name, text in CATEGORIES.items():
        category = create_from_breadcrumbs(said(name))
        category.description = said(text)
        category.save()
    if not empty:
        _put_on_shelves(random.Random(seed))


def _open_countries() -> None:
    country = get_model("address", "Country")
    german = settings.LANGUAGE_CODE == "de"
    for order, (code, long, name) in enumerate(
        (("DE", "DEU", "Deutschland"), ("AT", "AUT", "Österreich"), ("CH", "CHE", "Schweiz"))
        if german
        else (
            ("GB", "GBR", "United Kingdom"),
            ("US", "USA", "United States"),
            ("IE", "IRL", "Ireland"),
        )
    ):
        country.objects.create(
            iso_3166_1_a2=code,
            iso_3166_1_a3=long,
            printable_name=name,
            name=name,
            is_shipping_country=True,
            display_order=10 - order,
        )


def _enrol_customer() -> None:
    user = get_user_model().objects.create_user(
        "alex", CUSTOMER, PASSWORD, first_name="Alex", last_name="Morgan"
    )
    get_model("address", "UserAddress").objects.create(
        user=user,
        first_name="Alex",
        last_name="Morgan",
        is_default_for_shipping=True,
        **(_GERMAN if settings.LANGUAGE_CODE == "de" else _BRITISH),
    )


def _put_on_shelves(rng: random.Random) -> None:
    kind = get_model("catalogue", "ProductClass").objects.create(
        name="Home", requires_shipping=True, track_stock=True
    )
    kind.attributes.create(name="Size", code="size", type="text")
    partner = get_model("partner", "Partner").objects.create(name="Fieldhouse warehouse")
    sold_out = _sold_out(rng)
    for good in rng.sample(GOODS, len(GOODS)):
        product = _product(good, kind)
        price = _price(good, rng)
        for number, sellable in enumerate(_variants(product, good)):
            stock = 0 if good in sold_out else rng.randint(3, 40)
            sellable.stockrecords.create(
                partner=partner,
                partner_sku=f"{product.upc}-{number}",
                price=price,
                num_in_stock=stock,
            )


def _sold_out(rng: random.Random) -> list[Good]:
    names = rng.sample(sorted(CATEGORIES), SOLD_OUT)
    return [rng.choice([good for good in GOODS if good.category == name]) for name in names]


def _price(good: Good, rng: random.Random) -> Decimal:
    return Decimal(round(good.price * rng.uniform(0.75, 1.3))) + Decimal(
        rng.choice(("0.00", "-0.01", "0.49"))
    )


def _product(good: Good, kind: Any) -> Any:
    product = get_model("catalogue", "Product").objects.create(
        structure="parent" if good.sizes else "standalone",
        title=said(good.title),
        upc=f"FH-{GOODS.index(good) + 101}",
        description=f"<p>{said(good.text)}</p>",
        product_class=kind,
    )
    product.categories.add(get_model("catalogue", "Category").objects.get(name=said(good.category)))
    product.images.create(
        original=ContentFile(picture(good.title, good.shape), name=f"{product.slug}.jpg"),
        display_order=0,
    )
    return product


def _variants(product: Any, good: Good) -> list[Any]:
    if not good.sizes:
        return [product]
    children = []
    for size in good.sizes:
        child = get_model("catalogue", "Product")(
            structure="child", parent=product, title=f"{said(good.title)}, {said(size).lower()}"
        )
        child.attr.size = size
        child.save()
        children.append(child)
    return children
