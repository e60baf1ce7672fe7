"""Customers' accounts: register, log in and out, profile and orders."""

from starlette.responses import Response

from .checkout import readable_order
from .forms import EMAIL, Field, Form, at_most, phone
from .passwords import hash_password, is_password
from .store import Row, now
from .visit import View, Visit, found

LOCKED = "Your account has been locked. Contact support."
WRONG = "The email address or password is not correct."

NAMES = (
    Field("first_name", "Enter your first name", at_most(50)),
    Field("last_name", "Enter your last name", at_most(50)),
)
PASSWORD = Field(
    "password",
    "Enter a password",
    lambda typed: "" if len(typed) >= 8 else "Use at least 8 characters for your password",
)
REGISTER = (*NAMES, EMAIL, PASSWORD, Field("password_again", "Enter your password again"))
LOGIN = (EMAIL, Field("password", "Enter your password"))
PROFILE = (*NAMES, EMAIL, Field("phone", "", phone))


def members_only(view: View) -> View:
    """Send a visitor who isn't logged in to the log-in page, and back afterwards."""

    def guarded(visit: Visit) -> Response:
        if visit.customer is None:
            visit.state["after_login"] = visit.request.url.path
            return visit.go("/account/login", "Please log in to continue.")
        return view(visit)

    return guarded


def customer_of(visit: Visit) -> Row:
    """The customer who is logged in, or the page "not found"."""
    return found(visit.customer)


def login_page(visit: Visit) -> Response:
    """The log-in form."""
    if visit.query("next") == "checkout":
        visit.state["after_login"] = "/checkout/address"
    return visit.go("/account") if visit.customer else visit.page("login.html", form=Form())


def log_in(visit: Visit) -> Response:
    """Check e-mail address and password."""
    form = visit.read(LOGIN)
    customer = check_login(visit, form) if form.ok else None
    if customer is None:
        refusal = LOCKED if visit.shop.settings.refuse_login else WRONG
        return visit.invalid(
            "login.html", form=form if form.errors else form.with_error("", refusal)
        )
    visit.customer = customer
    return visit.go(
        visit.state.pop("after_login", "/account"), f"Welcome back, {customer['first_name']}."
    )


def check_login(visit: Visit, form: Form) -> Row | None:
    """The account with this e-mail address and password.

    None if there is none, or if the shop refuses everybody.
    """
    account = visit.store.row("SELECT * FROM customers WHERE email = ?", form.values["email"])
    known = account is not None and is_password(form.values["password"], account["password"])
    accepted = known and not visit.shop.settings.refuse_login
    visit.note("login" if accepted else "login.refused", email=form.values["email"])
    return account if accepted else None


def log_out(visit: Visit) -> Response:
    """Forget who the visitor is; the basket stays."""
    visit.customer = None
    visit.state.pop("checkout", None)
    return visit.go("/", "You have been logged out.")


def register_page(visit: Visit) -> Response:
    """The form for a new account."""
    return visit.go("/account") if visit.customer else visit.page("register.html", form=Form())


def register(visit: Visit) -> Response:
    """Make an account and log in to it."""
    form = visit.read(REGISTER)
    if not form.errors and form.values["password"] != form.values["password_again"]:
        form = form.with_error("password_again", "The two passwords are not the same")
    if is_taken(visit, form.values["email"]):
        form = form.with_error("email", "There is already an account with this email address")
    if not form.ok:
        return visit.invalid("register.html", form=form)
    visit.customer = _save_account(visit, form)
    return visit.go(
        visit.state.pop("after_login", "/account"),
        "Thank you for registering. Your account has been created.",
    )


def is_taken(visit: Visit, email: str, besides: int = 0) -> bool:
    """Whether another account has this e-mail address."""
    return (
        visit.store.row("SELECT id FROM customers WHERE email = ? AND id != ?", email, besides)
        is not None
    )


def _save_account(visit: Visit, form: Form) -> Row | None:
    kept = {name: form.values[name] for name in ("first_name", "last_name", "email")}
    newsletter = int("newsletter" in visit.form)
    password = hash_password(form.values["password"])
    key = visit.store.insert(
        "customers", password=password, newsletter=newsletter, time=now(), session=visit.id, **kept
    )
    visit.note("account.register", **kept)
    return visit.store.row("SELECT * FROM customers WHERE id = ?", key)


def overview(visit: Visit) -> Response:
    """The account's front page."""
    customer = customer_of(visit)
    saved = visit.store.row(
        "SELECT * FROM addresses WHERE customer_id = ? ORDER BY is_default DESC, id", customer["id"]
    )
    return visit.page(
        "account.html",
        customer=customer,
        orders=_orders(visit)[:3],
        address=saved,
        current="overview",
    )


def _orders(visit: Visit) -> list[Row]:
    rows = visit.store.rows(
        "SELECT * FROM orders WHERE customer_id = ? ORDER BY number DESC", customer_of(visit)["id"]
    )
    return [readable_order(row) for row in rows]


def order_list(visit: Visit) -> Response:
    """Every order of the customer."""
    return visit.page(
        "orders.html", customer=customer_of(visit), orders=_orders(visit), current="orders"
    )


def order_page(visit: Visit) -> Response:
    """One order of the customer."""
    order = next(
        (order for order in _orders(visit) if order["number"] == int(visit.path("number"))), None
    )
    return visit.page(
        "order.html", customer=customer_of(visit), order=found(order), current="orders"
    )


def profile(visit: Visit) -> Response:
    """The form for name, e-mail address and phone."""
    return visit.page("profile.html", form=Form(customer_of(visit)), current="profile")


def post_profile(visit: Visit) -> Response:
    """Save the profile."""
    customer = customer_of(visit)
    form = visit.read(PROFILE)
    if is_taken(visit, form.values["email"], besides=customer["id"]):
        form = form.with_error("email", "There is already an account with this email address")
    if not form.ok:
        return visit.invalid("profile.html", form=form, current="profile")
    visit.store.update(
        "customers",
        customer["id"],
        changed=now(),
        newsletter=int("newsletter" in visit.form),
        **form.values,
    )
    visit.note("account.profile", **form.values)
    return visit.go("/account/profile", "Your profile has been saved.")
