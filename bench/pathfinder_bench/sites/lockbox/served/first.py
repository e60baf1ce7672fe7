"""The business's first data. `python first.py FILE`."""

import sqlite3
import sys
from collections.abc import Iterable, Sequence
from datetime import date

TODAY = "2028-03-07"
SCHEMA = """
create table room (id integer primary key, name text unique, theme text, least integer, most integer,
  minutes integer, weekday integer, weekend integer);
create table extra (id integer primary key, name text unique, pence integer);
create table crew (id integer primary key, login text, phrase text, name text unique, job text,
  phone text, knows text, first_aid text, since text, away_from text default '',
  away_until text default '', away_why text default '');
create table shift (id integer primary key, day text, part text, crew_id integer);
create table booking (id integer primary key, ref text unique, room_id integer, day text, start text,
  lead text, phone text, players integer, host_id integer, status text, due integer,
  deposit text default 'held', reason text default '', remark text default '', made text);
create table voucher (id integer primary key, code text unique, buyer text, recipient text,
  worth integer, remaining integer, handover text, issued text, expires text, extended integer default 0,
  status text default 'valid', wording text default '');
create table incident (id integer primary key, day text, clock text, room_id integer, kind text,
  headline text, story text, reporter_id integer, booking_id integer, settled integer default 0);
create table prop (id integer primary key, name text, room_id integer, fault text, urgency text,
  reported text, crew_id integer, status text default 'open', repaired text default '');
create table enquiry (id integer primary key, company text, contact text, email text, heads integer,
  wanted text, budget integer, story text, received text, status text default 'new',
  owner_id integer, quote integer default 0, reply text default '');
"""
LIGHTHOUSE, FATHOMS, ATTIC, LEDGER, LAUNDRY = range(1, 6)
ROOMS = (
    ("The Lighthouse", "The keeper has vanished and the storm is coming.", 2, 6, 60, 2700, 3200),
    ("Forty Fathoms", "A submarine, a leak, and a captain's locked cabin.", 2, 5, 60, 2800, 3300),
    ("The Clockmaker's Attic", "Sixty clocks, one of which tells the truth.", 2, 6, 75, 2900, 3400),
    ("Pharaoh's Ledger", "Somebody has been cooking the books in the tomb.", 3, 8, 60, 2600, 3100),
    ("Laundry Day", "For families: get out before the spin cycle ends.", 3, 7, 45, 1900, 2250),
)
EXTRAS = (
    ("Birthday pack (cake table, badge, photo)", 4500),
    ("Extra fifteen minutes", 2000),
    ("Printed team photo", 600),
    ("Bottle of sparkling wine", 2400),
    ("Host in Spanish or German", 1500),
)
MIRELA, WANJIRU, JONAS, AOIFE, PETRA, KEMAL, LUCIA, TOM, SUNNIVA = range(1, 10)
CREW = (
    # login, pass phrase, name, job, phone, knows, first aid until, since
    (
        "mirela",
        "Brass-Hinge-88",
        "Mirela Danvers",
        "Duty manager",
        "07700 900 310",
        "all rooms",
        "2028-11-30",
        "2021-04-01",
    ),
    (
        "",
        "",
        "Wanjiru Kamau",
        "Game master",
        "07700 900 318",
        "The Lighthouse, The Clockmaker's Attic, Laundry Day",
        "2029-02-28",
        "2023-09-11",
    ),
    (
        "",
        "",
        "Jonas Veit",
        "Game master",
        "07700 900 341",
        "Forty Fathoms, Pharaoh's Ledger",
        "",
        "2025-01-20",
    ),
    (
        "",
        "",
        "Aoife Brennan",
        "Senior game master",
        "07700 900 355",
        "all rooms",
        "2028-06-30",
        "2022-02-14",
    ),
    (
        "",
        "",
        "Petra Novotny",
        "Game master",
        "07700 900 362",
        "The Clockmaker's Attic, Pharaoh's Ledger",
        "",
        "2026-05-04",
    ),
    (
        "kemal",
        "Glue-And-Solder-3",
        "Kemal Aydin",
        "Prop builder",
        "07700 900 377",
        "workshop",
        "2028-03-31",
        "2021-10-04",
    ),
    (
        "",
        "",
        "Lucia Ferrante",
        "Game master",
        "07700 900 384",
        "The Lighthouse, Forty Fathoms",
        "2028-09-30",
        "2024-07-01",
    ),
    (
        "",
        "",
        "Tom Oyelaran",
        "Reception",
        "07700 900 399",
        "Laundry Day",
        "",
        "2026-11-16",
    ),
    (
        "sunniva",
        "Twelve-Red-Doors",
        "Sunniva Dahl",
        "Owner",
        "07700 900 301",
        "all rooms",
        "",
        "2019-08-01",
    ),
)
ROTA = {
    "2028-03-06": ((AOIFE, TOM), (JONAS,)),
    "2028-03-07": ((MIRELA, WANJIRU), (LUCIA, JONAS)),
    "2028-03-08": ((PETRA, TOM), (AOIFE, WANJIRU)),
    "2028-03-09": ((MIRELA, LUCIA), (JONAS, PETRA)),
    "2028-03-10": ((WANJIRU, TOM), (AOIFE, LUCIA, JONAS)),
    "2028-03-11": ((MIRELA, WANJIRU, PETRA), (AOIFE, JONAS, LUCIA)),
    "2028-03-12": ((TOM, LUCIA, PETRA), (WANJIRU, JONAS)),
    "2028-03-13": ((AOIFE, TOM), (PETRA,)),
    "2028-03-14": ((MIRELA, JONAS), (LUCIA,)),
    "2028-03-15": ((WANJIRU, TOM), (AOIFE, PETRA)),
    "2028-03-16": ((MIRELA, LUCIA), (JONAS, WANJIRU)),
    "2028-03-17": ((PETRA, TOM), (AOIFE, LUCIA, WANJIRU)),
    "2028-03-18": ((MIRELA, PETRA, JONAS), (AOIFE, WANJIRU, LUCIA)),
    "2028-03-19": ((TOM, WANJIRU, LUCIA), (PETRA, JONAS)),
}
"""Day -> who has the early shift, and who the late one."""
BOOKINGS = (
    # room, day, start, lead, phone, players, host, remark
    (ATTIC, "2027-11-20", "14:30", "Marcus Pell", "07700 900 702", 4, PETRA, ""),
    (LIGHTHOUSE, "2028-01-15", "16:15", "Greta Holm", "07700 900 711", 5, LUCIA, ""),
    (LEDGER, "2028-02-05", "18:30", "Quayside Rowing Club", "07700 900 720", 8, JONAS, "Two cars"),
    (ATTIC, "2028-02-11", "20:15", "Dev Chaudhry", "07700 900 733", 3, AOIFE, ""),
    (ATTIC, "2028-02-19", "16:15", "Isobel Farrant", "07700 900 746", 6, WANJIRU, "First visit"),
    (LAUNDRY, "2028-02-19", "12:30", "Rowan Tully", "07700 900 751", 7, TOM, "Seventh birthday"),
    (FATHOMS, "2028-02-26", "18:30", "Noel Abara", "07700 900 764", 4, LUCIA, ""),
    (ATTIC, "2028-02-27", "10:45", "Hester Lyle", "07700 900 770", 2, PETRA, ""),
    (LIGHTHOUSE, "2028-03-03", "20:15", "Ben Sorrell", "07700 900 782", 4, AOIFE, ""),
    (LEDGER, "2028-03-05", "14:30", "Ana Quintero", "07700 900 795", 5, JONAS, "Host in Spanish"),
    (LAUNDRY, "2028-03-07", "14:30", "Priya Nair", "07700 900 801", 5, WANJIRU, ""),
    (LIGHTHOUSE, "2028-03-07", "18:30", "Callum Reid", "07700 900 813", 4, LUCIA, "Pays in cash"),
    (LEDGER, "2028-03-07", "20:15", "Night nurses, ward 6", "07700 900 826", 6, JONAS, ""),
    (FATHOMS, "2028-03-08", "18:30", "Ewa Zielinska", "07700 900 830", 3, AOIFE, ""),
    (ATTIC, "2028-03-09", "20:15", "Leopold Anker", "07700 900 844", 4, PETRA, ""),
    (LIGHTHOUSE, "2028-03-10", "18:30", "Sam Whitlock", "07700 900 857", 2, LUCIA, "Engagement"),
    (
        LEDGER,
        "2028-03-11",
        "12:30",
        "Folake Adeyemi",
        "07700 900 869",
        6,
        PETRA,
        "Grandparents too",
    ),
    (ATTIC, "2028-03-11", "14:30", "Kunle Adebayo", "07700 900 873", 4, WANJIRU, ""),
    (FATHOMS, "2028-03-11", "16:15", "Judith Marsh", "07700 900 888", 5, JONAS, ""),
    (LAUNDRY, "2028-03-12", "10:45", "Carys Bowen", "07700 900 892", 6, TOM, "Sixth birthday"),
    (LIGHTHOUSE, "2028-03-12", "16:15", "Ingo Brandt", "07700 900 904", 5, WANJIRU, ""),
    (LEDGER, "2028-03-15", "18:30", "Chess club Old Mill", "07700 900 911", 7, AOIFE, ""),
    (ATTIC, "2028-03-17", "18:30", "Yusuf Karim", "07700 900 925", 3, WANJIRU, ""),
    (LIGHTHOUSE, "2028-03-18", "14:30", "Brigid Maloney", "07700 900 938", 4, LUCIA, ""),
    (FATHOMS, "2028-03-18", "16:15", "Bridget Malone", "07700 900 940", 5, LUCIA, "Hen party"),
    (FATHOMS, "2028-03-18", "20:15", "Rolf Eisner", "07700 900 953", 4, LUCIA, ""),
    (LEDGER, "2028-03-18", "18:30", "Tennis juniors", "07700 900 966", 8, AOIFE, ""),
    (FATHOMS, "2028-03-19", "14:30", "Mei Tanaka", "07700 900 971", 2, JONAS, ""),
    (LAUNDRY, "2028-03-25", "16:15", "Bridget Malone", "07700 900 940", 6, TOM, "Son's birthday"),
    (LEDGER, "2028-03-25", "12:30", "Folake Adeyemi", "07700 900 869", 8, AOIFE, "Church choir"),
    (ATTIC, "2028-04-01", "16:15", "Oskar Lindqvist", "07700 900 987", 4, WANJIRU, ""),
    (LIGHTHOUSE, "2028-02-13", "12:30", "Gwen Parry", "07700 900 990", 3, LUCIA, ""),
    (FATHOMS, "2028-03-16", "20:15", "Darts team Anchor", "07700 900 999", 5, JONAS, ""),
)
CANCELLED = {
    "Gwen Parry": ("Illness", "refunded"),
    "Darts team Anchor": ("No longer wanted", "kept"),
}
VOUCHERS = (
    # buyer, recipient, pounds, pounds left, handover, issued, expires, extended, status
    ("Harriet Boyle", "Simon Boyle", 60, 0, "e-mail", "2027-01-14", "2028-01-14", 0, "spent"),
    (
        "Karin Lindqvist",
        "Family Lindqvist",
        150,
        150,
        "post",
        "2026-09-30",
        "2028-03-31",
        1,
        "valid",
    ),
    ("Priory Dental", "Reception team", 200, 200, "e-mail", "2027-03-22", "2028-03-22", 0, "valid"),
    (
        "Lars Lindqvist",
        "Oskar Lindqvist",
        100,
        0,
        "reception",
        "2027-05-02",
        "2028-05-02",
        0,
        "spent",
    ),
    (
        "Dora Castellano",
        "Ottavio Castellano",
        80,
        80,
        "post",
        "2027-06-18",
        "2028-06-18",
        0,
        "valid",
    ),
    ("Femi Balogun", "Tunde Balogun", 50, 18, "e-mail", "2027-07-09", "2028-07-09", 0, "valid"),
    (
        "Ruth Ashdown",
        "Clive Ashdown",
        120,
        120,
        "reception",
        "2027-08-27",
        "2028-08-27",
        0,
        "valid",
    ),
    ("Milo Vance", "Ines and Paul", 90, 90, "e-mail", "2027-10-11", "2028-10-11", 0, "void"),
    ("Sally Greaves", "Robin Greaves", 75, 75, "post", "2027-11-29", "2028-11-29", 0, "valid"),
    ("Old Mill School", "Mrs Teague", 40, 40, "reception", "2027-12-15", "2028-12-15", 0, "valid"),
    ("Anton Brandt", "Flavia Brandt", 60, 60, "e-mail", "2027-12-20", "2028-12-20", 0, "valid"),
    ("Hugh Petrie", "The Petrie boys", 135, 27, "post", "2027-12-21", "2028-12-21", 0, "valid"),
    ("Wendy Oakes", "Lena Oakes", 100, 100, "e-mail", "2028-01-31", "2029-01-31", 0, "valid"),
    ("Jamal Rahman", "Nadia Rahman", 64, 64, "reception", "2028-02-24", "2029-02-24", 0, "valid"),
)
INCIDENTS = (
    # day, clock, room, kind, headline, story, reporter, lead of the game, settled
    (
        "2027-11-20",
        "15:10",
        ATTIC,
        "Alarm",
        "Smoke detector after fog machine",
        "The fog machine was set too high and the detector in the attic went. No evacuation, reset after two minutes.",
        TOM,
        "Marcus Pell",
        1,
    ),
    (
        "2028-01-15",
        "16:52",
        LIGHTHOUSE,
        "Alarm",
        "Fire alarm, burnt toast next door",
        "The whole building was cleared because of the bakery. Players were given a new date.",
        MIRELA,
        "Greta Holm",
        1,
    ),
    (
        "2028-02-05",
        "19:05",
        LEDGER,
        "Damage",
        "Sarcophagus lid forced",
        "Somebody levered the lid open with an umbrella. The hinge is bent, photo is in the folder.",
        AOIFE,
        "Quayside Rowing Club",
        0,
    ),
    (
        "2028-02-11",
        "21:20",
        ATTIC,
        "Complaint",
        "Hint came far too late",
        "The group waited eleven minutes for an answer. Offered them two printed photos for nothing.",
        MIRELA,
        "Dev Chaudhry",
        1,
    ),
    (
        "2028-02-19",
        "12:58",
        LAUNDRY,
        "Injury",
        "Pinched finger in the dryer door",
        "A boy of seven, small blister, cool pack from reception. The mother signed the sheet.",
        MIRELA,
        "Rowan Tully",
        1,
    ),
    (
        "2028-02-19",
        "16:48",
        ATTIC,
        "Alarm",
        "Fire alarm in the middle of the game",
        "Everybody went down the back stairs, all counted at the meeting point after four minutes. Cause was the kettle in the staff kitchen. The group got a free second try.",
        PETRA,
        "Isobel Farrant",
        1,
    ),
    (
        "2028-02-26",
        "19:40",
        FATHOMS,
        "Lost property",
        "Green scarf and one glove",
        "Left on the bunk. In the box behind reception.",
        LUCIA,
        "Noel Abara",
        0,
    ),
    (
        "2028-02-27",
        "11:30",
        ATTIC,
        "Complaint",
        "Too cold",
        "Fourteen degrees in the attic in the morning. Heating timer changed to 9:30.",
        TOM,
        "Hester Lyle",
        1,
    ),
    (
        "2028-03-03",
        "21:02",
        LIGHTHOUSE,
        "Damage",
        "Storm lantern dropped",
        "It fell from the gallery when the rope slipped. Glass cracked, given to the workshop.",
        AOIFE,
        "Ben Sorrell",
        0,
    ),
)
PROPS = (
    # name, room, fault, urgency, reported, who, status, repaired
    ("Sarcophagus lid", LEDGER, "Hinge bent", "urgent", "2028-02-05", KEMAL, "open", ""),
    ("Signal lantern", FATHOMS, "Shutter sticks", "soon", "2028-02-14", KEMAL, "open", ""),
    (
        "Cuckoo clock no. 9",
        ATTIC,
        "Runs four minutes fast",
        "soon",
        "2028-02-20",
        KEMAL,
        "open",
        "",
    ),
    ("Dryer door", LAUNDRY, "Needs a softer seal", "urgent", "2028-02-20", KEMAL, "open", ""),
    ("Periscope", FATHOMS, "Mirror loose", "can wait", "2028-02-23", 0, "open", ""),
    ("Keeper's diary", LIGHTHOUSE, "Page 14 torn", "can wait", "2028-02-28", AOIFE, "open", ""),
    ("Storm lantern", LIGHTHOUSE, "Glass cracked", "urgent", "2028-03-03", KEMAL, "open", ""),
    ("Abacus", LEDGER, "Two beads missing", "can wait", "2028-03-05", 0, "open", ""),
    ("Fog horn", LIGHTHOUSE, "No sound", "soon", "2028-03-06", 0, "open", ""),
    ("Music box", ATTIC, "Spring broken", "soon", "2028-01-12", KEMAL, "repaired", "2028-01-30"),
    (
        "Ruby scarab",
        LEDGER,
        "Magnet weak",
        "can wait",
        "2028-01-19",
        JONAS,
        "repaired",
        "2028-02-02",
    ),
    (
        "Iron of doom",
        LAUNDRY,
        "Cable frayed",
        "urgent",
        "2028-02-01",
        KEMAL,
        "repaired",
        "2028-02-03",
    ),
)
ENQUIRIES = (
    # company, contact, e-mail, heads, wanted, budget, story, received, status, owner, quote
    (
        "Brightwater Utilities",
        "Colin Thorpe",
        "c.thorpe@brightwater.example.com",
        24,
        "2028-04-20",
        900,
        "Away day of the metering team, four groups at the same time if that is possible. Lunch somewhere near.",
        "2028-03-05",
        "new",
        0,
        0,
    ),
    (
        "Castellan Insurance",
        "Maud Ferris",
        "maud.ferris@castellan.example.com",
        12,
        "2028-03-30",
        500,
        "Two rooms on a Thursday afternoon, drinks afterwards.",
        "2028-02-28",
        "quoted",
        AOIFE,
        40800,
    ),
    (
        "Hartley & Daughters",
        "Joan Hartley",
        "office@hartley.example.com",
        6,
        "2028-05-05",
        0,
        "Can the winners get a cup?",
        "2028-03-06",
        "new",
        0,
        0,
    ),
    (
        "Northgate Hospital",
        "Dr Amal Said",
        "a.said@northgate.example.com",
        18,
        "2028-06-09",
        700,
        "Summer do of the theatre staff, two of them use a wheelchair.",
        "2028-02-21",
        "quoted",
        MIRELA,
        55800,
    ),
    (
        "Tern Robotics",
        "Viktor Hale",
        "viktor@tern.example.com",
        10,
        "2028-02-24",
        400,
        "Welcome evening for the interns.",
        "2028-01-18",
        "won",
        AOIFE,
        31000,
    ),
    (
        "Fallow & Finch Architects",
        "Lotte Finch",
        "lotte@fallowfinch.example.com",
        8,
        "2028-02-10",
        200,
        "A short game after work, ninety minutes in all.",
        "2028-01-09",
        "lost",
        MIRELA,
        24800,
    ),
    (
        "Harbour Primary School",
        "Gillian Stowe",
        "head@harbourprimary.example.com",
        28,
        "2028-07-03",
        450,
        "End of year treat, class of ten-year-olds in groups of seven.",
        "2028-03-02",
        "new",
        0,
        0,
    ),
)


def fill(file: str) -> None:
    """Make the tables, and put the business into them."""
    base = sqlite3.connect(file)
    base.executescript(SCHEMA)
    many(base, "room (name, theme, least, most, minutes, weekday, weekend)", ROOMS)
    many(base, "extra (name, pence)", EXTRAS)
    many(base, "crew (login, phrase, name, job, phone, knows, first_aid, since)", CREW)
    many(
        base,
        "shift (day, part, crew_id)",
        [
            (day, part, who)
            for day, parts in ROTA.items()
            for part, people in zip(("early", "late"), parts, strict=True)
            for who in people
        ],
    )
    bookings = [_booking(*each) for each in BOOKINGS]
    many(
        base,
        "booking (room_id, day, start, lead, phone, players, host_id, remark, ref, status, due, "
        "reason, deposit, made)",
        [
            (*each, f"LB-{1904 + 7 * key}", *told)
            for key, (each, told) in enumerate(zip(BOOKINGS, bookings, strict=True))
        ],
    )
    many(
        base,
        "voucher (code, buyer, recipient, worth, remaining, handover, issued, expires, extended, status)",
        [
            (f"KEY-{4412 + 37 * key}", buyer, whom, 100 * worth, 100 * remaining, *rest)
            for key, (buyer, whom, worth, remaining, *rest) in enumerate(VOUCHERS)
        ],
    )
    of = {each[3]: key for key, each in enumerate(BOOKINGS, 1)}
    many(
        base,
        "incident (day, clock, room_id, kind, headline, story, reporter_id, booking_id, settled)",
        [(*each[:7], of[each[7]], each[8]) for each in INCIDENTS],
    )
    many(
        base,
        "prop (name, room_id, fault, urgency, reported, crew_id, status, repaired)",
        PROPS,
    )
    many(
        base,
        "enquiry (company, contact, email, heads, wanted, budget, story, received, status, "
        "owner_id, quote)",
        ENQUIRIES,
    )
    base.commit()
    base.close()


def _booking(
    room: int,
    day: str,
    start: str,
    lead: str,
    phone: str,
    players: int,
    host: int,
    remark: str,
) -> tuple[str, int, str, str, str]:
    """Status, pence due, reason, deposit and the day on which it was made."""
    weekend = date.fromisoformat(day).weekday() > 4
    due = players * ROOMS[room - 1][6 if weekend else 5]
    made = f"{int(day[:4]) - (day[5:7] == '01')}-{(int(day[5:7]) - 2) % 12 + 1:02}-{4 + players:02}"
    if lead in CANCELLED:
        return "cancelled", due, *CANCELLED[lead], made
    past = day < TODAY
    return "played" if past else "expected", due, "", "settled" if past else "held", made


def many(base: sqlite3.Connection, into: str, rows: Iterable[Sequence[object]]) -> None:
    """Put rows into a table."""
    rows = list(rows)
    marks = ", ".join("?" * len(rows[0]))
    base.executemany(f"insert into {into} values ({marks})", rows)


fill(sys.argv[1])
