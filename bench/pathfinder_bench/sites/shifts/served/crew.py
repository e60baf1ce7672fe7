"""The JSON API of the crew planner, and its one page."""

import os
import re
import sqlite3

from flask import Flask, g, jsonify, request, send_from_directory, session

app = Flask(__name__)
app.secret_key = "a planner on loopback has no secrets"
AREAS = ("Stage", "Gate", "Kitchen", "First aid", "Bar", "Campsite")
DAYS = ("Thu", "Fri", "Sat", "Sun", "Mon")
NEEDS = {"First aid": "First aid", "Bar": "Bar licence"}


class Refused(Exception):
    def __init__(self, text, code=422, field=""):
        super().__init__(text)
        self.text, self.code, self.field = text, code, field


@app.errorhandler(Refused)
def refused(error):
    return jsonify(error=error.text, field=error.field), error.code


def base():
    if "base" not in g:
        g.base = sqlite3.connect(os.environ["CREW_DATA"])
        g.base.row_factory = sqlite3.Row
    return g.base


def ask(question, *values):
    return [dict(row) for row in base().execute(question, values)]


def tell(statement, *values):
    done = base().execute(statement, values)
    base().commit()
    return done.lastrowid


@app.teardown_appcontext
def close(_):
    if "base" in g:
        g.base.close()


@app.before_request
def known():
    if (
        request.path.startswith("/api/")
        and request.path != "/api/session"
        and "user" not in session
    ):
        raise Refused("Please sign in.", 401)


def one(table, number):
    found = ask(f"select * from {table} where id = ?", number)
    if not found:
        raise Refused("That is not there any more.", 404)
    return found[0]


@app.get("/")
def page():
    return send_from_directory(app.static_folder, "index.html")


@app.get("/vendor/<path:name>")
def vendor(name):
    return send_from_directory(os.environ["CREW_VUE"], name)


@app.get("/api/session")
def who():
    return jsonify(user=session.get("user"))


@app.post("/api/session")
def enter():
    said = request.get_json()
    found = ask(
        "select name from users where login = ? and password = ?",
        said.get("login", "").strip().lower(),
        said.get("password", ""),
    )
    if not found:
        raise Refused("Wrong username or password.", 403)
    session["user"] = found[0]["name"]
    return jsonify(user=session["user"])


@app.delete("/api/session")
def leave():
    session.clear()
    return jsonify(user=None)


@app.get("/api/plan")
def plan():
    shifts = ask("select * from shifts order by start, id")
    on = ask(
        "select on_shift.shift_id, people.id, people.name from on_shift join people on people.id = person_id order by on_shift.id"
    )
    for shift in shifts:
        shift["people"] = [
            {"id": each["id"], "name": each["name"]}
            for each in on
            if each["shift_id"] == shift["id"]
        ]
    return jsonify(
        areas=AREAS,
        days=DAYS,
        shifts=shifts,
        people=ask("select * from people order by name"),
        notices=ask("select * from notices order by id desc"),
    )


def checked(said):
    if not str(said.get("name", "")).strip():
        raise Refused("Give the shift a name.", field="name")
    if said.get("area") not in AREAS:
        raise Refused("Choose an area.", field="area")
    if said.get("day") not in DAYS:
        raise Refused("Choose a day.", field="day")
    for key in ("start", "end"):
        if not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", str(said.get(key, ""))):
            raise Refused("Enter a time such as 09:30.", field=key)
    if said["end"] <= said["start"]:
        raise Refused("A shift has to end after it starts.", field="end")
    if not isinstance(said.get("needed"), int) or not 1 <= said["needed"] <= 12:
        raise Refused("Between 1 and 12 people.", field="needed")
    return [
        said["name"].strip(),
        said["area"],
        said["day"],
        said["start"],
        said["end"],
        said["needed"],
    ]


@app.post("/api/shifts")
def add_shift():
    return jsonify(
        id=tell(
            "insert into shifts(name, area, day, start, end, needed, note) values (?,?,?,?,?,?,'')",
            *checked(request.get_json()),
        )
    )


@app.put("/api/shifts/<int:number>")
def edit_shift(number):
    one("shifts", number)
    tell(
        "update shifts set name = ?, area = ?, day = ?, start = ?, end = ?, needed = ? where id = ?",
        *checked(request.get_json()),
        number,
    )
    return jsonify(id=number)


@app.put("/api/shifts/<int:number>/note")
def note(number):
    one("shifts", number)
    tell(
        "update shifts set note = ? where id = ?",
        str(request.get_json().get("note", "")).strip(),
        number,
    )
    return jsonify(id=number)


@app.delete("/api/shifts/<int:number>")
def drop_shift(number):
    one("shifts", number)
    tell("delete from on_shift where shift_id = ?", number)
    tell("delete from shifts where id = ?", number)
    return jsonify(id=number)


@app.post("/api/shifts/<int:number>/people")
def put_on(number):
    shift, person = one("shifts", number), one("people", request.get_json().get("person", 0))
    on = ask("select shifts.*, person_id from on_shift join shifts on shifts.id = shift_id")
    if any(each["id"] == number and each["person_id"] == person["id"] for each in on):
        raise Refused(f"{person['name']} is on this shift already.")
    if sum(each["id"] == number for each in on) >= shift["needed"]:
        raise Refused("This shift is full.")
    need = NEEDS.get(shift["area"])
    if need and need not in person["skills"].split(", "):
        what = "a first-aid certificate" if need == "First aid" else "a bar licence"
        raise Refused(f"{person['name']} can't be put on this shift: {what} is required.")
    for each in on:
        if (
            each["person_id"] == person["id"]
            and each["day"] == shift["day"]
            and each["start"] < shift["end"]
            and shift["start"] < each["end"]
        ):
            raise Refused(
                f"{person['name']} is busy then: {each['name']}, {each['start']}–{each['end']}."
            )
    tell("insert into on_shift(shift_id, person_id) values (?,?)", number, person["id"])
    return jsonify(id=number)


@app.delete("/api/shifts/<int:number>/people/<int:person>")
def take_off(number, person):
    tell("delete from on_shift where shift_id = ? and person_id = ?", number, person)
    return jsonify(id=number)


@app.put("/api/people/<int:number>")
def edit_person(number):
    one("people", number)
    said = request.get_json()
    if not re.fullmatch(r"\+?[\d ]{9,18}", str(said.get("phone", ""))):
        raise Refused("Enter a telephone number.", field="phone")
    tell(
        "update people set phone = ?, shirt = ?, diet = ? where id = ?",
        said["phone"],
        said.get("shirt"),
        said.get("diet"),
        number,
    )
    return jsonify(id=number)


@app.post("/api/notices")
def post():
    said = request.get_json()
    if len(str(said.get("text", "")).strip()) < 5:
        raise Refused("Write a little more.", field="text")
    if said.get("audience") not in ("Everyone", *AREAS):
        raise Refused("Choose who should see it.", field="audience")
    return jsonify(
        id=tell(
            "insert into notices(author, audience, text, at) values (?,?,?,'just now')",
            session["user"],
            said["audience"],
            said["text"].strip(),
        )
    )


@app.delete("/api/notices/<int:number>")
def unpost(number):
    tell("delete from notices where id = ?", number)
    return jsonify(id=number)
