"""The wiki's first data: people and articles. `python fill.py`."""

import django

django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.core.management import call_command  # noqa: E402
from wiki.models import URLPath  # noqa: E402

PEOPLE = {"elin": "Alto-and-tea-4", "bruno": "Basso-9-profondo"}
ARTICLES = {
    "rehearsals": (
        "Rehearsals",
        "We meet on Tuesdays at 19:30 in the boat house, and twice before each concert.",
    ),
    "concerts": (
        "Concerts",
        "Two a year. The spring concert is in the old customs hall, which holds 240 people.",
    ),
    "fees": ("Fees", "A year costs 90 euros, for students 40. Bruno keeps the purse."),
    "scores": (
        "Scores",
        "The scores lie in the left cupboard of the boat house. Bring them back after a concert.",
    ),
}


def fill() -> None:
    """Make the tables and write the articles."""
    call_command("migrate", verbosity=0)
    people = {
        name: get_user_model().objects.create_user(name, f"{name}@example.com", password)
        for name, password in PEOPLE.items()
    }
    root = URLPath.create_root(
        title="Harbour Choir",
        content="What every singer should know.\n\n"
        + "\n".join(f"* [{title}](/{slug}/)" for slug, (title, _) in ARTICLES.items()),
    )
    for slug, (title, text) in ARTICLES.items():
        URLPath.create_urlpath(
            root, slug, title=title, content=text, user_message="", user=people["bruno"]
        )


fill()
