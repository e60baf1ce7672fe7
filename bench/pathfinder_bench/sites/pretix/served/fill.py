"""The shop's first data: two events, their tickets, a customer with an order. `python fill.py`."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import django

django.setup()

from django.utils.timezone import now  # noqa: E402
from django_scopes import scopes_disabled  # noqa: E402
from pretix.base.models import (  # noqa: E402
    Customer,
    Event,
    Item,
    Order,
    OrderPosition,
    Organizer,
    Quota,
)

EVENTS = (
    (
        "summer",
        "Summer concert",
        "Harbour Hall, Pier 4",
        datetime(2031, 7, 12, 19, 30, tzinfo=UTC),
        (
            ("Ticket", "25.00", 200, True, ()),
            ("Reduced ticket", "15.00", 50, True, ()),
            ("VIP ticket", "80.00", 0, True, ()),
            ("Concert shirt", "18.00", 40, False, ("S", "M", "L")),
        ),
    ),
    (
        "reading",
        "Winter reading",
        "Old Library, Mill Lane",
        datetime(2031, 12, 3, 18, 0, tzinfo=UTC),
        (
            ("Ticket", "9.00", 60, True, ()),
            ("Reduced ticket", "6.50", 20, True, ()),
            ("Signed book", "22.00", 15, False, ()),
        ),
    ),
)


def make_event(organizer, slug, name, place, begins, items):
    """An event that is on sale, paid by bank transfer."""
    event = Event.objects.create(
        organizer=organizer,
        name=name,
        slug=slug,
        location=place,
        date_from=begins,
        date_admission=begins - timedelta(minutes=45),
        currency="EUR",
        is_public=True,
        plugins="pretix.plugins.banktransfer",
    )
    event.settings.payment_banktransfer__enabled = True
    event.settings.payment_banktransfer_bank_details_type = "other"
    event.settings.payment_banktransfer_bank_details = "Harbour Hall, account 4711"
    event.settings.payment_term_days = 14
    event.settings.cancel_allow_user = True
    event.settings.waiting_list_enabled = True
    for position, (title, price, size, admission, sizes) in enumerate(items):
        item = Item.objects.create(
            event=event,
            name=title,
            default_price=Decimal(price),
            admission=admission,
            personalized=admission,
            position=position,
        )
        quota = Quota.objects.create(event=event, name=title, size=size)
        quota.items.add(item)
        for value in sizes:
            quota.variations.add(item.variations.create(value=value))
    event.live = True
    event.save()
    return event


def main() -> None:
    """Fill the database."""
    organizer = Organizer.objects.create(
        name="Harbour tickets", slug="harbour", plugins="pretix.plugins.banktransfer"
    )
    organizer.settings.customer_accounts = True
    events = [make_event(organizer, *about) for about in EVENTS]
    customer = Customer(
        organizer=organizer,
        email="lena.vogt@example.com",
        name_parts={"_scheme": "full", "full_name": "Lena Vogt"},
        is_active=True,
        is_verified=True,
        locale="en",
    )
    customer.set_password("Row-seven-seat-12")
    customer.save()
    order = Order.objects.create(
        event=events[1],
        code="READ1",
        status=Order.STATUS_PENDING,
        email=customer.email,
        customer=customer,
        datetime=now(),
        expires=now() + timedelta(days=3650),
        total=Decimal("22.00"),
        sales_channel=organizer.sales_channels.get(identifier="web"),
        locale="en",
    )
    book = Item.objects.get(event=events[1], name__icontains="Signed book")
    OrderPosition.objects.create(order=order, item=book, price=Decimal("22.00"), positionid=1)
    order.create_transactions()
    events[1].vouchers.create(
        code="FRIENDS24",
        item=Item.objects.filter(event=events[1]).first(),
        price_mode="set",
        value=Decimal("5.00"),
        max_usages=5,
    )


with scopes_disabled():
    main()
