"""The neighbours' first data. `python first.py FILE`."""

import sqlite3
import sys

SCHEMA = """
create table item (id integer primary key, kind text, grp text, name text, about text,
  price real, unit text, deposit real, keeper text, place text, size integer, water text, shed text);
create table extra (id integer primary key, name text, price real);
create table item_extra (item_id integer, extra_id integer);
create table reservation (ref text primary key, item_id integer, start text, finish text,
  name text, email text, phone text, extras text default '', status text default 'reserved');
create table waiting (id integer primary key, item_id integer, email text);
"""
EXTRAS = {
    "Work gloves": 0.5,
    "Safety goggles": 0.5,
    "Ear defenders": 0.5,
    "Fuel can, 5 litres": 9.8,
    "Extension lead, 25 m": 1.5,
    "Tarpaulin": 1.0,
    "Ladder stand-off": 2.0,
    "Compost, 100 litres": 7.5,
    "Seed box": 4.0,
}
# group, name, about, price a day, deposit, keeper, address, extras
TOOLS = (
    (
        "Soil",
        "Petrol tiller",
        "Four-stroke, 60 cm wide, two forward gears. Not for wet clay.",
        14,
        80,
        "Bernard Ashe",
        "31 Quarry Row",
        "Fuel can, 5 litres|Ear defenders|Work gloves",
    ),
    (
        "Soil",
        "Electric scarifier",
        "For lawns up to 300 square metres, with collecting bag.",
        8,
        40,
        "Bernard Ashe",
        "31 Quarry Row",
        "Extension lead, 25 m|Work gloves",
    ),
    (
        "Soil",
        "Broadfork",
        "Ash handles, five tines, loosens without turning.",
        2,
        10,
        "Margit Olsen",
        "7 Quarry Row",
        "Work gloves",
    ),
    (
        "Soil",
        "Wheelbarrow",
        "85 litres, pneumatic wheel, carries 120 kg.",
        2.5,
        15,
        "Priscilla Munro",
        "12 Fern Street",
        "Tarpaulin|Work gloves",
    ),
    (
        "Cutting",
        "Hedge trimmer",
        "Electric, 55 cm blade, up to 20 mm thick.",
        6,
        35,
        "Margit Olsen",
        "7 Quarry Row",
        "Work gloves|Safety goggles|Extension lead, 25 m",
    ),
    (
        "Cutting",
        "Pole saw",
        "Telescopic, reaches four metres.",
        4,
        25,
        "Margit Olsen",
        "7 Quarry Row",
        "Work gloves|Safety goggles",
    ),
    (
        "Cutting",
        "Chipper",
        "Branches up to 40 mm. Two people to lift it.",
        16,
        100,
        "Omari Bello",
        "5 Fern Street",
        "Safety goggles|Ear defenders|Work gloves",
    ),
    (
        "Cutting",
        "Scythe",
        "Austrian pattern, with whetstone. Ask for a lesson.",
        3,
        20,
        "Walter Finch",
        "Allotment gate house",
        "Work gloves",
    ),
    (
        "Building",
        "Cement mixer",
        "Electric, 120 litre drum.",
        12,
        60,
        "Omari Bello",
        "5 Fern Street",
        "Extension lead, 25 m|Work gloves|Tarpaulin",
    ),
    (
        "Building",
        "Extension ladder",
        "Aluminium, three parts, reaches 7.4 m.",
        5,
        30,
        "Priscilla Munro",
        "12 Fern Street",
        "Ladder stand-off",
    ),
    (
        "Building",
        "Step ladder",
        "Five steps, platform at 1.2 m.",
        2,
        10,
        "Priscilla Munro",
        "12 Fern Street",
        "",
    ),
    (
        "Building",
        "Post hole auger",
        "Hand driven, 150 mm.",
        3,
        15,
        "Bernard Ashe",
        "31 Quarry Row",
        "Work gloves",
    ),
    (
        "House and kitchen",
        "Pressure washer",
        "140 bar, 8 m hose, patio head.",
        9,
        50,
        "Omari Bello",
        "5 Fern Street",
        "Extension lead, 25 m|Safety goggles",
    ),
    (
        "House and kitchen",
        "Apple press",
        "18 litre basket and mill. To be returned washed.",
        10,
        45,
        "Margit Olsen",
        "7 Quarry Row",
        "",
    ),
    (
        "House and kitchen",
        "Carpet cleaner",
        "Wet cleaner, takes ordinary shampoo.",
        7,
        30,
        "Priscilla Munro",
        "12 Fern Street",
        "",
    ),
)
# group, name, about, price a month, deposit, square metres, water, shed
PLOTS = (
    (
        "North field",
        "Hawthorn Strip",
        "Long and narrow along the hedge, some shade after four.",
        13,
        50,
        90,
        "own tap",
        "no",
    ),
    (
        "North field",
        "Sparrow Corner",
        "Sunny, light soil, a damson in the corner.",
        11.5,
        50,
        75,
        "own tap",
        "no",
    ),
    ("North field", "Windy Half", "Half a plot, open to the west.", 6, 30, 45, "shared pump", "no"),
    (
        "North field",
        "Beekeeper's Piece",
        "Next to the hives; not for the nervous.",
        9,
        40,
        110,
        "shared pump",
        "yes",
    ),
    (
        "Railway side",
        "Signal Box",
        "With the old signal box as a shed.",
        18.5,
        80,
        120,
        "own tap",
        "yes",
    ),
    (
        "Railway side",
        "Platform Three",
        "Raised beds, wheelchair path.",
        12,
        50,
        40,
        "own tap",
        "no",
    ),
    ("Railway side", "Cinder Bank", "Stony slope, good for vines.", 5, 30, 80, "none", "no"),
    (
        "Brook meadow",
        "Willow Plot",
        "Damp in winter, never dry in summer.",
        8.5,
        40,
        100,
        "none",
        "yes",
    ),
    (
        "Brook meadow",
        "Long Bottom",
        "Deep black soil, floods once in ten years.",
        14.5,
        60,
        150,
        "own tap",
        "yes",
    ),
)
# ref, item, start, finish, name, e-mail, phone, extras
RESERVATIONS = (
    (
        "FH-2019",
        "Cement mixer",
        "2027-04-10",
        "2027-04-16",
        "Gwen Tully",
        "gwen.tully@example.com",
        "",
        "",
    ),
    (
        "FH-2026",
        "Petrol tiller",
        "2027-04-13",
        "2027-04-15",
        "Hamid Nazari",
        "h.nazari@example.com",
        "",
        "Fuel can, 5 litres",
    ),
    (
        "FH-2033",
        "Cement mixer",
        "2027-04-17",
        "2027-04-23",
        "Rhys Copeland",
        "rhys.c@example.com",
        "01632 960 311",
        "Tarpaulin",
    ),
    (
        "FH-2041",
        "Wheelbarrow",
        "2027-04-15",
        "2027-04-18",
        "Jonas Whitfield",
        "jonas.whitfield@example.com",
        "01632 960 284",
        "",
    ),
    (
        "FH-2044",
        "Wheelbarrow",
        "2027-04-23",
        "2027-04-25",
        "Sally Orme",
        "sally.orme@example.com",
        "",
        "Work gloves",
    ),
    (
        "FH-2046",
        "Cement mixer",
        "2027-04-24",
        "2027-04-30",
        "Sally Orme",
        "sally.orme@example.com",
        "",
        "",
    ),
    (
        "FH-2050",
        "Petrol tiller",
        "2027-04-28",
        "2027-04-29",
        "Gwen Tully",
        "gwen.tully@example.com",
        "",
        "",
    ),
    (
        "FH-2052",
        "Extension ladder",
        "2027-04-30",
        "2027-05-03",
        "Ivo Petrak",
        "ivo.petrak@example.com",
        "01632 960 419",
        "Ladder stand-off",
    ),
    (
        "FH-2055",
        "Signal Box",
        "2027-04-01",
        "2027-10-31",
        "Hamid Nazari",
        "h.nazari@example.com",
        "",
        "",
    ),
    (
        "FH-2057",
        "Pressure washer",
        "2027-05-01",
        "2027-05-02",
        "Jonas Whitfield",
        "jonas.whitfield@example.com",
        "01632 960 284",
        "Extension lead, 25 m",
    ),
    (
        "FH-2060",
        "Cement mixer",
        "2027-05-01",
        "2027-05-07",
        "Ivo Petrak",
        "ivo.petrak@example.com",
        "",
        "",
    ),
    (
        "FH-2063",
        "Hedge trimmer",
        "2027-04-22",
        "2027-04-23",
        "Jonas Whitfield",
        "jonas.whitfield@example.com",
        "01632 960 284",
        "Extension lead, 25 m",
    ),
    (
        "FH-2064",
        "Chipper",
        "2027-04-17",
        "2027-04-18",
        "Rhys Copeland",
        "rhys.c@example.com",
        "",
        "Ear defenders",
    ),
    (
        "FH-2068",
        "Willow Plot",
        "2027-05-01",
        "2027-09-30",
        "Sally Orme",
        "sally.orme@example.com",
        "",
        "Seed box",
    ),
    (
        "FH-2070",
        "Hedge trimmer",
        "2027-05-08",
        "2027-05-09",
        "Gwen Tully",
        "gwen.tully@example.com",
        "",
        "",
    ),
)


def fill(file: str) -> None:
    """Make the tables, and put what is lent and rented into them."""
    base = sqlite3.connect(file)
    base.executescript(SCHEMA)
    base.executemany("insert into extra (name, price) values (?, ?)", EXTRAS.items())
    key = {name: number for number, name in base.execute("select id, name from extra")}
    item: dict[str, int] = {}
    for *tool, extras in TOOLS:
        item[tool[1]] = base.execute(
            "insert into item (kind, grp, name, about, price, unit, deposit, keeper, place) "
            "values ('tool', ?, ?, ?, ?, 'day', ?, ?, ?)",
            tool,
        ).lastrowid
        for name in filter(None, extras.split("|")):
            base.execute("insert into item_extra values (?, ?)", (item[tool[1]], key[name]))
    for plot in PLOTS:
        item[plot[1]] = base.execute(
            "insert into item (kind, grp, name, about, price, unit, deposit, size, water, shed, "
            "keeper, place) values ('plot', ?, ?, ?, ?, 'month', ?, ?, ?, ?, 'Walter Finch', "
            "'Allotment gate house')",
            plot,
        ).lastrowid
        for name in ("Compost, 100 litres", "Seed box"):
            base.execute("insert into item_extra values (?, ?)", (item[plot[1]], key[name]))
    base.executemany(
        "insert into reservation (ref, item_id, start, finish, name, email, phone, extras) "
        "values (?, ?, ?, ?, ?, ?, ?, ?)",
        [(ref, item[name], *rest) for ref, name, *rest in RESERVATIONS],
    )
    base.execute(
        "insert into waiting (item_id, email) values (?, ?)",
        (item["Chipper"], "gwen.tully@example.com"),
    )
    base.commit()
    base.close()


fill(sys.argv[1])
