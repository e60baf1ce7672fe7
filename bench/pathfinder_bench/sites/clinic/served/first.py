"""The practice's first data. `python first.py FILE`."""

import sqlite3
import sys

SCHEMA = """
create table staff (id integer primary key, username text unique, password text, name text);
create table vet (id integer primary key, name text);
create table owner (id integer primary key, title text, first_name text, last_name text,
  phone text, email text, street text, town text, notes text default '');
create table animal (id integer primary key, owner_id integer, name text, species text, breed text,
  sex text, born text, chip text default '', notes text default '');
create table appointment (id integer primary key, animal_id integer, vet_id integer, day text,
  time text, reason text, notes text default '', status text default 'booked');
create table vaccination (id integer primary key, animal_id integer, vet_id integer, day text,
  against text, batch text, due text);
"""
STAFF = (
    ("ines.haddad", "Stethoscope-4", "Ines Haddad"),
    ("gareth.pugh", "Bandage-roll-8", "Gareth Pugh"),
)
VETS = ("Dr Amara Okafor", "Dr Piet Vos", "Dr Lucy Brandt")
# title, first name, last name, phone, e-mail, street, town, animals: name, species, breed, sex, born
OWNERS = (
    (
        "Mr",
        "Rolf",
        "Andersen",
        "01632 960 042",
        "r.andersen@example.com",
        "3 Weir Lane",
        "Milbury",
        [("Nimbus", "Cat", "Maine Coon", "male", "2019-05-14")],
    ),
    (
        "Ms",
        "Keira",
        "Brennan",
        "01632 960 107",
        "keira.brennan@example.com",
        "18 Station Road",
        "Milbury",
        [
            ("Milo", "Rabbit", "Dutch", "male", "2023-04-02"),
            ("Clover", "Rabbit", "Lionhead", "female", "2023-04-20"),
        ],
    ),
    (
        "Mrs",
        "Ana",
        "Castellanos",
        "01632 960 233",
        "ana.cast@example.com",
        "7 Orchard Close",
        "Great Tew",
        [("Churro", "Cat", "Domestic shorthair", "male", "2020-08-09")],
    ),
    (
        "Mr",
        "Desmond",
        "Clarke",
        "01632 960 315",
        "d.clarke@example.com",
        "52 High Street",
        "Milbury",
        [("Rusty", "Dog", "Irish setter", "male", "2021-01-30")],
    ),
    (
        "Mrs",
        "Ffion",
        "Davies",
        "01632 960 348",
        "ffion.davies@example.com",
        "Hill Farm",
        "Upper Sarn",
        [
            ("Mot", "Dog", "Border collie", "male", "2018-03-11"),
            ("Nel", "Dog", "Border collie", "female", "2022-06-01"),
        ],
    ),
    (
        "Mr",
        "Tomasz",
        "Gorski",
        "01632 960 402",
        "t.gorski@example.com",
        "9 Canal Walk",
        "Milbury",
        [("Figa", "Cat", "British shorthair", "female", "2017-11-23")],
    ),
    (
        "Ms",
        "Priya",
        "Iyer",
        "01632 960 455",
        "priya.iyer@example.com",
        "21 Beech Avenue",
        "Great Tew",
        [("Milo", "Dog", "Beagle", "male", "2022-09-17")],
    ),
    (
        "Mr",
        "Stuart",
        "Jessop",
        "01632 960 471",
        "s.jessop@example.com",
        "2 Church Green",
        "Lower Sarn",
        [("Hercules", "Tortoise", "Hermann's tortoise", "male", "1998-06-15")],
    ),
    (
        "Mrs",
        "Yumi",
        "Kuroda",
        "01632 960 520",
        "yumi.k@example.com",
        "14 Mill Lane",
        "Milbury",
        [
            ("Mochi", "Guinea pig", "Abyssinian", "female", "2024-02-08"),
            ("Dango", "Guinea pig", "Abyssinian", "female", "2024-02-08"),
        ],
    ),
    (
        "Mr",
        "Leon",
        "Mbeki",
        "01632 960 566",
        "leon.mbeki@example.com",
        "30 Beech Avenue",
        "Great Tew",
        [("Pepper", "Dog", "Miniature schnauzer", "female", "2020-10-05")],
    ),
    (
        "Ms",
        "Harriet",
        "Nolan",
        "01632 960 583",
        "hnolan@example.com",
        "11 Canal Walk",
        "Milbury",
        [("Poppet", "Cat", "Ragdoll", "female", "2021-12-12")],
    ),
    (
        "Mrs",
        "Olwen",
        "Pritchard",
        "01632 960 634",
        "olwen.p@example.com",
        "The Old Forge",
        "Upper Sarn",
        [
            ("Taffy", "Dog", "Welsh corgi", "male", "2016-07-27"),
            ("Smoke", "Cat", "Domestic longhair", "female", "2015-04-04"),
        ],
    ),
    (
        "Mr",
        "Jamal",
        "Rahman",
        "01632 960 690",
        "jamal.r@example.com",
        "5 Station Road",
        "Milbury",
        [("Shadow", "Cat", "Domestic shorthair", "male", "2023-10-31")],
    ),
    (
        "Ms",
        "Clara",
        "Sund",
        "01632 960 731",
        "clara.sund@example.com",
        "8 Weir Lane",
        "Milbury",
        [("Pippi", "Hamster", "Syrian", "female", "2026-01-19")],
    ),
    (
        "Mr",
        "Edwin",
        "Thorne",
        "01632 960 788",
        "e.thorne@example.com",
        "1 Rectory Cottages",
        "Lower Sarn",
        [("Duchess", "Dog", "Greyhound", "female", "2019-02-22")],
    ),
    (
        "Mrs",
        "Bettina",
        "Wolff",
        "01632 960 845",
        "b.wolff@example.com",
        "44 High Street",
        "Milbury",
        [("Kaiser", "Dog", "German shepherd", "male", "2020-05-05")],
    ),
    (
        "Ms",
        "Abigail",
        "Yates",
        "01632 960 902",
        "abi.yates@example.com",
        "26 Orchard Close",
        "Great Tew",
        [("Comet", "Cat", "Bengal", "male", "2024-08-18")],
    ),
)
# animal (and owner, where two share a name), vet, day, time, reason, notes
APPOINTMENTS = (
    ("Taffy", 1, "2027-02-22", "09:30", "Dental treatment", ""),
    ("Rusty", 2, "2027-02-23", "15:00", "Follow-up", "Stitches out of left hind paw"),
    ("Figa", 3, "2027-03-01", "11:00", "Check-up", "Drinks a lot"),
    ("Nimbus", 3, "2027-03-02", "10:00", "Check-up", "Tartar, needs teeth cleaned"),
    ("Kaiser", 1, "2027-03-09", "09:00", "Vaccination", ""),
    ("Mochi", 3, "2027-03-09", "09:30", "Nail trim", ""),
    ("Duchess", 2, "2027-03-09", "11:30", "Check-up", "Limping since the weekend"),
    ("Poppet", 1, "2027-03-09", "14:00", "Surgery", "Spaying; nothing to eat since 20:00"),
    ("Shadow", 2, "2027-03-10", "09:00", "Vaccination", ""),
    ("Mot", 1, "2027-03-10", "10:30", "Follow-up", "Blood results"),
    ("Milo/Iyer", 3, "2027-03-10", "16:00", "Check-up", "Ears"),
    ("Rusty", 2, "2027-03-11", "14:00", "Check-up", ""),
    ("Clover", 3, "2027-03-11", "14:30", "Check-up", ""),
    ("Pippi", 3, "2027-03-12", "09:00", "Check-up", "Lump under the chin"),
    ("Comet", 2, "2027-03-12", "10:00", "Vaccination", ""),
    ("Nel", 2, "2027-03-12", "11:30", "Vaccination", ""),
    ("Churro", 1, "2027-03-13", "10:00", "Check-up", ""),
    ("Kaiser", 1, "2027-03-15", "10:00", "Follow-up", ""),
    ("Nimbus", 3, "2027-03-16", "13:30", "Dental treatment", "Fasting from the evening before"),
    ("Pepper", 1, "2027-03-17", "15:30", "Nail trim", ""),
    ("Smoke", 2, "2027-03-18", "09:30", "Check-up", "Thyroid"),
    ("Nimbus", 3, "2027-04-20", "10:00", "Vaccination", ""),
)
VACCINATIONS = (
    ("Rusty", 2, "2026-04-14", "Distemper and parvovirus", "DP-4471", "2027-04-14"),
    ("Rusty", 1, "2025-04-10", "Rabies", "RB-1098", "2028-04-10"),
    ("Pepper", 2, "2021-03-02", "Rabies", "RB-0412", "2024-03-02"),
    ("Pepper", 3, "2024-02-27", "Rabies", "RB-0977", "2027-02-27"),
    ("Pepper", 1, "2026-05-19", "Distemper and parvovirus", "DP-4502", "2027-05-19"),
    ("Pepper", 2, "2026-10-06", "Kennel cough", "KC-2210", "2027-10-06"),
    ("Kaiser", 1, "2024-06-11", "Rabies", "RB-1002", "2027-06-11"),
    ("Kaiser", 1, "2026-03-08", "Distemper and parvovirus", "DP-4433", "2027-03-08"),
    ("Nimbus", 3, "2026-04-17", "Cat flu", "CF-3318", "2027-04-17"),
    ("Churro", 2, "2026-06-30", "Cat flu", "CF-3342", "2027-06-30"),
    ("Figa", 3, "2026-09-15", "Cat flu", "CF-3390", "2027-09-15"),
    ("Poppet", 1, "2026-11-20", "Cat flu", "CF-3411", "2027-11-20"),
    ("Shadow", 2, "2026-03-05", "Cat flu", "CF-3301", "2027-03-05"),
    ("Milo/Brennan", 3, "2026-08-21", "Myxomatosis", "MX-0770", "2027-08-21"),
    ("Clover", 3, "2026-08-21", "Myxomatosis", "MX-0770", "2027-08-21"),
    ("Milo/Iyer", 1, "2026-10-12", "Distemper and parvovirus", "DP-4561", "2027-10-12"),
    ("Mot", 1, "2025-09-03", "Rabies", "RB-1177", "2028-09-03"),
    ("Duchess", 2, "2026-07-07", "Distemper and parvovirus", "DP-4530", "2027-07-07"),
    ("Taffy", 1, "2026-12-01", "Kennel cough", "KC-2231", "2027-12-01"),
)


def fill(file: str) -> None:
    """Make the tables, and put the practice's life into them."""
    base = sqlite3.connect(file)
    base.executescript(SCHEMA)
    base.executemany("insert into staff (username, password, name) values (?, ?, ?)", STAFF)
    base.executemany("insert into vet (name) values (?)", [(name,) for name in VETS])
    number: dict[str, int] = {}
    for *person, animals in OWNERS:
        owner = base.execute(
            "insert into owner (title, first_name, last_name, phone, email, street, town) "
            "values (?, ?, ?, ?, ?, ?, ?)",
            person,
        ).lastrowid
        for animal in animals:
            key = base.execute(
                "insert into animal (owner_id, name, species, breed, sex, born) "
                "values (?, ?, ?, ?, ?, ?)",
                (owner, *animal),
            ).lastrowid
            number[animal[0]] = number[f"{animal[0]}/{person[2]}"] = key
    base.executemany(
        "insert into appointment (animal_id, vet_id, day, time, reason, notes) "
        "values (?, ?, ?, ?, ?, ?)",
        [(number[name], *rest) for name, *rest in APPOINTMENTS],
    )
    base.execute("update appointment set status = 'done' where day < '2027-03-09'")
    base.executemany(
        "insert into vaccination (animal_id, vet_id, day, against, batch, due) "
        "values (?, ?, ?, ?, ?, ?)",
        [(number[name], *rest) for name, *rest in VACCINATIONS],
    )
    base.commit()
    base.close()


fill(sys.argv[1])
