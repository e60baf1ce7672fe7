"""A visit: one request of one visitor, with what a page needs to answer it."""

import json
import secrets
from calendar import month_name
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from .forms import Field, Form, read_form
from .markup import Edit, edited
from .rules import Rules
from .settings import SHOP_NAME, ShopSettings
from .skins import Skin
from .store import Row, Store, now

HERE = Path(__file__).parent


def money(pence: int) -> str:
    """A price as the shop prints it: £1,249.00."""
    return f"£{pence / 100:,.2f}"


def plural(count: int, noun: str) -> str:
    """A count with its noun: 1 item, 2 items."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def make_templates() -> Environment:
    """The pages' templates, with the shop's filters."""
    templates = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters |= {
        "money": money,
        "plural": plural,
        "day": _day,
        "pairs": lambda values: [(value, value) for value in values],
    }
    templates.globals |= {"shop_name": SHOP_NAME}
    return templates


def _day(time: str) -> str:
    year, month, day = time[:10].split("-")
    return f"{int(day)} {month_name[int(month)]} {year}"


@dataclass(frozen=True)
class Shop:
    """An open shop.

    Attributes:
        skin: How its pages look and how its checkout goes.
        fault: What is wrong with it: puts a faulty view in the place of a right one, by the name of
            the route.
    """

    settings: ShopSettings
    store: Store
    skin: Skin = field(default_factory=Skin)
    fault: Callable[[str, "View"], "View"] = lambda _, view: view
    templates: Environment = field(default_factory=make_templates)


@dataclass
class Visit:
    """One request of one visitor.

    Attributes:
        id: The visitor's session.
        form: What was posted.
        state: What the shop remembers of the visitor from page to page.
        rules: How the shop counts.
        unchecked: Fields that it takes as they are.
        edits: What is done to its pages before they are sent.
    """

    shop: Shop
    request: Request
    id: str
    form: Mapping[str, str]
    state: Row
    customer: Row | None
    admin: Row | None
    rules: Rules = field(default_factory=Rules)
    unchecked: frozenset[str] = frozenset()
    edits: tuple[Edit, ...] = ()

    @property
    def store(self) -> Store:
        """The shop's database."""
        return self.shop.store

    def path(self, name: str) -> str:
        """A part of the address, such as the product's slug."""
        return str(self.request.path_params[name])

    def query(self, name: str) -> str:
        """A parameter of the address, empty if it isn't there."""
        return self.request.query_params.get(name, "").strip()

    @property
    def wants_json(self) -> bool:
        """Whether the page's script asks, rather than the browser itself."""
        return "application/json" in self.request.headers.get("accept", "")

    def read(self, fields: tuple[Field, ...]) -> Form:
        """What was posted, checked against a form's fields."""
        return read_form(fields, self.form, self.unchecked)

    def page(self, template: str, *, status: int = 200, **context: Any) -> Response:
        """Answer with a page."""
        context |= {"visit": self, "flashes": self.state.pop("flashes", []), **frame(self)}
        return HTMLResponse(self.render(template, **context), status)

    def render(self, template: str, **context: Any) -> str:
        """A page, or a part of one, as this shop shows it."""
        page = self.shop.templates.get_template(template).render(context)
        edits = (*self.edits, *self.shop.skin.edits)
        return edited(page, edits) if edits else page

    def invalid(self, template: str, **context: Any) -> Response:
        """Answer with the form again, and what is wrong with it."""
        return self.page(template, status=422, **context)

    def go(self, address: str, message: str = "") -> Response:
        """Answer a post by sending the visitor on, with a message to show there."""
        if message:
            self.state["flashes"] = [*self.state.get("flashes", []), message]
        return RedirectResponse(address, 303)

    def note(self, kind: str, **what: Any) -> None:
        """Write down what the visitor did, for the truth API."""
        self.store.note(self.id, kind, **what)


def frame(visit: Visit) -> dict[str, Any]:
    """What every page shows around its content."""
    items = visit.store.count("SELECT sum(quantity) FROM basket_lines WHERE visitor = ?", visit.id)
    return {
        "categories": visit.store.rows("SELECT * FROM categories ORDER BY id"),
        "basket_items": items,
    }


View = Callable[[Visit], Response]


def found(row: Row | None) -> Row:
    """The row, or the page "not found"."""
    if row is None:
        raise HTTPException(404)
    return row


async def open_visit(request: Request) -> Visit:
    """Recognise the visitor by the cookie, or greet a new one, and read what was posted."""
    shop: Shop = request.app.state.shop
    form = await request.form() if request.method == "POST" else {}
    visitor = shop.store.row(
        "SELECT * FROM visitors WHERE id = ?", request.cookies.get(shop.settings.cookie, "")
    )
    if visitor is None:
        visitor = {
            "id": secrets.token_hex(12),
            "customer_id": None,
            "admin_id": None,
            "state": "{}",
        }
        shop.store.insert("visitors", id=visitor["id"], time=now())
    return Visit(
        shop=shop,
        request=request,
        id=visitor["id"],
        form={
            name: "" if isinstance(value, UploadFile) else str(value)
            for name, value in form.items()
        },
        state=json.loads(visitor["state"]),
        customer=_customer(shop, visitor["customer_id"]),
        admin=_customer(shop, visitor["admin_id"]),
    )


def _customer(shop: Shop, key: int | None) -> Row | None:
    return shop.store.row("SELECT * FROM customers WHERE id = ?", key) if key else None


def broken_page(visit: Visit) -> Response:
    """The page for a fault of the shop itself."""
    text = "Something went wrong on our side. Please try again later."
    return visit.page("error.html", status=500, title="Sorry, an error has occurred", text=text)


def close_visit(visit: Visit, response: Response) -> Response:
    """Remember the visitor and give the browser the cookie."""
    visit.store.run(
        "UPDATE visitors SET state = ?, customer_id = ?, admin_id = ? WHERE id = ?",
        json.dumps(visit.state),
        visit.customer["id"] if visit.customer else None,
        visit.admin["id"] if visit.admin else None,
        visit.id,
    )
    response.set_cookie(visit.shop.settings.cookie, visit.id, httponly=True, samesite="lax")
    response.headers["cache-control"] = "no-store"
    return response
