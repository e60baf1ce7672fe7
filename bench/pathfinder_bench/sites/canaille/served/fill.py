"""The station's first people and groups. `python fill.py`."""

from uuid import NAMESPACE_URL, uuid5

from canaille import create_app
from canaille.app import models
from canaille.backends import Backend

OWN_PASSWORDS = {"ottilie": "Jingle-and-hum-64", "bram": "Patch-bay-19"}
PEOPLE = (
    ("ottilie", "Ottilie", "Hargreave", "Station office", "Office", "101", ["01632 960201"]),
    ("bram", "Bram", "Teasdale", "Technician", "Engineering", "104", ["01632 960204"]),
    ("delphine", "Delphine", "Amari", "Music librarian", "Music", "117", ["01632 960217"]),
    ("droux", "Delphine", "Roux", "Reporter", "Newsroom", "123", ["01632 960223"]),
    ("ferdy", "Ferdinand", "Quist", "Head of news", "Newsroom", "109", ["01632 960209"]),
    ("hanne", "Hanne", "Lindqvist", "Weather presenter", "Newsroom", "138", []),
    ("wendel", "Wendel", "Hanbury", "Presenter", "Morning programme", "131", ["01632 960231"]),
    ("silvan", "Silvan", "Marchetti", "Presenter", "Night programme", "126", ["01632 960226"]),
    ("silvia", "Silvia", "March", "Archivist", "Archive", "127", ["01632 960227"]),
    ("jory", "Jory", "Penhale", "Presenter", "Night programme", "133", []),
    ("noor", "Noor", "Achterberg", "Presenter", "Night programme", "142", ["01632 960242"]),
    ("blackwood", "Jory", "Blackwood", "Reporter", "Newsroom", "144", ["01632 960244"]),
    (
        "ines",
        "Ines",
        "Valdes",
        "Outside broadcasts",
        "Engineering",
        "115",
        ["01632 960215", "01632 960216"],
    ),
)
ADDRESSES = {"jory": "lowtide@example.com", "blackwood": "jory@example.com"}
GROUPS = (
    ("office", "Keeps the accounts of everybody at the station", ["ottilie"]),
    ("newsdesk", "Reads and writes the news", ["ferdy", "droux", "hanne", "blackwood"]),
    ("archivists", "Looks after the old tapes", ["silvia", "silvan", "delphine"]),
    ("nightowls", "On air from eleven until five", ["jory", "noor"]),
    ("keyholders", "Has a key of the studio", ["ottilie", "bram", "wendel", "silvan"]),
)


def _number(name) -> str:
    """The same each time, for lists go by it."""
    return str(uuid5(NAMESPACE_URL, name))


def fill() -> None:
    """Make them."""
    made = {}
    for login, given, family, title, department, number, phones in PEOPLE:
        made[login] = models.User(
            id=_number(login),
            user_name=login,
            given_name=given,
            family_name=family,
            formatted_name=f"{given} {family}",
            emails=[ADDRESSES.get(login) or f"{given}.{family}@example.com".lower()],
            phone_numbers=phones,
            title=title,
            department=department,
            employee_number=number,
            organization="Radio Heron",
        )
        if login in OWN_PASSWORDS:
            made[login].password = OWN_PASSWORDS[login]
        Backend.instance.save(made[login])
    for name, about, members in GROUPS:
        group = models.Group(
            id=_number(name),
            display_name=name,
            description=about,
            members=[made[login] for login in members],
        )
        group.owner = made[members[0]]
        Backend.instance.save(group)


if __name__ == "__main__":
    app = create_app()
    with app.app_context(), app.backend.session():
        fill()
