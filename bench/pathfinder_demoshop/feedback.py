"""What visitors give back: reviews, wishes, newsletter sign-ups and messages."""

from starlette.responses import JSONResponse, Response

from .catalogue import wanted_product
from .forms import EMAIL, Field, Form, at_most, one_of
from .product import products
from .store import now
from .visit import Visit

REVIEW = (
    Field("name", "Enter your name", at_most(40)),
    Field(
        "stars",
        "Choose a rating",
        one_of(("1", "2", "3", "4", "5"), "Choose a rating from 1 to 5 stars"),
    ),
    Field("title", "Enter a title for your review", at_most(80)),
    Field("text", "Write a few words about the product", at_most(2000)),
)
MESSAGE = (
    Field("name", "Enter your name", at_most(60)),
    EMAIL,
    Field("message", "Enter your message", at_most(2000)),
)


def review_form(visit: Visit) -> Response:
    """The form for a review, with the name of a customer who is logged in."""
    name = visit.customer["first_name"] if visit.customer else ""
    return visit.page("review.html", product=wanted_product(visit), form=Form({"name": name}))


def post_review(visit: Visit) -> Response:
    """Publish a review."""
    product = wanted_product(visit)
    form = visit.read(REVIEW)
    if not form.ok:
        return visit.invalid("review.html", product=product, form=form)
    values = dict(form.values) | {"stars": int(form.values["stars"])}
    visit.store.insert("reviews", product_id=product.id, time=now(), session=visit.id, **values)
    visit.note("review.write", product=product.slug, **values)
    return visit.go(
        f"/product/{product.slug}#reviews", "Thank you. Your review has been published."
    )


def wish_list(visit: Visit) -> Response:
    """The products that the visitor marked with a heart."""
    wished = visit.state.get("wishes", [])
    return visit.page(
        "wishlist.html",
        products=[product for product in products(visit.store) if product.slug in wished],
    )


def toggle_wish(visit: Visit) -> Response:
    """Put a product on the wish list, or take it off."""
    product = wanted_product(visit)
    wishes: list[str] = visit.state.get("wishes", [])
    wished = product.slug not in wishes
    visit.state["wishes"] = (
        [*wishes, product.slug] if wished else [each for each in wishes if each != product.slug]
    )
    if visit.wants_json:
        return JSONResponse({"wished": wished, "wishes": len(visit.state["wishes"])})
    return visit.go(
        f"/product/{product.slug}",
        f"{product.name} was {'added to' if wished else 'removed from'} your wish list.",
    )


def subscribe(visit: Visit) -> Response:
    """Sign up for the newsletter."""
    form = visit.read((EMAIL,))
    if not form.ok:
        return visit.invalid("newsletter.html", form=form)
    visit.store.run(
        "INSERT OR IGNORE INTO newsletter VALUES (?, ?, ?)", form.values["email"], now(), visit.id
    )
    visit.note("newsletter.subscribe", email=form.values["email"])
    return visit.go("/", "Thank you for subscribing to our newsletter.")


def contact(visit: Visit) -> Response:
    """The contact page."""
    return visit.page("contact.html", form=Form())


def post_contact(visit: Visit) -> Response:
    """Take a message for customer service."""
    form = visit.read(MESSAGE)
    if not form.ok:
        return visit.invalid("contact.html", form=form)
    visit.note("contact.message", **form.values)
    return visit.go(
        "/contact", "Thank you for your message. We will answer within one working day."
    )
