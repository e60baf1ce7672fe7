"""The school's first data: classes, those who teach them, who learns in them. `python fill.py`."""

from kolibri.utils.main import initialize

initialize(skip_update=True)

from kolibri.core.auth.models import Classroom, Facility, FacilityUser  # noqa: E402

CLASSES = {
    "CP Coccinelles": (),
    "CM1 Lilas": ("chloe_marchand", "tom_girard"),
    "CM2 Érables": ("ines_moreau", "jules_garnier", "lea_rousseau", "adam_benali"),
}
LEARNERS = {
    "nora_petit": "Nora Petit",
    "hugo_lambert": "Hugo Lambert",
    "ines_moreau": "Inès Moreau",
    "jules_garnier": "Jules Garnier",
    "lea_rousseau": "Léa Rousseau",
    "adam_benali": "Adam Benali",
    "chloe_marchand": "Chloé Marchand",
    "tom_girard": "Tom Girard",
}


def make_user(school: Facility, username: str, name: str, password: str) -> FacilityUser:
    """An account of the school."""
    user = FacilityUser(username=username, full_name=name, facility=school)
    user.set_password(password)
    user.save()
    return user


def main() -> None:
    """Fill the database."""
    school = Facility.objects.get()
    school.add_admin(make_user(school, "claire_dubois", "Claire Dubois", "Craie-bleue-27"))
    users = {each: make_user(school, each, LEARNERS[each], "Cartable-4") for each in LEARNERS}
    teacher = make_user(school, "marc_fontaine", "Marc Fontaine", "Tableau-noir-5")
    school.add_role(teacher, "classroom assignable coach")
    for name, members in CLASSES.items():
        room = Classroom.objects.create(name=name, parent=school)
        for each in members:
            room.add_member(users[each])
        if name == "CM2 Érables":
            room.add_coach(teacher)


main()
