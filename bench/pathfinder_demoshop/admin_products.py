"""The administration's products: list, create, edit, delete."""

import json
from collections.abc import Mapping

from starlette.responses import Response

from .admin import confirm
from .forms import Field, Form, at_most, price, whole_number
from .pictures import PALETTES
from .seed import slug
from .store import Row
from .visit import Visit, found


def options_error(typed: str) -> str:
    """What is wrong with options written as lines such as `Colour: Red, Blue`; empty if nothing."""
    return (
        ""
        if all(_values(line) for line in typed.splitlines() if line.strip())
        else "Write one option a line, such as Colour: Red, Blue"
    )


def read_options(typed: str) -> dict[str, list[str]]:
    """The options that such lines stand for."""
    return {
        line.partition(":")[0].strip(): _values(line) for line in typed.splitlines() if line.strip()
    }


def _values(line: str) -> list[str]:
    return [value.strip() for value in line.partition(":")[2].split(",") if value.strip()]


def write_options(options: Mapping[str, list[str]]) -> str:
    """Options as lines."""
    return "\n".join(f"{name}: {', '.join(values)}" for name, values in options.items())


PRODUCT = (
    Field("name", "Enter a product name", at_most(80)),
    Field("category_id", "Select a category", whole_number(1, 10**6)),
    Field("price", "Enter a price", price),
    Field("was", "", price),
    Field("stock", "Enter the number in stock", whole_number(0, 9999)),
    Field("summary", "Enter a summary", at_most(160)),
    Field("description", "", at_most(4000)),
    Field("options", "", options_error),
)


def product_list(visit: Visit) -> Response:
    """The list of products, and a search."""
    wanted = visit.query("q")
    rows = visit.store.rows(
        """SELECT products.*, categories.name AS category FROM products LEFT JOIN categories ON categories.id = category_id
           WHERE products.name LIKE ? ORDER BY products.name""",
        f"%{wanted}%",
    )
    return visit.page("admin_products.html", current="products", products=rows, wanted=wanted)


def _product(visit: Visit) -> Row:
    return found(visit.store.row("SELECT * FROM products WHERE id = ?", visit.path("product")))


def _form_page(visit: Visit, form: Form, saved: Row | None) -> Response:
    return visit.page(
        "admin_product.html",
        status=200 if form.ok else 422,
        current="products",
        form=form,
        saved=saved,
    )


def new_product(visit: Visit) -> Response:
    """The form for another product."""
    return _form_page(visit, Form({"stock": "10"}), None)


def edit_product(visit: Visit) -> Response:
    """The form for a product that is there."""
    saved = _product(visit)
    was = f"{saved['was'] / 100:.2f}" if saved["was"] else ""
    options = write_options(json.loads(saved["options"]))
    return _form_page(
        visit,
        Form(saved | {"price": f"{saved['price'] / 100:.2f}", "was": was, "options": options}),
        saved,
    )


def _read(visit: Visit, besides: int = 0) -> Form:
    form = visit.read(PRODUCT)
    if visit.store.row(
        "SELECT id FROM products WHERE slug = ? AND id != ?", slug(form.values["name"]), besides
    ):
        return form.with_error("name", "There is already a product with this name")
    known = visit.store.row("SELECT id FROM categories WHERE id = ?", form.values["category_id"])
    return (
        form
        if known or not form.ok
        else form.with_error("category_id", "Select a category from the list")
    )


def _columns(visit: Visit, form: Form) -> Row:
    values = form.values
    return {
        "slug": slug(values["name"]) or "product",
        "name": values["name"],
        "category_id": int(values["category_id"]),
        "price": _pence(values["price"]),
        "was": _pence(values["was"]) if values["was"] else None,
        "stock": int(values["stock"]),
        "summary": values["summary"],
        "description": values["description"] or values["summary"],
        "options": json.dumps(read_options(values["options"])),
        "featured": int("featured" in visit.form),
    }


def _pence(typed: str) -> int:
    return round(float(typed) * 100)


def create_product(visit: Visit) -> Response:
    """Put another product on the shelves."""
    form = _read(visit)
    if not form.ok:
        return _form_page(visit, form, None)
    columns = _columns(visit, form)
    rank = visit.store.count("SELECT max(rank) FROM products") + 1
    visit.store.insert(
        "products", details="{}", shape="parcel", palette=rank % len(PALETTES), rank=rank, **columns
    )
    visit.note("product.create", slug=columns["slug"], name=columns["name"], price=columns["price"])
    return visit.go("/admin/products", f"{columns['name']} has been created.")


def save_product(visit: Visit) -> Response:
    """Save a changed product."""
    saved = _product(visit)
    form = _read(visit, besides=saved["id"])
    if not form.ok:
        return _form_page(visit, form, saved)
    columns = _columns(visit, form)
    visit.store.update("products", saved["id"], **columns)
    visit.note(
        "product.update",
        slug=columns["slug"],
        name=columns["name"],
        price=columns["price"],
        stock=columns["stock"],
    )
    return visit.go("/admin/products", f"{columns['name']} has been saved.")


def ask_delete_product(visit: Visit) -> Response:
    """Ask before a product is deleted."""
    saved = _product(visit)
    return confirm(
        visit, what=saved["name"], back=f"/admin/products/{saved['id']}", current="products"
    )


def delete_product(visit: Visit) -> Response:
    """Delete a product, also from every basket."""
    saved = _product(visit)
    visit.store.run("DELETE FROM products WHERE id = ?", saved["id"])
    visit.note("product.delete", slug=saved["slug"], name=saved["name"])
    return visit.go("/admin/products", f"{saved['name']} has been deleted.")
