"""The bakery's order book, on Flask. `BAKERY_DATA=FILE python bakery.py PORT`."""

import os
import re
import sqlite3
import sys
from datetime import date, timedelta

from flask import Flask, abort, flash, g, redirect, render_template, request, session, url_for
from werkzeug.security import check_password_hash

app = Flask(__name__)
app.config.update(SECRET_KEY="a bakery on loopback has no secrets", SESSION_COOKIE_SAMESITE="Lax")

TODAY = date(2026, 10, 13)
WEEK = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
BAKING = ("Tue", "Wed", "Thu", "Fri", "Sat")
LONG = {
    "Mon": "Mondays",
    "Tue": "Tuesdays",
    "Wed": "Wednesdays",
    "Thu": "Thursdays",
    "Fri": "Fridays",
    "Sat": "Saturdays",
    "Sun": "Sundays",
}
CLOSED = (date(2026, 12, 25), date(2027, 1, 4))
METHODS = ("Cash", "Card", "Bank transfer", "Cheque")
PER_PAGE = 10


# Database ----------------------------------------------------------------------------------------


def db():
    if "db" not in g:
        g.db = sqlite3.connect(os.environ["BAKERY_DATA"], timeout=10)
        g.db.row_factory = sqlite3.Row
    return g.db


@app.teardown_appcontext
def close_db(_):
    if "db" in g:
        g.db.close()


def query(sql, *values):
    return db().execute(sql, values).fetchall()


def get_or_404(sql, *values):
    row = db().execute(sql, values).fetchone()
    return row or abort(404)


def insert(table, **values):
    names = ", ".join(values)
    marks = ", ".join("?" for _ in values)
    return (
        db()
        .execute(f"insert into {table} ({names}) values ({marks})", list(values.values()))
        .lastrowid
    )


def update(table, key, **values):
    names = ", ".join(f"{name} = ?" for name in values)
    db().execute(f"update {table} set {names} where id = ?", [*values.values(), key])


# Helpers -----------------------------------------------------------------------------------------


@app.template_filter()
def nice(value):
    if not value:
        return "–"
    if isinstance(value, str):
        value = date.fromisoformat(value)
    return f"{value:%a} {value.day} {value:%B %Y}"


@app.template_filter()
def short(value):
    if not value:
        return "–"
    value = date.fromisoformat(value)
    return f"{value.day} {value:%b %Y}"


@app.template_filter()
def month(value):
    return f"{date.fromisoformat(value + '-01'):%B %Y}"


@app.template_filter()
def money(pence):
    return f"£{pence / 100:,.2f}"


@app.template_filter()
def spaced(days):
    return days.replace(",", ", ")


@app.template_filter()
def pairs(rows):
    return [(row["id"], row["name"]) for row in rows]


@app.context_processor
def everywhere():
    return {
        "today": TODAY,
        "user": session.get("user"),
        "weekdays": BAKING,
        "section": request.path.split("/")[1],
    }


@app.before_request
def members_only():
    if "user" not in session and request.endpoint not in ("login", "static"):
        return redirect(url_for("login", next=request.full_path.rstrip("?")))
    return None


@app.errorhandler(404)
def missing(_):
    return render_template("missing.html"), 404


def paginate(rows):
    pages = max(1, -(-len(rows) // PER_PAGE))
    page = min(max(request.args.get("page", 1, int), 1), pages)
    kept = {key: value for key, value in request.args.items() if key != "page"}
    shown = rows[(page - 1) * PER_PAGE : page * PER_PAGE]
    return {"rows": shown, "page": page, "pages": pages, "total": len(rows), "kept": kept}


def form(*names):
    return {name: request.form.get(name, "").strip() for name in names}


def to_date(text):
    try:
        return date.fromisoformat(text)
    except (TypeError, ValueError):
        return None


def weekday(day):
    return WEEK[day.weekday()]


def is_locked(day):
    """Whether the dough for that day is in hand already."""
    return date.fromisoformat(day) <= TODAY + timedelta(days=1)


def whole(text):
    return int(text) if re.fullmatch(r"\d{1,3}", text) else None


# Log-in ------------------------------------------------------------------------------------------


@app.route("/login", methods=["GET", "POST"])
def login():
    error = None
    if request.method == "POST":
        found = query(
            "select * from staff where username = ?",
            request.form.get("username", "").strip().lower(),
        )
        if found and check_password_hash(found[0]["password"], request.form.get("password", "")):
            session["user"] = found[0]["name"]
            target = request.args.get("next", "")
            local = target.startswith("/") and not target.startswith("//")
            return redirect(target if local else url_for("home"))
        error = "We don't know this username with this password."
    return render_template("login.html", error=error)


@app.post("/logout")
def logout():
    session.clear()
    flash("You are logged out.", "info")
    return redirect(url_for("login"))


# Start page --------------------------------------------------------------------------------------


@app.route("/")
def home():
    tomorrow = TODAY + timedelta(days=1)
    told = {"day": tomorrow.isoformat(), "weekday": f"%{weekday(tomorrow)}%"}
    bake = (
        db()
        .execute(
            "select name, sum(standing) as standing, sum(pre) as pre from ("
            "select product.name, quantity as standing, 0 as pre from standing "
            "join product on product.id = product_id where ended is null and standing.days "
            "like :weekday and not exists (select 1 from holiday where holiday.customer_id = "
            "standing.customer_id and :day between first and last) union all "
            "select product.name, 0, quantity from preorder_line join preorder on preorder.id = "
            "preorder_id join product on product.id = product_id where day = :day and "
            "status = 'placed') group by name order by name",
            told,
        )
        .fetchall()
    )
    return render_template(
        "home.html",
        tomorrow=tomorrow,
        bake=bake,
        preorders=query(
            "select preorder.*, customer.name as customer from preorder join customer on "
            "customer.id = customer_id where status = 'placed' and day between ? and ? order by day",
            TODAY.isoformat(),
            (TODAY + timedelta(days=7)).isoformat(),
        ),
        absent=query(
            "select holiday.*, customer.name as customer from holiday join customer on "
            "customer.id = customer_id where last >= ? order by first",
            TODAY.isoformat(),
        ),
        overdue=query(
            "select invoice.*, customer.name as customer from invoice join customer on "
            "customer.id = customer_id where paid_on is null and due < ? order by due",
            TODAY.isoformat(),
        ),
    )


# Customers ---------------------------------------------------------------------------------------


@app.route("/customers")
def customers():
    q, chosen = request.args.get("q", "").strip(), request.args.get("round", "")
    like = f"%{q}%"
    rows = query(
        "select customer.*, round.name as round from customer left join round on "
        "round.id = round_id where (customer.name like ? or contact like ? or village like ? or "
        "street like ?) and (? = '' or coalesce(round_id, 'shop') = ?) order by customer.name",
        like,
        like,
        like,
        like,
        chosen,
        int(chosen) if chosen.isdigit() else chosen,
    )
    return render_template(
        "customers.html", q=q, chosen=chosen, rounds=query("select * from round"), **paginate(rows)
    )


@app.route("/customers/<int:key>")
def customer(key):
    return render_template(
        "customer.html",
        customer=get_or_404(
            "select customer.*, round.name as round, round.days as round_days from customer "
            "left join round on round.id = round_id where customer.id = ?",
            key,
        ),
        standing=query(
            "select standing.*, product.name as product from standing join product on "
            "product.id = product_id where customer_id = ? order by ended is not null, product.name",
            key,
        ),
        holidays=query("select * from holiday where customer_id = ? order by first", key),
        preorders=query(
            "select preorder.*, (select group_concat(quantity || ' × ' || product.name, ', ') from "
            "preorder_line join product on product.id = product_id where preorder_id = preorder.id) "
            "as goods from preorder where customer_id = ? order by day desc",
            key,
        ),
        invoices=query("select * from invoice where customer_id = ? order by month desc", key),
    )


@app.route("/customers/new", methods=["GET", "POST"])
@app.route("/customers/<int:key>/edit", methods=["GET", "POST"])
def customer_form(key=None):
    fields = ("name", "contact", "phone", "email", "street", "village", "round_id", "note")
    values = dict(get_or_404("select * from customer where id = ?", key)) if key else {}
    errors = {}
    if request.method == "POST":
        values |= form(*fields)
        for name in ("name", "phone", "street", "village"):
            if not values[name]:
                errors[name] = "Please fill this in."
        if values["phone"] and not re.fullmatch(r"\+?[\d ()-]{7,20}", values["phone"]):
            errors["phone"] = "This doesn't look like a phone number."
        if values["email"] and not re.fullmatch(r"\S+@\S+\.\S+", values["email"]):
            errors["email"] = "This doesn't look like an e-mail address."
        if not errors:
            told = {name: values[name] for name in fields}
            told["round_id"] = int(values["round_id"]) if values["round_id"] else None
            if key:
                update("customer", key, **told)
                flash(f"Changes to {told['name']} saved.", "success")
            else:
                key = insert("customer", **told)
                flash(f"{told['name']} is now in the book.", "success")
            db().commit()
            return redirect(url_for("customer", key=key))
    return render_template(
        "customer_form.html",
        key=key,
        values=values,
        errors=errors,
        rounds=query("select * from round order by id"),
    )


# Standing orders ---------------------------------------------------------------------------------

STANDING = (
    "select standing.*, customer.name as customer, product.name as product, round.name as round "
    "from standing join customer on customer.id = customer_id join product on "
    "product.id = product_id left join round on round.id = customer.round_id "
)


@app.route("/standing-orders")
def standing_orders():
    q, day = request.args.get("q", "").strip(), request.args.get("day", "")
    ended = request.args.get("ended", "")
    rows = query(
        f"{STANDING} where (customer.name like ? or product.name like ?) and standing.days like ? "
        "and (ended is null or ? = '1') order by customer.name, product.name",
        f"%{q}%",
        f"%{q}%",
        f"%{day}%",
        ended,
    )
    return render_template("standing_orders.html", q=q, day=day, ended=ended, **paginate(rows))


def check_standing(values, days, products, holder):
    errors = {}
    chosen = [each for each in products if str(each["id"]) == str(values["product_id"])]
    if not chosen:
        errors["product_id"] = "Please choose a product."
    if not whole(values["quantity"]):
        errors["quantity"] = "Please enter a number from 1."
    if not days:
        errors["days"] = "Please tick at least one day."
    elif chosen and set(days) - set(chosen[0]["days"].split(",")):
        errors["days"] = (
            f"{chosen[0]['name']} is only baked on {chosen[0]['days'].replace(',', ', ')}."
        )
    elif holder["round_id"] and set(days) - set(holder["round_days"].split(",")):
        errors["days"] = (
            f"The {holder['round']} round only goes out on "
            f"{holder['round_days'].replace(',', ', ')}."
        )
    return errors


@app.route("/customers/<int:customer_key>/standing-orders/new", methods=["GET", "POST"])
@app.route("/standing-orders/<int:key>/edit", methods=["GET", "POST"])
def standing_form(key=None, customer_key=None):
    if key:
        values = dict(get_or_404("select * from standing where id = ?", key))
        customer_key = values["customer_id"]
        if values["ended"]:
            flash("This standing order has ended and can't be changed.", "error")
            return redirect(url_for("customer", key=customer_key))
    else:
        values = {"days": "", "quantity": 1}
    holder = get_or_404(
        "select customer.*, round.name as round, round.days as round_days from customer "
        "left join round on round.id = round_id where customer.id = ?",
        customer_key,
    )
    products = query(
        "select * from product where available = 1 or id = ? order by id",
        values.get("product_id", 0),
    )
    errors = {}
    if request.method == "POST":
        values |= form("product_id", "quantity", "note")
        days = [day for day in BAKING if day in request.form.getlist("days")]
        values["days"] = ",".join(days)
        errors = check_standing(values, days, products, holder)
        if not errors:
            told = {
                "product_id": int(values["product_id"]),
                "quantity": whole(values["quantity"]),
                "days": values["days"],
                "note": values["note"],
            }
            if key:
                update("standing", key, **told)
                flash("The standing order has been changed.", "success")
            else:
                insert("standing", customer_id=customer_key, since=TODAY.isoformat(), **told)
                flash("The standing order has been set up.", "success")
            db().commit()
            return redirect(url_for("customer", key=customer_key))
    return render_template(
        "standing_form.html",
        key=key,
        values=values,
        errors=errors,
        customer=holder,
        products=products,
    )


@app.route("/standing-orders/<int:key>/end", methods=["GET", "POST"])
def standing_end(key):
    order = get_or_404(f"{STANDING} where standing.id = ?", key)
    if order["ended"]:
        flash("This standing order has ended already.", "error")
        return redirect(url_for("customer", key=order["customer_id"]))
    if request.method == "POST":
        update("standing", key, ended=TODAY.isoformat())
        db().commit()
        flash(f"{order['product']} for {order['customer']} has been stopped.", "success")
        return redirect(url_for("customer", key=order["customer_id"]))
    return render_template("standing_end.html", order=order)


# Holidays ----------------------------------------------------------------------------------------


@app.route("/customers/<int:customer_key>/holidays/new", methods=["GET", "POST"])
@app.route("/holidays/<int:key>/edit", methods=["GET", "POST"])
def holiday_form(key=None, customer_key=None):
    values = dict(get_or_404("select * from holiday where id = ?", key)) if key else {}
    customer_key = values.get("customer_id", customer_key)
    holder = get_or_404("select * from customer where id = ?", customer_key)
    errors = {}
    if request.method == "POST":
        was = values.get("first")
        values |= form("first", "last", "note")
        first, last = to_date(values["first"]), to_date(values["last"])
        if not first:
            errors["first"] = "Please enter a date."
        elif values["first"] != was and is_locked(values["first"]):
            errors["first"] = "A holiday can start the day after tomorrow at the earliest."
        if not last:
            errors["last"] = "Please enter a date."
        elif first and last < first:
            errors["last"] = "The last day is before the first."
        if not errors and query(
            "select 1 from holiday where customer_id = ? and id <> ? and first <= ? and last >= ?",
            customer_key,
            key or 0,
            values["last"],
            values["first"],
        ):
            errors["first"] = "There is another holiday within these days."
        if not errors:
            told = {name: values[name] for name in ("first", "last", "note")}
            if key:
                update("holiday", key, **told)
            else:
                insert("holiday", customer_id=customer_key, **told)
            db().commit()
            flash(
                f"No standing orders for {holder['name']} from {nice(first)} to {nice(last)}.",
                "success",
            )
            return redirect(url_for("customer", key=customer_key))
    return render_template(
        "holiday_form.html", key=key, values=values, errors=errors, customer=holder
    )


@app.route("/holidays/<int:key>/remove", methods=["GET", "POST"])
def holiday_remove(key):
    holiday = get_or_404(
        "select holiday.*, customer.name as customer from holiday join customer on "
        "customer.id = customer_id where holiday.id = ?",
        key,
    )
    if request.method == "POST":
        db().execute("delete from holiday where id = ?", [key])
        db().commit()
        flash("The holiday has been removed; deliveries go on as usual.", "success")
        return redirect(url_for("customer", key=holiday["customer_id"]))
    return render_template("holiday_remove.html", holiday=holiday)


# Pre-orders --------------------------------------------------------------------------------------

PREORDER = (
    "select preorder.*, customer.name as customer, round.name as round from preorder "
    "join customer on customer.id = customer_id left join round on round.id = customer.round_id "
)


@app.route("/pre-orders")
def preorders():
    q, when = request.args.get("q", "").strip(), request.args.get("when", "coming")
    status = request.args.get("status", "")
    today = TODAY.isoformat()
    first, last = {"coming": (today, "9"), "past": ("", "2026-10-12")}.get(when, ("", "9"))
    rows = query(
        "select each.*, (select sum(quantity * price) from preorder_line join product on "
        f"product.id = product_id where preorder_id = each.id) as total from ({PREORDER}) each "
        "where customer like ? and day between ? and ? and status like ? order by day, customer",
        f"%{q}%",
        first,
        last,
        status or "%",
    )
    return render_template("preorders.html", q=q, when=when, status=status, **paginate(rows))


@app.route("/pre-orders/<int:key>")
def preorder(key):
    return render_template(
        "preorder.html",
        order=get_or_404(f"{PREORDER} where preorder.id = ?", key),
        lines=lines(key),
    )


def lines(key):
    return query(
        "select preorder_line.*, name, price, quantity * price as sum from preorder_line "
        "join product on product.id = product_id where preorder_id = ? order by product.id",
        key,
    )


def check_preorder(values, wanted, products):
    errors = {}
    holder = query(
        "select customer.*, round.name as round, round.days as round_days from customer "
        "left join round on round.id = round_id where customer.id = ?",
        values["customer_id"],
    )
    if not holder:
        errors["customer_id"] = "Please choose a customer."
    if values["way"] not in ("collect", "round"):
        errors["way"] = "Please choose one."
    elif values["way"] == "round" and holder and not holder[0]["round_id"]:
        errors["way"] = f"{holder[0]['name']} is not on a delivery round."
    ordered = [each for each in products if each["id"] in wanted]
    if None in wanted.values():
        errors["goods"] = "Quantities are whole numbers up to 999."
    elif not ordered:
        errors["goods"] = "Please order at least one thing."
    goes = holder[0] if holder and values["way"] == "round" and "way" not in errors else None
    return errors | check_day(values["day"], goes, ordered)


def check_day(wanted, goes, ordered):
    day = to_date(wanted)
    if not day:
        return {"day": "Please enter a date."}
    name = weekday(day)
    if is_locked(wanted):
        return {"day": "It is too late for this day. Orders close at noon the day before."}
    if name not in BAKING:
        return {"day": f"We don't bake on {LONG[name]}."}
    if CLOSED[0] <= day <= CLOSED[1]:
        return {"day": f"The bakery is closed from {nice(CLOSED[0])} to {nice(CLOSED[1])}."}
    if goes and name not in goes["round_days"].split(","):
        return {"day": f"The {goes['round']} round doesn't go out on {LONG[name]}."}
    errors = {}
    for each in ordered:
        if name not in each["days"].split(","):
            errors["goods"] = f"{each['name']} is not baked on {LONG[name]}."
        elif day < TODAY + timedelta(days=each["notice"]):
            errors["goods"] = f"{each['name']} needs {each['notice']} days' notice."
    return errors


@app.route("/pre-orders/new", methods=["GET", "POST"])
@app.route("/pre-orders/<int:key>/edit", methods=["GET", "POST"])
def preorder_form(key=None):
    fields = ("customer_id", "day", "way", "note")
    if key:
        values = dict(get_or_404("select * from preorder where id = ?", key))
        wanted = {line["product_id"]: line["quantity"] for line in lines(key)}
        if values["status"] != "placed" or is_locked(values["day"]):
            flash("This order is closed and can no longer be changed.", "error")
            return redirect(url_for("preorder", key=key))
    else:
        values = {"customer_id": request.args.get("customer", ""), "way": "round"}
        wanted = {}
    products = query("select * from product where available = 1 order by id")
    errors = {}
    if request.method == "POST":
        values |= form(*fields)
        typed = {each["id"]: request.form.get(f"q{each['id']}", "").strip() for each in products}
        wanted = {each: whole(text) for each, text in typed.items() if text not in ("", "0")}
        errors = check_preorder(values, wanted, products)
        if not errors:
            told = {name: values[name] for name in fields}
            told["customer_id"] = int(told["customer_id"])
            if key:
                update("preorder", key, **told)
                db().execute("delete from preorder_line where preorder_id = ?", [key])
            else:
                key = insert("preorder", **told)
            for product, quantity in wanted.items():
                insert("preorder_line", preorder_id=key, product_id=product, quantity=quantity)
            db().commit()
            flash(f"Order {key} for {nice(values['day'])} has been saved.", "success")
            return redirect(url_for("preorder", key=key))
        flash("The order has not been saved yet, please see below.", "error")
    return render_template(
        "preorder_form.html",
        key=key,
        values=values,
        wanted=wanted,
        errors=errors,
        products=products,
        customers=query("select * from customer order by name"),
    )


@app.route("/pre-orders/<int:key>/cancel", methods=["GET", "POST"])
def preorder_cancel(key):
    order = get_or_404(f"{PREORDER} where preorder.id = ?", key)
    if order["status"] != "placed":
        flash("Only an order that is still to be baked can be cancelled.", "error")
        return redirect(url_for("preorder", key=key))
    if is_locked(order["day"]):
        flash(
            f"Too late: orders for {nice(order['day'])} closed at noon and can't be cancelled.",
            "error",
        )
        return redirect(url_for("preorder", key=key))
    if request.method == "POST":
        update("preorder", key, status="cancelled", why=request.form.get("why", "").strip())
        db().commit()
        flash(f"Order {key} of {order['customer']} has been cancelled.", "success")
        return redirect(url_for("preorders"))
    return render_template("preorder_cancel.html", order=order, lines=lines(key))


# Rounds ------------------------------------------------------------------------------------------


@app.route("/rounds")
def rounds():
    return render_template(
        "rounds.html",
        rounds=query(
            "select round.*, (select count(*) from customer where round_id = round.id) as stops "
            "from round order by id"
        ),
    )


@app.route("/rounds/<int:key>")
def round_page(key):
    return render_template(
        "round.html",
        round=get_or_404("select * from round where id = ?", key),
        stops=query(
            "select customer.*, (select group_concat(quantity || ' × ' || product.name, ', ') from "
            "standing join product on product.id = product_id where customer_id = customer.id and "
            "ended is null) as goods from customer where round_id = ? order by village, street",
            key,
        ),
    )


@app.route("/rounds/<int:key>/edit", methods=["GET", "POST"])
def round_form(key):
    values = dict(get_or_404("select * from round where id = ?", key))
    errors = {}
    if request.method == "POST":
        values |= form("driver", "leaves", "note")
        if not values["driver"]:
            errors["driver"] = "Please fill this in."
        if not re.fullmatch(r"[0-2]\d:[0-5]\d", values["leaves"]):
            errors["leaves"] = "Please enter a time."
        if not errors:
            update("round", key, **{name: values[name] for name in ("driver", "leaves", "note")})
            db().commit()
            flash(f"The {values['name']} round has been updated.", "success")
            return redirect(url_for("round_page", key=key))
    return render_template("round_form.html", key=key, values=values, errors=errors)


# Products ----------------------------------------------------------------------------------------


@app.route("/products")
def products():
    category = request.args.get("category", "")
    return render_template(
        "products.html",
        category=category,
        categories=[row[0] for row in query("select distinct category from product order by id")],
        products=query("select * from product where category like ? order by id", category or "%"),
    )


@app.route("/products/<int:key>/edit", methods=["GET", "POST"])
def product_form(key):
    values = dict(get_or_404("select * from product where id = ?", key))
    values["price"] = f"{values['price'] / 100:.2f}"
    errors = {}
    if request.method == "POST":
        values |= form("price", "allergens")
        values["available"] = int("available" in request.form)
        if not re.fullmatch(r"\d{1,3}(\.\d\d)?", values["price"]):
            errors["price"] = "Please enter a price such as 3.40."
        if not errors:
            update(
                "product",
                key,
                price=round(float(values["price"]) * 100),
                allergens=values["allergens"],
                available=values["available"],
            )
            db().commit()
            flash(f"{values['name']} has been updated.", "success")
            return redirect(url_for("products"))
    return render_template("product_form.html", key=key, values=values, errors=errors)


# Invoices ----------------------------------------------------------------------------------------

INVOICE = (
    "select invoice.*, customer.name as customer, case when paid_on is not null then 'paid' "
    f"when due < '{TODAY.isoformat()}' then 'overdue' else 'open' end as state from invoice "
    "join customer on customer.id = customer_id "
)


@app.route("/invoices")
def invoices():
    q, state = request.args.get("q", "").strip(), request.args.get("state", "")
    chosen = request.args.get("month", "")
    rows = query(
        f"select * from ({INVOICE}) where (customer like ? or number like ?) and state like ? "
        "and month like ? order by number desc",
        f"%{q}%",
        f"%{q}%",
        state or "%",
        chosen or "%",
    )
    return render_template(
        "invoices.html",
        q=q,
        state=state,
        chosen=chosen,
        months=[row[0] for row in query("select distinct month from invoice order by month desc")],
        **paginate(rows),
    )


@app.route("/invoices/<int:key>")
def invoice(key):
    return render_template(
        "invoice.html",
        invoice=get_or_404(
            f"select each.*, customer.street, customer.village from ({INVOICE}) each join customer "
            "on customer.id = each.customer_id where each.id = ?",
            key,
        ),
    )


@app.route("/invoices/<int:key>/payment", methods=["GET", "POST"])
def payment(key):
    bill = get_or_404(f"select * from ({INVOICE}) where id = ?", key)
    if bill["paid_on"]:
        flash("This invoice has been paid already.", "error")
        return redirect(url_for("invoice", key=key))
    values, errors = {"paid_on": TODAY.isoformat(), "method": ""}, {}
    if request.method == "POST":
        values = form("paid_on", "method")
        day = to_date(values["paid_on"])
        if not day:
            errors["paid_on"] = "Please enter a date."
        elif day > TODAY:
            errors["paid_on"] = "This date is in the future."
        elif values["paid_on"] < bill["issued"]:
            errors["paid_on"] = "This is before the invoice was written."
        if values["method"] not in METHODS:
            errors["method"] = "Please choose how it was paid."
        if not errors:
            update("invoice", key, **values)
            db().commit()
            flash(f"Payment of {money(bill['amount'])} recorded.", "success")
            return redirect(url_for("invoice", key=key))
    return render_template(
        "payment.html", invoice=bill, values=values, errors=errors, methods=METHODS
    )


if __name__ == "__main__":
    app.run("127.0.0.1", int(sys.argv[1]), threaded=True)
