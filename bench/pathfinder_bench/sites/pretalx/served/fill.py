"""The gathering's first data: people, proposals, rooms and a first plan. `python fill.py`."""

from datetime import UTC, date, datetime, timedelta

import django

django.setup()

from django_scopes import scope, scopes_disabled  # noqa: E402
from pretalx.event.models import Event, Organiser, Team  # noqa: E402
from pretalx.person.models import SpeakerProfile, User  # noqa: E402
from pretalx.schedule.models import Room  # noqa: E402
from pretalx.submission.models import Submission, SubmissionType, Track  # noqa: E402

CLARA = "Clara Winslow"
FIRST_DAY = date(2031, 6, 14)
ROOMS = {"Threshing Barn": 120, "Cider House": 40, "Quarry Field": 25}
TRACKS = {"Craft": "#8a5a2b", "Wildlife": "#3c7a3c", "Landscape": "#2d5f8a"}
PEOPLE = {
    "Agnes Holt": "A waller in the third generation, from the high end of the valley.",
    "Tom Ridley": "Repairs what frost and sheep have taken down.",
    "Rowan Tate": "Engineer of retaining walls, converted to dry ones.",
    "Edith Barrow": "Draws lichens and counts them.",
    "Samuel Pike": "Keeps the museum of tools in the old smithy.",
    "Nadia Frost": "Teaches at the village school.",
    "Owen Marsh": "Shepherd, and chairman of the commons.",
    "Lucie Garnier": "Builds vineyard terraces on both sides of the Rhône.",
    "Henry Dunn": "Retired surveyor with a large archive of maps.",
    "Priya Nair": "Studies reptiles and where they spend the winter.",
}
TALK, WORKSHOP = "Talk", "Workshop"
CONFIRMED = (
    ("The throughstone", "Agnes Holt", TALK, "Craft", "Cider House", 10),
    ("Frost, sheep and other enemies", "Tom Ridley", TALK, "Craft", "Threshing Barn", 10),
    ("Lichens for beginners", "Edith Barrow", TALK, "Wildlife", "Cider House", 11),
    ("Terraces on the Rhône", "Lucie Garnier", TALK, "Landscape", "Threshing Barn", 11),
    ("A corner in a day", "Agnes Holt", WORKSHOP, "Craft", "Quarry Field", 13),
    ("Where the lizards sleep", "Priya Nair", TALK, "Wildlife", "Cider House", 14),
    ("Maps of vanished walls", "Henry Dunn", TALK, "Landscape", "Threshing Barn", 14),
    ("Sharpening and hafting", "Samuel Pike", WORKSHOP, "Craft", "Quarry Field", 15),
)
ACCEPTED = (
    ("Grazing along the line", "Owen Marsh", TALK, "Landscape"),
    ("Hammers of four counties", "Samuel Pike", TALK, "Craft"),
)
PROPOSED = (
    ("Walling with children", "Nadia Frost", WORKSHOP, "Craft"),
    ("Lime mortar by hand", "Tom Ridley", WORKSHOP, "Craft"),
    ("Gabions, a warning", "Rowan Tate", TALK, "Landscape"),
    ("Walls of glass", "Lucie Garnier", TALK, "Craft"),
    ("My holidays in Wales", "Henry Dunn", TALK, "Landscape"),
    ("Stoats and weasels", "Priya Nair", TALK, "Wildlife"),
    ("Retaining walls that breathe", "Rowan Tate", TALK, "Craft"),
    ("The law of the boundary", "Owen Marsh", TALK, "Landscape"),
    ("Drawing a wall", "Edith Barrow", WORKSHOP, "Landscape"),
    ("Chalk and flint", "Tom Ridley", TALK, "Craft"),
    ("A wall for the playground", "Nadia Frost", TALK, "Craft"),
    ("Ferns in the north face", "Edith Barrow", TALK, "Wildlife"),
)
REJECTED = (("Crystals and their powers", "Henry Dunn", TALK, "Landscape"),)


def person(event, name, about):
    """An account of that name, known to the gathering."""
    email = f"{name.lower().replace(' ', '.')}@example.com"
    password = "Throughstone-81" if name == CLARA else None
    user = User.objects.create_user(email=email, name=name, password=password, locale="en")
    SpeakerProfile.objects.create(user=user, event=event, biography=about)
    return user


def gathering():
    """The event, where anybody may propose, and the team that decides."""
    organiser = Organiser.objects.create(name="Dry Stone Society", slug="drystone")
    event = Event.objects.create(
        name="Stonewall Days",
        slug="stonewall",
        organiser=organiser,
        is_public=True,
        date_from=FIRST_DAY,
        date_to=FIRST_DAY + timedelta(days=1),
        timezone="UTC",
        email="days@example.com",
        locale_array="en",
        locale="en",
        landing_page_text="Two days for everybody who builds, mends or studies dry stone walls.",
    )
    rights = ("event_settings", "submissions", "teams", "organiser_settings")
    team = Team.objects.create(
        organiser=organiser,
        name="Programme team",
        all_events=True,
        is_reviewer=True,
        **{f"can_change_{right}": True for right in rights},
    )
    return event, team


def propose(event, people, title, name, sort, track):
    """A proposal that waits to be decided on."""
    proposal = Submission.objects.create(
        event=event,
        title=title,
        submission_type=SubmissionType.objects.get(event=event, name__icontains=sort),
        track=Track.objects.get(event=event, name__icontains=track),
        abstract=f"What {name.split()[0]} has learned about it in the last years.",
        content_locale="en",
    )
    proposal.speakers.add(people[name])
    return proposal


def main() -> None:
    """Fill the database."""
    event, team = gathering()
    with scope(event=event):
        event.build_initial_data()
        SubmissionType.objects.create(event=event, name=WORKSHOP, default_duration=90)
        for place, (name, color) in enumerate(TRACKS.items()):
            Track.objects.create(event=event, name=name, color=color, position=place)
        rooms = {
            name: Room.objects.create(event=event, name=name, capacity=seats, position=place)
            for place, (name, seats) in enumerate(ROOMS.items())
        }
        event.cfp.headline = "What can you tell us about walls?"
        event.cfp.text = "Talks take half an hour, workshops take an hour and a half."
        event.cfp.save()
        people = {name: person(event, name, about) for name, about in PEOPLE.items()}
        clara = person(event, CLARA, "Secretary of the Dry Stone Society.")
        team.members.add(clara)
        for *about, room, hour in CONFIRMED:
            proposal = propose(event, people, *about)
            proposal.accept(person=clara)
            proposal.confirm(person=clara)
            slot = proposal.slots.first()
            slot.room = rooms[room]
            slot.start = datetime.combine(FIRST_DAY, datetime.min.time(), UTC)
            slot.start += timedelta(hours=hour)
            slot.end = slot.start + timedelta(minutes=proposal.get_duration())
            slot.save()
        for about in ACCEPTED:
            propose(event, people, *about).accept(person=clara)
        for about in REJECTED:
            propose(event, people, *about).reject(person=clara)
        for about in PROPOSED:
            propose(event, people, *about)
        event.release_schedule("First plan", user=clara)


with scopes_disabled():
    main()
