"""Home, categories, search, filters and sorting, and the page of one product."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from .product import Product, product_called, products
from .visit import Visit, found, money

PAGE_SIZE = 12
SORTS: Mapping[str, str] = {
    "recommended": "Recommended",
    "price": "Price: low to high",
    "price-down": "Price: high to low",
    "rating": "Customer rating",
    "name": "Name: A to Z",
}
PRICES: Mapping[str, tuple[str, int, int]] = {
    "under-25": ("Under £25", 0, 2500),
    "25-50": ("£25 to £50", 2500, 5000),
    "50-100": ("£50 to £100", 5000, 10000),
    "over-100": ("Over £100", 10000, 10**9),
}


@dataclass(frozen=True)
class Listing:
    """One page of a list of products, and how it was asked for."""

    shown: Sequence[Product]
    total: int
    page: int
    pages: int
    asked: Mapping[str, str]
    shop_is_empty: bool = False

    def link(self, **changes: object) -> str:
        """The address of this list with something changed."""
        return "?" + urlencode(
            {name: value for name, value in {**self.asked, **changes}.items() if value}
        )

    @property
    def filtered(self) -> bool:
        """Whether some products may have been left out by filters."""
        return any(self.asked.get(name) for name in ("price", "rating", "stock"))


def home(visit: Visit) -> Response:
    """The front page: a hero, categories, featured and best-rated products."""
    everything = products(visit.store)
    featured = [product for product in everything if product.row["featured"]]
    rated = sorted(
        (product for product in everything if product.row["review_count"] > 1),
        key=lambda each: -each.rating,
    )
    pictured = {product.row["category_slug"]: product for product in reversed(everything)}
    return visit.page("home.html", featured=featured[:8], rated=rated[:4], pictured=pictured)


def category(visit: Visit) -> Response:
    """The products of one category."""
    row = found(visit.store.row("SELECT * FROM categories WHERE slug = ?", visit.path("slug")))
    listing = list_products(visit, products(visit.store, "categories.slug = ?", row["slug"]))
    return visit.page(
        "listing.html",
        title=row["name"],
        blurb=row["blurb"],
        listing=listing,
        current=row["slug"],
        sorts=SORTS,
        prices=PRICES,
    )


def all_products(visit: Visit) -> Response:
    """Everything the shop sells."""
    listing = list_products(visit, products(visit.store))
    blurb = "Everything in the shop, from lamps to notebooks."
    return visit.page(
        "listing.html",
        title="All products",
        blurb=blurb,
        listing=listing,
        current="all",
        sorts=SORTS,
        prices=PRICES,
    )


def search(visit: Visit) -> Response:
    """The products that hold every word that was searched for."""
    wanted = visit.query("q")
    listing = list_products(visit, search_products(visit, wanted))
    title = f"Search results for “{wanted}”" if wanted else "Search"
    return visit.page(
        "listing.html",
        title=title,
        blurb="",
        listing=listing,
        current="",
        sorts=SORTS,
        prices=PRICES,
    )


def suggest(visit: Visit) -> Response:
    """The first few products for what has been typed so far."""
    hits = search_products(visit, visit.query("q"))[:5] if visit.query("q") else []
    return JSONResponse(
        [
            {
                "name": hit.name,
                "price": money(hit.price),
                "url": f"/product/{hit.slug}",
                "image": f"/media/{hit.slug}.svg",
            }
            for hit in hits
        ]
    )


def search_products(visit: Visit, wanted: str) -> list[Product]:
    """The products whose text holds each word, those with a word in their name first."""
    words = [word.rstrip("s") for word in wanted.lower().split()]
    hits = [
        product for product in products(visit.store) if words and visit.rules.finds(words, product)
    ]
    return sorted(hits, key=lambda product: -sum(word in product.name.lower() for word in words))


def list_products(visit: Visit, candidates: Sequence[Product]) -> Listing:
    """Filter, sort and page as the address asks."""
    asked = {name: visit.query(name) for name in ("q", "price", "rating", "stock", "sort")}
    kept = [product for product in candidates if _is_wanted(product, asked)]
    if asked["sort"] in SORTS:
        kept.sort(key=visit.rules.sorts[asked["sort"]])  # type: ignore[arg-type]
    pages = max(1, -(-len(kept) // PAGE_SIZE))
    page = min(max(1, int(visit.query("page"))), pages) if visit.query("page").isdecimal() else 1
    first = visit.rules.first_on_page(page, PAGE_SIZE)
    empty = not visit.store.count("SELECT count(*) FROM products")
    return Listing(kept[first : first + PAGE_SIZE], len(kept), page, pages, asked, empty)


def _is_wanted(product: Product, asked: Mapping[str, str]) -> bool:
    _, low, high = PRICES.get(asked["price"], ("", 0, 10**9))
    stars = int(asked["rating"]) if asked["rating"].isdecimal() else 0
    return (
        low <= product.price < high
        and product.rating >= stars
        and not (asked["stock"] and product.stock == 0)
    )


def product_page(visit: Visit) -> Response:
    """The page of one product."""
    return show_product(visit, wanted_product(visit))


def wanted_product(visit: Visit) -> Product:
    """The product that the address names, or the page "not found"."""
    product = product_called(visit.store, visit.path("slug"))
    if product is None:
        raise HTTPException(404)
    return product


def show_product(
    visit: Visit, product: Product, errors: Mapping[str, str] | None = None
) -> Response:
    """The page of a product, with what was wrong with adding it to the basket."""
    siblings = products(
        visit.store,
        "products.category_id = ? AND products.id != ?",
        product.row["category_id"],
        product.id,
    )
    context: dict[str, Any] = {
        "product": product,
        "reviews": visit.store.rows(
            "SELECT * FROM reviews WHERE product_id = ? ORDER BY time DESC, id DESC", product.id
        ),
        "related": siblings[:4],
        "errors": errors or {},
    }
    return (
        visit.invalid("product.html", **context)
        if errors
        else visit.page("product.html", **context)
    )
