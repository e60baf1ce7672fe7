"""The administration: log in, the day's numbers, and the orders."""

from starlette.responses import Response

from .account import LOCKED, LOGIN, WRONG, check_login
from .checkout import readable_order
from .forms import Field, Form, one_of
from .store import Row
from .visit import View, Visit, found

STATUSES = ("Placed", "Packed", "Sent", "Delivered", "Cancelled")
STATUS = (Field("status", "Choose a status", one_of(STATUSES, "Choose a status from the list")),)


def staff_only(view: View) -> View:
    """Send a visitor who isn't logged in to the administration to its log-in page."""
    return lambda visit: view(visit) if visit.admin else visit.go("/admin/login")


def login_page(visit: Visit) -> Response:
    """The administration's log-in form."""
    return visit.go("/admin") if visit.admin else visit.page("admin_login.html", form=Form())


def log_in(visit: Visit) -> Response:
    """Check e-mail address and password, and that the account may administrate."""
    form = visit.read(LOGIN)
    account = check_login(visit, form) if form.ok else None
    if account is None or not account["admin"]:
        refusal = LOCKED if visit.shop.settings.refuse_login else WRONG
        return visit.invalid(
            "admin_login.html", form=form if form.errors else form.with_error("", refusal)
        )
    visit.admin = account
    return visit.go("/admin", f"Welcome, {account['first_name']}.")


def log_out(visit: Visit) -> Response:
    """Leave the administration."""
    visit.admin = None
    return visit.go("/admin/login", "You have been logged out.")


def dashboard(visit: Visit) -> Response:
    """The shop in four numbers, the latest orders, and what runs out."""
    store = visit.store
    numbers = {
        "Orders": store.count("SELECT count(*) FROM orders"),
        "Products": store.count("SELECT count(*) FROM products"),
        "Customers": store.count("SELECT count(*) FROM customers WHERE admin = 0"),
        "Out of stock": store.count("SELECT count(*) FROM products WHERE stock = 0"),
    }
    scarce = store.rows("SELECT * FROM products WHERE stock <= 5 ORDER BY stock, name LIMIT 8")
    return visit.page(
        "admin_home.html",
        current="home",
        numbers=numbers,
        orders=search_orders(visit, "")[:6],
        scarce=scarce,
    )


def search_orders(visit: Visit, wanted: str) -> list[Row]:
    """The orders whose number, e-mail address or name holds a text; the latest first."""
    rows = [
        readable_order(row) for row in visit.store.rows("SELECT * FROM orders ORDER BY number DESC")
    ]
    return [
        row
        for row in rows
        if wanted.lower() in f"{row['number']} {row['email']} {_name(row)}".lower()
    ]


def _name(order: Row) -> str:
    return f"{order['address']['first_name']} {order['address']['last_name']}"


def orders(visit: Visit) -> Response:
    """The list of orders, and a search."""
    wanted = visit.query("q")
    return visit.page(
        "admin_orders.html", current="orders", orders=search_orders(visit, wanted), wanted=wanted
    )


def _order(visit: Visit) -> Row:
    return readable_order(
        found(visit.store.row("SELECT * FROM orders WHERE number = ?", visit.path("number")))
    )


def order(visit: Visit) -> Response:
    """One order."""
    row = _order(visit)
    return visit.page(
        "admin_order.html",
        current="orders",
        order=row,
        form=Form({"status": row["status"]}),
        statuses=STATUSES,
    )


def post_order(visit: Visit) -> Response:
    """Change the status of an order."""
    row = _order(visit)
    form = visit.read(STATUS)
    if not form.ok:
        return visit.invalid(
            "admin_order.html", current="orders", order=row, form=form, statuses=STATUSES
        )
    visit.store.run(
        "UPDATE orders SET status = ? WHERE number = ?", form.values["status"], row["number"]
    )
    visit.note("order.status", number=row["number"], status=form.values["status"])
    return visit.go(
        f"/admin/orders/{row['number']}",
        f"Order {row['number']} is now {form.values['status'].lower()}.",
    )


def ask_delete_order(visit: Visit) -> Response:
    """Ask before an order is deleted."""
    number = _order(visit)["number"]
    return confirm(visit, what=f"order {number}", back=f"/admin/orders/{number}", current="orders")


def delete_order(visit: Visit) -> Response:
    """Delete an order."""
    row = _order(visit)
    visit.store.run("DELETE FROM orders WHERE number = ?", row["number"])
    visit.note("order.delete", number=row["number"], email=row["email"])
    return visit.go("/admin/orders", f"Order {row['number']} has been deleted.")


def confirm(visit: Visit, *, what: str, back: str, current: str) -> Response:
    """The page that asks whether something is really to be deleted."""
    return visit.page("admin_delete.html", current=current, what=what, back=back)
