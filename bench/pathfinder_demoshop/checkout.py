"""The checkout: address, delivery, payment, review, confirmation; as a guest or with an account."""

import json
from collections.abc import Mapping

from starlette.responses import Response

from . import card
from .basket import Basket, basket_of
from .forms import ADDRESS, CARD, COUNTRIES, EMAIL, Field, Form, at_most, one_of
from .rules import DELIVERIES
from .store import Row, now
from .visit import Visit, found

STEPS = {"address": "Address", "delivery": "Delivery", "payment": "Payment", "review": "Review"}
GIFT_STEPS = {
    "address": "Address",
    "delivery": "Delivery",
    "gift": "Gift options",
    "payment": "Payment",
    "review": "Review",
}
WRAPPINGS = {"none": "No wrapping", "paper": "Brown paper and string", "cloth": "A cloth to keep"}
GIFT = (
    Field("wrapping", "Choose a wrapping", one_of(tuple(WRAPPINGS), "Choose one of the wrappings")),
    Field("note", "", at_most(200)),
)
DELIVERY = (
    Field(
        "delivery",
        "Choose a delivery method",
        one_of(tuple(DELIVERIES), "Choose one of the delivery methods"),
    ),
)


def done(visit: Visit) -> Row:
    """What the visitor has filled in so far, by step."""
    return dict(visit.state.get("checkout", {}))


def steps_of(visit: Visit) -> Mapping[str, str]:
    """The steps of this shop's checkout, in order, and what they are called.

    Some shops ask one more question.
    """
    return GIFT_STEPS if visit.shop.skin.asks_for_gift else STEPS


def step_after(visit: Visit, step: str) -> str:
    """The step that follows another."""
    steps = tuple(steps_of(visit))
    return steps[min(steps.index(step) + 1, len(steps) - 1)]


def misplaced(visit: Visit, step: str) -> Response | None:
    """Where to send a visitor who isn't ready for a step; none if ready."""
    basket = basket_of(visit)
    if not basket.lines:
        return visit.go("/basket", "Your basket is empty. Add something before you check out.")
    steps = tuple(steps_of(visit))
    missing = next(
        (before for before in steps[: steps.index(step)] if before not in done(visit)), None
    )
    return visit.go(f"/checkout/{missing}") if missing else None


def keep(visit: Visit, step: str, values: object) -> None:
    """Remember what was filled in at a step."""
    visit.state["checkout"] = {**done(visit), step: values}


def step_page(visit: Visit, step: str, form: Form, **context: object) -> Response:
    """A page of the checkout; with the status 422 when something is wrong."""
    basket = basket_of(visit)
    cost = (
        visit.rules.delivery_cost(done(visit)["delivery"], basket.subtotal)
        if "delivery" in done(visit)
        else None
    )
    total = visit.rules.order_total(basket.subtotal, cost or 0)
    context |= {
        "form": form,
        "step": step,
        "steps": steps_of(visit),
        "basket": basket,
        "total": total,
    }
    context |= {
        "next_step": steps_of(visit)[step_after(visit, step)].lower(),
        "delivery_cost": cost,
        "done": done(visit),
    }
    return visit.page(f"checkout_{step}.html", status=200 if form.ok else 422, **context)


def start(visit: Visit) -> Response:
    """The first step that is open."""
    return misplaced(visit, "address") or visit.go("/checkout/address")


def address(visit: Visit) -> Response:
    """The form for contact and delivery address, filled in as far as known."""
    values = done(visit).get("address") or _known_address(visit)
    return misplaced(visit, "address") or step_page(
        visit, "address", Form(values), countries=COUNTRIES
    )


def _known_address(visit: Visit) -> Row:
    if not visit.customer:
        return {}
    saved = visit.store.row(
        "SELECT * FROM addresses WHERE customer_id = ? ORDER BY is_default DESC, id",
        visit.customer["id"],
    )
    known = saved or visit.customer
    return {each.name: known.get(each.name, "") for each in ADDRESS} | {
        "email": visit.customer["email"]
    }


def post_address(visit: Visit) -> Response:
    """Check and keep the delivery address."""
    form = visit.read((EMAIL, *ADDRESS))
    if away := misplaced(visit, "address"):
        return away
    if not form.ok:
        return step_page(visit, "address", form, countries=COUNTRIES)
    keep(visit, "address", dict(form.values))
    return visit.go("/checkout/delivery")


def delivery(visit: Visit) -> Response:
    """The choice of a delivery method."""
    form = Form({"delivery": done(visit).get("delivery", "standard")})
    return misplaced(visit, "delivery") or _delivery_page(visit, form)


def _delivery_page(visit: Visit, form: Form) -> Response:
    subtotal = basket_of(visit).subtotal
    methods = [
        (key, name, when, visit.rules.delivery_cost(key, subtotal))
        for key, (name, when, _) in DELIVERIES.items()
    ]
    return step_page(visit, "delivery", form, methods=methods)


def post_delivery(visit: Visit) -> Response:
    """Keep the delivery method."""
    form = visit.read(DELIVERY)
    if away := misplaced(visit, "delivery"):
        return away
    if not form.ok:
        return _delivery_page(visit, form)
    keep(visit, "delivery", form.values["delivery"])
    return visit.go(f"/checkout/{step_after(visit, 'delivery')}")


def gift(visit: Visit) -> Response:
    """The question whether the order is a gift, in shops that ask it."""
    form = Form(done(visit).get("gift", {"wrapping": "none"}))
    return misplaced(visit, "gift") or step_page(visit, "gift", form, wrappings=WRAPPINGS)


def post_gift(visit: Visit) -> Response:
    """Keep the wrapping and the note."""
    form = visit.read(GIFT)
    if away := misplaced(visit, "gift"):
        return away
    if not form.ok:
        return step_page(visit, "gift", form, wrappings=WRAPPINGS)
    keep(visit, "gift", dict(form.values))
    return visit.go("/checkout/payment")


def payment(visit: Visit) -> Response:
    """The form for the card; a card number is never shown again."""
    return misplaced(visit, "payment") or step_page(visit, "payment", Form())


def post_payment(visit: Visit) -> Response:
    """Check the card; keep only its brand and last four digits."""
    form = visit.read(CARD)
    if away := misplaced(visit, "payment"):
        return away
    number = form.values["card_number"]
    if form.ok and visit.rules.is_declined(number):
        form = form.with_error("card_number", "Your card was declined. Try another card")
    if not form.ok:
        return step_page(visit, "payment", form)
    keep(visit, "payment", {"brand": card.brand(number), "last4": card.digits(number)[-4:]})
    return visit.go("/checkout/review")


def review(visit: Visit) -> Response:
    """Everything once more, before the order is placed."""
    return misplaced(visit, "review") or _review_page(visit, Form())


def _review_page(visit: Visit, form: Form) -> Response:
    return step_page(visit, "review", form, method=DELIVERIES[done(visit)["delivery"]])


def place_order(visit: Visit) -> Response:
    """Place the order, if the terms are accepted and everything is still in stock."""
    if away := misplaced(visit, "review"):
        return away
    basket = basket_of(visit)
    form = (
        Form()
        if visit.form.get("terms")
        else Form().with_error("terms", "Accept the terms and conditions to place your order")
    )
    sold_out = next((line for line in basket.lines if line.quantity > line.product.stock), None)
    if sold_out:
        return visit.go(
            "/basket",
            f"Sorry, there are only {sold_out.product.stock} of {sold_out.product.name} left. "
            "Change the quantity.",
        )
    if not form.ok:
        return _review_page(visit, form)
    number = save_order(visit, basket)
    visit.state["orders"] = [*visit.state.get("orders", []), number]
    visit.state.pop("checkout")
    return visit.go(f"/checkout/confirmation/{number}")


def save_order(visit: Visit, basket: Basket) -> int:
    """Write the order down, take the goods from stock and empty the basket.

    Return the order number.
    """
    filled = done(visit)
    cost = visit.rules.delivery_cost(filled["delivery"], basket.subtotal)
    total = visit.rules.order_total(basket.subtotal, cost)
    email = filled["address"]["email"]
    with visit.store.together():
        number = visit.store.insert(
            "orders",
            customer_id=visit.customer["id"] if visit.customer else None,
            number=_next_number(visit),
            email=email,
            address=json.dumps(
                {name: value for name, value in filled["address"].items() if name != "email"}
            ),
            delivery=DELIVERIES[filled["delivery"]][0],
            payment=json.dumps(filled["payment"]),
            lines=json.dumps(
                [_sold(line.product.row, line.options, line.quantity) for line in basket.lines]
            ),
            subtotal=basket.subtotal,
            delivery_cost=cost,
            total=total,
            status="Placed",
            time=now(),
            session=visit.id,
        )
        for line in basket.lines:
            visit.store.run(
                "UPDATE products SET stock = stock - ? WHERE id = ?", line.quantity, line.product.id
            )
        visit.store.run("DELETE FROM basket_lines WHERE visitor = ?", visit.id)
        visit.note("order.place", number=number, total=total)
    return number


def _next_number(visit: Visit) -> int:
    return max(10240, visit.store.count("SELECT max(number) FROM orders")) + 1


def _sold(product: Row, options: Mapping[str, str], quantity: int) -> Row:
    return {
        "product": product["name"],
        "slug": product["slug"],
        "options": options,
        "price": product["price"],
        "quantity": quantity,
    }


def confirmation(visit: Visit) -> Response:
    """Thanks for an order that this visitor placed."""
    number = visit.path("number")
    row = (
        visit.store.row("SELECT * FROM orders WHERE number = ?", number)
        if int(number) in visit.state.get("orders", [])
        else None
    )
    return visit.page("confirmation.html", order=readable_order(found(row)))


def readable_order(row: Row) -> Row:
    """An order with its address, payment and lines as values."""
    return row | {name: json.loads(row[name]) for name in ("address", "payment", "lines")}
