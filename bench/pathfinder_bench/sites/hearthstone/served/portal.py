"""The customers' portal, on Flask. `HEARTH_DATA=FILE python portal.py PORT`."""

import os
import sqlite3
import sys
from datetime import date, timedelta
from functools import wraps

from flask import Flask, abort, flash, g, redirect, render_template, request, session, url_for

app = Flask(__name__)
app.secret_key = "a site on loopback has no secrets"
TODAY = date(2027, 11, 8)
SLOTS = {
    "Any time": "Any time (7:30–17:00)",
    "Morning": "Morning (7:30–12:00)",
    "Afternoon": "Afternoon (12:00–17:00)",
}
PAYMENTS = {
    "invoice": "Invoice, 14 days",
    "direct debit": "Direct debit",
    "card": "Card, the driver brings the reader",
}
CATEGORIES = (
    "Heating oil",
    "Logs",
    "Briquettes and pellets",
    "Coal and smokeless",
    "Kindling and lighting",
    "Tanks, stores and tools",
)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
AREAS = {
    "HD1": ("Thornby and the lower dale", (0, 2, 3)),
    "HD2": ("Skelby and the upper dale", (1, 4)),
    "HD3": ("Grindle and the moor edge", (2, 5)),
    "HD4": ("Ravenhaven and the coast", (1, 3)),
}
INTERVALS = {
    4: "every 4 weeks",
    6: "every 6 weeks",
    8: "every 8 weeks",
    12: "every 12 weeks",
    26: "twice a year",
}
WHY_END = (
    "I don't need it any more",
    "Moving house",
    "Too expensive",
    "I would rather order by myself",
    "Other",
)
SUBJECTS = ("An order or delivery", "An invoice", "My tank", "Opening an account", "Something else")
PREFERENCES = ("text_before", "text_way", "mail_prices", "mail_invoice", "post_catalogue")
PER_PAGE = 8
ORDER = (
    "select orders.*, product.name as product, product.unit, product.category, product.slug, "
    "address.label, address.street, address.town, address.postcode from orders "
    "join product on product.id = product_id join address on address.id = address_id "
)
STANDING = (
    "select standing.*, product.name as product, product.unit, product.least, product.most, address.label "
    "from standing join product on product.id = product_id join address on address.id = address_id "
)


def base():
    if "base" not in g:
        g.base = sqlite3.connect(os.environ["HEARTH_DATA"], timeout=10)
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
    return f"{told:%A} {told.day} {told:%B %Y}"


@app.template_filter()
def short(text):
    if not text:
        return "–"
    told = date.fromisoformat(text)
    return f"{told.day} {told:%b %Y}"


@app.template_filter()
def money(pence):
    return f"£{pence / 100:,.2f}"


@app.template_filter()
def rate(product):
    if product["unit"] == "litre":
        return f"{product['pence']:.1f}p per litre"
    return f"{money(product['pence'])} per {product['unit']}"


@app.template_filter()
def amount(row):
    unit = (
        row["unit"] if row["quantity"] == 1 else {"box": "boxe"}.get(row["unit"], row["unit"]) + "s"
    )
    return f"{row['quantity']:,} {unit}"


@app.template_filter()
def week(days):
    return " and ".join(f"{WEEKDAYS[each]}s" for each in days)


@app.context_processor
def common():
    return {
        "today": TODAY.isoformat(),
        "me": session.get("name"),
        "slots": SLOTS,
        "payments": PAYMENTS,
        "intervals": INTERVALS,
        "section": request.path.split("/")[1],
    }


@app.errorhandler(404)
def missing(_):
    return render_template("missing.html"), 404


def members_only(view):
    @wraps(view)
    def guarded(*args, **kwargs):
        if "customer" not in session:
            flash("Please log in to go on.", "info")
            return redirect(url_for("login", next=request.full_path.rstrip("?")))
        return view(*args, **kwargs)

    return guarded


def page_of(rows):
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


def filled(*names):
    return {name: request.form.get(name, "").strip() for name in names}


def ticked(name):
    return int(name in request.form)


def a_day(text):
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def price_of(product, quantity):
    pence = product["pence"] * quantity
    if product["unit"] == "litre" and quantity >= 900:
        pence -= 2.5 * quantity
    return round(pence)


def wrong_day(text, postcode):
    told = a_day(text)
    if not told:
        return "Please choose a date."
    if told < TODAY:
        return "This date has passed already."
    if told < TODAY + timedelta(days=3):
        return "We need three days' notice for a delivery."
    if told > TODAY + timedelta(days=90):
        return "You can book a delivery up to 90 days ahead."
    area, days = AREAS[postcode.split()[0]]
    if told.weekday() not in days:
        return f"We don't drive to {area} on a {WEEKDAYS[told.weekday()]}. Our days there: {week(days)}."
    return ""


# For everyone ------------------------------------------------------------------------------------


@app.route("/")
def home():
    chosen = ("kerosene", "ash-bulk", "birch-bulk", "pellets")
    coming = []
    if "customer" in session:
        coming = ask(
            f"{ORDER} where orders.customer_id = ? and status = 'booked' order by day limit 3",
            session["customer"],
        )
    return render_template(
        "home.html",
        coming=coming,
        offers=[one("select * from product where slug = ?", slug) for slug in chosen],
    )


@app.route("/products/")
def products():
    q, category = request.args.get("q", "").strip(), request.args.get("category", "")
    sort = request.args.get("sort", "")
    by = {"price": "pence", "name": "name"}.get(sort, "id")
    rows = ask(
        f"select * from product where (name like ? or blurb like ? or text like ?) and category like ? order by {by}",
        *[f"%{q}%"] * 3,
        category or "%",
    )
    return render_template(
        "products.html", q=q, chosen=category, sort=sort, categories=CATEGORIES, **page_of(rows)
    )


@app.route("/products/<slug>")
def product(slug):
    told = one("select * from product where slug = ?", slug)
    like = ask(
        "select * from product where category = ? and id <> ? order by abs(id - ?) limit 3",
        told["category"],
        told["id"],
        told["id"],
    )
    return render_template("product.html", product=told, like=like)


@app.route("/prices")
def prices():
    groups = [
        (name, ask("select * from product where category = ? order by id", name))
        for name in CATEGORIES
    ]
    return render_template("prices.html", groups=groups)


@app.route("/delivery")
def delivery():
    postcode = request.args.get("postcode", "").strip().upper()
    return render_template(
        "delivery.html", areas=AREAS, postcode=postcode, found=AREAS.get(postcode[:3])
    )


@app.route("/help")
def faq():
    return render_template("help.html")


@app.route("/contact", methods=["GET", "POST"])
def contact():
    errors, values = {}, {}
    if "customer" in session:
        me = one("select * from customer where id = ?", session["customer"])
        values = {"name": f"{me['first_name']} {me['last_name']}", "email": me["email"]}
    if request.method == "POST":
        values = filled("name", "email", "subject", "text")
        errors = {name: "Please fill this in." for name in values if not values[name]}
        if values["email"] and "@" not in values["email"]:
            errors["email"] = "This doesn't look like an e-mail address."
        if values["text"] and len(values["text"]) < 10:
            errors["text"] = "Please tell us a little more."
        if not errors:
            do(
                "insert into message (name, email, subject, text, call_back) values (?, ?, ?, ?, ?)",
                *values.values(),
                ticked("call_back"),
            )
            return render_template("sent.html", values=values)
    return render_template("contact.html", values=values, errors=errors, subjects=SUBJECTS)


@app.route("/login", methods=["GET", "POST"])
def login():
    error = ""
    if request.method == "POST":
        said = request.form.get("email", "").strip().lower()
        found = ask(
            "select * from customer where (email = ? or number = ?) and password = ?",
            said,
            said,
            request.form.get("password", ""),
        )
        if found:
            session["customer"], session["name"] = (
                found[0]["id"],
                f"{found[0]['first_name']} {found[0]['last_name']}",
            )
            target = request.args.get("next", "")
            return redirect(
                target
                if target.startswith("/") and not target.startswith("//")
                else url_for("account")
            )
        error = "We don't know this combination of e-mail address and password."
    return render_template("login.html", error=error)


@app.post("/logout")
def logout():
    session.clear()
    flash("You are logged out.", "info")
    return redirect(url_for("home"))


# Orders ------------------------------------------------------------------------------------------


def my_addresses():
    return ask("select * from address where customer_id = ? order by id", session["customer"])


@app.route("/order", methods=["GET", "POST"])
@members_only
def order():
    fields = ("product", "quantity", "address", "day", "slot", "payment", "instructions")
    values = session.get("draft") if "back" in request.args else None
    errors = {}
    values = values or {
        "product": request.args.get("product", ""),
        "slot": "Any time",
        "payment": "invoice",
    }
    if request.method == "POST":
        values = filled(*fields) | {"ring": ticked("ring"), "terms": ticked("terms")}
        errors = wrong_order(values)
        if not errors:
            session["draft"] = values
            return redirect(url_for("review"))
    return render_template(
        "order.html",
        values=values,
        errors=errors,
        addresses=my_addresses(),
        groups=[
            (name, ask("select * from product where category = ? order by id", name))
            for name in CATEGORIES
        ],
    )


def wrong_order(values):
    errors = {}
    what = ask("select * from product where slug = ?", values["product"])
    where = [each for each in my_addresses() if str(each["id"]) == values["address"]]
    if not what:
        errors["product"] = "Please choose a product."
    elif what[0]["stock"] == "sold out":
        errors["product"] = "This product is sold out at the moment."
    if not values["quantity"].isdigit() or not int(values["quantity"]):
        errors["quantity"] = "Please give a whole number."
    elif what:
        errors |= wrong_quantity(what[0], int(values["quantity"]))
    if not where:
        errors["address"] = "Please choose where to deliver."
    wrong = (
        wrong_day(values["day"], where[0]["postcode"])
        if where
        else ""
        if a_day(values["day"])
        else "Please choose a date."
    )
    if wrong:
        errors["day"] = wrong
    if values["slot"] not in SLOTS:
        errors["slot"] = "Please choose a time."
    if values["payment"] not in PAYMENTS:
        errors["payment"] = "Please choose how to pay."
    if not values["terms"]:
        errors["terms"] = "Please accept the terms of delivery."
    return errors


def wrong_quantity(what, quantity):
    if quantity < what["least"]:
        if what["unit"] == "litre":
            return {"quantity": f"The smallest delivery of oil is {what['least']} litres."}
        return {"quantity": f"We deliver this from {what['least']} upwards."}
    if quantity > what["most"]:
        return {"quantity": f"That is more than we can bring at once ({what['most']:,})."}
    return {}


@app.route("/order/review", methods=["GET", "POST"])
@members_only
def review():
    values = session.get("draft")
    if not values:
        return redirect(url_for("order"))
    what = one("select * from product where slug = ?", values["product"])
    where = one(
        "select * from address where id = ? and customer_id = ?",
        values["address"],
        session["customer"],
    )
    quantity = int(values["quantity"])
    pence = price_of(what, quantity)
    if request.method == "POST":
        number = f"H{int(one('select max(substr(number, 2)) from orders')[0]) + 1}"
        key = do(
            "insert into orders (number, customer_id, product_id, quantity, address_id, day, slot, ring, instructions, payment, pence, status, placed) "
            "values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'booked', ?)",
            number,
            session["customer"],
            what["id"],
            quantity,
            where["id"],
            values["day"],
            values["slot"],
            values["ring"],
            values["instructions"],
            values["payment"],
            pence,
            TODAY.isoformat(),
        )
        session.pop("draft")
        return redirect(
            url_for("thanks", number=one("select number from orders where id = ?", key)[0])
        )
    return render_template(
        "review.html", values=values, product=what, address=where, quantity=quantity, pence=pence
    )


def my_order(number):
    return one(
        f"{ORDER} where orders.customer_id = ? and orders.number = ?", session["customer"], number
    )


@app.route("/order/<number>/thanks")
@members_only
def thanks(number):
    return render_template("thanks.html", order=my_order(number))


@app.route("/orders/")
@members_only
def orders():
    q, status = request.args.get("q", "").strip(), request.args.get("status", "")
    rows = ask(
        f"{ORDER} where orders.customer_id = ? and (orders.number like ? or product.name like ? or address.label like ?) "
        "and status like ? order by day desc, orders.id desc",
        session["customer"],
        *[f"%{q}%"] * 3,
        status or "%",
    )
    return render_template("orders.html", q=q, status=status, **page_of(rows))


@app.route("/orders/<number>")
@members_only
def order_detail(number):
    return render_template("order_detail.html", order=my_order(number))


@app.route("/orders/<number>/change", methods=["GET", "POST"])
@members_only
def change(number):
    told, errors = my_order(number), {}
    if told["status"] != "booked":
        flash("This order can't be changed any more.", "error")
        return redirect(url_for("order_detail", number=number))
    values = dict(told)
    if request.method == "POST":
        values |= filled("day", "slot", "instructions") | {"ring": ticked("ring")}
        wrong = wrong_day(values["day"], told["postcode"])
        if wrong:
            errors["day"] = wrong
        if values["slot"] not in SLOTS:
            errors["slot"] = "Please choose a time."
        if not errors:
            do(
                "update orders set day = ?, slot = ?, instructions = ?, ring = ? where id = ?",
                values["day"],
                values["slot"],
                values["instructions"],
                values["ring"],
                told["id"],
            )
            flash(f"Your delivery is now planned for {day(values['day'])}.", "success")
            return redirect(url_for("order_detail", number=number))
    return render_template("change.html", order=told, values=values, errors=errors)


@app.route("/orders/<number>/cancel", methods=["GET", "POST"])
@members_only
def cancel(number):
    told = my_order(number)
    if told["status"] != "booked":
        flash("This order can't be cancelled any more.", "error")
        return redirect(url_for("order_detail", number=number))
    if request.method == "POST":
        do("update orders set status = 'cancelled' where id = ?", told["id"])
        flash(f"Order {number} has been cancelled.", "success")
        return redirect(url_for("orders"))
    return render_template("cancel.html", order=told)


# Standing orders ---------------------------------------------------------------------------------


def my_standing(key):
    return one(
        f"{STANDING} where standing.customer_id = ? and standing.id = ?", session["customer"], key
    )


@app.route("/standing/")
@members_only
def standing():
    rows = ask(
        f"{STANDING} where standing.customer_id = ? order by status desc, next", session["customer"]
    )
    return render_template("standing.html", rows=rows)


@app.route("/standing/<int:key>", methods=["GET", "POST"])
@members_only
def standing_edit(key):
    told, errors = my_standing(key), {}
    if told["status"] == "ended":
        flash("This standing order has ended.", "error")
        return redirect(url_for("standing"))
    values = dict(told)
    if request.method == "POST":
        values |= filled("quantity", "weeks")
        if not values["quantity"].isdigit():
            errors["quantity"] = "Please give a whole number."
        else:
            errors |= wrong_quantity(told, int(values["quantity"]))
        if values["weeks"] not in map(str, INTERVALS):
            errors["weeks"] = "Please choose how often."
        if not errors:
            do(
                "update standing set quantity = ?, weeks = ? where id = ?",
                int(values["quantity"]),
                int(values["weeks"]),
                key,
            )
            flash("The standing order has been saved.", "success")
            return redirect(url_for("standing"))
    return render_template("standing_edit.html", told=told, values=values, errors=errors)


@app.route("/standing/<int:key>/end", methods=["GET", "POST"])
@members_only
def standing_end(key):
    told, error = my_standing(key), ""
    if told["status"] == "ended":
        flash("This standing order has ended.", "error")
        return redirect(url_for("standing"))
    if request.method == "POST":
        reason = request.form.get("reason", "")
        if reason not in WHY_END:
            error = "Please tell us why."
        else:
            do(
                "update standing set status = 'ended', next = '', reason = ? where id = ?",
                reason,
                key,
            )
            flash(f"The standing order for {told['product']} has ended.", "success")
            return redirect(url_for("standing"))
    return render_template("standing_end.html", told=told, error=error, reasons=WHY_END)


# Tanks and account -------------------------------------------------------------------------------


def my_tanks():
    return ask(
        "select tank.*, address.label, address.town, (select litres from reading where tank_id = tank.id order by day desc, id desc limit 1) as litres, "
        "(select max(day) from reading where tank_id = tank.id) as day from tank join address on address.id = address_id "
        "where customer_id = ? order by tank.id",
        session["customer"],
    )


@app.route("/tanks/")
@members_only
def tanks():
    return render_template("tanks.html", tanks=my_tanks())


@app.route("/tanks/<int:key>", methods=["GET", "POST"])
@members_only
def tank(key):
    told = [each for each in my_tanks() if each["id"] == key] or abort(404)
    told, errors, values = told[0], {}, {"day": TODAY.isoformat()}
    if request.method == "POST":
        values = filled("litres", "day", "note")
        read = a_day(values["day"])
        if not values["litres"].isdigit():
            errors["litres"] = "Please give the litres as a whole number."
        elif int(values["litres"]) > told["capacity"]:
            errors["litres"] = f"This tank holds {told['capacity']:,} litres at most."
        if not read:
            errors["day"] = "Please choose a date."
        elif read > TODAY:
            errors["day"] = "This date is in the future."
        if not errors:
            do(
                "insert into reading (tank_id, day, litres, note) values (?, ?, ?, ?)",
                key,
                values["day"],
                int(values["litres"]),
                values["note"],
            )
            flash("Thank you, the reading has been saved.", "success")
            return redirect(url_for("tank", key=key))
    return render_template(
        "tank.html",
        tank=told,
        values=values,
        errors=errors,
        readings=ask("select * from reading where tank_id = ? order by day desc, id desc", key),
    )


@app.route("/account/")
@members_only
def account():
    return render_template(
        "account.html",
        customer=one("select * from customer where id = ?", session["customer"]),
        addresses=my_addresses(),
        coming=ask(
            f"{ORDER} where orders.customer_id = ? and status = 'booked' order by day",
            session["customer"],
        ),
    )


@app.route("/account/details", methods=["GET", "POST"])
@members_only
def details():
    values, errors = dict(one("select * from customer where id = ?", session["customer"])), {}
    if request.method == "POST":
        values |= filled("title", "first_name", "last_name", "phone", "mobile")
        for name in ("first_name", "last_name", "phone"):
            if not values[name]:
                errors[name] = "Please fill this in."
        for name in ("phone", "mobile"):
            if values[name] and (
                sum(each.isdigit() for each in values[name]) < 9
                or set(values[name]) - set("0123456789 +()-")
            ):
                errors[name] = "This doesn't look like a telephone number."
        if not errors:
            do(
                "update customer set title = ?, first_name = ?, last_name = ?, phone = ?, mobile = ? where id = ?",
                *[values[name] for name in ("title", "first_name", "last_name", "phone", "mobile")],
                session["customer"],
            )
            session["name"] = f"{values['first_name']} {values['last_name']}"
            flash("Your details have been saved.", "success")
            return redirect(url_for("account"))
    return render_template("details.html", values=values, errors=errors)


@app.route("/account/notifications", methods=["GET", "POST"])
@members_only
def notifications():
    values = dict(one("select * from customer where id = ?", session["customer"]))
    error = ""
    if request.method == "POST":
        values |= {name: ticked(name) for name in PREFERENCES}
        if (values["text_before"] or values["text_way"]) and not values["mobile"]:
            error = "We need a mobile number in your details to send you text messages."
        else:
            do(
                f"update customer set {', '.join(f'{name} = ?' for name in PREFERENCES)} where id = ?",
                *[values[name] for name in PREFERENCES],
                session["customer"],
            )
            flash("Your choices have been saved.", "success")
            return redirect(url_for("account"))
    return render_template("notifications.html", values=values, error=error)


@app.route("/account/addresses/new", methods=["GET", "POST"])
@app.route("/account/addresses/<int:key>", methods=["GET", "POST"])
@members_only
def address(key=None):
    fields, errors = ("label", "street", "town", "postcode", "access"), {}
    values = (
        dict(
            one("select * from address where id = ? and customer_id = ?", key, session["customer"])
        )
        if key
        else {}
    )
    if request.method == "POST":
        values |= filled(*fields)
        values["postcode"] = values["postcode"].upper()
        errors = {name: "Please fill this in." for name in fields[:4] if not values[name]}
        if values["postcode"] and values["postcode"].split()[0] not in AREAS:
            errors["postcode"] = "We are sorry, we don't deliver to this postcode."
        if not errors:
            given = [values[name] for name in fields]
            if key:
                do(
                    "update address set label = ?, street = ?, town = ?, postcode = ?, access = ? where id = ?",
                    *given,
                    key,
                )
            else:
                do(
                    "insert into address (label, street, town, postcode, access, customer_id) values (?, ?, ?, ?, ?, ?)",
                    *given,
                    session["customer"],
                )
            flash("The address has been saved.", "success")
            return redirect(url_for("account"))
    return render_template("address.html", key=key, values=values, errors=errors)


if __name__ == "__main__":
    app.run("127.0.0.1", int(sys.argv[1]), threaded=True)
