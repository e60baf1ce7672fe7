"""The back office, on Flask. `LOCKBOX_DATA=FILE python desk.py PORT`."""

import os
import re
import sqlite3
import sys
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import wraps
from typing import Any

from flask import Flask, abort, flash, g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

app = Flask(__name__)
app.secret_key = "a site on loopback has no secrets"
TODAY = date(2028, 3, 7)
STARTS = ("10:45", "12:30", "14:30", "16:15", "18:30", "20:15")
PARTS = {"early": "10:00–16:00", "late": "15:30–22:00"}
HANDOVERS = {"e-mail": "E-mail", "post": "Post", "reception": "Collected at reception"}
REASONS = ("Illness", "No longer wanted", "Travel trouble", "Room out of order", "Other")
ABSENCES = ("Holiday", "Illness", "Training", "Other")
KINDS = ("Alarm", "Injury", "Damage", "Complaint", "Lost property")
URGENCIES = ("urgent", "soon", "can wait")
SHOWN_GAMES = {"expected": "Coming up", "played": "Played", "cancelled": "Cancelled"}
SHOWN_VOUCHERS = {"valid": "Valid", "spent": "Spent", "void": "Void", "": "All"}
SHOWN_PROPS = {"open": "To repair", "repaired": "Repaired"}
SHOWN_ENQUIRIES = {"new": "New", "quoted": "Quoted", "won": "Won", "lost": "Lost"}
GAME = (
    "select booking.*, room.name as room, room.least, room.most, crew.name as host from booking "
    "join room on room.id = room_id left join crew on crew.id = host_id "
)
View = Callable[..., ResponseReturnValue]


def base() -> sqlite3.Connection:
    if "base" not in g:
        g.base = sqlite3.connect(os.environ["LOCKBOX_DATA"], timeout=10)
        g.base.row_factory = sqlite3.Row
    return g.base


def ask(question: str, *values: object) -> list[sqlite3.Row]:
    return base().execute(question, values).fetchall()


def one(question: str, *values: object) -> sqlite3.Row:
    found = ask(question, *values)
    return found[0] if found else abort(404)


def do(command: str, *values: object) -> int:
    key = base().execute(command, values).lastrowid
    base().commit()
    return key or 0


@app.teardown_appcontext
def close(_: BaseException | None) -> None:
    if "base" in g:
        g.base.close()


@app.template_filter()
def day(text: str) -> str:
    if not text:
        return "—"
    told = date.fromisoformat(text)
    return f"{told:%a} {told.day} {told:%b} {told.year}"


@app.template_filter()
def pounds(pence: int) -> str:
    return f"£{pence / 100:,.2f}"


@app.template_filter()
def plain(pence: int) -> str:
    return f"{pence / 100:.2f}"


@app.context_processor
def common() -> dict[str, Any]:
    return {
        "today": TODAY.isoformat(),
        "me": session.get("name"),
        "section": request.path.split("/")[1],
        "starts": STARTS,
        "parts": PARTS,
        "handovers": HANDOVERS,
    }


@app.errorhandler(404)
def missing(_: Exception) -> ResponseReturnValue:
    return render_template("missing.html"), 404


def crew_only(view: View) -> View:
    @wraps(view)
    def guarded(*args: Any, **kwargs: Any) -> ResponseReturnValue:
        if "crew" not in session:
            return redirect(url_for("signin", to=request.full_path.rstrip("?")))
        return view(*args, **kwargs)

    return guarded


def filled(*names: str) -> dict[str, str]:
    return {name: request.form.get(name, "").strip() for name in names}


def a_day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def pence_of(text: str) -> int | None:
    found = re.fullmatch(r"£?\s*(\d{1,4})(?:[.,](\d{1,2}))?", text)
    return int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0")) if found else None


def refuse(why: str) -> None:
    flash(why, "bad")


def tell(what: str) -> None:
    flash(what, "good")


def people() -> list[sqlite3.Row]:
    return ask("select * from crew order by name")


def rooms() -> list[sqlite3.Row]:
    return ask("select * from room order by id")


@app.route("/signin", methods=["GET", "POST"])
def signin() -> ResponseReturnValue:
    wrong = False
    if request.method == "POST":
        told = filled("who", "phrase")
        found = ask(
            "select * from crew where login <> '' and login = ? and phrase = ?",
            told["who"].lower(),
            told["phrase"],
        )
        if found:
            session["crew"], session["name"] = found[0]["id"], found[0]["name"]
            to = request.args.get("to", "")
            safe = to.startswith("/") and not to.startswith("//")
            return redirect(to if safe else url_for("floor"))
        wrong = True
    return render_template("signin.html", wrong=wrong, who=request.form.get("who", ""))


@app.post("/signout")
def signout() -> ResponseReturnValue:
    session.clear()
    return redirect(url_for("signin"))


@app.route("/")
@crew_only
def floor() -> ResponseReturnValue:
    now, soon = TODAY.isoformat(), (TODAY + timedelta(days=31)).isoformat()
    return render_template(
        "floor.html",
        games=ask(f"{GAME} where day = ? and status = 'expected' order by start", now),
        on=ask(
            "select shift.part, crew.name from shift join crew on crew.id = crew_id where day = ? order by part",
            now,
        ),
        urgent=ask(
            "select prop.*, room.name as room from prop join room on room.id = room_id "
            "where status = 'open' and urgency = 'urgent' order by reported"
        ),
        expiring=ask(
            "select * from voucher where status = 'valid' and expires <= ? order by expires", soon
        ),
        fresh=ask("select * from enquiry where status = 'new' order by received"),
    )


# Bookings ----------------------------------------------------------------------------------------


@app.route("/games/")
@crew_only
def games() -> ResponseReturnValue:
    show, find = request.args.get("show", "expected"), request.args.get("find", "").strip()
    room = request.args.get("room", "")
    order = "asc" if show == "expected" else "desc"
    rows = ask(
        f"{GAME} where status = ? and (lead like ? or ref like ?) and room.name like ? "
        f"order by day {order}, start {order}",
        show,
        *[f"%{find}%"] * 2,
        room or "%",
    )
    return render_template(
        "games.html", rows=rows, tabs=SHOWN_GAMES, show=show, find=find, room=room, rooms=rooms()
    )


def due_of(room: Mapping[str, Any] | sqlite3.Row, when: date, players: int) -> int:
    return players * int(room["weekend" if when.weekday() > 4 else "weekday"])


def wrong_slot(room: sqlite3.Row, when: str, start: str, but: int = 0) -> str:
    told = a_day(when)
    if not told:
        return "Give the date of the game."
    if told <= TODAY:
        return "Games can be put in from tomorrow on."
    if told > TODAY + timedelta(days=120):
        return "The calendar is open for 120 days only."
    if start not in STARTS:
        return "Choose when the game starts."
    taken = ask(
        "select id from booking where room_id = ? and day = ? and start = ? and status = 'expected' and id <> ?",
        room["id"],
        when,
        start,
        but,
    )
    return f"{room['name']} is taken on {day(when)} at {start}." if taken else ""


def wrong_players(room: sqlite3.Row, players: str) -> str:
    if players.isdigit() and room["least"] <= int(players) <= room["most"]:
        return ""
    return f"{room['name']} is for {room['least']} to {room['most']} players."


@app.route("/games/new", methods=["GET", "POST"])
@crew_only
def game_new() -> ResponseReturnValue:
    values = {"g_room": request.args.get("room", "")}
    if request.method == "POST":
        values = filled("g_room", "g_date", "g_start", "g_lead", "g_phone", "g_players", "g_remark")
        found = ask("select * from room where id = ?", values["g_room"])
        wrong = ["" if found else "Choose a room."]
        if found:
            wrong += [
                wrong_slot(found[0], values["g_date"], values["g_start"]),
                wrong_players(found[0], values["g_players"]),
            ]
        wrong += [] if values["g_lead"] else ["Who books? Give a name."]
        wrong += [] if values["g_phone"] else ["Give a number that we can ring."]
        if not any(wrong):
            return _booked(found[0], values)
        for each in filter(None, wrong):
            refuse(each)
    return render_template("game_new.html", values=values, rooms=rooms())


def _booked(room: sqlite3.Row, values: Mapping[str, str]) -> ResponseReturnValue:
    ref = f"LB-{one('select max(cast(substr(ref, 4) as integer)) from booking')[0] + 7}"
    players, when = int(values["g_players"]), date.fromisoformat(values["g_date"])
    do(
        "insert into booking (ref, room_id, day, start, lead, phone, players, status, due, remark, made) "
        "values (?, ?, ?, ?, ?, ?, ?, 'expected', ?, ?, ?)",
        ref,
        room["id"],
        values["g_date"],
        values["g_start"],
        values["g_lead"],
        values["g_phone"],
        players,
        due_of(room, when, players),
        values["g_remark"],
        TODAY.isoformat(),
    )
    tell(f"{ref} is in the book.")
    return redirect(url_for("game", ref=ref))


@app.route("/games/<ref>")
@crew_only
def game(ref: str) -> ResponseReturnValue:
    told = one(f"{GAME} where ref = ?", ref)
    return render_template(
        "game.html",
        game=told,
        reasons=REASONS,
        people=people(),
        notes=ask("select * from incident where booking_id = ? order by day", told["id"]),
    )


def _expected(ref: str) -> sqlite3.Row | None:
    told = one(f"{GAME} where ref = ?", ref)
    if told["status"] == "expected":
        return told
    refuse("This game is over or cancelled; nothing can be changed.")
    return None


@app.post("/games/<ref>/reschedule")
@crew_only
def reschedule(ref: str) -> ResponseReturnValue:
    if told := _expected(ref):
        values = filled("new_date", "new_start")
        room = one("select * from room where id = ?", told["room_id"])
        wrong = wrong_slot(room, values["new_date"], values["new_start"], told["id"])
        if wrong:
            refuse(wrong)
        else:
            due = due_of(room, date.fromisoformat(values["new_date"]), told["players"])
            do(
                "update booking set day = ?, start = ?, due = ? where id = ?",
                *values.values(),
                due,
                told["id"],
            )
            tell(f"Rescheduled to {day(values['new_date'])}, {values['new_start']}.")
    return redirect(url_for("game", ref=ref))


@app.post("/games/<ref>/party")
@crew_only
def party(ref: str) -> ResponseReturnValue:
    if told := _expected(ref):
        values = filled("heads", "host")
        room = one("select * from room where id = ?", told["room_id"])
        wrong = wrong_players(room, values["heads"])
        if wrong:
            refuse(wrong)
        else:
            heads = int(values["heads"])
            do(
                "update booking set players = ?, host_id = ?, due = ? where id = ?",
                heads,
                int(values["host"]) if values["host"].isdigit() else None,
                due_of(room, date.fromisoformat(told["day"]), heads),
                told["id"],
            )
            tell("Party and game master saved.")
    return redirect(url_for("game", ref=ref))


@app.post("/games/<ref>/cancel")
@crew_only
def cancel(ref: str) -> ResponseReturnValue:
    if told := _expected(ref):
        values = filled("why", "deposit")
        if values["why"] not in REASONS:
            refuse("Say why the game is cancelled.")
        elif values["deposit"] not in ("kept", "refunded"):
            refuse("Say what happens to the deposit.")
        else:
            do(
                "update booking set status = 'cancelled', reason = ?, deposit = ? where id = ?",
                *values.values(),
                told["id"],
            )
            tell(f"{ref} is cancelled, deposit {values['deposit']}.")
    return redirect(url_for("game", ref=ref))


# Rota and crew -----------------------------------------------------------------------------------


@app.route("/rota", methods=["GET", "POST"])
@crew_only
def rota() -> ResponseReturnValue:
    if request.method == "POST":
        _hand_over(**filled("shift", "to"))
        return redirect(request.full_path.rstrip("?"))
    told = a_day(request.args.get("week", "")) or TODAY
    monday = told - timedelta(days=told.weekday())
    days = [(monday + timedelta(days=each)).isoformat() for each in range(7)]
    shifts = ask(
        "select shift.*, crew.name from shift join crew on crew.id = crew_id "
        "where day between ? and ? order by day, part, name",
        days[0],
        days[-1],
    )
    return render_template(
        "rota.html",
        days=days,
        shifts=shifts,
        people=people(),
        before=(monday - timedelta(days=7)).isoformat(),
        after=(monday + timedelta(days=7)).isoformat(),
    )


def _hand_over(shift: str, to: str) -> None:
    told = ask("select * from shift where id = ?", shift)
    whom = ask("select * from crew where id = ?", to)
    if not told or not whom:
        refuse("Choose a shift and a colleague.")
    elif told[0]["day"] < TODAY.isoformat():
        refuse("That shift has been worked already.")
    elif ask("select id from shift where day = ? and crew_id = ?", told[0]["day"], whom[0]["id"]):
        refuse(f"{whom[0]['name']} works on {day(told[0]['day'])} already.")
    else:
        do("update shift set crew_id = ? where id = ?", whom[0]["id"], told[0]["id"])
        tell(f"{whom[0]['name']} has the {told[0]['part']} shift on {day(told[0]['day'])} now.")


@app.route("/crew/")
@crew_only
def crew() -> ResponseReturnValue:
    return render_template("crew.html", people=people())


@app.route("/crew/<int:key>", methods=["GET", "POST"])
@crew_only
def member(key: int) -> ResponseReturnValue:
    told = one("select * from crew where id = ?", key)
    if request.method == "POST":
        values = filled("away_from", "away_until", "away_why")
        first, last = a_day(values["away_from"]), a_day(values["away_until"])
        if not first or not last or values["away_why"] not in ABSENCES:
            refuse("An absence needs two dates and a reason.")
        elif last < first:
            refuse("The absence ends before it begins.")
        else:
            do(
                "update crew set away_from = ?, away_until = ?, away_why = ? where id = ?",
                *values.values(),
                key,
            )
            tell("Absence noted.")
        return redirect(url_for("member", key=key))
    return render_template(
        "member.html",
        person=told,
        absences=ABSENCES,
        shifts=ask(
            "select * from shift where crew_id = ? and day >= ? order by day",
            key,
            TODAY.isoformat(),
        ),
    )


# Vouchers and tariff -----------------------------------------------------------------------------


@app.route("/vouchers/", methods=["GET", "POST"])
@crew_only
def vouchers() -> ResponseReturnValue:
    values: dict[str, str] = {}
    if request.method == "POST":
        values = filled("v_buyer", "v_name", "v_worth", "v_handover", "v_wording")
        worth, wrong = pence_of(values["v_worth"]), []
        if not values["v_buyer"]:
            wrong.append("Who pays? Give the purchaser.")
        if not values["v_name"]:
            wrong.append("Give the name to print on the voucher.")
        if not worth or not 2000 <= worth <= 30000:
            wrong.append("A voucher is worth £20 to £300.")
        if values["v_handover"] not in HANDOVERS:
            wrong.append("Choose how the voucher is handed over.")
        if not wrong:
            return _issued(values, worth or 0)
        for each in wrong:
            refuse(each)
    show, find = request.args.get("show", "valid"), request.args.get("find", "").strip()
    rows = ask(
        "select * from voucher where status like ? and (buyer like ? or recipient like ? or code like ?) "
        "order by expires",
        show or "%",
        *[f"%{find}%"] * 3,
    )
    return render_template(
        "vouchers.html", rows=rows, tabs=SHOWN_VOUCHERS, show=show, find=find, values=values
    )


def _issued(values: Mapping[str, str], worth: int) -> ResponseReturnValue:
    code = f"KEY-{one('select max(cast(substr(code, 5) as integer)) from voucher')[0] + 37}"
    expires = TODAY.replace(year=TODAY.year + 1)
    do(
        "insert into voucher (code, buyer, recipient, worth, remaining, handover, issued, expires, wording) "
        "values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        code,
        values["v_buyer"],
        values["v_name"],
        worth,
        worth,
        values["v_handover"],
        TODAY.isoformat(),
        expires.isoformat(),
        values["v_wording"],
    )
    tell(f"Voucher {code} is issued and valid until {day(expires.isoformat())}.")
    return redirect(url_for("voucher", code=code))


@app.route("/vouchers/<code>")
@crew_only
def voucher(code: str) -> ResponseReturnValue:
    return render_template(
        "voucher.html", voucher=one("select * from voucher where code = ?", code)
    )


@app.post("/vouchers/<code>/extend")
@crew_only
def extend(code: str) -> ResponseReturnValue:
    told, months = one("select * from voucher where code = ?", code), request.form.get("months", "")
    if told["status"] != "valid":
        refuse("Only a valid voucher can be extended.")
    elif told["extended"]:
        refuse("This voucher has been extended before. We extend once and not again.")
    elif months not in ("3", "6"):
        refuse("Choose three or six months.")
    else:
        expires = _months_later(date.fromisoformat(told["expires"]), int(months)).isoformat()
        do("update voucher set expires = ?, extended = 1 where id = ?", expires, told["id"])
        tell(f"Valid until {day(expires)} now.")
    return redirect(url_for("voucher", code=code))


def _months_later(told: date, months: int) -> date:
    month = told.month - 1 + months
    following = date(told.year + (month + 1) // 12, (month + 1) % 12 + 1, 1)
    last = (following - timedelta(days=1)).day
    return date(told.year + month // 12, month % 12 + 1, min(told.day, last))


@app.post("/vouchers/<code>/void")
@crew_only
def void(code: str) -> ResponseReturnValue:
    told = one("select * from voucher where code = ?", code)
    if told["status"] != "valid":
        refuse("This voucher is not valid any more.")
    elif "sure" not in request.form:
        refuse("Tick the box to confirm.")
    else:
        do("update voucher set status = 'void' where id = ?", told["id"])
        tell(f"{code} is void.")
    return redirect(url_for("voucher", code=code))


@app.route("/tariff", methods=["GET", "POST"])
@crew_only
def tariff() -> ResponseReturnValue:
    extras = ask("select * from extra order by id")
    if request.method == "POST":
        wanted = {
            **{
                ("room", each["id"], kind): f"{kind}-{each['id']}"
                for each in rooms()
                for kind in ("weekday", "weekend")
            },
            **{("extra", each["id"], "pence"): f"extra-{each['id']}" for each in extras},
        }
        given = {key: pence_of(request.form.get(name, "").strip()) for key, name in wanted.items()}
        if not all(given.values()):
            refuse("Every line needs a price in pounds, such as 27 or 27.50.")
        else:
            for (table, key, column), pence in given.items():
                do(f"update {table} set {column} = ? where id = ?", pence, key)
            tell("The tariff is saved. Games that are booked already keep their price.")
        return redirect(url_for("tariff"))
    return render_template("tariff.html", rooms=rooms(), extras=extras)


# Incidents and workshop --------------------------------------------------------------------------


@app.route("/incidents/", methods=["GET", "POST"])
@crew_only
def incidents() -> ResponseReturnValue:
    values: dict[str, str] = {}
    if request.method == "POST":
        values = filled("i_date", "i_clock", "i_room", "i_kind", "i_headline", "i_story")
        told = a_day(values["i_date"])
        if not all(values.values()):
            refuse("Please fill in all of the note.")
        elif not told or told > TODAY or not re.fullmatch(r"\d\d:\d\d", values["i_clock"]):
            refuse("Give a date up to today, and a time such as 18:05.")
        else:
            do(
                "insert into incident (day, clock, room_id, kind, headline, story, reporter_id) "
                "values (?, ?, ?, ?, ?, ?, ?)",
                *values.values(),
                session["crew"],
            )
            tell("Noted.")
            return redirect(url_for("incidents"))
    kind = request.args.get("kind", "")
    rows = ask(
        "select incident.*, room.name as room, crew.name as reporter, booking.ref from incident "
        "join room on room.id = incident.room_id join crew on crew.id = reporter_id "
        "left join booking on booking.id = booking_id where kind like ? "
        "order by incident.day desc, clock desc",
        kind or "%",
    )
    return render_template(
        "incidents.html", rows=rows, kinds=KINDS, kind=kind, rooms=rooms(), values=values
    )


@app.post("/incidents/<int:key>/settle")
@crew_only
def settle(key: int) -> ResponseReturnValue:
    do("update incident set settled = 1 where id = ?", key)
    tell("Closed.")
    return redirect(url_for("incidents"))


@app.route("/workshop/", methods=["GET", "POST"])
@crew_only
def workshop() -> ResponseReturnValue:
    values: dict[str, str] = {}
    if request.method == "POST":
        values = filled("p_name", "p_room", "p_fault", "p_urgency")
        if all(values.values()):
            do(
                "insert into prop (name, room_id, fault, urgency, reported) values (?, ?, ?, ?, ?)",
                *values.values(),
                TODAY.isoformat(),
            )
            tell(f"{values['p_name']} is on the list.")
            return redirect(url_for("workshop"))
        refuse("The workshop needs to know what it is, where, what is wrong and how urgent.")
    show = request.args.get("show", "open")
    rows = ask(
        "select prop.*, room.name as room, crew.name as who from prop join room on room.id = room_id "
        "left join crew on crew.id = crew_id where status = ? order by room_id, reported",
        show,
    )
    return render_template(
        "workshop.html",
        rows=rows,
        tabs=SHOWN_PROPS,
        show=show,
        rooms=rooms(),
        people=people(),
        urgencies=URGENCIES,
        values=values,
    )


@app.post("/workshop/<int:key>/repaired")
@crew_only
def repaired(key: int) -> ResponseReturnValue:
    told = one("select * from prop where id = ? and status = 'open'", key)
    do(
        "update prop set status = 'repaired', repaired = ? where id = ?",
        TODAY.isoformat(),
        key,
    )
    tell(f"{told['name']} is repaired.")
    return redirect(url_for("workshop"))


@app.post("/workshop/<int:key>/assign")
@crew_only
def assign(key: int) -> ResponseReturnValue:
    told = one("select * from prop where id = ? and status = 'open'", key)
    whom = one("select * from crew where id = ?", request.form.get("whom", ""))
    do("update prop set crew_id = ? where id = ?", whom["id"], key)
    tell(f"{told['name']} goes to {whom['name']}.")
    return redirect(url_for("workshop"))


# Companies ---------------------------------------------------------------------------------------


@app.route("/companies/")
@crew_only
def companies() -> ResponseReturnValue:
    show = request.args.get("show", "new")
    rows = ask("select * from enquiry where status = ? order by wanted", show)
    return render_template("companies.html", rows=rows, tabs=SHOWN_ENQUIRIES, show=show)


@app.route("/companies/<int:key>", methods=["GET", "POST"])
@crew_only
def company(key: int) -> ResponseReturnValue:
    told = one(
        "select enquiry.*, crew.name as owner from enquiry left join crew on crew.id = owner_id where enquiry.id = ?",
        key,
    )
    if request.method == "POST":
        values = filled("offer", "owner", "reply", "state")
        offer = pence_of(values["offer"])
        if told["status"] in ("won", "lost"):
            refuse("This enquiry is closed.")
        elif values["state"] not in SHOWN_ENQUIRIES:
            refuse("Choose where the enquiry stands.")
        elif values["state"] != "new" and (not offer or not values["owner"].isdigit()):
            refuse("A quote needs an amount and somebody who looks after it.")
        else:
            do(
                "update enquiry set quote = ?, owner_id = ?, reply = ?, status = ? where id = ?",
                offer or 0,
                int(values["owner"] or 0),
                values["reply"],
                values["state"],
                key,
            )
            tell("Enquiry saved.")
        return redirect(url_for("company", key=key))
    return render_template("company.html", told=told, people=people(), states=SHOWN_ENQUIRIES)


if __name__ == "__main__":
    app.run("127.0.0.1", int(sys.argv[1]), threaded=True)
