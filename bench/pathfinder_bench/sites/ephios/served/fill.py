"""The lifeguards' first data: people, what they can do, where they are needed. `python fill.py`."""

from datetime import UTC, date, datetime
from decimal import Decimal

import django

django.setup()

from django.contrib.auth.models import Group  # noqa: E402
from dynamic_preferences.registries import global_preferences_registry  # noqa: E402
from ephios.core.forms.users import HR_PERMISSIONS, PLANNING_PERMISSIONS  # noqa: E402
from ephios.core.models import (  # noqa: E402
    AbstractParticipation,
    Consequence,
    Event,
    EventType,
    LocalParticipation,
    Qualification,
    QualificationCategory,
    QualificationGrant,
    Shift,
    UserProfile,
    WorkingHours,
)
from guardian.shortcuts import assign_perm  # noqa: E402

YOLANDA = "Yolanda Brack"
PEOPLE = {
    YOLANDA: ("1988-05-02", "01632 960411", "LG BD"),
    "Lubomir Vesely": ("1979-11-23", "01632 960418", "LG RO"),
    "Cornelis Dekker": ("1965-01-30", "01632 960423", "LG BD DV"),
    "Saoirse Tierney": ("1996-07-14", "01632 960430", "LG FA"),
    "Ngozi Adeyemi": ("1991-03-08", "01632 960437", "LG FA DV"),
    "Hamish Geddes": ("2001-10-19", "01632 960442", "LG"),
    "Tuuli Rantanen": ("1984-12-05", "01632 960449", "LG BD RO"),
    "Baltasar Iglesias": ("1972-08-27", "01632 960456", "FA"),
    "Wren Castellane": ("2004-02-11", "01632 960463", "LG"),
    "Dragana Petrov": ("1993-06-16", "01632 960470", "RO FA"),
}
SKILLS = {
    "LG": "Lifeguard",
    "BD": "Boat driver",
    "DV": "Rescue diver",
    "RO": "Radio operator",
    "FA": "First aider",
}
EVENTS = (
    ("New Year dip", "Watch duty", "East slipway", "2031-01-01", 10, 13, "Bring the ice ladder."),
    ("Knots and bowlines", "Training", "Boathouse loft", "2031-02-06", 18, 20, ""),
    ("Perch Derby", "Watch duty", "Reed bay", "2031-04-26", 6, 12, "Anglers in forty small boats."),
    ("Painting the lookout", "Upkeep", "Lookout tower", "2031-05-10", 9, 15, "Paint is there."),
    ("Otter Cup", "Watch duty", "Regatta lawn", "2031-05-24", 8, 17, "OTTER"),
    ("Schools' swimming day", "Watch duty", "Shallow beach", "2031-06-12", 8, 14, "Six classes."),
    ("First aid in the boat", "Training", "South jetty", "2031-06-19", 18, 21, ""),
    (
        "Midsummer lanterns",
        "Watch duty",
        "Island bridge",
        "2031-06-21",
        20,
        23,
        "Lights out at 23.",
    ),
    ("Raft race", "Watch duty", "Mill weir", "2031-07-19", 11, 17, "Barrels and bathtubs."),
    ("Winching out the old pontoon", "Upkeep", "South jetty", "2031-08-02", 9, 13, "Gloves!"),
    ("Diving for lost anchors", "Training", "Deep end", "2031-08-16", 10, 12, "Divers only."),
)
OTTER = (
    "Rowers from nine towns, so the lawn will be full. The committee stands us soup at noon. "
    "All who help bring dry socks and a whistle. Parking is behind the chandlery."
)
COMING = (
    ("New Year dip", "Cornelis Dekker", "CONFIRMED"),
    ("New Year dip", "Ngozi Adeyemi", "CONFIRMED"),
    ("Perch Derby", YOLANDA, "CONFIRMED"),
    ("Perch Derby", "Hamish Geddes", "CONFIRMED"),
    ("Painting the lookout", "Wren Castellane", "CONFIRMED"),
    ("Otter Cup", YOLANDA, "CONFIRMED"),
    ("Otter Cup", "Tuuli Rantanen", "CONFIRMED"),
    ("Otter Cup", "Saoirse Tierney", "USER_DECLINED"),
    ("Schools' swimming day", "Baltasar Iglesias", "CONFIRMED"),
    ("Midsummer lanterns", "Dragana Petrov", "CONFIRMED"),
    ("Raft race", "Cornelis Dekker", "CONFIRMED"),
    ("Diving for lost anchors", "Ngozi Adeyemi", "CONFIRMED"),
)
HOURS = (
    (YOLANDA, "2026-02-14", "3", "Counting the life jackets"),
    (YOLANDA, "2026-03-21", "1.5", "Talk at the primary school"),
    ("Lubomir Vesely", "2026-01-17", "2", "Oiling the winch"),
    ("Lubomir Vesely", "2026-02-28", "5", "Sewing new signal flags"),
    ("Lubomir Vesely", "2026-04-04", "1", "Posters for the open day"),
    ("Tuuli Rantanen", "2026-01-24", "5", "Rewiring the radio room"),
    ("Tuuli Rantanen", "2026-03-07", "2.5", "Boat trailer to its inspection"),
    ("Hamish Geddes", "2026-03-28", "4", "Clearing the beach of driftwood"),
    ("Cornelis Dekker", "2026-05-16", "6", "Sonar survey of the deep end"),
    ("Dragana Petrov", "2026-06-06", "2", "Filling the first aid bags"),
)
ASKED = (
    ("Wren Castellane", "2026-08-15", "3.00", "Beach clean-up"),
    ("Saoirse Tierney", "2026-09-05", "1.50", "Letter to the parish about the buoys"),
)


def people():
    """The accounts, in their groups, with what each of them can do."""
    guards, desk = (Group.objects.create(name=name) for name in ("Lifeguards", "Duty desk"))
    for permission in (*PLANNING_PERMISSIONS, *HR_PERMISSIONS):
        assign_perm(permission, desk)
    for permission in ("publish_event_for_group", "decide_workinghours_for_group"):
        assign_perm(permission, desk, guards)
    category = QualificationCategory.objects.create(title="On the lake")
    skills = {
        short: Qualification.objects.create(
            title=title, abbreviation=short, category=category, is_imported=False
        )
        for short, title in SKILLS.items()
    }
    accounts = {}
    for name, (born, phone, able) in PEOPLE.items():
        accounts[name] = user = UserProfile(
            email=f"{name.lower().replace(' ', '.')}@example.com",
            display_name=name,
            date_of_birth=date.fromisoformat(born),
            phone=phone,
            preferred_language="en",
        )
        user.set_password("Grebe-whistle-27" if name == YOLANDA else None)
        user.save()
        user.groups.add(guards, *([desk] if name == YOLANDA else []))
        for short in able.split():
            QualificationGrant.objects.create(user=user, qualification=skills[short])
    return accounts, guards, desk


def events(guards, desk):
    """What is to come, each with one shift."""
    sorts = {
        title: EventType.objects.create(title=title, color=color)
        for title, color in (
            ("Watch duty", "#a8323e"),
            ("Training", "#2f6690"),
            ("Upkeep", "#5b7553"),
        )
    }
    shifts = {}
    for title, sort, place, day, begins, ends, about in EVENTS:
        event = Event.objects.create(
            title=title,
            type=sorts[sort],
            location=place,
            description=OTTER if about == "OTTER" else about,
            active=True,
        )
        assign_perm("core.view_event", guards, event)
        assign_perm("core.view_event", desk, event)
        assign_perm("core.change_event", desk, event)
        midnight = datetime.fromisoformat(day).replace(tzinfo=UTC)
        shifts[title] = Shift.objects.create(
            event=event,
            meeting_time=midnight.replace(hour=begins - 1, minute=30),
            start_time=midnight.replace(hour=begins),
            end_time=midnight.replace(hour=ends),
            signup_flow_slug="instant_confirmation",
            signup_flow_configuration={"user_can_decline_confirmed": True},
            structure_slug="uniform",
            structure_configuration={},
        )
    return shifts


def main():
    """Fill the empty database."""
    global_preferences_registry.manager()["general__organization_name"] = "Grebe Lake Lifeguards"
    accounts, guards, desk = people()
    shifts = events(guards, desk)
    for title, name, state in COMING:
        state = AbstractParticipation.States[state]
        LocalParticipation.objects.create(shift=shifts[title], user=accounts[name], state=state)
    for name, day, hours, reason in HOURS:
        WorkingHours.objects.create(
            user=accounts[name],
            date=date.fromisoformat(day),
            hours=Decimal(hours),
            reason=reason,
        )
    for name, day, hours, reason in ASKED:
        Consequence.objects.create(
            slug="ephios.grant_working_hours",
            user=accounts[name],
            data={"hours": Decimal(hours), "date": date.fromisoformat(day), "reason": reason},
        )


main()
