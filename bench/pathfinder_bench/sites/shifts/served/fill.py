"""The festival's first plan."""

import sqlite3
import sys

_TABLES = """
create table users (id integer primary key, login, password, name);
create table people (id integer primary key, name, team, phone, shirt, diet, allergies, skills);
create table shifts (id integer primary key, name, area, day, start, end, needed integer, note);
create table on_shift (id integer primary key, shift_id, person_id);
create table notices (id integer primary key, author, audience, text, at);
"""
PEOPLE = [
    ("Mara Osei", "Coordination", "07700 900101", "M", "Vegetarian", "", "Driver"),
    ("Tomasz Wilk", "Stage", "07700 900114", "XL", "Anything", "", "Electrics, Driver"),
    ("Priya Nair", "Stage", "07700 900126", "S", "Vegan", "", "Sound"),
    ("Owen Marsh", "Kitchen", "07700 900133", "L", "Anything", "penicillin", ""),
    ("Leila Haddad", "Kitchen", "07700 900147", "M", "Halal", "hazelnuts", "Food hygiene"),
    ("Caleb Stone", "Gate", "07700 900155", "M", "Anything", "", ""),
    ("Freya Lund", "First aid", "07700 900162", "L", "Vegetarian", "wasp stings", "First aid"),
    ("Ibrahim Sesay", "First aid", "07700 900178", "L", "Halal", "", "First aid, Driver"),
    ("Nell Hathaway", "Gate", "07700 900189", "S", "Vegan", "soya", ""),
    ("Gus Pereira", "Bar", "07700 900190", "XL", "Anything", "", "Bar licence"),
    ("Yuki Tamura", "Bar", "07700 900205", "S", "Vegetarian", "", "Bar licence"),
    ("Donal Keogh", "Campsite", "07700 900216", "L", "Anything", "latex", "Driver"),
    ("Petra Novak", "Campsite", "07700 900227", "M", "Vegetarian", "", "First aid"),
    ("Sam Whitlock", "Kitchen", "07700 900238", "M", "Anything", "peanuts", "Food hygiene"),
]
# name, area, day, from, to, needed, who
SHIFTS = [
    (
        "Stage build",
        "Stage",
        "Thu",
        "09:00",
        "15:00",
        4,
        ["Tomasz Wilk", "Donal Keogh"],
        "Hard hats are in the van.",
    ),
    ("Fence and signs", "Gate", "Thu", "12:00", "17:00", 2, ["Caleb Stone", "Nell Hathaway"], ""),
    ("Field kitchen set-up", "Kitchen", "Thu", "14:00", "18:00", 2, ["Sam Whitlock"], ""),
    ("Pitch marking", "Campsite", "Thu", "10:00", "13:00", 2, ["Petra Novak"], ""),
    ("Sound check", "Stage", "Fri", "13:00", "16:00", 2, ["Priya Nair", "Tomasz Wilk"], ""),
    ("Stage hands", "Stage", "Fri", "18:00", "23:00", 3, ["Tomasz Wilk"], ""),
    (
        "Opening gate",
        "Gate",
        "Fri",
        "15:00",
        "20:00",
        3,
        ["Nell Hathaway", "Caleb Stone"],
        "Float is £120 in coins.",
    ),
    ("Supper", "Kitchen", "Fri", "16:00", "20:00", 3, ["Leila Haddad", "Sam Whitlock"], ""),
    ("Dish washing", "Kitchen", "Fri", "20:00", "22:00", 2, ["Owen Marsh"], ""),
    (
        "First-aid tent",
        "First aid",
        "Fri",
        "17:00",
        "23:00",
        2,
        ["Freya Lund", "Ibrahim Sesay"],
        "",
    ),
    ("River bar", "Bar", "Fri", "17:00", "23:30", 3, ["Gus Pereira", "Yuki Tamura"], ""),
    ("Arrivals", "Campsite", "Fri", "12:00", "18:00", 2, ["Donal Keogh"], ""),
    ("Sound check", "Stage", "Sat", "10:00", "12:00", 1, ["Priya Nair"], ""),
    ("Stage hands", "Stage", "Sat", "14:00", "23:00", 4, ["Tomasz Wilk", "Donal Keogh"], ""),
    ("Day gate", "Gate", "Sat", "10:00", "16:00", 2, ["Nell Hathaway"], ""),
    ("Evening gate", "Gate", "Sat", "16:00", "22:00", 2, ["Caleb Stone"], ""),
    ("Lunch", "Kitchen", "Sat", "10:00", "14:00", 3, ["Leila Haddad"], ""),
    ("Dish washing", "Kitchen", "Sat", "14:00", "16:00", 2, ["Sam Whitlock"], ""),
    ("First-aid tent", "First aid", "Sat", "13:00", "18:00", 2, ["Freya Lund"], ""),
    ("First-aid tent", "First aid", "Sat", "18:00", "23:00", 2, ["Ibrahim Sesay"], ""),
    ("River bar", "Bar", "Sat", "15:00", "23:30", 4, ["Gus Pereira", "Yuki Tamura"], ""),
    (
        "Night round",
        "Campsite",
        "Sat",
        "22:00",
        "23:59",
        2,
        ["Petra Novak"],
        "Radios on channel 4.",
    ),
    ("Family gate", "Gate", "Sun", "10:00", "15:00", 2, ["Nell Hathaway"], ""),
    ("Brunch", "Kitchen", "Sun", "08:00", "12:00", 3, ["Leila Haddad", "Owen Marsh"], ""),
    ("First-aid tent", "First aid", "Sun", "11:00", "17:00", 1, ["Freya Lund"], ""),
    ("Closing concert", "Stage", "Sun", "15:00", "20:00", 3, ["Priya Nair", "Tomasz Wilk"], ""),
    ("Take-down", "Stage", "Mon", "09:00", "16:00", 5, ["Tomasz Wilk"], ""),
    ("Litter pick", "Campsite", "Mon", "10:00", "13:00", 6, ["Petra Novak", "Caleb Stone"], ""),
]
NOTICES = [
    (
        "Mara Osei",
        "Everyone",
        "Crew T-shirts can be fetched from the site office from Thursday noon.",
        "3 days ago",
    ),
    (
        "Tomasz Wilk",
        "Stage",
        "Bring your own gloves for the build, we only have four pairs.",
        "2 days ago",
    ),
    (
        "Leila Haddad",
        "Kitchen",
        "The gas bottles arrive on Thursday at 13:00. Somebody has to sign for them.",
        "yesterday",
    ),
]


def fill(file):
    base = sqlite3.connect(file)
    base.executescript(_TABLES)
    base.execute(
        "insert into users(login, password, name) values ('mara', 'Lantern-42', 'Mara Osei')"
    )
    base.executemany(
        "insert into people(name, team, phone, shirt, diet, allergies, skills) values (?,?,?,?,?,?,?)",
        PEOPLE,
    )
    for number, (*values, who, note) in enumerate(SHIFTS, 1):
        base.execute(
            "insert into shifts(name, area, day, start, end, needed, note) values (?,?,?,?,?,?,?)",
            (*values, note),
        )
        for name in who:
            base.execute(
                "insert into on_shift(shift_id, person_id) select ?, id from people where name = ?",
                (number, name),
            )
    base.executemany("insert into notices(author, audience, text, at) values (?,?,?,?)", NOTICES)
    base.commit()
    base.close()


fill(sys.argv[1])
