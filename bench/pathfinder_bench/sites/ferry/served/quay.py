"""The ferry company's booking desk, on Flask. `FERRY_DATA=FILE python quay.py PORT`."""

import os
import re
import sqlite3
import sys
from datetime import date

from flask import Flask, abort, flash, g, redirect, render_template, request, session, url_for

app = Flask(__name__)
app.secret_key = "a site on loopback has no secrets"
TODAY = date(2027, 5, 19)
NOW = "10:48"
# kind: metres of car deck, fare in pence
VEHICLES = {
    "Motorcycle": (2, 850),
    "Car": (5, 2240),
    "Van": (6, 2980),
    "Motorhome": (8, 3850),
    "Car with trailer": (10, 4100),
    "Lorry": (12, 7900),
    "Coach": (12, 7200),
}
ADULT, CHILD = 940, 470
REASONS = (
    "Fog",
    "High swell",
    "Engine trouble",
    "Late arrival of the vessel",
    "Medical transfer",
    "Other",
)
WHY = ("Passenger rang", "Did not turn up", "Sailing cancelled", "Booked twice", "Other")
PAYMENTS = ("card", "cash", "account")
ROUTES = ("Kilbray – Hallay", "Kilbray – Skarra", "Hallay – Little Hallay")
PER_PAGE = 12
SAILING = (
    "select sailing.*, vessel.name vessel, vessel.passengers seats, vessel.metres, "
    "(select minutes from delay where sailing_id = sailing.id order by id desc limit 1) late "
    "from sailing join vessel on vessel.id = vessel_id "
)
BOOKING = (
    "select booking.*, sailing.origin, sailing.destination, sailing.day, sailing.departs, "
    "sailing.status sailing_status from booking join sailing on sailing.id = sailing_id "
)


def base():
    if "base" not in g:
        g.base = sqlite3.connect(os.environ["FERRY_DATA"], timeout=10)
        g.base.row_factory = sqlite3.Row
    return g.base


def ask(question, *values):
    return [dict(row) for row in base().execute(question, values)]


def one(question, *values):
    found = ask(question, *values)
    return found[0] if found else abort(404)


def do(command, *values):
    key = base().execute(command, values).lastrowid
    base().commit()
    return key


@app.teardown_appcontext
def close(_):
    if "base" in g:
        g.base.close()


@app.template_filter()
def day(text):
    told = date.fromisoformat(text)
    return f"{told:%a} {told.day} {told:%b}"


@app.template_filter()
def pounds(pence):
    return f"£{pence / 100:.2f}"


@app.template_filter()
def state(sailing):
    if sailing["status"] == "scheduled" and sailing["late"]:
        return f"{sailing['late']} min late"
    return {"scheduled": "On time"}.get(sailing["status"], sailing["status"].capitalize())


@app.template_filter()
def sailing_name(sailing):
    return (
        f"{day(sailing['day'])}, {sailing['departs']} {sailing['origin']} to "
        f"{sailing['destination']} ({sailing['vessel']})"
    )


@app.template_filter()
def fare(booking):
    crossing = int(booking["adults"]) * ADULT + int(booking["children"]) * CHILD
    return crossing + VEHICLES.get(booking["vehicle"], (0, 0))[1]


@app.context_processor
def common():
    return {"today": TODAY, "now": NOW, "me": session.get("name")}


@app.before_request
def known():
    if request.endpoint not in ("login", "static") and "name" not in session:
        return redirect(url_for("login", next=request.path))
    return None


@app.route("/login", methods=["GET", "POST"])
def login():
    error, typed = "", ""
    if request.method == "POST":
        typed = request.form.get("username", "").strip()
        found = ask(
            "select name from staff where username = ? and password = ?",
            typed.lower(),
            request.form.get("password", ""),
        )
        if found:
            session["name"] = found[0]["name"]
            target = request.args.get("next", "/")
            return redirect(target if target.startswith("/") else "/")
        error = "We don't know this username with this password."
    return render_template("login.html", error=error, typed=typed)


@app.get("/logout")
def logout():
    session.clear()
    return redirect(url_for("login"))


def loaded(sailing, without=0):
    """How many people and metres of vehicles are booked on a sailing."""
    people = metres = 0
    for row in ask(
        "select * from booking where sailing_id = ? and status <> 'cancelled' and id <> ?",
        sailing["id"],
        without,
    ):
        people += row["adults"] + row["children"]
        metres += VEHICLES.get(row["vehicle"], (0, 0))[0]
    return people, metres


def ahead():
    return ask(
        f"{SAILING} where sailing.status = 'scheduled' and (day > ? or departs > ?) "
        "order by day, departs, vessel_id",
        TODAY.isoformat(),
        NOW,
    )


def no_room(booking, sailing, without=0):
    """What keeps this booking off that sailing: the field and the words."""
    people, metres = loaded(sailing, without)
    length = VEHICLES.get(booking["vehicle"], (0, 0))[0]
    if length and not sailing["metres"]:
        return "vehicle", f"The {sailing['vessel']} carries foot passengers only, no vehicles."
    if metres + length > sailing["metres"] and length:
        free = sailing["metres"] - metres
        return (
            "sailing_id",
            f"The car deck has {free} m left on this sailing, {length} m are needed.",
        )
    if people + int(booking["adults"]) + int(booking["children"]) > sailing["seats"]:
        return "sailing_id", "There are not enough places left on this sailing."
    return None


@app.get("/")
def board():
    sailings = ask(f"{SAILING} where day = ? order by departs, vessel_id", TODAY.isoformat())
    for each in sailings:
        each["people"], each["used"] = loaded(each)
    return render_template("board.html", sailings=sailings)


# Sailings ----------------------------------------------------------------------------------------


@app.get("/sailings")
def sailings():
    when, route = request.args.get("date", ""), request.args.get("route", "")
    rows = ask(
        f"{SAILING} where day >= ? and day like ? order by day, departs, vessel_id",
        TODAY.isoformat(),
        when or "%",
    )
    if route:
        ends = set(route.split(" – "))
        rows = [each for each in rows if {each["origin"], each["destination"]} == ends]
    for each in rows:
        each["people"], each["used"] = loaded(each)
    days = [each["day"] for each in ask("select distinct day from sailing order by day")]
    return render_template(
        "sailings.html", when=when, route=route, routes=ROUTES, days=days, **paged(rows)
    )


def paged(rows):
    pages = max(1, -(-len(rows) // PER_PAGE))
    page = min(max(request.args.get("page", 1, int), 1), pages)
    others = {key: value for key, value in request.args.items() if key != "page"}
    return {
        "rows": rows[(page - 1) * PER_PAGE : page * PER_PAGE],
        "page": page,
        "pages": pages,
        "total": len(rows),
        "others": others,
    }


@app.get("/sailings/<int:key>")
def sailing(key):
    told = one(f"{SAILING} where sailing.id = ?", key)
    told["people"], told["used"] = loaded(told)
    return render_template(
        "sailing.html",
        sailing=told,
        bookings=ask("select * from booking where sailing_id = ? order by lead", key),
        delays=ask("select * from delay where sailing_id = ? order by id", key),
    )


@app.route("/sailings/<int:key>/delay", methods=["GET", "POST"])
def report(key):
    told = one(f"{SAILING} where sailing.id = ?", key)
    values, errors = {}, {}
    if request.method == "POST":
        values = {
            name: request.form.get(name, "").strip() for name in ("minutes", "reason", "message")
        }
        if (
            not re.fullmatch(r"\d{1,3}", values["minutes"])
            or not 5 <= int(values["minutes"]) <= 240
        ):
            errors["minutes"] = "Enter the delay in minutes, from 5 to 240."
        if values["reason"] not in REASONS:
            errors["reason"] = "Please say why."
        if told["status"] != "scheduled":
            errors["minutes"] = f"This sailing is {told['status']} already."
        if not errors:
            do(
                "insert into delay (sailing_id, minutes, reason, message, reported) "
                "values (?, ?, ?, ?, ?)",
                key,
                int(values["minutes"]),
                values["reason"],
                values["message"],
                f"Wed {NOW}, {session['name']}",
            )
            flash(f"Delay of {values['minutes']} minutes announced.")
            return redirect(url_for("sailing", key=key))
    return render_template(
        "delay.html", sailing=told, values=values, errors=errors, reasons=REASONS
    )


@app.get("/delays")
def delays():
    return render_template(
        "delays.html",
        rows=ask(
            "select delay.*, sailing.origin, sailing.destination, sailing.day, sailing.departs "
            "from delay join sailing on sailing.id = sailing_id order by delay.id desc"
        ),
    )


# Bookings ----------------------------------------------------------------------------------------


@app.get("/bookings")
def bookings():
    q, status = request.args.get("q", "").strip(), request.args.get("status", "")
    like = f"%{q}%"
    rows = ask(
        f"{BOOKING} where (lead like ? or reference like ? or replace(registration, ' ', '') "
        "like replace(?, ' ', '')) and booking.status like ? order by day, departs, lead",
        like,
        like,
        like,
        status or "%",
    )
    return render_template("bookings.html", q=q, status=status, **paged(rows))


def booked(reference):
    return one(f"{BOOKING} where reference = ?", reference)


@app.get("/bookings/<reference>")
def booking(reference):
    return render_template("booking.html", booking=booked(reference), payments=PAYMENTS)


FIELDS = ("lead", "phone", "email", "adults", "children", "vehicle", "registration", "notes")


def wrong_with(values):
    errors = {}
    if not values["lead"]:
        errors["lead"] = "Who is travelling?"
    if sum(sign.isdigit() for sign in values["phone"]) < 7:
        errors["phone"] = "We need a phone number in case the boat does not sail."
    if values["email"] and not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", values["email"]):
        errors["email"] = "This is not an e-mail address."
    for name in ("adults", "children"):
        if not re.fullmatch(r"\d{1,2}", values[name]):
            errors[name] = "Enter a number."
    if not {"adults", "children"} & set(errors) and not int(values["adults"]):
        errors["adults"] = "At least one adult has to travel."
    if values["vehicle"] and values["vehicle"] not in VEHICLES:
        errors["vehicle"] = "We don't carry these."
    if values["vehicle"] and not values["registration"]:
        errors["registration"] = "A vehicle needs its registration."
    return errors


def typed():
    values = {name: request.form.get(name, "").strip() for name in FIELDS}
    values["registration"] = values["registration"].upper()
    values["ramp"] = 1 if request.form.get("ramp") else 0
    return values


@app.route("/bookings/new", methods=["GET", "POST"])
def new_booking():
    values, errors = {"adults": 1, "children": 0}, {}
    values["sailing_id"] = request.args.get("sailing", "")
    choices = ahead()
    if request.method == "POST":
        values = {**typed(), "sailing_id": request.form.get("sailing_id", "")}
        errors = wrong_with(values)
        chosen = [each for each in choices if str(each["id"]) == values["sailing_id"]]
        if not chosen:
            errors["sailing_id"] = "Choose a sailing."
        elif not errors and (refused := no_room(values, chosen[0])):
            errors[refused[0]] = refused[1]
        if not errors:
            number = one("select max(id) + 1 as next from booking")["next"]
            reference = f"HF{4103 + 7 * (number - 1)}"
            do(
                f"insert into booking ({', '.join(FIELDS)}, ramp, sailing_id, reference) "
                f"values ({', '.join('?' * (len(FIELDS) + 3))})",
                *(int(values[n]) if n in ("adults", "children") else values[n] for n in FIELDS),
                values["ramp"],
                chosen[0]["id"],
                reference,
            )
            flash(f"Booked: {values['lead']}, {sailing_name(chosen[0])}. Reference {reference}.")
            return redirect(url_for("booking", reference=reference))
    return render_template(
        "booking_form.html",
        values=values,
        errors=errors,
        booking=None,
        sailings=choices,
        vehicles=VEHICLES,
    )


@app.route("/bookings/<reference>/edit", methods=["GET", "POST"])
def edit_booking(reference):
    told = booked(reference)
    values, errors = dict(told), {}
    if request.method == "POST":
        values = typed()
        errors = wrong_with(values)
        crossing = one(f"{SAILING} where sailing.id = ?", told["sailing_id"])
        if not errors and (refused := no_room(values, crossing, told["id"])):
            errors["vehicle" if refused[0] == "sailing_id" else refused[0]] = refused[1]
        if not errors:
            do(
                f"update booking set {', '.join(f'{name} = ?' for name in FIELDS)}, ramp = ? "
                "where id = ?",
                *(int(values[n]) if n in ("adults", "children") else values[n] for n in FIELDS),
                values["ramp"],
                told["id"],
            )
            flash("Booking saved.")
            return redirect(url_for("booking", reference=reference))
    return render_template(
        "booking_form.html", values=values, errors=errors, booking=told, vehicles=VEHICLES
    )


@app.route("/bookings/<reference>/move", methods=["GET", "POST"])
def move(reference):
    told, error, chosen = booked(reference), "", ""
    if told["status"] != "confirmed":
        flash(f"This booking is {told['status']}, it can't be moved.")
        return redirect(url_for("booking", reference=reference))
    choices = [each for each in ahead() if each["id"] != told["sailing_id"]]
    if request.method == "POST":
        chosen = request.form.get("sailing_id", "")
        target = [each for each in choices if str(each["id"]) == chosen]
        refused = no_room(told, target[0]) if target else ("", "Choose a sailing.")
        if not refused:
            do("update booking set sailing_id = ? where id = ?", target[0]["id"], told["id"])
            flash(f"Moved to {sailing_name(target[0])}.")
            return redirect(url_for("booking", reference=reference))
        error = refused[1]
    return render_template("move.html", booking=told, sailings=choices, error=error, chosen=chosen)


@app.route("/bookings/<reference>/cancel", methods=["GET", "POST"])
def cancel(reference):
    told = booked(reference)
    if request.method == "POST" and told["status"] == "confirmed":
        do(
            "update booking set status = 'cancelled', why = ? where id = ?",
            request.form.get("why", ""),
            told["id"],
        )
        flash(f"The booking of {told['lead']} is cancelled.")
        return redirect(url_for("sailing", key=told["sailing_id"]))
    return render_template("cancel.html", booking=told, reasons=WHY)


@app.post("/bookings/<reference>/check-in")
def check_in(reference):
    told = booked(reference)
    if told["day"] != TODAY.isoformat():
        flash("Check-in opens on the day of the sailing.")
    elif told["status"] == "confirmed":
        do("update booking set status = 'checked in' where id = ?", told["id"])
        flash(f"{told['lead']} is checked in.")
    return redirect(url_for("booking", reference=reference))


@app.post("/bookings/<reference>/pay")
def pay(reference):
    told, by = booked(reference), request.form.get("paid", "")
    if by in PAYMENTS and not told["paid"]:
        do("update booking set paid = ? where id = ?", by, told["id"])
        flash(f"{pounds(fare(told))} taken ({by}).")
    else:
        flash("Choose how it is paid.")
    return redirect(url_for("booking", reference=reference))


@app.get("/vehicles")
def vehicles():
    q, kind = request.args.get("q", "").strip(), request.args.get("kind", "")
    rows = ask(
        f"{BOOKING} where vehicle <> '' and booking.status <> 'cancelled' and vehicle like ? "
        "and replace(registration, ' ', '') like replace(?, ' ', '') order by registration, day",
        kind or "%",
        f"%{q}%",
    )
    return render_template("vehicles.html", q=q, kind=kind, vehicles=VEHICLES, **paged(rows))


@app.get("/fares")
def fares():
    return render_template("fares.html", vehicles=VEHICLES, adult=ADULT, child=CHILD)


if __name__ == "__main__":
    app.run("127.0.0.1", int(sys.argv[1]), threaded=True)
