"""Tarnwick Town Library: catalogue, accounts, opening hours, suggestions."""

import datetime
import os
import re
import sqlite3

from flask import Flask, abort, flash, g, redirect, render_template, request, session, url_for

app = Flask(__name__)
app.secret_key = "a site on loopback has no secrets"
BRANCHES = ("Market Square", "Mill Lane", "Quayside")
PAGE = 8
FACETS = (
    ("form", "Format"),
    ("subject", "Subject"),
    ("language", "Language"),
    ("audience", "Audience"),
)


def base():
    if "base" not in g:
        g.base = sqlite3.connect(os.environ["LIBRARY_DATA"])
        g.base.row_factory = sqlite3.Row
    return g.base


def ask(question, *values):
    return base().execute(question, values).fetchall()


def tell(statement, *values):
    base().execute(statement, values)
    base().commit()


@app.teardown_appcontext
def close(_):
    if "base" in g:
        g.base.close()


@app.before_request
def who():
    found = ask("select * from readers where id = ?", session.get("reader", 0))
    g.reader = found[0] if found else None


@app.template_filter()
def day(text):
    date = datetime.date.fromisoformat(text)
    return f"{date.day} {date:%B %Y}"


@app.context_processor
def everywhere():
    return {"reader": g.get("reader"), "branches": BRANCHES, "today": datetime.date.today()}


def wanted_login():
    return redirect(url_for("login", next=request.full_path.rstrip("?")))


@app.get("/")
def home():
    new = ask("select * from records where year >= 2022 order by year desc, title limit 4")
    return render_template("home.html", new=new)


@app.get("/catalogue")
def catalogue():  # noqa: C901
    words = request.args.get("q", "").strip()
    matching = []
    for row in ask("select * from records order by title, year"):
        text = (
            f"{row['title']} {row['author']} {row['subject']} {row['isbn']} {row['form']}".lower()
        )
        text = text.replace("’", "'")
        if all(word in text for word in words.lower().replace("’", "'").split()):
            matching.append(row)
    chosen = {name: request.args.getlist(name) for name, _ in FACETS}
    shelf = request.args.get("in", "")
    on_shelf = {
        (c["record_id"], c["branch"]) for c in ask("select * from copies where state = 'in'")
    }
    here = {number for number, _ in on_shelf}

    def fits(row, but=""):
        if shelf and but != "in" and (row["id"], shelf) not in on_shelf:
            return False
        return all(
            name == but or not values or row[name] in values for name, values in chosen.items()
        )

    facets = []
    for name, label in FACETS:
        counts = {}
        for row in matching:
            if fits(row, name):
                counts[row[name]] = counts.get(row[name], 0) + 1
        for value in chosen[name]:
            counts.setdefault(value, 0)
        facets.append((name, label, sorted(counts.items())))
    found = [row for row in matching if fits(row)]
    order = request.args.get("sort", "title")
    if order == "newest":
        found.sort(key=lambda row: -row["year"])
    elif order == "author":
        found.sort(key=lambda row: row["author"].split()[-1])
    pages = max(1, -(-len(found) // PAGE))
    page = min(max(1, request.args.get("page", 1, type=int)), pages)
    given = {key: request.args.getlist(key) for key in request.args if key != "page"}
    return render_template(
        "catalogue.html",
        words=words,
        found=found[(page - 1) * PAGE : page * PAGE],
        total=len(found),
        facets=facets,
        chosen=chosen,
        shelf=shelf,
        page=page,
        pages=pages,
        given=given,
        here=here,
        order=order,
    )


def record_or_404(number):
    found = ask("select * from records where id = ?", number)
    return found[0] if found else abort(404)


@app.get("/catalogue/<int:number>")
def record(number):
    one = record_or_404(number)
    copies = ask("select * from copies where record_id = ? order by branch", number)
    waiting = ask("select count(*) from holds where record_id = ? and state = 'waiting'", number)[
        0
    ][0]
    others = ask(
        "select * from records where author = ? and id != ? order by title, form",
        one["author"],
        number,
    )
    return render_template("record.html", one=one, copies=copies, waiting=waiting, others=others)


@app.route("/catalogue/<int:number>/reserve", methods=["GET", "POST"])
def reserve(number):
    if not g.reader:
        return wanted_login()
    one, wrong = record_or_404(number), None
    mine = ask(
        "select 1 from holds where reader_id = ? and record_id = ? and state != 'cancelled'",
        g.reader["id"],
        number,
    )
    lent = ask(
        "select 1 from loans join copies on copies.id = copy_id where reader_id = ? and record_id = ?",
        g.reader["id"],
        number,
    )
    if mine:
        flash("You have already reserved this title.", "bad")
        return redirect(url_for("record", number=number))
    if lent:
        flash("You have this title on loan at the moment.", "bad")
        return redirect(url_for("record", number=number))
    if request.method == "POST":
        branch = request.form.get("branch", "")
        if branch in BRANCHES:
            tell(
                "insert into holds(reader_id, record_id, branch, state, placed) values (?,?,?,'waiting',?)",
                g.reader["id"],
                number,
                branch,
                datetime.date.today().isoformat(),
            )
            flash(
                f"“{one['title']}” ({one['form']}) has been reserved. We will write to {g.reader['email']} "
                f"when it is ready at {branch}.",
                "good",
            )
            return redirect(url_for("account"))
        wrong = "Please choose where you would like to collect it."
    return render_template("reserve.html", one=one, wrong=wrong)


@app.route("/login", methods=["GET", "POST"])
def login():
    wrong = None
    if request.method == "POST":
        card = re.sub(r"\s", "", request.form.get("card", ""))
        found = ask(
            "select * from readers where card = ? and pin = ?",
            card,
            request.form.get("pin", "").strip(),
        )
        if found:
            session["reader"] = found[0]["id"]
            after = request.args.get("next", "")
            return redirect(after if re.match(r"/(?!/)", after) else url_for("account"))
        wrong = "We don't recognise that card number and PIN. Please check both and try again."
    return render_template("login.html", wrong=wrong, after=request.args.get("next", ""))


@app.post("/logout")
def logout():
    session.clear()
    flash("You have been logged out.", "good")
    return redirect(url_for("home"))


@app.get("/account")
def account():
    if not g.reader:
        return wanted_login()
    loans = ask(
        "select loans.*, records.title, records.author, records.form, records.id record from loans "
        "join copies on copies.id = copy_id join records on records.id = record_id "
        "where reader_id = ? order by loans.due",
        g.reader["id"],
    )
    holds = ask(
        "select holds.*, records.title, records.author, records.form, (select count(*) from holds other "
        "where other.record_id = holds.record_id and other.state = 'waiting' and other.id <= holds.id) place "
        "from holds join records on records.id = record_id "
        "where reader_id = ? and state != 'cancelled' order by placed",
        g.reader["id"],
    )
    return render_template("account.html", loans=loans, holds=holds)


@app.post("/account/loans/<int:number>/renew")
def renew(number):
    if not g.reader:
        return wanted_login()
    found = ask(
        "select loans.*, records.title, records.id record from loans join copies on copies.id = copy_id "
        "join records on records.id = record_id where loans.id = ? and reader_id = ?",
        number,
        g.reader["id"],
    )
    one = found[0] if found else abort(404)
    if ask("select 1 from holds where record_id = ? and state = 'waiting'", one["record"]):
        flash(
            f"“{one['title']}” can't be renewed because another reader is waiting for it. "
            f"Please return it by {day(one['due'])}.",
            "bad",
        )
    elif one["renewals"] >= 2:
        flash(f"“{one['title']}” has been renewed twice already and can't be renewed again.", "bad")
    else:
        due = datetime.date.fromisoformat(one["due"]) + datetime.timedelta(days=21)
        tell(
            "update loans set due = ?, renewals = renewals + 1 where id = ?",
            due.isoformat(),
            number,
        )
        tell("update copies set due = ? where id = ?", due.isoformat(), one["copy_id"])
        flash(
            f"“{one['title']}” has been renewed. It is now due back on {day(due.isoformat())}.",
            "good",
        )
    return redirect(url_for("account"))


@app.route("/account/reservations/<int:number>/cancel", methods=["GET", "POST"])
def cancel(number):
    if not g.reader:
        return wanted_login()
    found = ask(
        "select holds.*, records.title, records.author, records.form from holds "
        "join records on records.id = record_id where holds.id = ? and reader_id = ? and state != 'cancelled'",
        number,
        g.reader["id"],
    )
    one = found[0] if found else abort(404)
    if request.method == "POST":
        tell("update holds set state = 'cancelled' where id = ?", number)
        flash(f"Your reservation for “{one['title']}” has been cancelled.", "good")
        return redirect(url_for("account"))
    return render_template("cancel.html", one=one)


@app.route("/account/details", methods=["GET", "POST"])
def details():
    if not g.reader:
        return wanted_login()
    values, wrong = dict(g.reader), {}
    if request.method == "POST":
        values.update(
            {key: request.form.get(key, "").strip() for key in ("email", "phone", "street", "town")}
        )
        if not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", values["email"]):
            wrong["email"] = "Enter an email address like name@example.com."
        if values["phone"] and not re.fullmatch(r"\+?[\d ()-]{9,20}", values["phone"]):
            wrong["phone"] = "Enter a telephone number with digits and spaces only."
        for key in ("street", "town"):
            if not values[key]:
                wrong[key] = "This can't be empty."
        if not wrong:
            tell(
                "update readers set email = ?, phone = ?, street = ?, town = ? where id = ?",
                values["email"],
                values["phone"],
                values["street"],
                values["town"],
                g.reader["id"],
            )
            flash("Your contact details have been saved.", "good")
            return redirect(url_for("details"))
    return render_template("details.html", values=values, wrong=wrong)


@app.route("/suggest", methods=["GET", "POST"])
def suggest():
    keys = ("title", "author", "form", "reason", "name", "email")
    values = dict.fromkeys(keys, "") | {"form": "Book"}
    if g.reader:
        values |= {"name": g.reader["name"], "email": g.reader["email"]}
    wrong = {}
    if request.method == "POST":
        values = {key: request.form.get(key, "").strip() for key in keys}
        for key, text in (
            ("title", "Tell us what it is called."),
            ("author", "Tell us who wrote or made it."),
        ):
            if not values[key]:
                wrong[key] = text
        if not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", values["email"]):
            wrong["email"] = "Enter an email address like name@example.com."
        title = values["title"].lower()
        if not wrong and ask(
            "select 1 from records where lower(title) = ? and form = ?", title, values["form"]
        ):
            wrong["title"] = "We already have this. Look it up in the catalogue."
        if not wrong:
            tell(
                "insert into suggestions(title, author, form, reason, name, email, sent) values (?,?,?,?,?,?,?)",
                *(values[key] for key in keys),
                datetime.date.today().isoformat(),
            )
            return redirect(url_for("thanks", title=values["title"]))
    return render_template("suggest.html", values=values, wrong=wrong)


@app.get("/suggest/thanks")
def thanks():
    return render_template("thanks.html", title=request.args.get("title", ""))


@app.get("/visit")
def visit():
    return render_template("visit.html")


@app.errorhandler(404)
def missing(_):
    return render_template("missing.html"), 404
