"""The helpdesk's first data: people, queues, tickets and what is often asked. `python fill.py`."""

from datetime import UTC, datetime, timedelta

import django

django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.contrib.sites.models import Site  # noqa: E402
from django.core.management import call_command  # noqa: E402
from helpdesk.models import FollowUp, KBCategory, KBItem, Queue, Ticket  # noqa: E402

FIRST_DAY = datetime(2026, 3, 2, 8, 15, tzinfo=UTC)
PEOPLE = {
    "martha": ("Martha", "Quill", "Stairwell-38"),
    "jonas": ("Jonas", "Bell", "Toolbox-17"),
    "sorin": ("Sorin", "Pavel", "Boiler-room-24"),
}
QUEUES = {
    "heating": "Heating and water",
    "electrics": "Electrics",
    "doors": "Doors and keys",
    "yard": "Garden and yard",
}
CRITICAL, HIGH, NORMAL, LOW = 1, 2, 3, 4
OPEN, RESOLVED, CLOSED = 1, 3, 4
TICKETS = (
    ("Radiator stays cold", "heating", "b.kovac", "The one in the nursery.", NORMAL, OPEN, "sorin"),
    ("Squeaking garden gate", "yard", "h.adler", "It can be heard in bed.", LOW, OPEN, "sorin"),
    ("Doorbell is dead", "electrics", "m.oduya", "House 3, second floor.", NORMAL, CLOSED, "jonas"),
    ("Lift stops between floors", "electrics", "r.salgado", "Twice this week.", HIGH, OPEN, ""),
    ("Dripping tap in the laundry", "heating", "w.pohl", "Sink on the left.", LOW, OPEN, "sorin"),
    ("Key does not turn", "doors", "e.lind", "Front door of house 5.", HIGH, OPEN, "jonas"),
    (
        "Broken window in the bicycle cellar",
        "doors",
        "t.marek",
        "Glass on the floor.",
        HIGH,
        OPEN,
        "",
    ),
    (
        "Hedge hides the street sign",
        "yard",
        "h.adler",
        "Corner of house 1.",
        LOW,
        RESOLVED,
        "sorin",
    ),
    ("No hot water on the fourth floor", "heating", "a.ferro", "Since Sunday.", HIGH, OPEN, ""),
    ("Socket sparks", "electrics", "m.oduya", "In the kitchen.", CRITICAL, CLOSED, "jonas"),
    (
        "Smell of gas in the cellar",
        "heating",
        "r.salgado",
        "Near the meters.",
        NORMAL,
        OPEN,
        "sorin",
    ),
    ("Lost the key to the letter box", "doors", "k.brandt", "Box 42.", NORMAL, RESOLVED, "jonas"),
    ("Lift button is stuck", "electrics", "b.kovac", "The one to floor 2.", NORMAL, OPEN, ""),
    ("Swing has come loose", "yard", "a.ferro", "The left one.", HIGH, OPEN, "sorin"),
    ("Cellar light stays on", "electrics", "w.pohl", "Day and night.", LOW, OPEN, "jonas"),
    ("Rubbish beside the bins", "yard", "k.brandt", "Every Monday.", NORMAL, OPEN, ""),
)
FOLLOWED = (
    ("Radiator stays cold", "sorin", "I have bled it. Is it warm now?"),
    ("Key does not turn", "jonas", "A new cylinder is ordered."),
    ("Doorbell is dead", "jonas", "The wire was loose."),
)
ASKED = {
    ("Waste and recycling", "waste", "What goes where, and when it is collected."): (
        ("Bulky waste", "When is bulky waste collected?", "On the first Tuesday of the month."),
        ("Paper", "Where do cardboard boxes go?", "Folded, into the blue bins behind house 4."),
    ),
    ("Moving in and out", "moving", "Keys, meters and the lift."): (
        ("Spare keys", "What does a spare key cost?", "35 euros, to be paid at the office."),
        ("Reserving the lift", "Can we have the lift for a move?", "Yes, ask three days before."),
    ),
}


def people():
    """The caretakers, who may all see and do everything in the helpdesk."""
    made = {}
    for name, (first, last, password) in PEOPLE.items():
        email = f"{first}.{last}@example.com".lower()
        made[name] = get_user_model().objects.create_user(
            name, email, password, first_name=first, last_name=last, is_staff=True
        )
    return made


def tickets(caretakers) -> None:
    """What has been reported, a few hours apart, and what was said about it."""
    queues = {
        slug: Queue.objects.create(title=title, slug=slug, allow_public_submission=True)
        for slug, title in QUEUES.items()
    }
    for place, (title, queue, who, text, priority, status, owner) in enumerate(TICKETS):
        ticket = Ticket.objects.create(
            title=title,
            queue=queues[queue],
            submitter_email=f"{who}@example.com",
            description=text,
            priority=priority,
            status=status,
            assigned_to=caretakers.get(owner),
        )
        told = FIRST_DAY + timedelta(hours=5 * place)
        Ticket.objects.filter(pk=ticket.pk).update(created=told, modified=told)
    for title, name, said in FOLLOWED:
        ticket = Ticket.objects.get(title=title)
        FollowUp.objects.create(
            ticket=ticket,
            date=ticket.created + timedelta(hours=3),
            title="Comment",
            comment=said,
            public=True,
            user=caretakers[name],
        )


def fill() -> None:
    """Make the tables and fill them."""
    call_command("migrate", verbosity=0)
    call_command("loaddata", "emailtemplate", verbosity=0)
    Site.objects.update(domain="127.0.0.1", name="Linden Court")
    tickets(people())
    for (title, slug, about), items in ASKED.items():
        category = KBCategory.objects.create(
            name=title, title=title, slug=slug, description=about, public=True
        )
        for name, question, answer in items:
            KBItem.objects.create(category=category, title=name, question=question, answer=answer)


fill()
