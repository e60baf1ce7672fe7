"""The JSON API of the school's office, and its one page. `SCHOOL_DATA=FILE python school.py PORT`."""

import os
import re
import sqlite3
import sys
from datetime import date

from flask import Flask, g, jsonify, request, send_from_directory, session

app = Flask(__name__)
app.secret_key = "an office on loopback has no secrets"
app.json.sort_keys = False
TODAY = date(2027, 3, 9)
DAYS = {
    "Mon": "Monday",
    "Tue": "Tuesday",
    "Wed": "Wednesday",
    "Thu": "Thursday",
    "Fri": "Friday",
    "Sat": "Saturday",
}
CONDITIONS = ("Good", "Worn", "Needs repair")
LENGTHS = (30, 45, 60)
NEEDS = {"Drums": "drum kit", "Piano": "piano"}
PUPIL = "pupil.first_name || ' ' || pupil.last_name as pupil"


class Refused(Exception):
    def __init__(self, text="", code=422, **fields):
        super().__init__(text)
        self.text, self.code, self.fields = text, code, fields


@app.errorhandler(Refused)
def refused(error):
    return jsonify(error=error.text, fields=error.fields), error.code


def base():
    if "base" not in g:
        g.base = sqlite3.connect(os.environ["SCHOOL_DATA"], timeout=10)
        g.base.row_factory = sqlite3.Row
    return g.base


def ask(question, *values):
    return [dict(row) for row in base().execute(question, values)]


def one(table, key):
    found = ask(f"select * from {table} where id = ?", key)
    if not found:
        raise Refused("This entry does not exist any more.", 404)
    return found[0]


def do(command, *values):
    key = base().execute(command, values).lastrowid
    base().commit()
    return key


def insert(table, values):
    places = ", ".join("?" for _ in values)
    return do(f"insert into {table} ({', '.join(values)}) values ({places})", *values.values())


def update(table, key, values):
    names = ", ".join(f"{name} = ?" for name in values)
    do(f"update {table} set {names} where id = ?", *values.values(), key)
    return key


@app.teardown_appcontext
def close(_):
    if "base" in g:
        g.base.close()


@app.before_request
def signed_in():
    open_to_all = not request.path.startswith("/api/") or request.path == "/api/session"
    if not open_to_all and "user" not in session:
        raise Refused("Please sign in.", 401)


# What a form sent ---------------------------------------------------------------------------------


def said(*names):
    told = request.get_json(silent=True) or {}
    return {name: str(told.get(name) or "").strip() for name in names}


def demand(values, *names):
    missing = {name: "This field is required." for name in names if not values[name]}
    if missing:
        raise Refused(**missing)


def a_day(values, name):
    try:
        return date.fromisoformat(values[name])
    except ValueError:
        raise Refused(**{name: "Enter a date."}) from None


def a_number(values, name, least, most, text):
    if not re.fullmatch(r"\d{1,4}", values[name]) or not least <= int(values[name]) <= most:
        raise Refused(**{name: text})
    values[name] = int(values[name])


def a_phone(values):
    if not re.fullmatch(r"\+?[\d ]{9,20}", values["phone"]):
        raise Refused(phone="Enter a phone number, digits and spaces only.")


def all_instruments():
    return sorted(
        {
            each
            for row in ask("select instruments from teacher")
            for each in row["instruments"].split(";")
        }
    )


def an_instrument(values):
    if values["instrument"] not in all_instruments():
        raise Refused(instrument="Choose an instrument.")


# Session and what every view needs ----------------------------------------------------------------


@app.get("/api/session")
def who():
    return jsonify(user=session.get("user"))


@app.post("/api/session")
def sign_in():
    values = said("username", "password")
    found = ask(
        "select name from staff where username = ? and password = ?",
        values["username"].lower(),
        values["password"],
    )
    if not found:
        raise Refused("User name or password is wrong.", 403)
    session["user"] = found[0]["name"]
    return jsonify(user=session["user"])


@app.delete("/api/session")
def sign_out():
    session.clear()
    return jsonify(user=None)


@app.get("/api/school")
def school():
    return jsonify(
        today=TODAY.isoformat(),
        days=DAYS,
        conditions=CONDITIONS,
        lengths=LENGTHS,
        instruments=all_instruments(),
        teachers=ask("select * from teacher order by name"),
        rooms=ask("select * from room order by id"),
    )


# Pupils -------------------------------------------------------------------------------------------

PUPIL_FIELDS = (
    "first_name",
    "last_name",
    "born",
    "instrument",
    "grade",
    "contact",
    "phone",
    "email",
    "photos",
    "notes",
)


@app.get("/api/pupils")
def pupils():
    return jsonify(
        ask(
            "select pupil.*, (select group_concat(teacher.name, ', ') from lesson "
            "join teacher on teacher.id = teacher_id where pupil_id = pupil.id) as teacher, "
            "exists (select 1 from hire where pupil_id = pupil.id and returned = '') as hiring "
            "from pupil order by last_name, first_name"
        )
    )


@app.get("/api/pupils/<int:key>")
def pupil(key):
    found = one("pupil", key)
    found["lessons"] = lesson_rows("where pupil_id = ?", key)
    found["hires"] = ask(
        "select hire.*, tag, kind, size, fee from hire join instrument on instrument.id = instrument_id "
        "where pupil_id = ? order by since desc",
        key,
    )
    found["pieces"] = ask(
        "select item.*, recital.title, recital.day from item join recital on recital.id = recital_id "
        "where pupil_id = ? order by recital.day",
        key,
    )
    return jsonify(found)


def checked_pupil():
    values = said(*PUPIL_FIELDS)
    demand(values, "first_name", "last_name", "born", "instrument", "contact", "phone")
    if a_day(values, "born") > TODAY:
        raise Refused(born="This date is in the future.")
    an_instrument(values)
    a_phone(values)
    values["grade"] = values["grade"] or "0"
    a_number(values, "grade", 0, 8, "Grades go from 0 to 8.")
    values["photos"] = int(values["photos"] == "True")
    return values


@app.post("/api/pupils")
def add_pupil():
    return jsonify(id=insert("pupil", checked_pupil()))


@app.put("/api/pupils/<int:key>")
def edit_pupil(key):
    one("pupil", key)
    values = checked_pupil()
    for each in lesson_rows("where pupil_id = ?", key):
        teacher = one("teacher", each["teacher_id"])
        if values["instrument"] not in teacher["instruments"].split(";"):
            raise Refused(
                instrument=f"{teacher['name']} does not teach {values['instrument'].lower()}. "
                "Change the lesson first."
            )
    return jsonify(id=update("pupil", key, values))


# Lessons ------------------------------------------------------------------------------------------


def lesson_rows(where="", *values):
    return ask(
        f"select lesson.*, {PUPIL}, pupil.instrument, teacher.name as teacher, room.name as room "
        "from lesson join pupil on pupil.id = pupil_id join teacher on teacher.id = teacher_id "
        f"join room on room.id = room_id {where} order by start, room_id",
        *values,
    )


@app.get("/api/lessons")
def lessons():
    return jsonify(lesson_rows())


def clock(text, minutes=0):
    hours, rest = text.split(":")
    total = int(hours) * 60 + int(rest) + minutes
    return f"{total // 60:02}:{total % 60:02}"


def checked_lesson(instrument, pupil_key=None, key=0):
    values = said("teacher_id", "room_id", "day", "start", "minutes")
    demand(values, "teacher_id", "room_id", "day", "start", "minutes")
    teacher, room = one("teacher", values["teacher_id"]), one("room", values["room_id"])
    if values["day"] not in DAYS:
        raise Refused(day="Choose a day.")
    if not re.fullmatch(r"(09|1\d):(00|15|30|45)", values["start"]):
        raise Refused(start="Choose a time.")
    if values["minutes"] not in map(str, LENGTHS):
        raise Refused(minutes="Choose a length.")
    values["minutes"] = int(values["minutes"])
    end = clock(values["start"], values["minutes"])
    if end > "20:00":
        raise Refused(start="Lessons have to end by 20:00.")
    if instrument not in teacher["instruments"].split(";"):
        raise Refused(teacher_id=f"{teacher['name']} does not teach {instrument.lower()}.")
    if values["day"] not in teacher["days"].split():
        raise Refused(day=f"{teacher['name']} does not teach on {DAYS[values['day']]}s.")
    needed = NEEDS.get(instrument)
    if needed and needed not in room["equipment"].split(";"):
        raise Refused(room_id=f"{room['name']} has no {needed}.")
    demand_free(values, end, teacher, room, pupil_key, key)
    return values | {"teacher_id": teacher["id"], "room_id": room["id"]}


def demand_free(values, end, teacher, room, pupil_key, key):
    for other in lesson_rows("where day = ? and lesson.id <> ?", values["day"], key):
        until = clock(other["start"], other["minutes"])
        if other["start"] >= end or values["start"] >= until:
            continue
        when = f"{other['start']}–{until}"
        if other["teacher_id"] == teacher["id"]:
            raise Refused(start=f"{teacher['name']} is teaching {other['pupil']} then, {when}.")
        if other["room_id"] == room["id"]:
            raise Refused(room_id=f"{room['name']} is taken by {other['pupil']} then, {when}.")
        if pupil_key and other["pupil_id"] == pupil_key:
            raise Refused(start=f"{other['pupil']} has another lesson then, {when}.")


@app.post("/api/lessons")
def add_lesson():
    told = said("pupil_id")
    demand(told, "pupil_id")
    who = one("pupil", told["pupil_id"])
    values = checked_lesson(who["instrument"], who["id"])
    return jsonify(id=insert("lesson", {"pupil_id": who["id"], **values}))


@app.put("/api/lessons/<int:key>")
def edit_lesson(key):
    who = one("pupil", one("lesson", key)["pupil_id"])
    return jsonify(id=update("lesson", key, checked_lesson(who["instrument"], who["id"], key)))


@app.delete("/api/lessons/<int:key>")
def end_lesson(key):
    one("lesson", key)
    do("delete from lesson where id = ?", key)
    return jsonify(id=key)


# Instruments on hire ------------------------------------------------------------------------------


@app.get("/api/instruments")
def instruments():
    return jsonify(
        ask(
            f"select instrument.*, hire.id as hire_id, hire.pupil_id, hire.until, {PUPIL} "
            "from instrument left join hire on instrument_id = instrument.id and returned = '' "
            "left join pupil on pupil.id = hire.pupil_id order by tag"
        )
    )


@app.post("/api/hires")
def hire_out():
    values = said("instrument_id", "pupil_id", "since", "until", "deposit")
    demand(values, "instrument_id", "pupil_id", "since", "until")
    thing, who = one("instrument", values["instrument_id"]), one("pupil", values["pupil_id"])
    if a_day(values, "until") <= a_day(values, "since"):
        raise Refused(until="The hire has to end after it begins.")
    if thing["repair"]:
        raise Refused(f"{thing['tag']} is at the repairer's.")
    if ask("select 1 from hire where instrument_id = ? and returned = ''", thing["id"]):
        raise Refused(f"{thing['tag']} is on hire already.")
    has = ask(
        "select tag from hire join instrument on instrument.id = instrument_id "
        "where pupil_id = ? and returned = ''",
        who["id"],
    )
    if has:
        name = f"{who['first_name']} {who['last_name']}"
        raise Refused(pupil_id=f"{name} still has {has[0]['tag']} on hire.")
    values["deposit"] = int(values["deposit"] == "True")
    return jsonify(id=insert("hire", values | {"returned": ""}))


@app.put("/api/hires/<int:key>/return")
def take_back(key):
    hired = one("hire", key)
    values = said("returned", "condition")
    demand(values, "returned", "condition")
    if a_day(values, "returned") > TODAY:
        raise Refused(returned="This date is in the future.")
    if values["returned"] < hired["since"]:
        raise Refused(returned="The hire began later than that.")
    if values["condition"] not in CONDITIONS:
        raise Refused(condition="Choose a condition.")
    update("hire", key, {"returned": values["returned"]})
    update("instrument", hired["instrument_id"], {"condition": values["condition"]})
    return jsonify(id=key)


# Waiting list -------------------------------------------------------------------------------------


@app.get("/api/waiting")
def waiting():
    return jsonify(ask("select * from waiting order by since, id"))


def checked_applicant():
    values = said("name", "age", "instrument", "contact", "phone", "days", "note")
    demand(values, "name", "age", "instrument", "contact", "phone")
    a_number(values, "age", 4, 99, "Pupils are at least 4 years old.")
    an_instrument(values)
    a_phone(values)
    return values


@app.post("/api/waiting")
def add_applicant():
    key = insert("waiting", checked_applicant() | {"since": TODAY.isoformat()})
    return jsonify(id=key, place=ask("select count(*) as n from waiting")[0]["n"])


@app.put("/api/waiting/<int:key>")
def edit_applicant(key):
    one("waiting", key)
    return jsonify(id=update("waiting", key, checked_applicant()))


@app.delete("/api/waiting/<int:key>")
def drop_applicant(key):
    one("waiting", key)
    do("delete from waiting where id = ?", key)
    return jsonify(id=key)


@app.post("/api/waiting/<int:key>/enrol")
def enrol(key):
    applicant = one("waiting", key)
    values = said("born")
    demand(values, "born")
    a_day(values, "born")
    lesson = checked_lesson(applicant["instrument"])
    first, _, last = applicant["name"].rpartition(" ")
    who = insert(
        "pupil",
        {
            "first_name": first or last,
            "last_name": last,
            "born": values["born"],
            "instrument": applicant["instrument"],
            "grade": 0,
            "contact": applicant["contact"],
            "phone": applicant["phone"],
            "email": "",
            "photos": 0,
            "notes": applicant["note"],
        },
    )
    insert("lesson", {"pupil_id": who, **lesson})
    do("delete from waiting where id = ?", key)
    return jsonify(id=who)


# Recitals -----------------------------------------------------------------------------------------


@app.get("/api/recitals")
def recitals():
    return jsonify(
        ask(
            "select recital.*, count(item.id) as pieces, coalesce(sum(minutes), 0) as minutes "
            "from recital left join item on recital_id = recital.id group by recital.id order by day"
        )
    )


@app.get("/api/recitals/<int:key>")
def recital(key):
    found = one("recital", key)
    found["open"] = found["closes"] >= TODAY.isoformat()
    found["items"] = ask(
        f"select item.*, {PUPIL}, pupil.instrument, teacher.name as accompanist from item "
        "join pupil on pupil.id = pupil_id left join teacher on teacher.id = accompanist_id "
        "where recital_id = ? order by position",
        key,
    )
    return jsonify(found)


def still_open(key):
    found = one("recital", key)
    if found["closes"] < TODAY.isoformat():
        raise Refused(f"Entries for the {found['title']} are closed.")
    return found


def checked_item():
    values = said("pupil_id", "piece", "composer", "minutes", "accompanist_id")
    demand(values, "pupil_id", "piece", "composer", "minutes")
    one("pupil", values["pupil_id"])
    a_number(values, "minutes", 1, 15, "A piece can take 1 to 15 minutes.")
    values["accompanist_id"] = values["accompanist_id"] or None
    return values


@app.post("/api/recitals/<int:key>/items")
def add_item(key):
    still_open(key)
    last = ask("select coalesce(max(position), 0) as n from item where recital_id = ?", key)
    place = {"recital_id": key, "position": last[0]["n"] + 1}
    return jsonify(id=insert("item", place | checked_item()))


@app.put("/api/items/<int:key>")
def edit_item(key):
    still_open(one("item", key)["recital_id"])
    return jsonify(id=update("item", key, checked_item()))


@app.delete("/api/items/<int:key>")
def withdraw(key):
    gone = one("item", key)
    still_open(gone["recital_id"])
    do("delete from item where id = ?", key)
    do(
        "update item set position = position - 1 where recital_id = ? and position > ?",
        gone["recital_id"],
        gone["position"],
    )
    return jsonify(id=key)


@app.put("/api/items/<int:key>/move")
def move(key):
    item = one("item", key)
    still_open(item["recital_id"])
    step = -1 if said("direction")["direction"] == "up" else 1
    other = ask(
        "select * from item where recital_id = ? and position = ?",
        item["recital_id"],
        item["position"] + step,
    )
    if other:
        update("item", other[0]["id"], {"position": item["position"]})
        update("item", key, {"position": other[0]["position"]})
    return jsonify(id=key)


# The page -----------------------------------------------------------------------------------------


@app.get("/")
@app.get("/<path:_>")
def page(_=""):
    if request.path.startswith("/api/"):
        raise Refused("There is nothing here.", 404)
    return send_from_directory(app.static_folder, "index.html")


if __name__ == "__main__":
    app.run("127.0.0.1", int(sys.argv[1]), threaded=True)
