"""What neighbours rent from each other, on Flask. `SHARE_DATA=FILE python share.py PORT`."""

import os
import re
import sqlite3
import sys
from datetime import date

from flask import Flask, abort, g, redirect, render_template, request, session, url_for

app = Flask(__name__)
app.secret_key = "a site on loopback has no secrets"
TODAY = date(2027, 4, 12)
SORTS = {
    "name": "name",
    "price": "price, name",
    "price_down": "price desc, name",
    "deposit": "deposit, name",
    "size": "size desc, name",
}


def base() -> sqlite3.Connection:
    if "base" not in g:
        g.base = sqlite3.connect(os.environ["SHARE_DATA"], timeout=10)
        g.base.row_factory = sqlite3.Row
    return g.base


def ask(question, *values):
    return base().execute(question, values).fetchall()


def one(question, *values):
    found = ask(question, *values)
    return found[0] if found else abort(404)


def do(command, *values):
    base().execute(command, values)
    base().commit()


@app.teardown_appcontext
def close(_):
    if "base" in g:
        g.base.close()


@app.template_filter()
def day(text):
    return f"{date.fromisoformat(text):%d/%m/%Y}"


@app.template_filter()
def money(sum_):
    return f"£{sum_:.2f}"


def a_day(text):
    """A date as a person writes it; None where it is none."""
    text = text.strip()
    told = re.fullmatch(r"(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})", text)
    try:
        if told:
            return date(int(told[3]), int(told[2]), int(told[1]))
        return date.fromisoformat(text)
    except ValueError:
        return None


def wrong_with(item, start, finish, ref=""):
    """What speaks against these days; empty where nothing does."""
    if not start or not finish:
        return "Please give both dates as dd/mm/yyyy."
    if finish < start:
        return "The last day lies before the first day."
    if start < TODAY and not ref:
        return "The first day is over already."
    if item["kind"] == "tool" and (finish - start).days >= 7:
        return "Tools are lent for seven days at most."
    if item["kind"] == "plot" and (finish - start).days < 27:
        return "Plots are rented for four weeks at least."
    taken = ask(
        "select * from reservation where item_id = ? and status = 'reserved' and ref <> ? "
        "and start <= ? and finish >= ?",
        item["id"],
        ref,
        finish.isoformat(),
        start.isoformat(),
    )
    if taken:
        return (
            f"The {item['name'].lower()} is already reserved from {day(taken[0]['start'])} "
            f"to {day(taken[0]['finish'])}."
        )
    return ""


def extras_of(item_id):
    return ask(
        "select extra.* from extra join item_extra on extra.id = extra_id where item_id = ?",
        item_id,
    )


def wanted_extras(item_id):
    given = set(request.form.getlist("extra"))
    return "|".join(row["name"] for row in extras_of(item_id) if str(row["id"]) in given)


def costs(item, start, finish, extras):
    days = (date.fromisoformat(finish) - date.fromisoformat(start)).days + 1
    units = days if item["unit"] == "day" else max(1, round(days / 30.4))
    lines = [
        (f"{item['name']}, {units} {item['unit']}{'s' if units > 1 else ''}", units * item["price"])
    ]
    lines += [
        (row["name"], row["price"])
        for row in extras_of(item["id"])
        if row["name"] in extras.split("|")
    ]
    return lines, sum(price for _, price in lines)


@app.route("/")
def home():
    return render_template("home.html")


@app.route("/rules")
def rules():
    return render_template("rules.html")


@app.route("/contact")
def contact():
    return render_template("contact.html")


@app.route("/tools")
@app.route("/plots")
def catalogue():
    kind = "tool" if request.path == "/tools" else "plot"
    told = {
        name: request.args.get(name, "")
        for name in ("group", "upto", "water", "shed", "sort", "word")
    }
    question, values = "select * from item where kind = ?", [kind]
    for name, test in (("group", "grp = ?"), ("water", "water = ?"), ("shed", "shed = ?")):
        if told[name]:
            question += f" and {test}"
            values.append(told[name])
    if told["word"]:
        question += " and (name like ? or about like ?)"
        values += [f"%{told['word']}%"] * 2
    if told["upto"].isdigit():
        question += " and price <= ?"
        values.append(int(told["upto"]))
    question += " order by " + SORTS.get(told["sort"], "grp, id")
    groups = ask("select distinct grp from item where kind = ? order by id", kind)
    return render_template(
        "catalogue.html", kind=kind, told=told, rows=ask(question, *values), groups=groups
    )


def item_page(key, **more):
    item = one("select * from item where id = ?", key)
    taken = ask(
        "select * from reservation where item_id = ? and status = 'reserved' and finish >= ? "
        "order by start",
        key,
        TODAY.isoformat(),
    )
    return render_template("item.html", item=item, taken=taken, extras=extras_of(key), **more)


@app.route("/item/<int:key>")
def item(key):
    return item_page(key)


@app.post("/item/<int:key>/waiting")
def waiting(key):
    told = one("select * from item where id = ?", key)
    email = request.form.get("mail", "").strip()
    if not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", email):
        return item_page(key, wrong_mail="This is not an e-mail address.", mail=email)
    do("insert into waiting (item_id, email) values (?, ?)", told["id"], email)
    return item_page(key, noted=email)


# A reservation: days, details, summary ------------------------------------------------------------


@app.post("/item/<int:key>/days")
def days(key):
    told = one("select * from item where id = ?", key)
    start, finish = (a_day(request.form.get(name, "")) for name in ("from", "to"))
    wrong = wrong_with(told, start, finish)
    if wrong:
        return item_page(key, wrong=wrong, given=request.form)
    session["plan"] = {"item": key, "start": start.isoformat(), "finish": finish.isoformat()}
    return redirect(url_for("details"))


@app.route("/reserve/details", methods=["GET", "POST"])
def details():
    plan = session.get("plan")
    if not plan:
        return redirect(url_for("home"))
    told, wrong = one("select * from item where id = ?", plan["item"]), []
    if request.method == "POST":
        plan = {
            **plan,
            **{name: request.form.get(name, "").strip() for name in ("name", "email", "phone")},
        }
        plan["extras"] = wanted_extras(told["id"])
        if not plan["name"]:
            wrong.append("We need your name.")
        if not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", plan["email"]):
            wrong.append("We need an e-mail address that works.")
        session["plan"] = plan
        if not wrong:
            return redirect(url_for("summary"))
    return render_template(
        "details.html", item=told, plan=plan, extras=extras_of(told["id"]), wrong=wrong
    )


@app.route("/reserve/summary", methods=["GET", "POST"])
def summary():
    plan = session.get("plan")
    if not plan or "email" not in plan:
        return redirect(url_for("home"))
    told, wrong = one("select * from item where id = ?", plan["item"]), ""
    if request.method == "POST":
        start, finish = (date.fromisoformat(plan[name]) for name in ("start", "finish"))
        wrong = wrong_with(told, start, finish)
        if not wrong:
            last = one("select max(ref) from reservation")[0]
            ref = f"FH-{int(last[3:]) + 3}"
            do(
                "insert into reservation (ref, item_id, start, finish, name, email, phone, extras) "
                "values (?, ?, ?, ?, ?, ?, ?, ?)",
                ref,
                told["id"],
                plan["start"],
                plan["finish"],
                plan["name"],
                plan["email"],
                plan["phone"],
                plan["extras"],
            )
            session.pop("plan")
            session["done"] = ref
            return redirect(url_for("done"))
    lines, total = costs(told, plan["start"], plan["finish"], plan["extras"])
    return render_template(
        "summary.html", item=told, plan=plan, lines=lines, total=total, wrong=wrong
    )


@app.route("/reserve/done")
def done():
    told = one(
        "select reservation.*, item.name as item, keeper, place, deposit from reservation "
        "join item on item.id = item_id where ref = ?",
        session.get("done", ""),
    )
    return render_template("done.html", told=told)


# My reservations ----------------------------------------------------------------------------------

MINE = "select reservation.*, item.name as item from reservation join item on item.id = item_id "


@app.route("/mine", methods=["GET", "POST"])
def mine():
    wrong = ""
    if request.method == "POST":
        ref, email = (request.form.get(name, "").strip() for name in ("ref", "mail"))
        if ask(
            "select 1 from reservation where ref = upper(?) and lower(email) = lower(?)", ref, email
        ):
            session["mail"] = email.lower()
            return redirect(url_for("mine_list"))
        wrong = "We know no reservation with this number and e-mail address."
    return render_template("mine.html", wrong=wrong)


@app.route("/mine/list")
def mine_list():
    if "mail" not in session:
        return redirect(url_for("mine"))
    rows = ask(f"{MINE} where lower(email) = ? order by start", session["mail"])
    return render_template("mine_list.html", rows=rows, said=session.pop("said", ""))


def my_own(ref):
    return one(
        f"{MINE} where ref = ? and lower(email) = ? and status = 'reserved'",
        ref,
        session.get("mail", ""),
    )


@app.route("/mine/<ref>/change", methods=["GET", "POST"])
def change(ref):
    told, wrong = dict(my_own(ref)), ""
    thing = one("select * from item where id = ?", told["item_id"])
    if request.method == "POST":
        start, finish = (a_day(request.form.get(name, "")) for name in ("from", "to"))
        wrong = wrong_with(thing, start, finish, ref)
        if not wrong:
            do(
                "update reservation set start = ?, finish = ?, phone = ?, extras = ? where ref = ?",
                start.isoformat(),
                finish.isoformat(),
                request.form.get("phone", "").strip(),
                wanted_extras(thing["id"]),
                ref,
            )
            session["said"] = f"Reservation {ref} has been changed."
            return redirect(url_for("mine_list"))
    return render_template(
        "change.html",
        told=told,
        item=thing,
        extras=extras_of(thing["id"]),
        wrong=wrong,
        given=request.form,
    )


@app.route("/mine/<ref>/cancel", methods=["GET", "POST"])
def cancel(ref):
    told = my_own(ref)
    if request.method == "POST":
        if request.form.get("sure") == "yes":
            do("update reservation set status = 'cancelled' where ref = ?", ref)
            session["said"] = f"Reservation {ref} has been cancelled."
        return redirect(url_for("mine_list"))
    return render_template("cancel.html", told=told)


@app.route("/mine/leave")
def leave():
    session.pop("mail", None)
    return redirect(url_for("mine"))


if __name__ == "__main__":
    app.run("127.0.0.1", int(sys.argv[1]), threaded=True)
