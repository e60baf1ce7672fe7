"""The workshop's office, on Flask. `SPOKES_DATA=FILE python office.py PORT`."""

import os
import sqlite3
import sys
from datetime import date
from functools import wraps

from flask import Flask, abort, flash, g, redirect, render_template, request, session, url_for

app = Flask(__name__)
app.secret_key = "a site on loopback has no secrets"
TODAY = date(2027, 6, 2)
NOW = TODAY.isoformat()
STATUSES = ("Booked in", "In the stand", "Waiting for parts", "Ready")
KINDS = (
    "Town",
    "Touring",
    "Road",
    "Gravel",
    "Mountain",
    "Track",
    "Folding",
    "Cargo",
    "E-bike",
    "Tandem",
    "Tricycle",
    "Children's",
)
PAYMENTS = ("Cash", "Card", "Bank transfer", "On account")
CONTACTS = ("Phone", "E-mail", "Text message")
REASONS = ("Holiday", "Sick", "Training", "Other")
HIGHEST_DISCOUNT = 15
PER_PAGE = 12
NEEDED = "Please fill this in."
JOB = (
    "select job.*, bike.make || ' ' || bike.model as bike, bike.kind, bike.colour, "
    "customer.id as customer_id, customer.first_name || ' ' || customer.last_name as customer, "
    "customer.phone, customer.email, customer.contact, mechanic.name as mechanic, "
    "(select coalesce(sum(quantity * price), 0) from line where job_id = job.id) as sum "
    "from job join bike on bike.id = bike_id join customer on customer.id = bike.customer_id "
    "left join mechanic on mechanic.id = mechanic_id "
)
PART = (
    "select part.*, supplier.name as supplier from part join supplier on supplier.id = supplier_id "
)
PURCHASE = (
    "select purchase.*, supplier.name as supplier, part.code, part.name as part from purchase "
    "join supplier on supplier.id = purchase.supplier_id join part on part.id = part_id "
)


def base() -> sqlite3.Connection:
    if "base" not in g:
        g.base = sqlite3.connect(os.environ["SPOKES_DATA"], timeout=10)
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


def save(table, key, values):
    """Add a row, or change the one with this key; its key."""
    names = list(values)
    if key:
        sets = ", ".join(f"{name} = ?" for name in names)
        do(f"update {table} set {sets} where id = ?", *values.values(), key)
        return key
    marks = ", ".join("?" * len(names))
    return do(f"insert into {table} ({', '.join(names)}) values ({marks})", *values.values())


@app.teardown_appcontext
def close(_):
    if "base" in g:
        g.base.close()


@app.template_filter()
def day(text):
    if not text:
        return "–"
    told = date.fromisoformat(text)
    return f"{told:%a} {told.day} {told:%B %Y}"


@app.template_filter()
def money(pence):
    return f"£{pence / 100:,.2f}"


@app.template_filter()
def pairs(rows):
    return [(row["id"], row["name"]) for row in rows]


@app.template_filter()
def twice(words):
    return [(word, word) for word in words]


@app.template_filter()
def due(job):
    """What a job's total comes to, with its discount."""
    return job["sum"] - round(job["sum"] * job["discount"] / 100)


@app.context_processor
def common():
    return {"now": NOW, "me": session.get("name"), "section": request.path.split("/")[1]}


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


def a_number(text, low=0, high=9999):
    return int(text) if text.isascii() and text.isdigit() and low <= int(text) <= high else None


def some_pence(text):
    try:
        pence = round(float(text.replace("£", "").replace(",", "")) * 100)
    except (ValueError, OverflowError):
        return None
    return pence if 0 <= pence < 10_000_000 else None


def mechanics():
    return ask("select * from mechanic order by name")


@app.route("/login", methods=["GET", "POST"])
def login():
    error = None
    if request.method == "POST":
        who = request.form.get("who", "").strip().lower()
        found = ask(
            "select * from staff where (username = ? or email = ?) and password = ?",
            who,
            who,
            request.form.get("password", ""),
        )
        if found:
            session["name"] = found[0]["name"]
            target = request.args.get("next", "")
            return redirect(target if target.startswith("/") else url_for("overview"))
        error = "We don't know this combination. Please try again."
    return render_template("login.html", error=error)


@app.post("/logout")
def logout():
    session.clear()
    flash("You are logged out.", "info")
    return redirect(url_for("login"))


@app.route("/")
@staff_only
def overview():
    return render_template(
        "overview.html",
        due=ask(
            f"{JOB} where promised <= ? and status not in ('Ready', 'Collected') "
            "order by promised, number",
            NOW,
        ),
        soon=ask(
            f"{JOB} where promised > ? and status not in ('Ready', 'Collected') "
            "order by promised, number limit 5",
            NOW,
        ),
        ready=ask(f"{JOB} where status = 'Ready' order by promised, number"),
        short=ask(f"{PART} where stock < minimum order by part.name"),
        away=ask(
            "select absence.*, mechanic.name from absence join mechanic on mechanic.id = mechanic_id "
            "where last >= ? order by first limit 3",
            NOW,
        ),
        counts=ask(
            "select status, count(*) as number from job where status <> 'Collected' group by status"
        ),
    )


# Jobs --------------------------------------------------------------------------------------------


@app.route("/jobs/")
@staff_only
def jobs():
    state, q = request.args.get("state", "open"), request.args.get("q", "").strip()
    mechanic, until = request.args.get("mechanic", ""), request.args.get("until", "")
    wanted = {
        "open": "status <> 'Collected'",
        "ready": "status = 'Ready'",
        "waiting": "status = 'Waiting for parts'",
        "collected": "status = 'Collected'",
    }
    like = f"%{q}%"
    rows = ask(
        f"{JOB} where {wanted.get(state, '1')} and (customer.first_name || ' ' || "
        "customer.last_name like ? or bike.make || ' ' || bike.model like ? or number like ?) "
        "and coalesce(mechanic_id, 'none') like ? and promised <= ? "
        f"order by promised {'desc' if state == 'collected' else 'asc'}, number",
        like,
        like,
        like,
        mechanic or "%",
        until or "9",
    )
    return render_template(
        "jobs.html",
        state=state,
        q=q,
        mechanic=mechanic,
        until=until,
        mechanics=mechanics(),
        **page_of(rows),
    )


def the_job(number):
    return one(f"{JOB} where number = ?", number)


@app.route("/jobs/<int:number>")
@staff_only
def job(number):
    found = the_job(number)
    return render_template(
        "job.html",
        job=found,
        lines=ask("select * from line where job_id = ? order by id", found["id"]),
        notes=ask("select * from note where job_id = ? order by day desc, id desc", found["id"]),
        services=ask("select * from service order by name"),
        parts=ask("select * from part order by name"),
        statuses=STATUSES,
        payments=PAYMENTS,
    )


def wrong_promise(text, received):
    told = a_day(text)
    if not text:
        return NEEDED
    if not told:
        return "This is not a date."
    if text < received:
        return "A bike can't be ready before it came in."
    if told.weekday() == 6:
        return "We are closed on Sundays."
    return None


def wrong_mechanic(values, kind):
    if kind == "E-bike" and values["mechanic_id"]:
        found = one("select * from mechanic where id = ?", values["mechanic_id"])
        if "E-bikes" not in found["skills"]:
            return f"{found['name']} isn't trained for e-bikes."
    return None


@app.route("/jobs/<int:number>/edit", methods=["GET", "POST"])
@staff_only
def job_form(number):
    found = the_job(number)
    errors, values = {}, dict(found)
    if found["status"] == "Collected":
        flash("This job is closed, the bike has been collected.", "warning")
        return redirect(url_for("job", number=number))
    if request.method == "POST":
        values = filled("fault", "mechanic_id", "promised", "spot", "discount")
        if not values["fault"]:
            errors["fault"] = NEEDED
        errors["promised"] = wrong_promise(values["promised"], found["received"])
        errors["mechanic_id"] = wrong_mechanic(values, found["kind"])
        discount = a_number(values["discount"] or "0")
        if discount is None:
            errors["discount"] = "Enter a whole number."
        elif discount > HIGHEST_DISCOUNT:
            errors["discount"] = f"We give {HIGHEST_DISCOUNT} % at most."
        if not any(errors.values()):
            given = {**values, "discount": discount, "mechanic_id": values["mechanic_id"] or None}
            save("job", found["id"], given)
            flash(f"Job {number} is updated.", "success")
            return redirect(url_for("job", number=number))
    return render_template(
        "job_form.html", job=found, values=values, errors=errors, mechanics=mechanics()
    )


@app.post("/jobs/<int:number>/status")
@staff_only
def status(number):
    found, wanted = the_job(number), request.form.get("status")
    if found["status"] != "Collected" and wanted in STATUSES:
        do("update job set status = ? where id = ?", wanted, found["id"])
        flash(f"Job {number} is now “{wanted}”.", "success")
    return redirect(url_for("job", number=number))


@app.post("/jobs/<int:number>/hand-over")
@staff_only
def hand_over(number):
    found, payment = the_job(number), request.form.get("payment")
    if found["status"] != "Ready":
        flash("Only a bike that is ready can be handed over.", "danger")
    elif payment not in PAYMENTS:
        flash("Please say how the customer paid.", "danger")
    else:
        do(
            "update job set status = 'Collected', payment = ?, collected = ?, spot = '' "
            "where id = ?",
            payment,
            NOW,
            found["id"],
        )
        flash(f"Handed over to {found['customer']}. Payment: {payment.lower()}.", "success")
    return redirect(url_for("job", number=number))


@app.post("/jobs/<int:number>/log")
@staff_only
def log(number):
    found, text = the_job(number), request.form.get("text", "").strip()
    if text:
        save(
            "note",
            None,
            {"job_id": found["id"], "author": session["name"], "day": NOW, "text": text},
        )
        flash("Entry added to the workshop log.", "success")
    else:
        flash("Write something first.", "danger")
    return redirect(url_for("job", number=number))


@app.post("/jobs/<int:number>/lines")
@staff_only
def add_line(number):
    found = the_job(number)
    quantity = a_number(request.form.get("quantity", "1").strip(), 1, 99)
    service, part = request.form.get("service"), request.form.get("part")
    if found["status"] == "Collected":
        abort(409)
    if quantity is None:
        flash("How many? Enter a number from 1 to 99.", "danger")
    elif service:
        row = one("select * from service where id = ?", service)
        save(
            "line",
            None,
            {
                "job_id": found["id"],
                "text": row["name"],
                "quantity": quantity,
                "price": row["price"],
            },
        )
        flash(f"{row['name']} added.", "success")
    elif part:
        row = one("select * from part where id = ?", part)
        if row["stock"] < quantity:
            flash(f"Only {row['stock']} of “{row['name']}” left on the shelf.", "danger")
        else:
            do("update part set stock = stock - ? where id = ?", quantity, part)
            save(
                "line",
                None,
                {
                    "job_id": found["id"],
                    "part_id": part,
                    "text": row["name"],
                    "quantity": quantity,
                    "price": row["price"],
                },
            )
            flash(f"{row['name']} added and taken off the shelf.", "success")
    else:
        flash("Choose what to add.", "danger")
    return redirect(url_for("job", number=number))


@app.post("/jobs/<int:number>/lines/<int:key>/remove")
@staff_only
def remove_line(number, key):
    found = the_job(number)
    row = one("select * from line where id = ? and job_id = ?", key, found["id"])
    if found["status"] != "Collected":
        if row["part_id"]:
            do("update part set stock = stock + ? where id = ?", row["quantity"], row["part_id"])
        do("delete from line where id = ?", key)
        flash(f"{row['text']} removed.", "success")
    return redirect(url_for("job", number=number))


@app.route("/book-in/")
@staff_only
def book_in():
    q = request.args.get("q", "").strip()
    rows = ask(
        "select bike.*, customer.first_name || ' ' || customer.last_name as customer, "
        "customer.phone, (select number from job where bike_id = bike.id "
        "and status <> 'Collected') as here from bike "
        "join customer on customer.id = customer_id where customer.first_name || ' ' || "
        "customer.last_name like ? or make || ' ' || model like ? or replace(phone, ' ', '') "
        "like replace(?, ' ', '') order by customer.last_name, bike.id",
        *[f"%{q}%"] * 3,
    )
    return render_template("book_in.html", q=q, rows=rows if q else [])


@app.route("/book-in/<int:key>", methods=["GET", "POST"])
@staff_only
def book_in_form(key):
    bike = one(
        "select bike.*, customer.first_name || ' ' || customer.last_name as customer from bike "
        "join customer on customer.id = customer_id where bike.id = ?",
        key,
    )
    errors, values = {}, {}
    here = ask("select number from job where bike_id = ? and status <> 'Collected'", key)
    if here:
        flash("This bike is in the workshop already.", "warning")
        return redirect(url_for("job", number=here[0]["number"]))
    if request.method == "POST":
        values = filled("fault", "mechanic_id", "promised", "spot")
        if not values["fault"]:
            errors["fault"] = NEEDED
        errors["promised"] = wrong_promise(values["promised"], NOW)
        errors["mechanic_id"] = wrong_mechanic(values, bike["kind"])
        if not any(errors.values()):
            number = one("select max(number) + 1 from job")[0]
            given = {
                **values,
                "mechanic_id": values["mechanic_id"] or None,
                "bike_id": key,
                "number": number,
                "status": "Booked in",
                "received": NOW,
            }
            save("job", None, given)
            flash(f"Taken in as job {number}. Please hang the tag on the bike.", "success")
            return redirect(url_for("job", number=number))
    return render_template(
        "book_in_form.html", bike=bike, values=values, errors=errors, mechanics=mechanics()
    )


# Customers ---------------------------------------------------------------------------------------

CUSTOMER_FIELDS = (
    "first_name",
    "last_name",
    "phone",
    "email",
    "street",
    "postcode",
    "town",
    "contact",
    "remarks",
)


@app.route("/customers/")
@staff_only
def customers():
    q = request.args.get("q", "").strip()
    rows = ask(
        "select customer.*, (select count(*) from bike where customer_id = customer.id) as bikes, "
        "(select count(*) from job join bike on bike.id = bike_id where customer_id = customer.id "
        "and status <> 'Collected') as open from customer where first_name || ' ' || last_name "
        "like ? or street like ? or town like ? order by last_name, first_name",
        *[f"%{q}%"] * 3,
    )
    return render_template("customers.html", q=q, **page_of(rows))


@app.route("/customers/<int:key>")
@staff_only
def customer(key):
    return render_template(
        "customer.html",
        customer=one("select * from customer where id = ?", key),
        bikes=ask("select * from bike where customer_id = ? order by id", key),
        jobs=ask(f"{JOB} where customer.id = ? order by number desc", key),
    )


@app.route("/customers/new", methods=["GET", "POST"])
@app.route("/customers/<int:key>/edit", methods=["GET", "POST"])
@staff_only
def customer_form(key=None):
    errors = {}
    values = dict(one("select * from customer where id = ?", key)) if key else {"contact": "Phone"}
    if request.method == "POST":
        values = filled(*CUSTOMER_FIELDS)
        for name in ("first_name", "last_name"):
            if not values[name]:
                errors[name] = NEEDED
        if sum(sign.isdigit() for sign in values["phone"]) < 7:
            errors["phone"] = "Enter a phone number with its area code."
        if values["email"] and "@" not in values["email"]:
            errors["email"] = "This e-mail address looks incomplete."
        if values["contact"] == "E-mail" and not values["email"]:
            errors["email"] = "Needed, if the customer wants to hear from us by e-mail."
        if not errors:
            new = save("customer", key, values)
            who = f"{values['first_name']} {values['last_name']}"
            flash(f"{who}: changes saved." if key else f"{who} is on file now.", "success")
            return redirect(url_for("customer", key=new))
    return render_template(
        "customer_form.html", key=key, values=values, errors=errors, contacts=CONTACTS
    )


@app.route("/customers/<int:owner>/bikes/new", methods=["GET", "POST"])
@app.route("/bikes/<int:key>/edit", methods=["GET", "POST"])
@staff_only
def bike_form(key=None, owner=None):
    errors = {}
    values = dict(one("select * from bike where id = ?", key)) if key else {"customer_id": owner}
    holder = one("select * from customer where id = ?", values["customer_id"])
    if request.method == "POST":
        values = filled("make", "model", "kind", "colour", "frame_no")
        errors = {name: NEEDED for name in ("make", "kind") if not values[name]}
        if not errors:
            save("bike", key, values if key else {**values, "customer_id": owner})
            flash("Bike saved.", "success")
            return redirect(url_for("customer", key=holder["id"]))
    return render_template(
        "bike_form.html", key=key, customer=holder, values=values, errors=errors, kinds=KINDS
    )


# Stock -------------------------------------------------------------------------------------------


@app.route("/stock/")
@staff_only
def stock():
    q, category = request.args.get("q", "").strip(), request.args.get("category", "")
    short = request.args.get("short", "")
    rows = ask(
        f"{PART} where (part.name like ? or code like ?) and category like ? "
        f"{'and stock < minimum' if short else ''} order by category, part.name",
        f"%{q}%",
        f"%{q}%",
        category or "%",
    )
    categories = [row[0] for row in ask("select distinct category from part order by category")]
    return render_template(
        "stock.html", q=q, category=category, short=short, categories=categories, **page_of(rows)
    )


@app.route("/stock/<int:key>")
@staff_only
def part(key):
    return render_template(
        "part.html",
        part=one(f"{PART} where part.id = ?", key),
        purchases=ask(f"{PURCHASE} where part_id = ? order by ordered desc", key),
        used=ask(
            "select job.number, job.received, line.quantity from line join job on job.id = job_id "
            "where part_id = ? order by job.number desc limit 8",
            key,
        ),
    )


@app.post("/stock/<int:key>/count")
@staff_only
def count(key):
    found = one("select * from part where id = ?", key)
    counted = a_number(request.form.get("counted", "").strip())
    if counted is None:
        flash("The count has to be a whole number.", "danger")
    else:
        do("update part set stock = ? where id = ?", counted, key)
        flash(f"{found['name']}: {counted} on the shelf.", "success")
    return redirect(request.form.get("back") or url_for("part", key=key))


@app.route("/stock/new", methods=["GET", "POST"])
@app.route("/stock/<int:key>/edit", methods=["GET", "POST"])
@staff_only
def part_form(key=None):
    errors, values = {}, {}
    if key:
        values = dict(one("select * from part where id = ?", key))
        values["price"] = f"{values['price'] / 100:.2f}"
        values["minimum"] = str(values["minimum"])
    if request.method == "POST":
        values = filled("code", "name", "category", "supplier_id", "shelf", "minimum", "price")
        errors = {
            name: NEEDED for name in ("code", "name", "category", "supplier_id") if not values[name]
        }
        minimum, price = a_number(values["minimum"], 0, 500), some_pence(values["price"])
        if minimum is None:
            errors["minimum"] = "Enter a whole number, 500 at most."
        if price is None:
            errors["price"] = "Enter a price, such as 12.50."
        if ask("select 1 from part where code = ? and id <> ?", values["code"], key or 0):
            errors["code"] = "Another article has this number."
        if not errors:
            given = {**values, "minimum": minimum, "price": price}
            new = save("part", key, given if key else {**given, "stock": 0})
            flash(f"{values['name']} saved.", "success")
            return redirect(url_for("part", key=new))
    return render_template(
        "part_form.html",
        key=key,
        values=values,
        errors=errors,
        categories=[row[0] for row in ask("select distinct category from part order by category")],
        suppliers=ask("select * from supplier order by name"),
    )


# Orders ------------------------------------------------------------------------------------------


@app.route("/orders/")
@staff_only
def orders():
    supplier = request.args.get("supplier", "")
    rows = ask(
        f"{PURCHASE} where purchase.supplier_id like ? order by status desc, expected desc",
        supplier or "%",
    )
    return render_template(
        "orders.html",
        supplier=supplier,
        suppliers=ask("select * from supplier order by name"),
        **page_of(rows),
    )


@app.route("/orders/new", methods=["GET", "POST"])
@staff_only
def order_form():
    errors, values = {}, {"part_id": request.args.get("part", ""), "quantity": "1"}
    if request.method == "POST":
        values = filled("part_id", "quantity", "expected")
        errors = {name: NEEDED for name in ("part_id", "expected") if not values[name]}
        quantity = a_number(values["quantity"], 1, 500)
        if quantity is None:
            errors["quantity"] = "Enter a number from 1 to 500."
        if values["expected"] and not a_day(values["expected"]):
            errors["expected"] = "This is not a date."
        elif values["expected"] and values["expected"] < NOW:
            errors["expected"] = "This day has passed."
        if not errors:
            row = one("select * from part where id = ?", values["part_id"])
            given = {
                **values,
                "quantity": quantity,
                "supplier_id": row["supplier_id"],
                "ordered": NOW,
                "status": "Ordered",
            }
            save("purchase", None, given)
            flash(f"{quantity} × {row['name']} ordered.", "success")
            return redirect(url_for("orders"))
    return render_template(
        "order_form.html",
        values=values,
        errors=errors,
        parts=ask(f"{PART} order by part.name"),
        suppliers=ask("select * from supplier order by name"),
    )


@app.post("/orders/<int:key>/<action>")
@staff_only
def order_action(key, action):
    found = one(f"{PURCHASE} where purchase.id = ?", key)
    if found["status"] == "Ordered" and action == "arrived":
        do("update purchase set status = 'Arrived', arrived = ? where id = ?", NOW, key)
        do("update part set stock = stock + ? where id = ?", found["quantity"], found["part_id"])
        flash(f"{found['quantity']} × {found['part']} put on the shelf.", "success")
    elif found["status"] == "Ordered" and action == "cancel":
        do("update purchase set status = 'Cancelled' where id = ?", key)
        flash(f"The order of {found['part']} is cancelled.", "success")
    return redirect(url_for("orders"))


# Team and prices ---------------------------------------------------------------------------------


@app.route("/team/")
@staff_only
def team():
    return render_template(
        "team.html",
        mechanics=mechanics(),
        absences=ask(
            "select absence.*, mechanic.name from absence join mechanic on mechanic.id = mechanic_id "
            "where last >= ? order by first",
            NOW,
        ),
        past=ask(
            "select absence.*, mechanic.name from absence join mechanic on mechanic.id = mechanic_id "
            "where last < ? order by first desc",
            NOW,
        ),
    )


@app.route("/team/absences/new", methods=["GET", "POST"])
@staff_only
def absence_form():
    errors, values = {}, {}
    if request.method == "POST":
        values = filled("mechanic_id", "reason", "first", "last", "remark")
        errors = {name: NEEDED for name in values if name != "remark" and not values[name]}
        if not errors:
            if values["last"] < values["first"]:
                errors["last"] = "The last day is before the first."
            elif ask(
                "select 1 from absence where mechanic_id = ? and first <= ? and last >= ?",
                values["mechanic_id"],
                values["last"],
                values["first"],
            ):
                errors["first"] = "There is already an absence in these days."
        if not errors:
            save("absence", None, values)
            who = one("select name from mechanic where id = ?", values["mechanic_id"])[0]
            flash(f"{who}'s absence is in the calendar.", "success")
            return redirect(url_for("team"))
    return render_template(
        "absence_form.html", values=values, errors=errors, mechanics=mechanics(), reasons=REASONS
    )


@app.post("/team/absences/<int:key>/delete")
@staff_only
def delete_absence(key):
    do("delete from absence where id = ?", key)
    flash("Absence deleted.", "success")
    return redirect(url_for("team"))


@app.route("/prices/")
@staff_only
def prices():
    return render_template("prices.html", rows=ask("select * from service order by name"))


@app.route("/prices/new", methods=["GET", "POST"])
@app.route("/prices/<int:key>", methods=["GET", "POST"])
@staff_only
def price_form(key=None):
    errors, values = {}, {}
    if key:
        values = dict(one("select * from service where id = ?", key))
        values["price"] = f"{values['price'] / 100:.2f}"
    if request.method == "POST":
        values = filled("name", "minutes", "price")
        minutes, price = a_number(values["minutes"], 5, 600), some_pence(values["price"])
        if not values["name"]:
            errors["name"] = NEEDED
        if minutes is None:
            errors["minutes"] = "Enter the minutes, from 5 to 600."
        if price is None:
            errors["price"] = "Enter a price, such as 12.50."
        if not errors:
            save("service", key, {**values, "minutes": minutes, "price": price})
            flash(f"{values['name']} is in the price list.", "success")
            return redirect(url_for("prices"))
    return render_template("price_form.html", key=key, values=values, errors=errors)


if __name__ == "__main__":
    app.run("127.0.0.1", int(sys.argv[1]), threaded=True)
