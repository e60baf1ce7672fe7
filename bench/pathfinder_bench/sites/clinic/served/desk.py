"""The practice's front desk, on Flask. `CLINIC_DATA=FILE python desk.py PORT`."""

import os
import sqlite3
import sys
from datetime import date
from functools import wraps

from flask import Flask, abort, flash, g, redirect, render_template, request, session, url_for

app = Flask(__name__)
app.secret_key = "a site on loopback has no secrets"
TODAY = date(2027, 3, 9)
SPECIES = ("Cat", "Dog", "Rabbit", "Guinea pig", "Hamster", "Tortoise", "Bird", "Other")
REASONS = (
    "Check-up",
    "Vaccination",
    "Dental treatment",
    "Nail trim",
    "Surgery",
    "Follow-up",
    "Other",
)
DISEASES = (
    "Rabies",
    "Distemper and parvovirus",
    "Kennel cough",
    "Cat flu",
    "Feline leukaemia",
    "Myxomatosis",
)
CANCELLED = ("Owner rang", "Vet is ill", "Animal has died", "Double booking", "Other")
TIMES = [f"{hour:02}:{minute}" for hour in range(9, 18) for minute in ("00", "30")]
PER_PAGE = 8
APPOINTMENT = (
    "select appointment.*, animal.name as animal, animal.species, vet.name as vet, "
    "owner.id as owner_id, owner.title || ' ' || owner.first_name || ' ' || owner.last_name as owner "
    "from appointment join animal on animal.id = animal_id join vet on vet.id = vet_id "
    "join owner on owner.id = animal.owner_id "
)


def base() -> sqlite3.Connection:
    if "base" not in g:
        g.base = sqlite3.connect(os.environ["CLINIC_DATA"], timeout=10)
        g.base.row_factory = sqlite3.Row
    return g.base


def ask(question, *values):
    return base().execute(question, values).fetchall()


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
    if not text:
        return "–"
    told = date.fromisoformat(text)
    return f"{told:%a} {told.day} {told:%b %Y}"


@app.template_filter()
def zip2(words):
    return [(word, word) for word in words]


@app.template_filter()
def pairs(rows):
    return [(row["id"], row["name"]) for row in rows]


@app.template_filter()
def patients(rows):
    return [
        (row["id"], f"{row['name']} ({row['species'].lower()}, {row['last_name']})") for row in rows
    ]


@app.context_processor
def common():
    return {"today": TODAY, "me": session.get("name"), "section": request.path.split("/")[1]}


def staff_only(view):
    @wraps(view)
    def guarded(*args, **kwargs):
        if "name" not in session:
            return redirect(url_for("login", next=request.full_path.rstrip("?")))
        return view(*args, **kwargs)

    return guarded


def page_of(rows):
    pages = max(1, -(-len(rows) // PER_PAGE))
    page = min(max(request.args.get("page", 1, int), 1), pages)
    others = {key: value for key, value in request.args.items() if key != "page"}
    shown = rows[(page - 1) * PER_PAGE : page * PER_PAGE]
    return {"rows": shown, "page": page, "pages": pages, "total": len(rows), "others": others}


def filled(*names):
    return {name: request.form.get(name, "").strip() for name in names}


def a_day(text):
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


@app.route("/login", methods=["GET", "POST"])
def login():
    error = None
    if request.method == "POST":
        found = ask(
            "select * from staff where username = ? and password = ?",
            request.form.get("username", "").strip().lower(),
            request.form.get("password", ""),
        )
        if found:
            session["name"] = found[0]["name"]
            flash(f"Welcome back, {found[0]['name'].split()[0]}.", "success")
            target = request.args.get("next", "")
            return redirect(target if target.startswith("/") else url_for("dashboard"))
        error = "User name and password do not match."
    return render_template("login.html", error=error)


@app.post("/logout")
def logout():
    session.clear()
    flash("You have been signed out.", "info")
    return redirect(url_for("login"))


@app.route("/")
@staff_only
def dashboard():
    now = TODAY.isoformat()
    return render_template(
        "dashboard.html",
        appointments=ask(f"{APPOINTMENT} where day = ? order by time", now),
        counts={
            "owners": one("select count(*) from owner")[0],
            "animals": one("select count(*) from animal")[0],
            "ahead": one(
                "select count(*) from appointment where day >= ? and status = 'booked'", now
            )[0],
        },
        overdue=ask(
            "select vaccination.*, animal.name as animal, animal.id as animal_key from vaccination "
            "join animal on animal.id = animal_id where due < ? and not exists (select 1 from vaccination later "
            "where later.animal_id = animal.id and later.against = vaccination.against "
            "and later.day > vaccination.day) order by due",
            now,
        ),
    )


# Owners ------------------------------------------------------------------------------------------

OWNER_FIELDS = ("title", "first_name", "last_name", "phone", "email", "street", "town", "notes")


@app.route("/owners/")
@staff_only
def owners():
    q = request.args.get("q", "").strip()
    like = f"%{q}%"
    rows = ask(
        "select owner.*, (select group_concat(name, ', ') from animal where owner_id = owner.id) "
        "as animals from owner where first_name || ' ' || last_name like ? or town like ? "
        "or replace(phone, ' ', '') like replace(?, ' ', '') or exists "
        "(select 1 from animal where owner_id = owner.id and name like ?) "
        "order by last_name, first_name",
        like,
        like,
        like,
        like,
    )
    return render_template("owners.html", q=q, **page_of(rows))


@app.route("/owners/<int:key>")
@staff_only
def owner(key):
    return render_template(
        "owner.html",
        owner=one("select * from owner where id = ?", key),
        animals=ask("select * from animal where owner_id = ? order by name", key),
        appointments=ask(
            f"{APPOINTMENT} where owner.id = ? and day >= ? and status = 'booked' "
            "order by day, time",
            key,
            TODAY.isoformat(),
        ),
        species=SPECIES,
        values={},
        errors={},
    )


@app.route("/owners/new", methods=["GET", "POST"])
@app.route("/owners/<int:key>/edit", methods=["GET", "POST"])
@staff_only
def owner_form(key=None):
    errors = {}
    values = dict(one("select * from owner where id = ?", key)) if key else {}
    if request.method == "POST":
        values |= filled(*OWNER_FIELDS)
        for name in ("first_name", "last_name", "phone"):
            if not values[name]:
                errors[name] = "This field is required."
        if values["phone"] and sum(sign.isdigit() for sign in values["phone"]) < 7:
            errors["phone"] = "That is not a telephone number."
        if values["email"] and "@" not in values["email"]:
            errors["email"] = "That is not an e-mail address."
        if not errors:
            given = [values[name] for name in OWNER_FIELDS]
            if key:
                do(
                    "update owner set "
                    + ", ".join(f"{name} = ?" for name in OWNER_FIELDS)
                    + " where id = ?",
                    *given,
                    key,
                )
                flash("The owner's record has been saved.", "success")
            else:
                key = do(
                    f"insert into owner ({', '.join(OWNER_FIELDS)}) values (?, ?, ?, ?, ?, ?, ?, ?)",
                    *given,
                )
                flash(f"{values['first_name']} {values['last_name']} has been added.", "success")
            return redirect(url_for("owner", key=key))
        flash("Please correct what is marked below.", "danger")
    return render_template("owner_form.html", key=key, values=values, errors=errors)


# Animals -----------------------------------------------------------------------------------------

ANIMAL_FIELDS = ("name", "species", "breed", "sex", "born", "chip", "notes")


@app.route("/animals/")
@staff_only
def animals():
    q, species = request.args.get("q", "").strip(), request.args.get("species", "")
    rows = ask(
        "select animal.*, owner.first_name || ' ' || owner.last_name as owner from animal "
        "join owner on owner.id = owner_id where (animal.name like ? or owner.last_name like ?) "
        "and species like ? order by animal.name, owner.last_name",
        f"%{q}%",
        f"%{q}%",
        species or "%",
    )
    return render_template("animals.html", q=q, chosen=species, species=SPECIES, **page_of(rows))


@app.route("/animals/<int:key>")
@staff_only
def animal(key):
    return render_template(
        "animal.html",
        animal=one(
            "select animal.*, owner.title || ' ' || owner.first_name || ' ' || owner.last_name "
            "as owner, owner.phone from animal join owner on owner.id = owner_id "
            "where animal.id = ?",
            key,
        ),
        appointments=ask(f"{APPOINTMENT} where animal_id = ? order by day desc, time desc", key),
        vaccinations=ask(
            "select vaccination.*, vet.name as vet from vaccination join vet on vet.id = vet_id "
            "where animal_id = ? order by against, day",
            key,
        ),
    )


@app.route("/owners/<int:owner_key>/animals/new", methods=["GET", "POST"])
@app.route("/animals/<int:key>/edit", methods=["GET", "POST"])
@staff_only
def animal_form(key=None, owner_key=None):
    errors = {}
    values = dict(one("select * from animal where id = ?", key)) if key else {"owner_id": owner_key}
    holder = one("select * from owner where id = ?", values["owner_id"])
    if request.method == "POST":
        values |= filled(*ANIMAL_FIELDS)
        for name in ("name", "species", "sex"):
            if not values[name]:
                errors[name] = "This field is required."
        if values["born"]:
            born = a_day(values["born"])
            if not born:
                errors["born"] = "Enter a date."
            elif born > TODAY:
                errors["born"] = "The date of birth lies in the future."
        if not errors:
            given = [values[name] for name in ANIMAL_FIELDS]
            if key:
                do(
                    "update animal set "
                    + ", ".join(f"{name} = ?" for name in ANIMAL_FIELDS)
                    + " where id = ?",
                    *given,
                    key,
                )
                flash(f"{values['name']}'s record has been saved.", "success")
            else:
                key = do(
                    f"insert into animal ({', '.join(ANIMAL_FIELDS)}, owner_id) "
                    "values (?, ?, ?, ?, ?, ?, ?, ?)",
                    *given,
                    owner_key,
                )
                flash(f"{values['name']} is now registered with us.", "success")
            return redirect(url_for("animal", key=key))
        flash("Please correct what is marked below.", "danger")
    return render_template(
        "animal_form.html", key=key, owner=holder, values=values, errors=errors, species=SPECIES
    )


@app.route("/animals/<int:key>/vaccinations/new", methods=["GET", "POST"])
@staff_only
def vaccination_form(key):
    errors, values = {}, {"day": TODAY.isoformat()}
    patient = one("select * from animal where id = ?", key)
    if request.method == "POST":
        values = filled("against", "vet_id", "day", "batch", "due")
        errors = {name: "This field is required." for name in values if not values[name]}
        if not errors and values["due"] <= values["day"]:
            errors["due"] = "The next one has to be later than this one."
        if not errors:
            do(
                "insert into vaccination (animal_id, against, vet_id, day, batch, due) "
                "values (?, ?, ?, ?, ?, ?)",
                key,
                *values.values(),
            )
            flash(f"The vaccination of {patient['name']} has been recorded.", "success")
            return redirect(url_for("animal", key=key))
    return render_template(
        "vaccination_form.html",
        animal=patient,
        values=values,
        errors=errors,
        diseases=DISEASES,
        vets=ask("select * from vet"),
    )


# Appointments ------------------------------------------------------------------------------------


@app.route("/appointments/")
@staff_only
def appointments():
    when, vet = request.args.get("when", "upcoming"), request.args.get("vet", "")
    q = request.args.get("q", "").strip()
    now = TODAY.isoformat()
    limits = {"upcoming": (now, "9"), "past": ("0", "2027-03-08"), "all": ("0", "9")}
    low, high = limits.get(when, limits["all"])
    rows = ask(
        f"{APPOINTMENT} where day between ? and ? and vet_id like ? and (animal.name like ? "
        "or owner.last_name like ?) order by day, time",
        low,
        high,
        vet or "%",
        f"%{q}%",
        f"%{q}%",
    )
    return render_template(
        "appointments.html", when=when, vet=vet, q=q, vets=ask("select * from vet"), **page_of(rows)
    )


def wrong_with(values, key):
    errors = {
        name: "This field is required."
        for name in ("animal_id", "reason", "day", "time")
        if not values[name]
    }
    if values["day"] and not errors:
        told = a_day(values["day"])
        if not told:
            errors["day"] = "Enter a date."
        elif told < TODAY:
            errors["day"] = "That day is over already."
        elif told.weekday() == 6:
            errors["day"] = "The practice is closed on Sundays."
        elif told.weekday() == 5 and values["time"] > "12:30":
            errors["time"] = "On Saturdays the last appointment is at 12:30."
        elif not values["vet_id"]:
            free = ask(
                "select id from vet where id not in (select vet_id from appointment "
                "where day = ? and time = ? and status = 'booked') order by id",
                values["day"],
                values["time"],
            )
            if free:
                values["vet_id"] = free[0]["id"]
            else:
                errors["time"] = "No vet is free at this time."
        elif ask(
            "select 1 from appointment where vet_id = ? and day = ? and time = ? "
            "and status = 'booked' and id <> ?",
            values["vet_id"],
            values["day"],
            values["time"],
            key or 0,
        ):
            errors["time"] = "The vet already has an appointment at this time."
    return errors


@app.route("/appointments/new", methods=["GET", "POST"])
@app.route("/appointments/<int:key>/edit", methods=["GET", "POST"])
@staff_only
def appointment_form(key=None):
    fields = ("animal_id", "vet_id", "reason", "day", "time", "notes")
    errors = {}
    if key:
        values = dict(one("select * from appointment where id = ?", key))
        if values["status"] != "booked":
            flash("Only an appointment that is still booked can be changed.", "danger")
            return redirect(url_for("appointments"))
    else:
        values = {"animal_id": request.args.get("animal", 0, int)}
    if request.method == "POST":
        values |= filled(*fields)
        errors = wrong_with(values, key)
        if not errors:
            given = [values[name] for name in fields]
            if key:
                do(
                    "update appointment set "
                    + ", ".join(f"{name} = ?" for name in fields)
                    + " where id = ?",
                    *given,
                    key,
                )
                flash(f"Saved: {day(values['day'])}, {values['time']}.", "success")
            else:
                do(
                    f"insert into appointment ({', '.join(fields)}) values (?, ?, ?, ?, ?, ?)",
                    *given,
                )
                flash(f"Booked for {day(values['day'])}, {values['time']}.", "success")
            return redirect(url_for("animal", key=values["animal_id"]))
        flash("The appointment could not be saved.", "danger")
    return render_template(
        "appointment_form.html",
        key=key,
        values=values,
        errors=errors,
        reasons=REASONS,
        times=TIMES,
        vets=ask("select * from vet"),
        animals=ask(
            "select animal.*, owner.last_name from animal join owner on owner.id = owner_id "
            "order by animal.name, owner.last_name"
        ),
    )


@app.route("/appointments/<int:key>/cancel", methods=["GET", "POST"])
@staff_only
def cancel(key):
    told = one(f"{APPOINTMENT} where appointment.id = ?", key)
    if request.method == "POST" and told["status"] == "booked":
        do("update appointment set status = 'cancelled' where id = ?", key)
        flash(f"The appointment of {told['animal']} has been cancelled.", "success")
        return redirect(url_for("appointments"))
    return render_template("cancel.html", told=told, reasons=CANCELLED)


if __name__ == "__main__":
    app.run("127.0.0.1", int(sys.argv[1]), threaded=True)
