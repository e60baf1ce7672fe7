"""The museum's first data. `python first.py FILE`."""

import sqlite3
import sys

SCHEMA = """
create table staff (id integer primary key, username text unique, password text, name text);
create table place (id integer primary key, name text, kind text);
create table object (id integer primary key, number text unique, title text, category text,
  maker text default '', made text default '', acquired text default '', description text default '',
  place_id integer, condition text default 'Good');
create table note (id integer primary key, object_id integer, day text, author text, condition text,
  words text);
create table movement (id integer primary key, object_id integer, day text, source text,
  target text, reason text, author text);
create table loan (id integer primary key, object_id integer, borrower text, starts text,
  ends text, contact text default '', status text default 'agreed');
create table exhibition (id integer primary key, title text, room text, opens text, closes text,
  curator text);
create table shown (id integer primary key, exhibition_id integer, object_id integer);
"""
STAFF = (
    ("nbaines", "Ledger-box-6", "Nerys Baines"),
    ("jtrent", "Varnish-11", "Julian Trent"),
)
PLACES = (
    ("Gallery 1", "display"),
    ("Gallery 2", "display"),
    ("Long Room", "display"),
    ("Store A, bay 1", "store"),
    ("Store A, bay 2", "store"),
    ("Store B, shelf 4", "store"),
    ("Store B, shelf 7", "store"),
    ("Conservation studio", "work"),
    ("Photography room", "work"),
    ("Away on loan", "away"),
)
# number, title, category, maker, made, acquired, place, condition
OBJECTS = (
    (
        "1911.4",
        "Long-case clock",
        "Clocks and instruments",
        "Jos. Penhale, Wexcombe",
        "about 1780",
        "Bequest",
        1,
        "Good",
    ),
    ("1911.9", "Pewter tankard", "Household", "unknown", "1740–1760", "Gift", 10, "Good"),
    (
        "1913.2",
        "Ship's figurehead, a woman with a dove",
        "River and sea",
        "unknown",
        "1834",
        "Purchase",
        2,
        "Fair",
    ),
    ("1922.17", "Harvest jug", "Ceramics", "Fishley pottery", "1851", "Gift", 1, "Fair"),
    ("1922.18", "Milk jug with blue band", "Ceramics", "unknown", "about 1900", "Gift", 6, "Good"),
    ("1927.1", "Sextant", "River and sea", "Hollins & Sons, Bristol", "1868", "Gift", 4, "Good"),
    ("1927.3", "Butter churn", "Farming", "unknown", "about 1890", "Gift", 10, "Good"),
    ("1931.8", "Fisherman's smock", "Costume", "Mary Tozer", "about 1910", "Gift", 2, "Poor"),
    (
        "1934.5",
        "Town crier's bell",
        "Clocks and instruments",
        "unknown",
        "1802",
        "Transfer",
        1,
        "Good",
    ),
    ("1936.22", "Hay knife", "Farming", "Brades", "about 1920", "Gift", 5, "Good"),
    (
        "1938.6",
        "Sampler with alphabet and peacocks",
        "Costume",
        "Eliza Crook, aged 9",
        "1823",
        "Purchase",
        3,
        "Fair",
    ),
    (
        "1947.2",
        "Ration books of the Dyer family",
        "Paper and photographs",
        "",
        "1941–1946",
        "Gift",
        7,
        "Good",
    ),
    (
        "1951.11",
        "Stuffed pike in a bow-fronted case",
        "Natural history",
        "W. Tapp, taxidermist",
        "1907",
        "Gift",
        3,
        "Fair",
    ),
    ("1953.4", "Coronation mug", "Ceramics", "Royal Winton", "1953", "Gift", 6, "Good"),
    ("1958.7", "Salt box", "Household", "unknown", "about 1800", "Gift", 4, "Good"),
    (
        "1960.3",
        "Model of the ketch Ellen Ann",
        "River and sea",
        "Capt. Amos Rudd",
        "1899",
        "Bequest",
        2,
        "Good",
    ),
    (
        "1962.14",
        "Concertina",
        "Musical instruments",
        "Lachenal",
        "about 1885",
        "Purchase",
        6,
        "Fair",
    ),
    (
        "1965.1",
        "Serpent from the church band",
        "Musical instruments",
        "unknown",
        "about 1810",
        "Transfer",
        6,
        "Poor",
    ),
    (
        "1969.5",
        "Glass plate negatives of the quay",
        "Paper and photographs",
        "H. Lavers",
        "1896–1904",
        "Purchase",
        7,
        "Fair",
    ),
    ("1973.8", "Cider press screw", "Farming", "unknown", "18th century", "Gift", 5, "Good"),
    (
        "1977.2",
        "Jubilee street-party banner",
        "Costume",
        "Fore Street residents",
        "1977",
        "Gift",
        7,
        "Good",
    ),
    ("1984.10", "Copper kettle", "Household", "unknown", "about 1860", "Gift", 4, "Good"),
    ("1988.1", "Great auk egg (cast)", "Natural history", "", "about 1900", "Purchase", 7, "Good"),
    ("1993.6", "Salt cod splitting table", "River and sea", "", "about 1930", "Gift", 5, "Fair"),
    ("2001.3", "Wedding dress of Ada Lavers", "Costume", "", "1919", "Gift", 8, "Fair"),
    (
        "2008.9",
        "Lighthouse lamp lens",
        "River and sea",
        "Chance Brothers",
        "1875",
        "Transfer",
        2,
        "Good",
    ),
    ("2015.2", "Fossil ichthyosaur paddle", "Natural history", "", "", "Found", 3, "Good"),
    (
        "2022.1",
        "Ticket machine of the town bus",
        "Paper and photographs",
        "Setright",
        "1958",
        "Gift",
        9,
        "Good",
    ),
)
# object, day, author, condition, words
NOTES = (
    ("1913.2", "2024-03-12", "Julian Trent", "Fair", "Old overpaint on the dove. Stable."),
    (
        "1913.2",
        "2026-09-30",
        "Julian Trent",
        "Fair",
        "Hairline crack in the plinth, filled with wax.",
    ),
    ("1922.17", "2026-11-04", "Nerys Baines", "Fair", "Glaze chip at the spout is loose."),
    (
        "1931.8",
        "2025-06-18",
        "Nerys Baines",
        "Poor",
        "Moth in the left sleeve; frozen for two weeks.",
    ),
    (
        "1951.11",
        "2026-02-09",
        "Julian Trent",
        "Fair",
        "Putty of the case has come away at the back.",
    ),
    (
        "1965.1",
        "2023-10-20",
        "Julian Trent",
        "Poor",
        "Leather covering split along the second bend.",
    ),
    ("1938.6", "2026-05-27", "Nerys Baines", "Fair", "Light levels brought down to 50 lux."),
    ("2001.3", "2027-06-02", "Julian Trent", "Fair", "Hem being stitched to a net support."),
    ("1927.1", "2025-01-15", "Julian Trent", "Good", "Index mirror cleaned."),
)
# object, borrower, from, until, contact, status
LOANS = (
    ("1911.9", "Ambleford Museum", "2021-04-01", "2021-10-31", "Ruth Gale", "returned"),
    ("1911.9", "Thornby Castle Museum", "2027-03-15", "2027-11-30", "Hugo Vance", "out"),
    ("1927.3", "Ambleford Museum", "2027-01-11", "2027-06-11", "Ruth Gale", "out"),
    ("1960.3", "Saltmarsh Maritime Centre", "2024-05-01", "2025-04-30", "Ines Coombe", "returned"),
    ("2008.9", "Saltmarsh Maritime Centre", "2027-09-20", "2028-03-20", "Ines Coombe", "agreed"),
    ("1962.14", "Museum of Village Music", "2022-02-01", "2022-08-31", "Leo Marsh", "returned"),
    ("1936.22", "Ambleford Museum", "2023-03-01", "2023-09-30", "Ruth Gale", "returned"),
    ("1969.5", "Thornby Castle Museum", "2027-10-01", "2028-01-31", "Hugo Vance", "agreed"),
)
# title, room, opens, closes, curator, objects
EXHIBITIONS = (
    (
        "Time and Trade",
        "Gallery 1",
        "2025-03-01",
        "2028-02-29",
        "Nerys Baines",
        ["1911.4", "1934.5", "1922.17"],
    ),
    (
        "Salt and Sail",
        "Gallery 2",
        "2027-04-10",
        "2027-09-12",
        "Julian Trent",
        ["1913.2", "1931.8", "1960.3", "2008.9"],
    ),
    (
        "Scales, Feathers, Bones",
        "Long Room",
        "2027-02-06",
        "2027-08-29",
        "Nerys Baines",
        ["1951.11", "2015.2"],
    ),
    ("The Church Band", "Long Room", "2027-10-02", "2028-01-30", "Julian Trent", ["1965.1"]),
)
# object, day, from, to, reason, author
MOVEMENTS = (
    ("1927.3", "2027-01-11", "Store A, bay 2", "Away on loan", "Loan", "Julian Trent"),
    ("1911.9", "2027-03-15", "Store A, bay 1", "Away on loan", "Loan", "Nerys Baines"),
    (
        "2001.3",
        "2027-05-28",
        "Store B, shelf 7",
        "Conservation studio",
        "Conservation",
        "Julian Trent",
    ),
    ("2022.1", "2027-06-10", "Store B, shelf 7", "Photography room", "Photography", "Nerys Baines"),
)


def fill(file: str) -> None:
    """Make the tables, and put the collection into them."""
    base = sqlite3.connect(file)
    base.executescript(SCHEMA)
    base.executemany("insert into staff (username, password, name) values (?, ?, ?)", STAFF)
    base.executemany("insert into place (name, kind) values (?, ?)", PLACES)
    key = {}
    for row in OBJECTS:
        key[row[0]] = base.execute(
            "insert into object (number, title, category, maker, made, acquired, place_id, "
            "condition) values (?, ?, ?, ?, ?, ?, ?, ?)",
            row,
        ).lastrowid
    base.executemany(
        "insert into note (object_id, day, author, condition, words) values (?, ?, ?, ?, ?)",
        [(key[number], *rest) for number, *rest in NOTES],
    )
    base.executemany(
        "insert into loan (object_id, borrower, starts, ends, contact, status) "
        "values (?, ?, ?, ?, ?, ?)",
        [(key[number], *rest) for number, *rest in LOANS],
    )
    base.executemany(
        "insert into movement (object_id, day, source, target, reason, author) "
        "values (?, ?, ?, ?, ?, ?)",
        [(key[number], *rest) for number, *rest in MOVEMENTS],
    )
    for *told, numbers in EXHIBITIONS:
        number = base.execute(
            "insert into exhibition (title, room, opens, closes, curator) values (?, ?, ?, ?, ?)",
            told,
        ).lastrowid
        base.executemany(
            "insert into shown (exhibition_id, object_id) values (?, ?)",
            [(number, key[each]) for each in numbers],
        )
    base.commit()
    base.close()


fill(sys.argv[1])
