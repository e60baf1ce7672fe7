"""What has happened before: customers, their orders, an offer that vouchers can give."""

from typing import Any

from django.contrib.auth import get_user_model
from oscar.apps.shipping.methods import Free
from oscar.core.loading import get_class, get_model

_CUSTOMERS = (
    ("Ines", "Duarte", "ines.duarte@example.com", (("Stoneware Mug", 4),)),
    ("Owen", "Pryce", "owen.pryce@example.com", (("Night Trains", 1), ("Copper Kettle", 1))),
    ("Mei", "Tanaka", "mei.tanaka@example.com", (("Terracotta Planter", 2),)),
    ("Jonas", "Weber", "jonas.weber@example.com", ()),
)


def add_history() -> None:
    """Enrol the customers, take their orders and set up the offer."""
    number = 100201
    for first, last, email, wanted in _CUSTOMERS:
        user = get_user_model().objects.create_user(
            first.lower(), email, f"{last}-and-home-1", first_name=first, last_name=last
        )
        if wanted:
            _order(user, wanted, str(number))
            number += 1
    _offer()


def _order(user: Any, wanted: Any, number: str) -> None:
    basket = get_model("basket", "Basket").objects.create(owner=user)
    basket.strategy = get_class("partner.strategy", "Selector")().strategy(user=user)
    for title, quantity in wanted:
        product = get_model("catalogue", "Product").objects.get(title=title)
        product.stockrecords.update(num_in_stock=25)
        basket.add_product(product, quantity)
    charge = Free().calculate(basket)
    address = get_model("order", "ShippingAddress").objects.create(
        first_name=user.first_name,
        last_name=user.last_name,
        line1="8 Station Road",
        line4="York",
        postcode="YO1 7HH",
        country_id="GB",
    )
    get_class("order.utils", "OrderCreator")().place_order(
        basket=basket,
        total=get_class("checkout.calculators", "OrderTotalCalculator")().calculate(basket, charge),
        shipping_method=Free(),
        shipping_charge=charge,
        shipping_address=address,
        user=user,
        order_number=number,
        status="Pending",
    )
    basket.submit()


def _offer() -> None:
    everything = get_model("offer", "Range").objects.create(
        name="Everything", includes_all_products=True
    )
    get_model("offer", "ConditionalOffer").objects.create(
        name="A tenth off",
        offer_type="Voucher",
        condition=get_model("offer", "Condition").objects.create(
            range=everything, type="Count", value=1
        ),
        benefit=get_model("offer", "Benefit").objects.create(
            range=everything, type="Percentage", value=10
        ),
    )
