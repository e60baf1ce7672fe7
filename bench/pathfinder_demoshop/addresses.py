"""The address book of an account."""

from starlette.responses import Response

from .account import customer_of
from .forms import ADDRESS, COUNTRIES, Form
from .store import Row, now
from .visit import Visit, found


def address_book(visit: Visit) -> Response:
    """Every address of the customer, the default one first."""
    rows = visit.store.rows(
        "SELECT * FROM addresses WHERE customer_id = ? ORDER BY is_default DESC, id",
        customer_of(visit)["id"],
    )
    return visit.page("addresses.html", addresses=rows, current="addresses")


def _address(visit: Visit) -> Row:
    row = visit.store.row(
        "SELECT * FROM addresses WHERE id = ? AND customer_id = ?",
        visit.path("address"),
        customer_of(visit)["id"],
    )
    return found(row)


def _form_page(visit: Visit, form: Form, saved: Row | None) -> Response:
    status = 200 if form.ok else 422
    return visit.page(
        "address.html",
        status=status,
        form=form,
        saved=saved,
        countries=COUNTRIES,
        current="addresses",
    )


def new_address(visit: Visit) -> Response:
    """The form for another address."""
    customer = customer_of(visit)
    return _form_page(
        visit, Form({name: customer[name] for name in ("first_name", "last_name", "phone")}), None
    )


def edit_address(visit: Visit) -> Response:
    """The form for an address that is already there."""
    saved = _address(visit)
    return _form_page(visit, Form(saved), saved)


def post_new_address(visit: Visit) -> Response:
    """Save another address."""
    form = visit.read(ADDRESS)
    if not form.ok:
        return _form_page(visit, form, None)
    customer = customer_of(visit)["id"]
    first = not visit.store.count("SELECT count(*) FROM addresses WHERE customer_id = ?", customer)
    key = visit.store.insert(
        "addresses", customer_id=customer, time=now(), session=visit.id, **form.values
    )
    return _saved(visit, key, form, is_default=first or "is_default" in visit.form)


def post_address(visit: Visit) -> Response:
    """Save a changed address."""
    saved = _address(visit)
    form = visit.read(ADDRESS)
    if not form.ok:
        return _form_page(visit, form, saved)
    visit.store.update("addresses", saved["id"], changed=now(), session=visit.id, **form.values)
    return _saved(visit, saved["id"], form, is_default="is_default" in visit.form)


def _saved(visit: Visit, key: int, form: Form, *, is_default: bool) -> Response:
    if is_default:
        visit.store.run(
            "UPDATE addresses SET is_default = (id = ?) WHERE customer_id = ?",
            key,
            customer_of(visit)["id"],
        )
    visit.note("address.save", id=key, default=is_default, **form.values)
    return visit.go("/account/addresses", "Your delivery address has been saved.")


def delete_address(visit: Visit) -> Response:
    """Delete an address."""
    saved = _address(visit)
    visit.store.run("DELETE FROM addresses WHERE id = ?", saved["id"])
    visit.note("address.delete", id=saved["id"], postcode=saved["postcode"])
    return visit.go("/account/addresses", "The address has been deleted.")
