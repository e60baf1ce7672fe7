"""What really happened in the shop, read from its database; no page links here."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from oscar.core.loading import get_model

Facts = list[dict[str, Any]]
_ADDRESS = (
    "first_name",
    "last_name",
    "line1",
    "line2",
    "line3",
    "line4",
    "state",
    "postcode",
    "country_id",
    "phone_number",
)


@transaction.non_atomic_requests
def tell(request: HttpRequest, what: str) -> JsonResponse:
    """The facts of one kind as a JSON list, oldest first."""
    if what not in _KINDS:
        raise Http404(f"no /truth/{what}; there are {', '.join(_KINDS)}")
    return JsonResponse(_KINDS[what](), safe=False)


@transaction.non_atomic_requests
@csrf_exempt
@require_POST
def reset(request: HttpRequest) -> JsonResponse:
    """Copy the first database over the one in use; open connections see it at their next query."""
    with (
        closing(sqlite3.connect(settings.BUILD / "db.sqlite3")) as first,
        closing(sqlite3.connect(settings.DATA / "db.sqlite3")) as used,
    ):
        first.backup(used)
    return JsonResponse({"reset": True})


def _orders() -> Facts:
    return [
        {
            "number": order.number,
            "email": order.email,
            "guest": order.user_id is None,
            "status": order.status,
            "total": str(order.total_incl_tax),
            "currency": order.currency,
            "address": _address(order.shipping_address),
            "lines": [
                {
                    "title": line.title,
                    "quantity": line.quantity,
                    "price": str(line.unit_price_incl_tax),
                }
                for line in order.lines.all()
            ],
        }
        for order in get_model("order", "Order").objects.order_by("id")
    ]


def _accounts() -> Facts:
    return _news(_accounts_in)


def _accounts_in(database: str) -> Facts:
    users = get_user_model().objects.using(database).filter(is_staff=False).order_by("id")
    return [
        {"email": user.email, "first_name": user.first_name, "last_name": user.last_name}
        for user in users
    ]


def _addresses() -> Facts:
    return _news(_addresses_in)


def _addresses_in(database: str) -> Facts:
    saved = (
        get_model("address", "UserAddress")
        .objects.using(database)
        .order_by("id")
        .select_related("user")
    )
    return [
        {
            "email": address.user.email,
            "default": address.is_default_for_shipping,
            **_address(address),
        }
        for address in saved
    ]


def _news(facts_in: Callable[[str], Facts]) -> Facts:
    """What has been added or changed since the shop opened."""
    known = facts_in("first")
    return [fact for fact in facts_in("default") if fact not in known]


def _reviews() -> Facts:
    return [
        {
            "product": review.product.get_title(),
            "title": review.title,
            "score": review.score,
            "body": review.body,
            "email": review.user.email if review.user else review.email,
        }
        for review in get_model("reviews", "ProductReview")
        .objects.order_by("id")
        .select_related("product", "user")
    ]


def _baskets() -> Facts:
    return [
        {
            "status": basket.status,
            "lines": [
                {"title": line.product.get_title(), "quantity": line.quantity}
                for line in basket.lines.all()
            ],
        }
        for basket in get_model("basket", "Basket").objects.order_by("id")
    ]


def _products() -> Facts:
    records = get_model("partner", "StockRecord").objects.order_by("id").select_related("product")
    return [
        {
            "title": record.product.get_title(),
            "categories": [category.name for category in record.product.get_categories()],
            "price": str(record.price),
            "stock": record.net_stock_level,
            "url": record.product.get_absolute_url(),
        }
        for record in records
    ]


def _address(address: Any) -> dict[str, str]:
    return (
        {name.removesuffix("_id"): str(getattr(address, name) or "") for name in _ADDRESS}
        if address
        else {}
    )


_KINDS: dict[str, Callable[[], Facts]] = {
    "orders": _orders,
    "accounts": _accounts,
    "addresses": _addresses,
    "reviews": _reviews,
    "baskets": _baskets,
    "products": _products,
}
