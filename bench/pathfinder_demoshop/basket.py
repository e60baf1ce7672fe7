"""The basket: what a visitor means to buy."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from starlette.responses import JSONResponse, Response

from .catalogue import show_product, wanted_product
from .product import Product, products
from .rules import FREE_DELIVERY
from .store import Row
from .visit import Visit, found, money, plural


@dataclass(frozen=True)
class Line:
    """A product in the basket, as chosen; its total is in pence."""

    id: int
    product: Product
    options: Mapping[str, str]
    quantity: int
    total: int

    @property
    def choice(self) -> str:
        """The chosen options in words: Colour: Sand, Size: L."""
        return ", ".join(f"{name}: {value}" for name, value in self.options.items())


@dataclass(frozen=True)
class Basket:
    """A visitor's basket; the subtotal is what the goods cost, in pence."""

    lines: Sequence[Line]
    subtotal: int

    @property
    def items(self) -> int:
        """How many items there are."""
        return sum(line.quantity for line in self.lines)

    @property
    def short_of_free_delivery(self) -> int:
        """How many pence are missing until standard delivery is free."""
        return max(0, FREE_DELIVERY - self.subtotal)


def basket_of(visit: Visit) -> Basket:
    """The visitor's basket."""
    rows = visit.store.rows("SELECT * FROM basket_lines WHERE visitor = ? ORDER BY id", visit.id)
    goods = {product.id: product for product in products(visit.store)} if rows else {}
    lines = [_line_of(visit, row, goods[row["product_id"]]) for row in rows]
    return Basket(lines, visit.rules.subtotal([line.total for line in lines]))


def _line_of(visit: Visit, row: Row, product: Product) -> Line:
    total = visit.rules.line_total(product.price, row["quantity"])
    return Line(row["id"], product, json.loads(row["options"]), row["quantity"], total)


def show_basket(visit: Visit) -> Response:
    """The basket page."""
    return visit.page("basket.html", basket=basket_of(visit), errors={})


def add(visit: Visit) -> Response:
    """Put a product into the basket."""
    product = wanted_product(visit)
    options = {name: visit.form.get(f"option_{name.lower()}", "") for name in product.options}
    quantity = read_quantity(visit)
    errors = adding_errors(product, options, quantity, visit.rules.most)
    if not errors and quantity + _already(visit, product) > product.stock:
        errors["quantity"] = f"Only {product.stock} in stock"
    if errors:
        return (
            JSONResponse({"errors": errors}, 422)
            if visit.wants_json
            else show_product(visit, product, errors)
        )
    put(visit, product, options, quantity)
    if visit.wants_json:
        return drawer(visit, product)
    return visit.go(f"/product/{product.slug}", f"{product.name} was added to your basket.")


def read_quantity(visit: Visit) -> int:
    """The quantity that was posted; -1 if it isn't a number."""
    typed = visit.form.get("quantity", "1").strip()
    return int(typed) if typed.isdecimal() and len(typed) < 6 else -1


def adding_errors(
    product: Product, options: Mapping[str, str], quantity: int, most: int
) -> dict[str, str]:
    """Why the product can't go into the basket as chosen, by field."""
    errors = {
        name: f"Please choose a {name.lower()}"
        for name, values in product.options.items()
        if options[name] not in values
    }
    if product.stock == 0:
        errors["quantity"] = "This product is out of stock"
    elif not 1 <= quantity <= most:
        errors["quantity"] = f"Enter a quantity from 1 to {most}"
    return errors


def _already(visit: Visit, product: Product) -> int:
    return visit.store.count(
        "SELECT sum(quantity) FROM basket_lines WHERE visitor = ? AND product_id = ?",
        visit.id,
        product.id,
    )


def put(visit: Visit, product: Product, options: Mapping[str, str], quantity: int) -> None:
    """Add to the basket, to the line of the same product and options if there is one."""
    visit.store.run(
        """INSERT INTO basket_lines (visitor, product_id, options, quantity) VALUES (?, ?, ?, ?)
           ON CONFLICT (visitor, product_id, options) DO UPDATE SET quantity = quantity + excluded.quantity""",
        visit.id,
        product.id,
        json.dumps(options),
        quantity,
    )
    visit.note("basket.add", product=product.slug, options=options, quantity=quantity)


def drawer(visit: Visit, product: Product) -> Response:
    """What the page's script shows after adding: the content of the drawer and of the badge."""
    basket = basket_of(visit)
    html = visit.render("drawer.html", basket=basket, added=product)
    return JSONResponse(
        {
            "html": html,
            "items": basket.items,
            "label": f"Basket, {plural(basket.items, 'item')}",
            "subtotal": money(basket.subtotal),
        }
    )


def change_quantity(visit: Visit) -> Response:
    """Set the quantity of a line; 0 removes it."""
    line = _line(visit)
    quantity = read_quantity(visit)
    if quantity == 0:
        return _remove(visit, line)
    most = min(visit.rules.most, line.product.stock)
    if not 1 <= quantity <= most:
        return visit.invalid(
            "basket.html",
            basket=basket_of(visit),
            errors={line.id: f"Enter a quantity from 1 to {most}"},
        )
    visit.store.update("basket_lines", line.id, quantity=quantity)
    visit.note("basket.quantity", product=line.product.slug, quantity=quantity)
    return visit.go("/basket", f"{line.product.name}: the quantity is now {quantity}.")


def remove(visit: Visit) -> Response:
    """Take a line out of the basket."""
    return _remove(visit, _line(visit))


def _remove(visit: Visit, line: Line) -> Response:
    visit.store.run("DELETE FROM basket_lines WHERE id = ?", line.id)
    visit.note("basket.remove", product=line.product.slug)
    return visit.go("/basket", f"{line.product.name} was removed from your basket.")


def _line(visit: Visit) -> Line:
    row = found(
        visit.store.row(
            "SELECT id FROM basket_lines WHERE id = ? AND visitor = ?", visit.path("line"), visit.id
        )
    )
    return next(line for line in basket_of(visit).lines if line.id == row["id"])
