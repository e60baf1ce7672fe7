"""The library's first day: what it has, who has borrowed it, who waits for it."""

import datetime
import sqlite3
import sys

BRANCHES = ("Market Square", "Mill Lane", "Quayside")
_TABLES = """
create table records (id integer primary key, title, author, year, form, subject, language,
  audience, length, isbn, summary);
create table copies (id integer primary key, record_id, branch, shelf, state, due);
create table readers (id integer primary key, card, pin, name, email, phone, street, town);
create table loans (id integer primary key, reader_id, copy_id, due, renewals integer);
create table holds (id integer primary key, reader_id, record_id, branch, state, placed);
create table suggestions (id integer primary key, title, author, form, reason, name, email, sent);
"""
B, A, D, L = "Book", "Audiobook", "DVD", "Large print"
# title, author, year, form, subject, language, audience, length, summary,
#   copies: branch number -> None (on the shelf) or days until it is due
RECORDS = [
    (
        "A Cupboard of Ghosts",
        "Wendell Pryce",
        2019,
        B,
        "Fiction",
        "English",
        "Adults",
        "288 pages",
        "Three sisters clear out a house in which nobody will admit to having been happy.",
        {0: None, 1: 6},
    ),
    (
        "A Pocket Guide to Lichens",
        "Hester Vane",
        2016,
        B,
        "Nature",
        "English",
        "Adults",
        "176 pages",
        "What grows on walls, roofs and gravestones, with 210 photographs and a key.",
        {0: None},
    ),
    (
        "A Short History of the Tarnwick Ferry",
        "Gordon Lyle",
        2008,
        B,
        "Local history",
        "English",
        "Adults",
        "132 pages",
        "From the first rope ferry of 1731 to the last crossing on a foggy Tuesday in 1974.",
        {0: None, 2: None},
    ),
    (
        "Ada and the Upside-Down Bus",
        "Pim Okafor",
        2021,
        B,
        "Children's stories",
        "English",
        "Children",
        "40 pages",
        "Ada's bus drives under the town instead of through it. A picture book.",
        {0: None, 1: None, 2: 9},
    ),
    (
        "Balancing the Books: Money for Beginners",
        "Sunita Rao",
        2022,
        B,
        "Home and work",
        "English",
        "Adults",
        "224 pages",
        "Budgets, bills and pensions without the small print.",
        {1: None},
    ),
    (
        "Bread by Hand",
        "Marguerite Noll",
        2018,
        B,
        "Cookery",
        "English",
        "Adults",
        "208 pages",
        "Forty loaves that need flour, water, salt and an unhurried afternoon.",
        {0: 5},
    ),
    (
        "Cellar Light",
        "Tobias Renn",
        2020,
        D,
        "Film",
        "German",
        "Adults",
        "104 minutes",
        "A locksmith inherits a cinema that has no projector. With English subtitles.",
        {0: None},
    ),
    (
        "Das stille Ufer",
        "Jutta Amsel",
        2015,
        B,
        "Fiction",
        "German",
        "Adults",
        "310 pages",
        "Ein Sommer am See, zwei Brüder und ein Boot, das keiner verkaufen will.",
        {0: None},
    ),
    (
        "Deep Winter Soups",
        "Marguerite Noll",
        2020,
        B,
        "Cookery",
        "English",
        "Adults",
        "192 pages",
        "Broths, chowders and stews for short days.",
        {1: None, 2: 11},
    ),
    (
        "Fix It, Felix!",
        "Rolf Hendry",
        2017,
        B,
        "Children's stories",
        "English",
        "Children",
        "64 pages",
        "Felix repairs everything in his street, apart from the one thing that matters.",
        {0: 3, 1: None},
    ),
    (
        "Harbour Dogs",
        "Isla Cairns",
        2014,
        B,
        "Fiction",
        "English",
        "Adults",
        "264 pages",
        "A vet's first year in a fishing town that prefers to treat its own animals.",
        {2: None},
    ),
    (
        "Hedgerow",
        "Lowri Beynon",
        2012,
        B,
        "Nature",
        "English",
        "Adults",
        "240 pages",
        "A year along two miles of the same hedge.",
        {0: None, 2: 8},
    ),
    (
        "Knots for Every Purpose",
        "Anders Holm",
        2011,
        B,
        "Home and work",
        "English",
        "Adults",
        "160 pages",
        "Sixty knots, hitches and bends, drawn step by step.",
        {0: 0, 2: None},
    ),
    (
        "Letters to a Lighthouse",
        "Isla Cairns",
        2018,
        A,
        "Fiction",
        "English",
        "Adults",
        "8 hours 12 minutes",
        "Read by Moira Sand. A correspondence that began by mistake and went on for thirty years.",
        {0: None},
    ),
    (
        "Mill Lane: A Street and Its People",
        "Gordon Lyle",
        2013,
        B,
        "Local history",
        "English",
        "Adults",
        "96 pages",
        "Who wove, baked, taught and quarrelled in Mill Lane between 1840 and 1960.",
        {0: None, 1: None},
    ),
    (
        "Moths of the Northern Garden",
        "Hester Vane",
        2021,
        B,
        "Nature",
        "English",
        "Adults",
        "320 pages",
        "Identification plates, flight times and what to plant.",
        {0: 13},
    ),
    (
        "North of the Weir",
        "Callum Dray",
        2022,
        B,
        "Fiction",
        "English",
        "Adults",
        "352 pages",
        "When the river is dammed, the village that should have been drowned stays dry.",
        {0: 4, 1: None, 2: 10},
    ),
    (
        "North of the Weir",
        "Callum Dray",
        2023,
        A,
        "Fiction",
        "English",
        "Adults",
        "11 hours 40 minutes",
        "Read by Peter Ashdown. When the river is dammed, the village that should have been drowned stays dry.",
        {0: 7},
    ),
    (
        "North of the Weir",
        "Callum Dray",
        2023,
        L,
        "Fiction",
        "English",
        "Adults",
        "604 pages",
        "When the river is dammed, the village that should have been drowned stays dry.",
        {2: None},
    ),
    (
        "Paper Boats, Paper Birds",
        "Mio Tanabe",
        2010,
        B,
        "Children's stories",
        "English",
        "Children",
        "72 pages",
        "Thirty things to fold on a rainy day.",
        {1: None},
    ),
    (
        "Pruning Without Fear",
        "Lowri Beynon",
        2019,
        B,
        "Nature",
        "English",
        "Adults",
        "144 pages",
        "When to cut, where to cut, and when to leave it alone.",
        {0: None, 1: 2},
    ),
    (
        "Small Engines, Patiently Repaired",
        "Rolf Hendry",
        2005,
        B,
        "Home and work",
        "English",
        "Adults",
        "272 pages",
        "Mowers, outboards and generators taken apart and put together again.",
        {1: 3},
    ),
    (
        "Stories from the Signal Box",
        "Edith Marlow",
        2001,
        L,
        "Local history",
        "English",
        "Adults",
        "248 pages",
        "Memories of the branch line, collected from those who worked on it.",
        {0: None},
    ),
    (
        "The Glass Orchard",
        "Tamsin Frew",
        2024,
        B,
        "Fiction",
        "English",
        "Adults",
        "336 pages",
        "A glassblower's daughter grows the only apples that survive the winter.",
        {0: 12, 1: 6, 2: 1},
    ),
    (
        "The Lantern Parade",
        "Pim Okafor",
        2023,
        D,
        "Film",
        "English",
        "Children",
        "78 minutes",
        "An animated film about the longest night of the year.",
        {0: None, 1: 5},
    ),
    (
        "The Tidewatcher's Almanac",
        "Edmund Skerry",
        2017,
        B,
        "Nature",
        "English",
        "Adults",
        "256 pages",
        "Moon, mud and migration: how to read an estuary month by month.",
        {0: 9, 1: 2, 2: None},
    ),
    (
        "The Weather in Porcelain",
        "Tamsin Frew",
        2020,
        A,
        "Fiction",
        "English",
        "Adults",
        "9 hours 5 minutes",
        "Read by the author. Five women, one kiln, and a very wet spring.",
        {0: 15},
    ),
    (
        "Tidal Kitchens",
        "Bo Larsen",
        2021,
        B,
        "Cookery",
        "English",
        "Adults",
        "216 pages",
        "Seaweed, mussels and smoked fish from six coasts.",
        {2: None},
    ),
    (
        "Voices of the Quay",
        "Edith Marlow",
        1998,
        A,
        "Local history",
        "English",
        "Adults",
        "3 hours 20 minutes",
        "Recordings of dockers, net-makers and pilots, made between 1971 and 1979.",
        {2: None},
    ),
    (
        "Wintering Bees",
        "Anders Holm",
        2016,
        B,
        "Nature",
        "English",
        "Adults",
        "184 pages",
        "What a colony needs from October to March, and what it does not.",
        {0: None, 1: 8},
    ),
]
SHELVES = {
    "Fiction": "FIC",
    "Nature": "570",
    "Local history": "942.8",
    "Cookery": "641.5",
    "Home and work": "640",
    "Children's stories": "J",
    "Film": "791.4",
}
READERS = [
    (
        "20417733",
        "4816",
        "Ines Falkner",
        "ines.falkner@example.com",
        "01632 960214",
        "8 Chandler's Row",
        "Tarnwick",
    ),
    (
        "20415102",
        "7390",
        "Howard Pell",
        "howard.pell@example.com",
        "01632 960377",
        "21 Mill Lane",
        "Tarnwick",
    ),
    (
        "20418846",
        "1158",
        "Bronagh Keane",
        "b.keane@example.com",
        "07700 900733",
        "3 Saltings Court",
        "Tarnwick",
    ),
]
# title, form -> reader, days until it is due, times renewed
LOANS = [
    ("Bread by Hand", B, 1, 5, 0),
    ("Small Engines, Patiently Repaired", B, 1, 3, 1),
    ("The Weather in Porcelain", A, 1, 15, 0),
    ("Moths of the Northern Garden", B, 2, 13, 0),
    ("North of the Weir", A, 3, 7, 0),
]
HOLDS = [
    (3, "The Glass Orchard", B, "Quayside", "waiting", 30),
    (2, "The Glass Orchard", B, "Mill Lane", "waiting", 21),
    (1, "The Glass Orchard", B, "Market Square", "waiting", 12),
    (2, "Small Engines, Patiently Repaired", B, "Mill Lane", "waiting", 9),
    (1, "Knots for Every Purpose", B, "Market Square", "ready", 6),
]


def fill(file):
    today = datetime.date.today()

    def later(days):
        return (today + datetime.timedelta(days=days)).isoformat()

    base = sqlite3.connect(file)
    base.executescript(_TABLES)
    found = {}
    for number, one in enumerate(RECORDS, 1):
        title, author, year, form, subject, language, audience, length, summary, copies = one
        isbn = f"978-0-{4000 + number * 37}-{1000 + number * 211}-{number % 10}"
        base.execute(
            "insert into records values (?,?,?,?,?,?,?,?,?,?,?)",
            (number, title, author, year, form, subject, language, audience, length, isbn, summary),
        )
        for branch, days in copies.items():
            shelf = f"{SHELVES[subject]} {author.split()[-1][:3].upper()}"
            state = "in" if days is None else "held" if days == 0 else "out"
            at = base.execute(
                "insert into copies(record_id, branch, shelf, state, due) values (?,?,?,?,?)",
                (number, BRANCHES[branch], shelf, state, later(days) if days else None),
            )
            found.setdefault((title, form), (number, at.lastrowid))
    base.executemany(
        "insert into readers(card, pin, name, email, phone, street, town) values (?,?,?,?,?,?,?)",
        READERS,
    )
    for title, form, reader, days, renewals in LOANS:
        base.execute(
            "insert into loans(reader_id, copy_id, due, renewals) values (?,?,?,?)",
            (reader, found[title, form][1], later(days), renewals),
        )
    for reader, title, form, branch, state, ago in HOLDS:
        base.execute(
            "insert into holds(reader_id, record_id, branch, state, placed) values (?,?,?,?,?)",
            (reader, found[title, form][0], branch, state, later(-ago)),
        )
    base.commit()
    base.close()


fill(sys.argv[1])
