"""The website's first data: editors, pages and people to ask. `python fill.py`."""

from datetime import date

import django

django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.contrib.auth.models import Group, Permission  # noqa: E402
from django.core.management import call_command  # noqa: E402
from park.models import AdmissionPage, Contact, NewsPage, PlainPage  # noqa: E402
from wagtail.models import Locale, Page, Site  # noqa: E402
from wagtail.users.models import UserProfile  # noqa: E402

EDITORS = {
    "karla": ("Karla", "Wenzel", "Futterkrippe-46"),
    "tilo": ("Tilo", "Marx", "Rindenmulch-12"),
    "hedwig": ("Hedwig", "Stoll", "Wildwechsel-83"),
}
NEWS = (
    ("Nachwuchs bei den Wisenten", date(2026, 4, 3), "Das Kalb steht schon auf eigenen Beinen."),
    ("Parkplatz Nord gesperrt", date(2026, 4, 9), "Bitte bis Pfingsten den Parkplatz Süd nutzen."),
    ("Osterferien: länger geöffnet", date(2026, 3, 20), "Einlass bis 18 Uhr."),
    ("Uhu zurück in der Voliere", date(2025, 11, 8), "Der Flügel ist verheilt."),
    ("Neue Futterautomaten", date(2026, 2, 14), "Sie nehmen Münzen zu 50 Cent."),
    ("Sommerfest am Teich", date(2026, 5, 2), "Mit Musik und Stockbrot, am 4. Juli ab 15 Uhr."),
    ("Brücke am Damwildgehege fertig", date(2026, 1, 22), "Auch für Kinderwagen breit genug."),
)
ANIMALS = (
    ("Luchs", "Vier Tiere leben im Gehege am Nordhang."),
    ("Wisent", "Die Herde hat neun Köpfe."),
    ("Fischotter", "Fütterung täglich um 11 Uhr."),
    ("Wildkatze", "Man sieht sie am besten in der Dämmerung."),
    ("Uhu", "Er brütet in der Felswand."),
)
VISIT = (
    ("Anfahrt", "Mit dem Bus 190 bis Reinsdorf, Wildpark."),
    ("Waldkiosk", "Waffeln und Kaffee, von April bis Oktober."),
    ("Führungen", "Sonntags um 14 Uhr, Treffpunkt an der Kasse."),
    ("Hunde im Park", "Nur an der Leine."),
)
CONTACTS = (
    ("Silke Arnold", "Kasse und Jahreskarten", "05542 6031-10", "arnold@example.com"),
    ("Bernd Kühl", "Fütterungen", "05542 6031-22", "kuehl@example.com"),
    ("Almut Reuter", "Tierpatenschaften", "05542 6031-27", "reuter@example.com"),
    ("Timo Raddatz", "Schulklassen", "05542 6031-33", "raddatz@example.com"),
    ("Ines Wolter", "Presse", "05542 6031-15", "wolter@example.com"),
)


def editors():
    """Who writes the website: they may publish, and keep the people to ask, but no accounts."""
    group = Group.objects.get(name="Moderators")
    group.permissions.add(
        *Permission.objects.filter(content_type__app_label__in=["park", "wagtailredirects"])
    )
    made = {}
    for name, (first, last, password) in EDITORS.items():
        email = f"{first}.{last}@example.com".lower()
        made[name] = get_user_model().objects.create_user(
            name, email, password, first_name=first, last_name=last
        )
        made[name].groups.add(group)
        UserProfile.objects.create(user=made[name], dismissibles={})
    return made


def put(parent, page, editor):
    """A page below another, published by an editor."""
    parent.add_child(instance=page)
    page.save_revision(user=editor, log_action=True).publish(user=editor)
    return page


def pages(by) -> None:
    """The website."""
    Page.objects.filter(depth=2).delete()
    Locale.objects.all().update(language_code="de")
    root = Page.objects.get(depth=1)
    home = put(root, PlainPage(title="Wildpark Reinsdorf", text="Willkommen!"), by["hedwig"])
    Site.objects.update_or_create(
        hostname="127.0.0.1",
        defaults={"root_page": home, "is_default_site": True, "site_name": "Wildpark Reinsdorf"},
    )
    parts = {
        title: put(home, PlainPage(title=title), by["hedwig"])
        for title in ("Aktuelles", "Unsere Tiere", "Besuch", "Archiv")
    }
    for title, day, text in NEWS:
        put(parts["Aktuelles"], NewsPage(title=title, date=day, text=text), by["karla"])
    for title, text in ANIMALS:
        put(parts["Unsere Tiere"], PlainPage(title=title, text=text), by["hedwig"])
    prices = AdmissionPage(
        title="Eintrittspreise",
        for_adults="8,50 Euro",
        for_children="4,50 Euro",
        for_families="22,00 Euro",
    )
    put(parts["Besuch"], prices, by["hedwig"])
    written = {
        title: put(parts["Besuch"], PlainPage(title=title, text=text), by["hedwig"])
        for title, text in VISIT
    }
    put(
        parts["Archiv"],
        NewsPage(title="Rückblick auf 2024", date=date(2025, 1, 6), text="Ein gutes Jahr."),
        by["tilo"],
    )
    way = written["Anfahrt"]
    way.text += " Vom Bahnhof sind es 20 Minuten zu Fuß."
    way.save_revision(user=by["tilo"], log_action=True).publish(user=by["tilo"])


def fill() -> None:
    """Make the tables and fill them."""
    call_command("migrate", verbosity=0)
    pages(editors())
    for name, task, phone, email in CONTACTS:
        Contact.objects.create(name=name, task=task, phone=phone, email=email)
    call_command("update_index", verbosity=0)


fill()
