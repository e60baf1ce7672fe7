"""The first customers, meetings and offers. `python fill.py OFFICE.json`."""

import json
import sys
from datetime import UTC, datetime
from pathlib import Path

import django

django.setup()

from creme.activities.constants import (  # noqa: E402
    REL_SUB_ACTIVITY_SUBJECT,
    REL_SUB_PART_2_ACTIVITY,
    UUID_SUBTYPE_MEETING_OTHER,
)
from creme.activities.models import Activity, ActivitySubType, Calendar  # noqa: E402
from creme.assistants.models import Memo, ToDo  # noqa: E402
from creme.creme_core.models import CremeUser, HistoryLine, Relation, UserRole  # noqa: E402
from creme.opportunities.models import Opportunity, SalesPhase  # noqa: E402
from creme.persons.constants import REL_SUB_CUSTOMER_SUPPLIER, REL_SUB_EMPLOYED_BY  # noqa: E402
from creme.persons.models import Address, Contact, Organisation  # noqa: E402


def people(told):
    """Those who work in the office; the first is what there is from the beginning."""
    made = {}
    for name, one in told.items():
        chief = one.get("chief", False)
        user = CremeUser.objects.get(username="root") if chief else CremeUser(username=name)
        user.username, user.first_name, user.last_name = name, one["first"], one["last"]
        user.email = f"{one['first']}.{one['last']}@example.com".lower()
        if not chief:
            user.role = UserRole.objects.get()
        user.set_password(one["password"])
        user.save()
        if not chief:
            user.roles.set([user.role])
        made[name] = user
    return made


def connect(user, subject, kind, other) -> None:
    """Say what one is to another."""
    Relation.objects.create(user=user, subject_entity=subject, type_id=kind, object_entity=other)


def customers(told, user, firm):
    """The organisations, and who works there."""
    made = {}
    for name, (phone, email, town) in told["organisations"].items():
        one = Organisation.objects.create(user=user, name=name, phone=phone, email=email)
        one.billing_address = Address.objects.create(name="Billing address", city=town, owner=one)
        one.save()
        connect(user, one, REL_SUB_CUSTOMER_SUPPLIER, firm)
        made[name] = one
    for first, last, mobile, where in told["contacts"]:
        email = f"{first}.{last}@example.org".lower()
        one = Contact.objects.create(
            user=user, first_name=first, last_name=last, mobile=mobile, email=email
        )
        connect(user, one, REL_SUB_EMPLOYED_BY, made[where])
    return made


def work(told, user, firm, known) -> None:
    """The offers, meetings, memos and todos."""
    for name, whom, phase, worth in told["deals"]:
        Opportunity.objects.create(
            user=user,
            name=name,
            sales_phase=SalesPhase.objects.get(name=phase),
            estimated_sales=worth,
            emitter=firm,
            target=known[whom],
        )
    kind = ActivitySubType.objects.get(uuid=UUID_SUBTYPE_MEETING_OTHER)
    for title, whom, *times in told["meetings"]:
        start, end = (datetime.fromisoformat(each).replace(tzinfo=UTC) for each in times)
        meeting = Activity.objects.create(
            user=user, title=title, type=kind.type, sub_type=kind, start=start, end=end
        )
        meeting.calendars.add(Calendar.objects.get_default_calendar(user))
        connect(user, user.linked_contact, REL_SUB_PART_2_ACTIVITY, meeting)
        connect(user, known[whom], REL_SUB_ACTIVITY_SUBJECT, meeting)
    for whom, words in told["memos"]:
        Memo.objects.create(user=user, real_entity=known[whom], content=words)
    for whom, title in told["todos"]:
        ToDo.objects.create(user=user, real_entity=known[whom], title=title)


def main() -> None:
    """Fill the database."""
    told = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    firm = Organisation.objects.get(is_managed=True)
    firm.name = told["firm"]
    firm.save()
    user = people(told["people"])["imelda"]
    work(told, user, firm, customers(told, user, firm))
    HistoryLine.objects.all().delete()


if __name__ == "__main__":
    main()
