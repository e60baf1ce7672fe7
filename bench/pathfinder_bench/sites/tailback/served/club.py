"""The car club's members' site: a JSON API and one page. `TAILBACK_DATA=FILE python club.py PORT`."""

import os
import re
import sqlite3
import sys
from datetime import date, datetime, timedelta
from typing import Any

from flask import Flask, Response, g, jsonify, request, send_from_directory, session

Row = dict[str, Any]

app = Flask(__name__)
app.secret_key = "a car club on loopback has no secrets"
NOW = datetime(2027, 3, 9, 9, 40)
TODAY = NOW.date()
NOTICE = timedelta(hours=24)
LONGEST = timedelta(days=14)
AHEAD = timedelta(days=120)
HOURLY = {"Small": 3.2, "Middle": 4.1, "Family": 5.0, "Van": 6.4}
PARTS = (
    "Front",
    "Rear",
    "Left side",
    "Right side",
    "Roof",
    "Glass",
    "Inside",
    "Engine or gears",
)
OPEN_INVITATIONS = 3


class Declined(Exception):
    """What the club doesn't do, with its words and the field that they are about."""

    def __init__(self, text: str, at: str = "", code: int = 422) -> None:
        super().__init__(text)
        self.text, self.at, self.code = text, at, code


@app.errorhandler(Declined)
def declined(error: Declined) -> tuple[Response, int]:
    return jsonify(problem=error.text, at=error.at), error.code


def base() -> sqlite3.Connection:
    if "base" not in g:
        g.base = sqlite3.connect(os.environ["TAILBACK_DATA"], timeout=10)
        g.base.row_factory = sqlite3.Row
    return g.base


@app.teardown_appcontext
def close(_: BaseException | None) -> None:
    if "base" in g:
        g.base.close()


def ask(question: str, *values: Any) -> list[Row]:
    return [dict(row) for row in base().execute(question, values)]


def one(question: str, *values: Any) -> Row:
    found = ask(question, *values)
    if not found:
        raise Declined("We can't find that any more.", code=404)
    return found[0]


def add(table: str, **values: Any) -> int:
    names, marks = ", ".join(values), ", ".join("?" * len(values))
    command = f"insert into {table} ({names}) values ({marks})"
    return int(base().execute(command, [*values.values()]).lastrowid or 0)


def change(table: str, key: int, **values: Any) -> None:
    told = ", ".join(f"{name} = ?" for name in values)
    base().execute(f"update {table} set {told} where id = ?", [*values.values(), key])


def done(**told: Any) -> Response:
    base().commit()
    return jsonify(**told)


# What forms say -----------------------------------------------------------------------------------


def said() -> Row:
    return request.get_json(silent=True) or {}


def text(told: Row, name: str, complaint: str = "") -> str:
    given = str(told.get(name) or "").strip()
    if complaint and not given:
        raise Declined(complaint, name)
    return given


def number(told: Row, name: str, most: float, complaint: str) -> float:
    given = text(told, name).replace("€", "").replace(",", ".").strip()
    if not re.fullmatch(r"\d{1,5}(\.\d{1,2})?", given) or not 0 < float(given) <= most:
        raise Declined(complaint, name)
    return float(given)


def whole(told: Row, name: str, most: int, complaint: str) -> int:
    given = text(told, name).replace(",", "").replace(" ", "")
    if not re.fullmatch(r"\d{1,6}", given) or not 0 < int(given) <= most:
        raise Declined(complaint, name)
    return int(given)


def among(told: Row, name: str, choices: tuple[str, ...], complaint: str) -> str:
    given = text(told, name)
    if given not in choices:
        raise Declined(complaint, name)
    return given


def address(told: Row, name: str = "email") -> str:
    given = text(told, name)
    if not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", given):
        raise Declined("Please check the e-mail address.", name)
    return given


def key_in(told: Row, name: str, complaint: str) -> int:
    given = text(told, name)
    if not given.isdigit():
        raise Declined(complaint, name)
    return int(given)


def moment(told: Row, day: str, time: str, what: str) -> datetime:
    """A day and a time of a form as one."""
    try:
        on = date.fromisoformat(text(told, day))
    except ValueError:
        raise Declined(f"Choose the day of your {what}.", day) from None
    if not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", text(told, time)):
        raise Declined(f"Choose the time of your {what}.", time)
    return datetime.fromisoformat(f"{on.isoformat()}T{text(told, time)}")


def stamp(when: datetime) -> str:
    return when.isoformat(timespec="minutes")


def spoken(when: datetime) -> str:
    return f"{when:%a} {when.day} {when:%b}, {when:%H:%M}"


# Who is there -------------------------------------------------------------------------------------


@app.before_request
def guard() -> None:
    free = ("/api/login", "/api/me")
    if request.path.startswith("/api/") and request.path not in free and "member" not in session:
        raise Declined("Please sign in first.", code=401)


def me() -> Row:
    return one(
        "select member.*, station.name as station from member "
        "join station on station.id = station_id where member.id = ?",
        session["member"],
    )


def unread() -> int:
    asked = (
        "select count(*) as number from message where id not in "
        "(select message_id from seen where member_id = ?)"
    )
    return int(one(asked, session["member"])["number"])


@app.get("/api/me")
def who() -> Response:
    if "member" not in session:
        return jsonify(member=None, now=stamp(NOW))
    return jsonify(member=me()["name"], unread=unread(), now=stamp(NOW))


@app.post("/api/login")
def sign_in() -> Response:
    told = said()
    login = text(told, "login", "Tell us your username.").lower()
    secret = text(told, "secret", "Tell us your password.")
    found = ask("select id from member where login = ? and password = ?", login, secret)
    if not found:
        raise Declined("Username or password is not right.", code=403)
    session["member"] = found[0]["id"]
    return who()


@app.post("/api/logout")
def sign_out() -> Response:
    session.clear()
    return jsonify(member=None)


@app.get("/api/home")
def home() -> Response:
    trips = [row for row in my_trips() if row["phase"] in ("running", "coming")]
    return jsonify(
        next=min(trips, key=lambda row: row["starts"], default=None),
        more=max(0, len(trips) - 1),
        due=ask(f"{BILL} where member_id = ? and paid_on = '' order by due", session["member"]),
        missing=len(without_km()),
        news=ask("select * from message order by day desc limit 3"),
    )


# Stations and cars --------------------------------------------------------------------------------

CAR = (
    "select car.*, station.name as station, station.area from car "
    "join station on station.id = station_id"
)


def priced(row: Row, factor: float) -> Row:
    return row | {"hourly": round(HOURLY[row["kind"]] * factor, 2)}


def my_factor() -> float:
    return float(one("select factor from tariff where name = ?", me()["tariff"])["factor"])


@app.get("/api/stations")
def stations() -> Response:
    rows = ask("select * from station order by name")
    for row in rows:
        row["cars"] = ask("select id, nick, model, state from car where station_id = ?", row["id"])
    return jsonify(rows=rows, mine=me()["station_id"])


@app.get("/api/cars")
def cars() -> Response:
    told, factor = request.args, my_factor()
    rows = ask(f"{CAR} order by station.name, nick")
    busy: set[int] = set()
    if day := told.get("free_on", ""):
        taken = "select car_id from booking where state = 'booked' and date(starts) <= ? and date(ends) >= ?"
        busy = {row["car_id"] for row in ask(taken, day, day)}
    kept = [
        priced(row, factor)
        for row in rows
        if row["id"] not in busy
        and told.get("station", "") in ("", str(row["station_id"]))
        and told.get("kind", "") in ("", row["kind"])
    ]
    return jsonify(
        rows=kept,
        all=len(rows),
        kinds=[*HOURLY],
        stations=ask("select id, name from station order by name"),
    )


@app.get("/api/cars/<int:key>")
def car(key: int) -> Response:
    taken = (
        "select starts, ends, member_id = ? as mine from booking "
        "where car_id = ? and state = 'booked' and ends > ? order by starts"
    )
    return jsonify(
        car=priced(one(f"{CAR} where car.id = ?", key), my_factor()),
        damages=ask(f"{DAMAGE} where car_id = ? order by damage.day desc", key),
        taken=ask(taken, session["member"], key, stamp(NOW)),
    )


# Trips --------------------------------------------------------------------------------------------

TRIP = (
    "select booking.*, car.nick, car.model, car.plate, car.kind, car.fuel, station.name as station, "
    "station.key_box, station.hint from booking join car on car.id = car_id "
    "join station on station.id = car.station_id"
)


def phased(row: Row) -> Row:
    now = stamp(NOW)
    phase = "past" if row["ends"] <= now else "running" if row["starts"] <= now else "coming"
    hours = datetime.fromisoformat(row["ends"]) - datetime.fromisoformat(row["starts"])
    return row | {
        "phase": "cancelled" if row["state"] == "cancelled" else phase,
        "hours": hours.total_seconds() / 3600,
    }


def my_trips() -> list[Row]:
    asked = f"{TRIP} where member_id = ? order by starts"
    return [phased(row) for row in ask(asked, session["member"])]


def my_trip(key: int) -> Row:
    row = one(f"{TRIP} where booking.id = ? and member_id = ?", key, session["member"])
    return phased(row)


def without_km() -> list[Row]:
    return [row for row in my_trips() if row["phase"] == "past" and row["km"] is None]


def must_be_free(vehicle: Row, starts: datetime, ends: datetime, at: str, but: int = 0) -> None:
    """Neither the car nor the member has another trip then."""
    asked = (
        "select starts, ends from booking where {} = ? and state = 'booked' and id <> ? "
        "and starts < ? and ends > ? order by starts"
    )
    when = (but, stamp(ends), stamp(starts))
    for row in ask(asked.format("car_id"), vehicle["id"], *when)[:1]:
        first, last = (datetime.fromisoformat(row[name]) for name in ("starts", "ends"))
        raise Declined(f"{vehicle['nick']} is taken from {spoken(first)} until {spoken(last)}.", at)
    for row in ask(asked.format("member_id"), session["member"], *when)[:1]:
        first = datetime.fromisoformat(row["starts"])
        raise Declined(f"You have a trip of your own at that time ({spoken(first)}).", at)


@app.get("/api/trips")
def trips() -> Response:
    return jsonify(rows=my_trips())


@app.get("/api/trips/<int:key>")
def trip(key: int) -> Response:
    row = my_trip(key)
    cost = round(row["hours"] * HOURLY[row["kind"]] * my_factor(), 2)
    receipts = ask("select * from receipt where booking_id = ? order by day", key)
    return jsonify(trip=row | {"cost": cost}, receipts=receipts)


@app.post("/api/trips")
def book() -> Response:
    told = said()
    vehicle = one("select * from car where id = ?", key_in(told, "car_id", "Choose a car."))
    starts = moment(told, "out_day", "out_time", "pick-up")
    ends = moment(told, "back_day", "back_time", "return")
    if vehicle["state"] != "ready":
        raise Declined(f"{vehicle['nick']} is in the workshop and can't be booked.")
    if starts <= NOW:
        raise Declined("The pick-up has to be in the future.", "out_day")
    if starts > NOW + AHEAD:
        raise Declined("We take bookings up to 120 days ahead.", "out_day")
    if ends <= starts:
        raise Declined("The return has to be after the pick-up.", "back_time")
    if ends - starts > LONGEST:
        raise Declined("A trip is 14 days at the longest.", "back_day")
    must_be_free(vehicle, starts, ends, "out_time")
    last = one("select max(ref) as ref from booking")["ref"]
    ref = f"BK-{int(last[3:]) + 1}"
    key = add(
        "booking",
        ref=ref,
        member_id=session["member"],
        car_id=vehicle["id"],
        starts=stamp(starts),
        ends=stamp(ends),
        note=text(told, "note"),
    )
    return done(id=key, ref=ref)


def still_mine(key: int) -> Row:
    row = my_trip(key)
    if row["phase"] in ("past", "cancelled"):
        raise Declined("This trip is over, nothing about it can be changed.")
    return row


@app.post("/api/trips/<int:key>/extension")
def extend(key: int) -> Response:
    row, told = still_mine(key), said()
    ends = moment(told, "back_day", "back_time", "return")
    starts, before = (datetime.fromisoformat(row[name]) for name in ("starts", "ends"))
    if ends <= before:
        raise Declined("That is not later than your return so far.", "back_time")
    if ends - starts > LONGEST:
        raise Declined("A trip is 14 days at the longest.", "back_day")
    vehicle = one("select * from car where id = ?", row["car_id"])
    must_be_free(vehicle, starts, ends, "back_time", key)
    change("booking", key, ends=stamp(ends))
    return done(id=key)


@app.post("/api/trips/<int:key>/cancellation")
def cancel(key: int) -> Response:
    row = still_mine(key)
    if datetime.fromisoformat(row["starts"]) - NOW < NOTICE:
        raise Declined("It is too late to cancel this trip: we need 24 hours' notice.")
    change("booking", key, state="cancelled")
    return done(id=key)


@app.post("/api/trips/<int:key>/note")
def note(key: int) -> Response:
    my_trip(key)
    change("booking", key, note=text(said(), "note"))
    return done(id=key)


# Fuel and kilometres ------------------------------------------------------------------------------


@app.get("/api/log")
def log() -> Response:
    since = stamp(NOW - timedelta(days=60))
    past = [row for row in my_trips() if row["phase"] in ("past", "running")]
    asked = (
        "select receipt.*, booking.ref, booking.starts, car.nick from receipt "
        "join booking on booking.id = booking_id join car on car.id = car_id "
        "where receipt.member_id = ? order by receipt.day desc, receipt.id desc"
    )
    return jsonify(
        missing=without_km(),
        trips=[row for row in reversed(past) if row["ends"] >= since],
        receipts=ask(asked, session["member"]),
    )


@app.post("/api/trips/<int:key>/km")
def kilometres(key: int) -> Response:
    row = my_trip(key)
    if row["phase"] != "past":
        raise Declined("This trip is not over.")
    if row["km"] is not None:
        raise Declined("We have the kilometres of this trip.")
    change("booking", key, km=whole(said(), "km", 5000, "Enter whole kilometres."))
    return done(id=key)


@app.post("/api/receipts")
def hand_in() -> Response:
    told = said()
    row = my_trip(key_in(told, "trip", "Choose the trip that the fuel was for."))
    if row["fuel"] == "Electric":
        raise Declined(f"{row['nick']} is electric and takes no fuel.", "trip")
    if row["phase"] not in ("past", "running"):
        raise Declined("This trip has not begun.", "trip")
    litres = number(told, "litres", 90, "Enter the litres, up to 90.")
    paid = number(told, "paid", 250, "Enter what you paid, up to 250 euros.")
    if not 0.9 <= paid / litres <= 3:
        raise Declined("Litres and price don't go together, please check both.", "paid")
    key = add(
        "receipt",
        booking_id=row["id"],
        member_id=session["member"],
        day=TODAY.isoformat(),
        litres=litres,
        paid=paid,
        place=text(told, "place"),
    )
    return done(id=key)


# Damage -------------------------------------------------------------------------------------------

DAMAGE = (
    "select damage.*, car.nick, member.name as author from damage join car on car.id = car_id "
    "join member on member.id = member_id"
)


@app.get("/api/damages")
def damages() -> Response:
    return jsonify(
        rows=ask(f"{DAMAGE} order by damage.day desc, damage.id desc"),
        cars=ask("select id, nick, model from car order by nick"),
        parts=PARTS,
        mine=session["member"],
    )


@app.post("/api/damages")
def report() -> Response:
    told = said()
    vehicle = one("select * from car where id = ?", key_in(told, "car", "Which car is it?"))
    part = among(told, "part", PARTS, "Where on the car is it?")
    story = text(told, "story", "Describe what you see.")
    drivable = among(told, "drivable", ("yes", "no"), "Can it be driven?")
    key = add(
        "damage",
        car_id=vehicle["id"],
        member_id=session["member"],
        day=TODAY.isoformat(),
        part=part,
        story=story,
        drivable=int(drivable == "yes"),
    )
    return done(id=key)


# Bills --------------------------------------------------------------------------------------------

BILL = (
    "select bill.*, (select round(sum(amount), 2) from line where bill_id = bill.id) as amount, "
    "exists (select 1 from line where bill_id = bill.id and sort = 'extra') as extras from bill"
)


def my_bill(key: int) -> Row:
    return one(f"{BILL} where bill.id = ? and member_id = ?", key, session["member"])


@app.get("/api/bills")
def bills() -> Response:
    asked = f"{BILL} where member_id = ? order by issued desc"
    return jsonify(rows=ask(asked, session["member"]), today=TODAY.isoformat())


@app.get("/api/bills/<int:key>")
def bill(key: int) -> Response:
    lines = ask("select * from line where bill_id = ? order by day, id", key)
    return jsonify(bill=my_bill(key), lines=lines)


@app.post("/api/bills/<int:key>/payment")
def pay(key: int) -> Response:
    if my_bill(key)["paid_on"]:
        raise Declined("This bill is paid.")
    change("bill", key, paid_on=TODAY.isoformat())
    return done(id=key)


@app.post("/api/bills/<int:key>/query")
def query(key: int) -> Response:
    my_bill(key)
    change("bill", key, query=text(said(), "query", "Tell us what is wrong."))
    return done(id=key)


# Messages -----------------------------------------------------------------------------------------


@app.get("/api/messages")
def messages() -> Response:
    asked = (
        "select message.*, exists (select 1 from seen where message_id = message.id "
        "and member_id = ?) as seen from message order by day desc"
    )
    sent = "select * from letter where member_id = ? order by day desc, id desc"
    return jsonify(rows=ask(asked, session["member"]), sent=ask(sent, session["member"]))


@app.get("/api/messages/<int:key>")
def message(key: int) -> Response:
    asked = "select * from letter where message_id = ? and member_id = ? order by id"
    return jsonify(
        message=one("select * from message where id = ?", key),
        letters=ask(asked, key, session["member"]),
    )


@app.post("/api/messages/<int:key>/seen")
def mark_seen(key: int) -> Response:
    one("select id from message where id = ?", key)
    asked = "select 1 from seen where message_id = ? and member_id = ?"
    if not ask(asked, key, session["member"]):
        add("seen", message_id=key, member_id=session["member"])
    return done(unread=unread())


@app.post("/api/letters")
def write() -> Response:
    told, about, subject = said(), None, ""
    if answered := text(told, "message_id"):
        row = one("select * from message where id = ?", answered)
        about, subject = row["id"], row["subject"]
    subject = subject or text(told, "subject", "Give your message a subject.")
    body = text(told, "body", "Your message is empty.")
    key = add(
        "letter",
        member_id=session["member"],
        message_id=about,
        day=TODAY.isoformat(),
        subject=subject,
        body=body,
    )
    return done(id=key)


# Friends ------------------------------------------------------------------------------------------


@app.get("/api/friends")
def friends() -> Response:
    asked = "select * from friend where member_id = ? order by day desc, id desc"
    return jsonify(rows=ask(asked, session["member"]), most=OPEN_INVITATIONS)


@app.post("/api/friends")
def invite() -> Response:
    told = said()
    name = text(told, "name", "Whom do you want to invite?")
    email = address(told)
    rows = ask("select * from friend where member_id = ?", session["member"])
    if len([row for row in rows if row["state"] == "sent"]) >= OPEN_INVITATIONS:
        raise Declined(f"You can have {OPEN_INVITATIONS} open invitations at a time.")
    if email.lower() in [row["email"].lower() for row in rows if row["state"] != "expired"]:
        raise Declined("You have invited this person before.", "email")
    key = add(
        "friend",
        member_id=session["member"],
        name=name,
        email=email,
        day=TODAY.isoformat(),
        greeting=text(told, "greeting"),
    )
    return done(id=key)


@app.delete("/api/friends/<int:key>")
def withdraw(key: int) -> Response:
    row = one("select * from friend where id = ? and member_id = ?", key, session["member"])
    if row["state"] != "sent":
        raise Declined("This invitation is not open any more.")
    base().execute("delete from friend where id = ?", (key,))
    return done(id=key)


# Membership ---------------------------------------------------------------------------------------


def my_card(key: int) -> Row:
    asked = (
        "select card.*, member.name as holder from card join member on member.id = member_id "
        "where card.id = ? and household = ?"
    )
    return one(asked, key, me()["household"])


@app.get("/api/membership")
def membership() -> Response:
    mine = me()
    asked = (
        "select card.id, number, issued, state, blocked_on, remark, member.name as holder from card "
        "join member on member.id = member_id where household = ? order by state, number"
    )
    shown = {name: value for name, value in mine.items() if name not in ("password", "login")}
    return jsonify(
        member=shown,
        tariffs=ask("select * from tariff order by monthly"),
        cards=ask(asked, mine["household"]),
        household=ask("select id, name from member where household = ?", mine["household"]),
        stations=ask("select id, name from station order by name"),
    )


@app.post("/api/membership/tariff")
def choose_tariff() -> Response:
    mine, known = me(), tuple(row["name"] for row in ask("select name from tariff"))
    name = among(said(), "tariff", known, "Choose a tariff.")
    if name == (mine["tariff_next"] or mine["tariff"]):
        raise Declined(f"{name} is your tariff already.", "tariff")
    if name == "Student":
        raise Declined("Show us your student card at the office first.", "tariff")
    change("member", mine["id"], tariff_next="" if name == mine["tariff"] else name)
    return done(tariff=name)


@app.post("/api/membership/details")
def details() -> Response:
    told, mine = said(), me()
    phone = text(told, "phone", "We need a telephone number.")
    if not re.fullmatch(r"\+?[\d ]{7,18}", phone):
        raise Declined("Please check the telephone number.", "phone")
    place = one("select id from station where id = ?", key_in(told, "station_id", "Choose one."))
    change(
        "member",
        mine["id"],
        email=address(told),
        phone=phone,
        street=text(told, "street", "We need your address."),
        station_id=place["id"],
        newsletter=int(bool(told.get("newsletter"))),
    )
    return done(id=mine["id"])


@app.post("/api/cards/<int:key>/block")
def block(key: int) -> Response:
    if my_card(key)["state"] != "active":
        raise Declined("This card is blocked.")
    change(
        "card",
        key,
        state="blocked",
        blocked_on=TODAY.isoformat(),
        remark=text(said(), "remark"),
    )
    return done(id=key)


@app.post("/api/cards/<int:key>/pin")
def new_pin(key: int) -> Response:
    told = said()
    if my_card(key)["state"] != "active":
        raise Declined("This card is blocked.")
    pin = text(told, "pin")
    if not re.fullmatch(r"\d{4}", pin):
        raise Declined("A PIN has four digits.", "pin")
    if text(told, "again") != pin:
        raise Declined("The two PINs are different.", "again")
    change("card", key, pin=pin)
    return done(id=key)


@app.post("/api/cards")
def order_card() -> Response:
    household = me()["household"]
    holder = one(
        "select id from member where id = ? and household = ?",
        key_in(said(), "holder", "Who is the card for?"),
        household,
    )
    if ask("select 1 from card where member_id = ? and state = 'active'", holder["id"]):
        raise Declined("This person has a card that works.", "holder")
    last = int(one("select max(number) as number from card")["number"])
    fresh = str(last + 7)
    key = add("card", member_id=holder["id"], number=fresh, issued=TODAY.isoformat())
    return done(id=key, number=fresh)


# The page -----------------------------------------------------------------------------------------


@app.get("/")
def page() -> Response:
    return send_from_directory(str(app.static_folder), "index.html")


@app.errorhandler(404)
def nowhere(_: Exception) -> tuple[Response, int]:
    return declined(Declined("There is no such page.", code=404))


if __name__ == "__main__":
    app.run("127.0.0.1", int(sys.argv[1]), threaded=True)
