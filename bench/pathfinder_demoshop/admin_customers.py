"""The administration's customers: list, create, edit, delete."""

from starlette.responses import Response

from .account import NAMES, PASSWORD, PROFILE, is_taken
from .admin import confirm
from .forms import EMAIL, Field, Form, phone
from .passwords import hash_password
from .store import Row, now
from .visit import Visit, found

NEW_CUSTOMER = (*NAMES, EMAIL, Field("phone", "", phone), PASSWORD)


def customer_list(visit: Visit) -> Response:
    """The list of customers, and a search."""
    wanted = visit.query("q")
    rows = visit.store.rows(
        """SELECT customers.*, (SELECT count(*) FROM orders WHERE customer_id = customers.id) AS order_count FROM customers
           WHERE admin = 0 AND first_name || ' ' || last_name || ' ' || email LIKE ? ORDER BY last_name, first_name""",
        f"%{wanted}%",
    )
    return visit.page("admin_customers.html", current="customers", customers=rows, wanted=wanted)


def _customer(visit: Visit) -> Row:
    return found(
        visit.store.row(
            "SELECT * FROM customers WHERE id = ? AND admin = 0", visit.path("customer")
        )
    )


def _form_page(visit: Visit, form: Form, saved: Row | None) -> Response:
    return visit.page(
        "admin_customer.html",
        status=200 if form.ok else 422,
        current="customers",
        form=form,
        saved=saved,
    )


def _read(visit: Visit, fields: tuple[Field, ...], besides: int = 0) -> Form:
    form = visit.read(fields)
    taken = is_taken(visit, form.values["email"], besides=besides)
    return (
        form.with_error("email", "There is already an account with this email address")
        if taken
        else form
    )


def new_customer(visit: Visit) -> Response:
    """The form for another customer."""
    return _form_page(visit, Form(), None)


def create_customer(visit: Visit) -> Response:
    """Register a customer."""
    form = _read(visit, NEW_CUSTOMER)
    if not form.ok:
        return _form_page(visit, form, None)
    kept = {name: value for name, value in form.values.items() if name != "password"}
    visit.store.insert(
        "customers",
        password=hash_password(form.values["password"]),
        time=now(),
        session=visit.id,
        **kept,
    )
    visit.note("customer.create", **kept)
    return visit.go(
        "/admin/customers", f"{kept['first_name']} {kept['last_name']} has been created."
    )


def edit_customer(visit: Visit) -> Response:
    """The form for a customer who is there."""
    saved = _customer(visit)
    return _form_page(visit, Form(saved), saved)


def save_customer(visit: Visit) -> Response:
    """Save a changed customer."""
    saved = _customer(visit)
    form = _read(visit, PROFILE, besides=saved["id"])
    if not form.ok:
        return _form_page(visit, form, saved)
    visit.store.update("customers", saved["id"], changed=now(), **form.values)
    visit.note("customer.update", **form.values)
    return visit.go(
        "/admin/customers",
        f"{form.values['first_name']} {form.values['last_name']} has been saved.",
    )


def ask_delete_customer(visit: Visit) -> Response:
    """Ask before a customer is deleted."""
    saved = _customer(visit)
    what = f"{saved['first_name']} {saved['last_name']}"
    return confirm(visit, what=what, back=f"/admin/customers/{saved['id']}", current="customers")


def delete_customer(visit: Visit) -> Response:
    """Delete a customer; the orders stay."""
    saved = _customer(visit)
    visit.store.run("DELETE FROM customers WHERE id = ?", saved["id"])
    if visit.customer and visit.customer["id"] == saved["id"]:
        visit.customer = None
    visit.note("customer.delete", email=saved["email"])
    return visit.go(
        "/admin/customers", f"{saved['first_name']} {saved['last_name']} has been deleted."
    )
