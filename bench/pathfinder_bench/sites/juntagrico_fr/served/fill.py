"""The first members, depots, areas and days of work. `python fill.py GARDEN.json`."""

import json
import sys
from datetime import date, datetime, time
from pathlib import Path
from zoneinfo import ZoneInfo

import django

django.setup()

from django.contrib.sites.models import Site  # noqa: E402
from django.test.utils import override_settings  # noqa: E402
from juntagrico.entity.depot import Depot, DepotCoordinator  # noqa: E402
from juntagrico.entity.jobs import (  # noqa: E402
    ActivityArea,
    AreaCoordinator,
    Assignment,
    JobType,
    RecuringJob,
)
from juntagrico.entity.location import Location  # noqa: E402
from juntagrico.entity.member import Member  # noqa: E402
from juntagrico.entity.share import Share  # noqa: E402
from juntagrico.entity.subs import Subscription, SubscriptionPart  # noqa: E402
from juntagrico.entity.subtypes import (  # noqa: E402
    ProductSize,
    SubscriptionBundle,
    SubscriptionBundleProductSize,
    SubscriptionCategory,
    SubscriptionProduct,
    SubscriptionType,
)

_BEGAN = date(2025, 1, 1)
_PLAIN = str.maketrans("èéÉ", "eeE")


def _people(garden):
    people = {}
    for first, last, street, code, town, phone, _, _ in garden["members"]:
        one = Member.objects.create(
            first_name=first,
            last_name=last,
            email=f"{first}.{last}@example.com".translate(_PLAIN).lower(),
            addr_street=street,
            addr_zipcode=code,
            addr_location=town,
            phone=phone,
        )
        one.user.set_password(garden["password"] if not people else f"{last}-{phone}")
        one.user.save()
        one.confirmed = True  # it is not of itself, whatever a new member says
        one.save()
        for _ in range(2):
            Share.objects.create(member=one, paid_date=_BEGAN, issue_date=_BEGAN)
        people[first] = one
    return people


def _depots(garden, people):
    depots = {}
    for order, told in enumerate(garden["depots"]):
        name, day, begins, street, code, town, keeper, what, access = told
        place = Location.objects.create(
            name=name, addr_street=street, addr_zipcode=code, addr_location=town
        )
        depots[name] = Depot.objects.create(
            name=name,
            weekday=int(day),
            pickup_time=time.fromisoformat(begins),
            pickup_duration=3,
            location=place,
            description=what,
            access_information=access,
            sort_order=order,
        )
        DepotCoordinator.objects.create(depot=depots[name], member=people[keeper])
    return depots


def _baskets(garden, people, depots):
    vegetables = SubscriptionProduct.objects.create(name="Légumes")
    size = ProductSize.objects.create(name="Petit", product=vegetables)
    category = SubscriptionCategory.objects.create(name="Paniers")
    bundle = SubscriptionBundle.objects.create(long_name="Petit panier", category=category)
    SubscriptionBundleProductSize.objects.create(bundle=bundle, product_size=size)
    sort = SubscriptionType.objects.create(
        name="Petit panier",
        long_name="Petit panier de la semaine",
        bundle=bundle,
        shares=1,
        required_assignments=4,
        price=720,
    )
    for first, *_, depot, _ in garden["members"]:
        one = Subscription.objects.create(
            depot=depots[depot], start_date=_BEGAN, activation_date=_BEGAN
        )
        SubscriptionPart.objects.create(subscription=one, type=sort, activation_date=_BEGAN)
        people[first].join_subscription(one)
        one.subscriptionmembership_set.update(join_date=_BEGAN)
        one = Subscription.objects.get(pk=one.pk)
        one.primary_member = people[first]
        one.save()


def _areas(garden, people):
    areas = {}
    for order, (name, what, keeper) in enumerate(garden["areas"]):
        areas[name] = ActivityArea.objects.create(name=name, description=what, sort_order=order)
        AreaCoordinator.objects.create(area=areas[name], member=people[keeper])
    for first, *_, taken in garden["members"]:
        people[first].areas.set([areas[name] for name in taken])
    return areas


def _jobs(garden, people, areas):
    for name, area, hours, places, where, what, days, coming in garden["jobs"]:
        place, _ = Location.objects.get_or_create(name=where)
        sort = JobType.objects.create(
            name=name,
            description=what,
            activityarea=areas[area],
            default_duration=float(hours),
            location=place,
        )
        for number, day in enumerate(days):
            at = datetime.fromisoformat(day).replace(tzinfo=ZoneInfo("Europe/Zurich"))
            job = RecuringJob.objects.create(type=sort, slots=int(places), time=at)
            for first in coming if not number else ():
                Assignment.objects.create(job=job, member=people[first], amount=1)


def fill(file):
    """Enter them all."""
    garden = json.loads(file.read_text(encoding="utf-8"))
    Site.objects.update(name="Les Racines du Moulin", domain="racines.example.org")
    people = _people(garden)
    _baskets(garden, people, _depots(garden, people))
    _jobs(garden, people, _areas(garden, people))


with override_settings(EMAIL_BACKEND="django.core.mail.backends.dummy.EmailBackend"):
    fill(Path(sys.argv[1]))
