"""The museum's register, on Flask. `MUSEUM_DATA=FILE python register.py PORT`."""

import os
import sqlite3
import sys
from datetime import date
from functools import wraps

from flask import Flask, abort, flash, g, redirect, render_template, request, session, url_for

app = Flask(__name__)
app.secret_key = "a site on loopback has no secrets"
TODAY = "2027-06-14"
CATEGORIES = (
    "Ceramics",
    "Clocks and instruments",
    "Costume",
    "Farming",
    "Household",
    "Musical instruments",
    "Natural history",
    "Paper and photographs",
    "River and sea",
)
CONDITIONS = ("Good", "Fair", "Poor")
ACQUIRED = ("Gift", "Bequest", "Purchase", "Transfer", "Found")
REASONS = ("Display", "Storage", "Conservation", "Photography", "Other")
BORROWERS = (
    "Ambleford Museum",
    "Museum of Village Music",
    "Saltmarsh Maritime Centre",
    "Thornby Castle Museum",
)
PER_PAGE = 10
OBJECT = (
    "select object.*, place.name place, place.kind from object join place on place.id = place_id "
)
LOAN = "select loan.*, object.title, object.number from loan join object on object.id = object_id "


def base():
    if "base" not in g:
        g.base = sqlite3.connect(os.environ["MUSEUM_DATA"], timeout=10)
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
    return f"{told.day} {told:%B %Y}"


@app.context_processor
def common():
    return {"me": session.get("name"), "section": request.path.split("/")[1], "today": TODAY}


def staff_only(view):
    @wraps(view)
    def guarded(*args, **kwargs):
        if "name" not in session:
            return redirect(url_for("login", next=request.path))
        return view(*args, **kwargs)

    return guarded


def typed(*names):
    return {name: request.form.get(name, "").strip() for name in names}


def is_day(text):
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


@app.route("/login", methods=["GET", "POST"])
def login():
    error = ""
    if request.method == "POST":
        told = typed("username", "password")
        found = ask(
            "select name from staff where username = ? and password = ?",
            told["username"].lower(),
            told["password"],
        )
        if found:
            session["name"] = found[0]["name"]
            target = request.args.get("next", "/")
            return redirect(target if target.startswith("/") else "/")
        error = "Wrong username or password. Please try again."
    return render_template("login.html", error=error)


@app.post("/logout")
def logout():
    session.clear()
    return redirect(url_for("home"))


@app.get("/")
def home():
    return render_template(
        "home.html",
        counts=ask("select category, count(*) number from object group by category"),
        due=ask(f"{LOAN} where status = 'out' order by ends"),
        exhibitions=ask("select * from exhibition where opens <= ? and closes >= ?", TODAY, TODAY),
    )


# Objects -----------------------------------------------------------------------------------------


@app.get("/objects/")
def objects():
    q, category = request.args.get("q", "").strip(), request.args.get("category", "")
    like = f"%{q}%"
    rows = ask(
        f"{OBJECT} where (title like ? or number like ? or maker like ?) and category like ? "
        "order by title",
        like,
        like,
        like,
        category or "%",
    )
    pages = max(1, -(-len(rows) // PER_PAGE))
    page = min(max(request.args.get("page", 1, int), 1), pages)
    return render_template(
        "objects.html",
        q=q,
        category=category,
        categories=CATEGORIES,
        rows=rows[(page - 1) * PER_PAGE : page * PER_PAGE],
        total=len(rows),
        page=page,
        pages=pages,
    )


@app.get("/objects/<int:key>")
def item(key):
    return render_template(
        "object.html",
        object=one(f"{OBJECT} where object.id = ?", key),
        notes=ask("select * from note where object_id = ? order by day desc, id desc", key),
        loans=ask("select * from loan where object_id = ? order by starts desc", key),
        moves=ask("select * from movement where object_id = ? order by day desc, id desc", key),
        shows=ask(
            "select exhibition.* from exhibition join shown on exhibition_id = exhibition.id "
            "where object_id = ?",
            key,
        ),
    )


FIELDS = ("title", "category", "maker", "made", "acquired", "description")


@app.route("/objects/new", methods=["GET", "POST"])
@app.route("/objects/<int:key>/edit", methods=["GET", "POST"])
@staff_only
def object_form(key=None):
    values = one("select * from object where id = ?", key) if key else {}
    errors = {}
    places = ask("select * from place where kind <> 'away'")
    if request.method == "POST":
        values |= typed(*FIELDS, "place_id")
        if not values["title"]:
            errors["title"] = "Give the object a title."
        if values["category"] not in CATEGORIES:
            errors["category"] = "Choose a category."
        if not key and values["place_id"] not in {str(each["id"]) for each in places}:
            errors["place_id"] = "Say where it is kept."
        if not errors and key:
            do(
                f"update object set {', '.join(f'{name} = ?' for name in FIELDS)} where id = ?",
                *(values[name] for name in FIELDS),
                key,
            )
            flash("The entry has been saved.")
        elif not errors:
            count = one("select count(*) n from object where number like '2027.%'")["n"]
            key = do(
                f"insert into object ({', '.join(FIELDS)}, place_id, number) "
                f"values ({', '.join('?' * (len(FIELDS) + 2))})",
                *(values[name] for name in FIELDS),
                int(values["place_id"]),
                f"2027.{count + 1}",
            )
            flash(f"Entered in the register as 2027.{count + 1}.")
        if not errors:
            return redirect(url_for("item", key=key))
    return render_template(
        "object_form.html",
        key=key,
        values=values,
        errors=errors,
        categories=CATEGORIES,
        acquired=ACQUIRED,
        places=places,
    )


def put(key, place, reason):
    told = one(f"{OBJECT} where object.id = ?", key)
    target = one("select * from place where id = ?", place)
    do("update object set place_id = ? where id = ?", target["id"], key)
    do(
        "insert into movement (object_id, day, source, target, reason, author) "
        "values (?, ?, ?, ?, ?, ?)",
        key,
        TODAY,
        told["place"],
        target["name"],
        reason,
        session["name"],
    )
    return target["name"]


@app.route("/objects/<int:key>/move", methods=["GET", "POST"])
@staff_only
def move(key):
    told, error = one(f"{OBJECT} where object.id = ?", key), ""
    places = ask("select * from place where kind <> 'away'")
    if request.method == "POST":
        values = typed("place_id", "reason")
        if values["place_id"] not in {str(each["id"]) for each in places}:
            error = "Choose where it goes."
        elif int(values["place_id"]) == told["place_id"]:
            error = "The object is there already."
        elif told["kind"] == "away":
            error = "The object is away on loan. Record its return first."
        else:
            flash(f"Now in: {put(key, int(values['place_id']), values['reason'])}.")
            return redirect(url_for("item", key=key))
    return render_template("move.html", object=told, places=places, reasons=REASONS, error=error)


@app.route("/objects/<int:key>/note", methods=["GET", "POST"])
@staff_only
def note(key):
    told, errors = one(f"{OBJECT} where object.id = ?", key), {}
    values = {"condition": told["condition"]}
    if request.method == "POST":
        values = typed("condition", "words")
        if len(values["words"]) < 5:
            errors["words"] = "Describe what you have seen or done."
        if not errors:
            do(
                "insert into note (object_id, day, author, condition, words) values (?, ?, ?, ?, ?)",
                key,
                TODAY,
                session["name"],
                values["condition"],
                values["words"],
            )
            do("update object set condition = ? where id = ?", values["condition"], key)
            flash("Note added.")
            return redirect(url_for("item", key=key))
    return render_template(
        "note.html", object=told, values=values, errors=errors, conditions=CONDITIONS
    )


@app.get("/conservation/")
def conservation():
    condition = request.args.get("condition", "")
    return render_template(
        "conservation.html",
        condition=condition,
        conditions=CONDITIONS,
        rows=ask(
            "select note.*, object.title, object.number from note join object "
            "on object.id = object_id where note.condition like ? order by day desc, note.id desc",
            condition or "%",
        ),
    )


@app.get("/locations/")
def locations():
    return render_template(
        "locations.html",
        places=ask("select * from place order by id"),
        objects=ask(f"{OBJECT} order by title"),
    )


# Loans -------------------------------------------------------------------------------------------


@app.get("/loans/")
def loans():
    status, borrower = request.args.get("status", ""), request.args.get("borrower", "")
    return render_template(
        "loans.html",
        status=status,
        borrower=borrower,
        borrowers=BORROWERS,
        rows=ask(
            f"{LOAN} where status like ? and borrower like ? order by starts desc",
            status or "%",
            borrower or "%",
        ),
    )


@app.route("/loans/new", methods=["GET", "POST"])
@staff_only
def loan_form():
    values, errors = {"object_id": request.args.get("object", "")}, {}
    if request.method == "POST":
        values = typed("object_id", "borrower", "starts", "ends", "contact")
        if not values["object_id"].isdigit():
            errors["object_id"] = "Choose the object."
        if values["borrower"] not in BORROWERS:
            errors["borrower"] = "Choose who borrows it."
        errors |= {name: "Enter a date." for name in ("starts", "ends") if not is_day(values[name])}
        if not errors and values["ends"] <= values["starts"]:
            errors["ends"] = "The loan has to end after it begins."
        if not errors and ask(
            "select 1 from loan where object_id = ? and status <> 'returned' and starts <= ? "
            "and ends >= ?",
            values["object_id"],
            values["ends"],
            values["starts"],
        ):
            errors["starts"] = "The object is promised to somebody else in that time."
        if not errors:
            do(
                "insert into loan (object_id, borrower, starts, ends, contact) "
                "values (?, ?, ?, ?, ?)",
                *values.values(),
            )
            flash("The loan has been agreed.")
            return redirect(url_for("loans"))
    return render_template(
        "loan_form.html",
        values=values,
        errors=errors,
        borrowers=BORROWERS,
        objects=ask("select * from object order by title"),
    )


@app.route("/loans/<int:key>/return", methods=["GET", "POST"])
@staff_only
def give_back(key):
    told, errors = one(f"{LOAN} where loan.id = ?", key), {}
    places = ask("select * from place where kind <> 'away'")
    values = {}
    if request.method == "POST" and told["status"] == "out":
        values = typed("condition", "place_id")
        if values["condition"] not in CONDITIONS:
            errors["condition"] = "In which condition did it come back?"
        if values["place_id"] not in {str(each["id"]) for each in places}:
            errors["place_id"] = "Say where it goes now."
        if not errors:
            do("update loan set status = 'returned' where id = ?", key)
            do(
                "update object set condition = ? where id = ?",
                values["condition"],
                told["object_id"],
            )
            put(told["object_id"], int(values["place_id"]), "Return from loan")
            flash(f"{told['title']} is back from {told['borrower']}.")
            return redirect(url_for("loans"))
    return render_template(
        "return.html",
        loan=told,
        values=values,
        errors=errors,
        conditions=CONDITIONS,
        places=places,
    )


# Exhibitions -------------------------------------------------------------------------------------


@app.get("/exhibitions/")
def exhibitions():
    return render_template(
        "exhibitions.html",
        rows=ask(
            "select exhibition.*, (select count(*) from shown where exhibition_id = exhibition.id) "
            "number from exhibition order by opens desc"
        ),
    )


@app.get("/exhibitions/<int:key>")
def exhibition(key):
    return render_template(
        "exhibition.html",
        exhibition=one("select * from exhibition where id = ?", key),
        objects=ask(
            f"{OBJECT} join shown on shown.object_id = object.id where exhibition_id = ? "
            "order by title",
            key,
        ),
        others=ask(
            "select * from object where id not in (select object_id from shown "
            "where exhibition_id = ?) order by title",
            key,
        ),
    )


@app.route("/exhibitions/<int:key>/edit", methods=["GET", "POST"])
@staff_only
def exhibition_form(key):
    values, errors = one("select * from exhibition where id = ?", key), {}
    fields = ("title", "room", "opens", "closes", "curator")
    if request.method == "POST":
        values |= typed(*fields)
        errors = {name: "Enter a date." for name in ("opens", "closes") if not is_day(values[name])}
        if not values["title"]:
            errors["title"] = "Give the exhibition a title."
        if not errors and values["closes"] <= values["opens"]:
            errors["closes"] = "It has to close after it opens."
        if not errors:
            do(
                f"update exhibition set {', '.join(f'{name} = ?' for name in fields)} where id = ?",
                *(values[name] for name in fields),
                key,
            )
            flash("The exhibition has been saved.")
            return redirect(url_for("exhibition", key=key))
    return render_template("exhibition_form.html", key=key, values=values, errors=errors)


@app.post("/exhibitions/<int:key>/objects")
@staff_only
def show(key):
    chosen = request.form.get("object_id", "")
    found = ask(f"{OBJECT} where object.id = ?", chosen)
    if not found:
        flash("Choose an object.")
    elif found[0]["kind"] == "away":
        flash(f"{found[0]['title']} is away on loan.")
    else:
        do("insert into shown (exhibition_id, object_id) values (?, ?)", key, found[0]["id"])
        flash(f"{found[0]['title']} is in the exhibition now.")
    return redirect(url_for("exhibition", key=key))


@app.post("/exhibitions/<int:key>/objects/<int:number>/remove")
@staff_only
def take_out(key, number):
    do("delete from shown where exhibition_id = ? and object_id = ?", key, number)
    flash("Taken out of the exhibition.")
    return redirect(url_for("exhibition", key=key))


if __name__ == "__main__":
    app.run("127.0.0.1", int(sys.argv[1]), threaded=True)
