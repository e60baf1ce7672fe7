"""The print shop's office: a JSON API and one page. `QUOIN_DATA=FILE python office.py PORT`."""

import os
import re
import sqlite3
import sys
from datetime import date, timedelta

from flask import Flask, g, jsonify, request, send_from_directory, session

app = Flask(__name__)
app.secret_key = "an office on loopback has no secrets"
TODAY = date(2027, 5, 18)
STAGES = (
    "Enquiry",
    "Artwork",
    "Proofing",
    "Ready to print",
    "On press",
    "Finishing",
    "Ready for dispatch",
    "Delivered",
    "Cancelled",
)
CLOSED = ("Delivered", "Cancelled")
PRODUCTS = (
    "Booklets",
    "Business stationery",
    "Cards",
    "Flyers",
    "Labels",
    "Letterheads",
    "Packets",
    "Pads",
    "Posters",
    "Other",
)
FORMATS = ("A2", "A3", "A4", "A5", "A6", "DL", "85 x 55", "B2", "Square 210", "Special")
COLOURS = ("One colour", "Two colours", "Full colour")
PRINTERS = ("Wilf", "Suki")
WAYS = ("Van", "Courier", "Collection")
SLOTS = ("Morning", "Afternoon")
KINDS = ("PDF by e-mail", "Paper copy")
METHODS = ("Bank transfer", "Card", "Cash", "Cheque")
TERMS = (7, 14, 30)
PER_PAGE = 10
TOP_DISCOUNT = 25


class Refused(Exception):
    def __init__(self, text, field="", code=422):
        super().__init__(text)
        self.text, self.field, self.code = text, field, code


@app.errorhandler(Refused)
def refused(error):
    return jsonify(error=error.text, field=error.field), error.code


def base():
    if "base" not in g:
        g.base = sqlite3.connect(os.environ["QUOIN_DATA"], timeout=10)
        g.base.row_factory = sqlite3.Row
    return g.base


@app.teardown_appcontext
def close(_):
    if "base" in g:
        g.base.close()


def ask(question, *values):
    return [dict(row) for row in base().execute(question, values)]


def one(question, *values):
    found = ask(question, *values)
    if not found:
        raise Refused("That is not there any more.", code=404)
    return found[0]


def do(command, *values):
    return base().execute(command, values).lastrowid


def change(table, key, values):
    """Only what is another than before."""
    row = one(f"select * from {table} where id = ?", key)
    values = {name: value for name, value in values.items() if row[name] != value}
    if values:
        told = ", ".join(f"{name} = ?" for name in values)
        do(f"update {table} set {told} where id = ?", *values.values(), key)


def add(table, values):
    names, marks = ", ".join(values), ", ".join("?" * len(values))
    return do(f"insert into {table} ({names}) values ({marks})", *values.values())


def done(**told):
    base().commit()
    return jsonify(**told)


# What forms say -----------------------------------------------------------------------------------


def said():
    return request.get_json(silent=True) or {}


def words(told, name, complaint=""):
    text = str(told.get(name) or "").strip()
    if complaint and not text:
        raise Refused(complaint, name)
    return text


def among(told, name, choices, complaint):
    if told.get(name) not in choices:
        raise Refused(complaint, name)
    return told[name]


def whole(told, name, low, high, complaint):
    text = str(told.get(name) if told.get(name) is not None else "").strip().replace(",", "")
    if not re.fullmatch(r"-?\d{1,7}", text) or not low <= int(text) <= high:
        raise Refused(complaint, name)
    return int(text)


def money(told, name):
    text = str(told.get(name) or "").strip().lstrip("£").replace(",", "")
    if not re.fullmatch(r"\d{1,6}(\.\d{1,2})?", text):
        raise Refused("Enter an amount such as 120 or 89.50.", name)
    return float(text)


def a_day(told, name, complaint="Choose a date."):
    try:
        return date.fromisoformat(str(told.get(name) or ""))
    except ValueError:
        raise Refused(complaint, name) from None


# Who is there -------------------------------------------------------------------------------------


@app.before_request
def known():
    if (
        request.path.startswith("/api/")
        and request.path != "/api/session"
        and "user" not in session
    ):
        raise Refused("Please log in.", code=401)


@app.get("/api/session")
def who():
    return jsonify(user=session.get("user"), today=TODAY.isoformat())


@app.post("/api/session")
def enter():
    told = said()
    login = words(told, "login", "Enter your user name.").lower()
    password = str(told.get("password") or "")
    if not password:
        raise Refused("Enter your password.", "password")
    found = ask("select name from staff where login = ? and password = ?", login, password)
    if not found:
        raise Refused("That user name and password don't belong together.", code=403)
    session["user"] = found[0]["name"]
    return jsonify(user=session["user"], today=TODAY.isoformat())


@app.delete("/api/session")
def leave():
    session.clear()
    return jsonify(user=None)


@app.get("/api/choices")
def choices():
    return jsonify(
        stages=STAGES,
        products=PRODUCTS,
        formats=FORMATS,
        colours=COLOURS,
        printers=PRINTERS,
        ways=WAYS,
        slots=SLOTS,
        kinds=KINDS,
        methods=METHODS,
        terms=TERMS,
        customers=ask("select id, name, address from customer order by name"),
        papers=ask("select id, name, weight, format from paper order by name, weight"),
    )


@app.get("/api/overview")
def overview():
    now = TODAY.isoformat()
    soon = (TODAY + timedelta(days=7)).isoformat()
    return jsonify(
        jobs=ask(
            f"{JOB} where due <= ? and stage not in ('Delivered', 'Cancelled') order by due", soon
        ),
        proofs=ask(
            "select proof.*, job.title, job.number, customer.name as customer from proof "
            "join job on job.id = job_id join customer on customer.id = customer_id "
            "where outcome = 'Waiting' order by sent"
        ),
        papers=ask("select * from paper where sheets < warn_below order by name, weight"),
        overdue=one(
            "select count(*) as number, coalesce(sum(amount), 0) as amount from invoice "
            "where paid_on = '' and due < ?",
            now,
        ),
        today=ask(f"{DISPATCH} where handed_over = '' and day <= ? order by day", soon),
    )


# Jobs ---------------------------------------------------------------------------------------------

JOB = (
    "select job.*, customer.name as customer, paper.name as paper, paper.weight as paper_weight "
    "from job join customer on customer.id = customer_id left join paper on paper.id = paper_id"
)


@app.get("/api/jobs")
def jobs():
    like = f"%{request.args.get('q', '').strip()}%"
    stage = request.args.get("stage", "open")
    rows = ask(
        f"{JOB} where (title like ? or customer.name like ? or number like ?) order by due, number",
        like,
        like,
        like,
    )
    if stage == "open":
        rows = [row for row in rows if row["stage"] not in CLOSED]
    elif stage != "all":
        rows = [row for row in rows if row["stage"] == stage]
    return jsonify(rows=rows)


@app.get("/api/jobs/<int:key>")
def job(key):
    return jsonify(
        **one(f"{JOB} where job.id = ?", key),
        proofs=ask("select * from proof where job_id = ? order by version desc", key),
        notes=ask("select * from note where job_id = ? order by day desc, id desc", key),
        dispatches=ask("select * from dispatch where job_id = ? order by day", key),
        invoices=ask("select id, number from invoice where job_id = ?", key),
    )


def job_values(told):
    values = {
        "title": words(told, "title", "Give the job a name."),
        "product": among(told, "product", PRODUCTS, "Choose what is to be printed."),
        "format": among(told, "format", FORMATS, "Choose a size."),
        "quantity": whole(told, "quantity", 1, 100000, "Enter how many, as a whole number."),
        "due": a_day(told, "due", "Enter the day the customer needs it.").isoformat(),
        "colours": told.get("colours") if told.get("colours") in COLOURS else "",
        "finish": words(told, "finish"),
        "printer": told.get("printer") if told.get("printer") in PRINTERS else "",
        "rush": int(bool(told.get("rush"))),
        "remarks": words(told, "remarks"),
    }
    paper = str(told.get("paper_id") or "")
    values["paper_id"] = (
        one("select id from paper where id = ?", int(paper))["id"] if paper.isdigit() else None
    )
    values["price"] = money(told, "price") if words(told, "price") else None
    return values


@app.post("/api/jobs")
def add_job():
    told = said()
    key = str(told.get("customer_id") or "")
    if not key.isdigit():
        raise Refused("Pick a customer from the list.", "customer_id")
    customer = one("select id from customer where id = ?", int(key))["id"]
    values = job_values(told)
    if values["due"] < TODAY.isoformat():
        raise Refused("That day has passed already.", "due")
    number = one("select max(number) + 1 as next from job")["next"]
    values |= {"customer_id": customer, "number": number, "stage": "Artwork"}
    return done(id=add("job", values), number=number)


@app.put("/api/jobs/<int:key>")
def edit_job(key):
    change("job", key, job_values(said()))
    return done(id=key)


@app.put("/api/jobs/<int:key>/stage")
def stage(key):
    row = one("select * from job where id = ?", key)
    new = among(said(), "stage", STAGES, "Choose a stage.")
    if new in STAGES[3:6] and ask(
        "select 1 from proof where job_id = ? and outcome = 'Waiting'", row["id"]
    ):
        raise Refused("The customer has not answered the last proof yet.", "stage")
    change("job", key, {"stage": new})
    return done(id=key)


@app.post("/api/jobs/<int:key>/proofs")
def send_proof(key):
    row = one("select * from job where id = ?", key)
    if row["stage"] in CLOSED:
        raise Refused("This job is closed.")
    if ask("select 1 from proof where job_id = ? and outcome = 'Waiting'", key):
        raise Refused("The last proof is still with the customer.")
    told = said()
    sent = a_day(told, "sent", "Enter the day it was sent.")
    if sent > TODAY:
        raise Refused("That day is still to come.", "sent")
    kind = among(told, "kind", KINDS, "Choose how it was sent.")
    version = one("select coalesce(max(version), 0) + 1 as next from proof where job_id = ?", key)
    add(
        "proof",
        {"job_id": key, "version": version["next"], "sent": sent.isoformat(), "kind": kind},
    )
    if row["stage"] in ("Enquiry", "Artwork", "Ready to print"):
        change("job", key, {"stage": "Proofing"})
    return done(id=key, version=version["next"])


@app.put("/api/proofs/<int:key>/answer")
def answer(key):
    row = one("select * from proof where id = ?", key)
    if row["outcome"] != "Waiting":
        raise Refused("This proof has been answered already.")
    told = said()
    outcome = among(
        told, "outcome", ("Approved", "Changes wanted"), "Say what the customer answered."
    )
    comment = words(told, "comment")
    if outcome == "Changes wanted" and not comment:
        raise Refused("Write down what has to change.", "comment")
    change("proof", key, {"outcome": outcome, "comment": comment, "answered": TODAY.isoformat()})
    stage = one("select stage from job where id = ?", row["job_id"])["stage"]
    if outcome == "Approved" and stage == "Proofing":
        change("job", row["job_id"], {"stage": "Ready to print"})
    return done(id=row["job_id"])


@app.post("/api/jobs/<int:key>/notes")
def add_note(key):
    one("select id from job where id = ?", key)
    text = words(said(), "text", "Write something first.")
    add(
        "note",
        {"job_id": key, "author": session["user"], "day": TODAY.isoformat(), "text": text},
    )
    return done(id=key)


@app.delete("/api/notes/<int:key>")
def drop_note(key):
    if one("select author from note where id = ?", key)["author"] != session["user"]:
        raise Refused("Only who wrote a note can delete it.", code=403)
    do("delete from note where id = ?", key)
    return done(id=key)


# Customers ----------------------------------------------------------------------------------------


@app.get("/api/customers")
def customers():
    like = f"%{request.args.get('q', '').strip()}%"
    return jsonify(
        rows=ask(
            "select customer.*, (select count(*) from job where customer_id = customer.id "
            "and stage not in ('Delivered', 'Cancelled')) as running from customer "
            "where name like ? or contact like ? order by name",
            like,
            like,
        )
    )


@app.get("/api/customers/<int:key>")
def customer(key):
    return jsonify(
        **one("select * from customer where id = ?", key),
        jobs=ask("select * from job where customer_id = ? order by due desc", key),
        owed=one(
            "select coalesce(sum(amount), 0) as amount from invoice "
            "where customer_id = ? and paid_on = ''",
            key,
        )["amount"],
    )


def telephone(told):
    text = words(told, "phone")
    if text and not re.fullmatch(r"\+?[\d ]{9,18}", text):
        raise Refused("That doesn't look like a telephone number.", "phone")
    return text


def mail(told):
    text = words(told, "email")
    if text and not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", text):
        raise Refused("That doesn't look like an e-mail address.", "email")
    return text


def discount(told):
    value = whole(told, "discount", 0, 100, "Enter a percentage between 0 and 25.")
    if value > TOP_DISCOUNT:
        raise Refused(f"We can't go above {TOP_DISCOUNT} % discount, for any customer.", "discount")
    return value


CUSTOMER = {
    "name": lambda told: words(told, "name", "A customer needs a name."),
    "contact": lambda told: words(told, "contact"),
    "phone": telephone,
    "email": mail,
    "address": lambda told: words(told, "address"),
    "terms": lambda told: int(
        among(told, "terms", [str(days) for days in TERMS], "Choose when they pay.")
    ),
    "discount": discount,
    "remarks": lambda told: words(told, "remarks"),
}


@app.post("/api/customers")
def add_customer():
    told = {"terms": "30", "discount": "0"} | said()
    values = {name: made(told) for name, made in CUSTOMER.items()}
    if not values["phone"] and not values["email"]:
        raise Refused("We need a telephone number or an e-mail address.", "phone")
    if ask("select 1 from customer where lower(name) = lower(?)", values["name"]):
        raise Refused("There is a customer of that name already.", "name")
    return done(id=add("customer", values))


@app.patch("/api/customers/<int:key>")
def edit_customer(key):
    told = said()
    change("customer", key, {name: CUSTOMER[name](told) for name in told if name in CUSTOMER})
    return done(id=key)


# Paper --------------------------------------------------------------------------------------------


@app.get("/api/papers")
def papers():
    return jsonify(rows=ask("select * from paper order by name, weight"))


@app.get("/api/papers/<int:key>/movements")
def movements(key):
    return jsonify(
        rows=ask("select * from movement where paper_id = ? order by day desc, id desc", key)
    )


@app.patch("/api/papers/<int:key>")
def edit_paper(key):
    told, values = said(), {}
    if "warn_below" in told:
        values["warn_below"] = whole(
            told, "warn_below", 0, 50000, "Enter a whole number of sheets."
        )
    if "shelf" in told:
        values["shelf"] = words(told, "shelf").upper()
        if not re.fullmatch(r"[A-F]\d", values["shelf"]):
            raise Refused("Shelves are called A1 to F9.", "shelf")
    change("paper", key, values)
    return done(id=key)


@app.post("/api/papers/<int:key>/movements")
def move_paper(key):
    row, told = one("select * from paper where id = ?", key), said()
    sheets = whole(told, "sheets", 1, 50000, "Enter a whole number of sheets.")
    out = told.get("direction") == "out"
    if out and sheets > row["sheets"]:
        raise Refused(f"There are only {row['sheets']} sheets left.", "sheets")
    reason = words(told, "reason", "Say what for." if out else "Say where it came from.")
    sheets = -sheets if out else sheets
    add(
        "movement",
        {
            "paper_id": key,
            "day": TODAY.isoformat(),
            "sheets": sheets,
            "reason": reason,
            "author": session["user"],
        },
    )
    change("paper", key, {"sheets": row["sheets"] + sheets})
    return done(id=key)


# Dispatch -----------------------------------------------------------------------------------------

DISPATCH = (
    "select dispatch.*, job.title, job.number, job.quantity, customer.name as customer "
    "from dispatch join job on job.id = job_id join customer on customer.id = customer_id"
)


@app.get("/api/dispatch")
def dispatch():
    gone = request.args.get("when") == "gone"
    like = f"%{request.args.get('q', '').strip()}%"
    order = "dispatch.day desc" if gone else "dispatch.day, dispatch.slot desc"
    return jsonify(
        rows=ask(
            f"{DISPATCH} where (handed_over <> '') = ? and (title like ? or customer.name like ?) "
            f"order by {order}",
            int(gone),
            like,
            like,
        )
    )


@app.get("/api/dispatch/ready")
def ready():
    return jsonify(
        rows=ask(
            f"{JOB} where stage in ('On press', 'Finishing', 'Ready for dispatch') and not exists "
            "(select 1 from dispatch where job_id = job.id and handed_over = '') order by due"
        )
    )


@app.get("/api/dispatch/<int:key>")
def parcel(key):
    return jsonify(**one(f"{DISPATCH} where dispatch.id = ?", key))


def dispatch_values(told):
    day = a_day(told, "day", "Choose a day.")
    way = among(told, "way", WAYS, "Choose how it leaves the house.")
    if day < TODAY:
        raise Refused("That day has passed already.", "day")
    if day.weekday() > 4:
        raise Refused("We are closed at weekends.", "day")
    address = words(told, "address") if way != "Collection" else ""
    if way != "Collection" and not address:
        raise Refused("Where does it go?", "address")
    return {
        "day": day.isoformat(),
        "slot": among(told, "slot", SLOTS, "Choose a time of day."),
        "way": way,
        "address": address,
        "parcels": whole(told, "parcels", 1, 99, "Enter the number of parcels."),
        "carrier": {"Van": "Des", "Courier": "Swiftline"}.get(way, ""),
        "remarks": words(told, "remarks"),
    }


@app.post("/api/dispatch")
def add_dispatch():
    told = said()
    key = str(told.get("job_id") or "")
    if not key.isdigit():
        raise Refused("Choose a job.", "job_id")
    row = one("select * from job where id = ?", int(key))
    return done(id=add("dispatch", {"job_id": row["id"]} | dispatch_values(told)))


def waiting(key):
    row = one("select * from dispatch where id = ?", key)
    if row["handed_over"]:
        raise Refused("This has left the house already.")
    return row


@app.put("/api/dispatch/<int:key>")
def edit_dispatch(key):
    waiting(key)
    change("dispatch", key, dispatch_values(said()))
    return done(id=key)


@app.delete("/api/dispatch/<int:key>")
def drop_dispatch(key):
    waiting(key)
    do("delete from dispatch where id = ?", key)
    return done(id=key)


@app.put("/api/dispatch/<int:key>/handover")
def hand_over(key):
    row, told = waiting(key), said()
    signed = words(told, "signed_by", "Who took it?")
    day = a_day(told, "handed_over")
    if day > TODAY:
        raise Refused("That day is still to come.", "handed_over")
    change("dispatch", key, {"handed_over": day.isoformat(), "signed_by": signed})
    change("job", row["job_id"], {"stage": "Delivered"})
    return done(id=key)


# Invoices -----------------------------------------------------------------------------------------

INVOICE = (
    "select invoice.*, customer.name as customer, job.title, job.number as job_number, job.price, "
    "customer.discount from invoice join customer on customer.id = invoice.customer_id "
    "join job on job.id = job_id"
)


@app.get("/api/invoices")
def invoices():
    state, now = request.args.get("state", "all"), TODAY.isoformat()
    like = f"%{request.args.get('q', '').strip()}%"
    rows = ask(
        f"{INVOICE} where customer.name like ? or invoice.number like ? or title like ? "
        "order by invoice.number desc",
        like,
        like,
        like,
    )
    kept = {
        "open": lambda row: not row["paid_on"],
        "overdue": lambda row: not row["paid_on"] and row["due"] < now,
        "paid": lambda row: bool(row["paid_on"]),
    }.get(state, lambda row: True)
    rows = [row for row in rows if kept(row)]
    pages = max(1, -(-len(rows) // PER_PAGE))
    page = min(max(request.args.get("page", 1, int), 1), pages)
    return jsonify(
        rows=rows[(page - 1) * PER_PAGE : page * PER_PAGE],
        page=page,
        pages=pages,
        total=len(rows),
    )


@app.get("/api/invoices/billable")
def billable():
    return jsonify(
        rows=ask(
            "select job.*, customer.name as customer, customer.discount from job "
            "join customer on customer.id = customer_id where stage = 'Delivered' and not exists "
            "(select 1 from invoice where job_id = job.id) order by number"
        )
    )


@app.get("/api/invoices/<int:key>")
def invoice(key):
    return jsonify(**one(f"{INVOICE} where invoice.id = ?", key))


@app.post("/api/invoices")
def add_invoice():
    told = said()
    key = str(told.get("job_id") or "")
    if not key.isdigit():
        raise Refused("Choose a job.", "job_id")
    row = one("select * from job where id = ?", int(key))
    if ask("select 1 from invoice where job_id = ?", row["id"]):
        raise Refused("This job has been invoiced already.", "job_id")
    amount = money(told, "amount")
    terms = one("select terms from customer where id = ?", row["customer_id"])["terms"]
    last = one("select max(number) as number from invoice")["number"]
    number = f"27-{int(last[3:]) + 1:04}"
    made = {
        "number": number,
        "customer_id": row["customer_id"],
        "job_id": row["id"],
        "issued": TODAY.isoformat(),
        "due": (TODAY + timedelta(days=terms)).isoformat(),
        "amount": amount,
    }
    return done(id=add("invoice", made), number=number)


def unpaid(key):
    row = one("select * from invoice where id = ?", key)
    if row["paid_on"]:
        raise Refused("This invoice is paid already.")
    return row


@app.put("/api/invoices/<int:key>/payment")
def pay(key):
    row, told = unpaid(key), said()
    day = a_day(told, "paid_on", "Enter the day the money came in.")
    if day > TODAY:
        raise Refused("That day is still to come.", "paid_on")
    if day.isoformat() < row["issued"]:
        raise Refused("That is before the invoice was written.", "paid_on")
    method = among(told, "method", METHODS, "Choose how they paid.")
    reference = words(told, "reference")
    change("invoice", key, {"paid_on": day.isoformat(), "method": method, "reference": reference})
    return done(id=key)


@app.post("/api/invoices/<int:key>/reminders")
def remind(key):
    row = unpaid(key)
    if row["due"] >= TODAY.isoformat():
        raise Refused("This invoice is not due yet.")
    change("invoice", key, {"reminders": row["reminders"] + 1})
    return done(id=key)


# The page -----------------------------------------------------------------------------------------


@app.get("/")
@app.get("/<path:anything>")
def page(anything=""):
    if anything.startswith("api/"):
        raise Refused("There is nothing of that kind.", code=404)
    return send_from_directory(app.static_folder, "index.html")


if __name__ == "__main__":
    app.run("127.0.0.1", int(sys.argv[1]), threaded=True)
