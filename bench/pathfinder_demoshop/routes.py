"""Every address of the shop, and the view that answers there."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from . import (
    account,
    addresses,
    admin,
    admin_customers,
    admin_products,
    basket,
    catalogue,
    checkout,
    feedback,
    info,
    truth,
)
from .account import members_only
from .admin import staff_only
from .settings import ShopSettings
from .skins import Skin
from .visit import View, close_visit, open_visit

STATIC = Path(__file__).with_name("static")


def endpoint(name: str, view: View) -> Callable[[Request], Awaitable[Response]]:
    """A view as an endpoint: recognise the visitor, answer as well as this shop can, remember."""

    async def answer(request: Request) -> Response:
        visit = await open_visit(request)
        return close_visit(visit, visit.shop.fault(name, view)(visit))

    return answer


def get(path: str, view: View) -> Route:
    """A page to look at."""
    return _route("get", path, view)


def post(path: str, view: View) -> Route:
    """A form to send."""
    return _route("post", path, view)


def _route(verb: str, path: str, view: View) -> Route:
    name = f"{verb} {path}"
    return Route(path, endpoint(name, view), methods=[verb.upper()], name=name)


CATALOGUE = (
    get("/", catalogue.home),
    get("/products", catalogue.all_products),
    get("/category/{slug}", catalogue.category),
    get("/search", catalogue.search),
    get("/suggest", catalogue.suggest),
    get("/product/{slug}", catalogue.product_page),
    get("/product/{slug}/review", feedback.review_form),
    post("/product/{slug}/review", feedback.post_review),
    get("/wishlist", feedback.wish_list),
    post("/wishlist/{slug}", feedback.toggle_wish),
    post("/newsletter", feedback.subscribe),
    get("/contact", feedback.contact),
    post("/contact", feedback.post_contact),
    get("/info/{page}", info.page),
)
BUYING = (
    get("/basket", basket.show_basket),
    post("/basket/add/{slug}", basket.add),
    post("/basket/{line:int}", basket.change_quantity),
    post("/basket/{line:int}/remove", basket.remove),
    get("/checkout", checkout.start),
    get("/checkout/address", checkout.address),
    post("/checkout/address", checkout.post_address),
    get("/checkout/delivery", checkout.delivery),
    post("/checkout/delivery", checkout.post_delivery),
    get("/checkout/payment", checkout.payment),
    post("/checkout/payment", checkout.post_payment),
    get("/checkout/review", checkout.review),
    post("/checkout/review", checkout.place_order),
    get("/checkout/confirmation/{number:int}", checkout.confirmation),
)
ACCOUNT = (
    get("/account/login", account.login_page),
    post("/account/login", account.log_in),
    post("/account/logout", account.log_out),
    get("/account/register", account.register_page),
    post("/account/register", account.register),
    get("/account", members_only(account.overview)),
    get("/account/orders", members_only(account.order_list)),
    get("/account/orders/{number:int}", members_only(account.order_page)),
    get("/account/profile", members_only(account.profile)),
    post("/account/profile", members_only(account.post_profile)),
    get("/account/addresses", members_only(addresses.address_book)),
    get("/account/addresses/new", members_only(addresses.new_address)),
    post("/account/addresses/new", members_only(addresses.post_new_address)),
    get("/account/addresses/{address:int}", members_only(addresses.edit_address)),
    post("/account/addresses/{address:int}", members_only(addresses.post_address)),
    post("/account/addresses/{address:int}/delete", members_only(addresses.delete_address)),
)
ADMIN = (
    get("/admin/login", admin.login_page),
    post("/admin/login", admin.log_in),
    post("/admin/logout", admin.log_out),
    get("/admin", staff_only(admin.dashboard)),
    get("/admin/orders", staff_only(admin.orders)),
    get("/admin/orders/{number:int}", staff_only(admin.order)),
    post("/admin/orders/{number:int}", staff_only(admin.post_order)),
    get("/admin/orders/{number:int}/delete", staff_only(admin.ask_delete_order)),
    post("/admin/orders/{number:int}/delete", staff_only(admin.delete_order)),
    get("/admin/products", staff_only(admin_products.product_list)),
    get("/admin/products/new", staff_only(admin_products.new_product)),
    post("/admin/products/new", staff_only(admin_products.create_product)),
    get("/admin/products/{product:int}", staff_only(admin_products.edit_product)),
    post("/admin/products/{product:int}", staff_only(admin_products.save_product)),
    get("/admin/products/{product:int}/delete", staff_only(admin_products.ask_delete_product)),
    post("/admin/products/{product:int}/delete", staff_only(admin_products.delete_product)),
    get("/admin/customers", staff_only(admin_customers.customer_list)),
    get("/admin/customers/new", staff_only(admin_customers.new_customer)),
    post("/admin/customers/new", staff_only(admin_customers.create_customer)),
    get("/admin/customers/{customer:int}", staff_only(admin_customers.edit_customer)),
    post("/admin/customers/{customer:int}", staff_only(admin_customers.save_customer)),
    get("/admin/customers/{customer:int}/delete", staff_only(admin_customers.ask_delete_customer)),
    post("/admin/customers/{customer:int}/delete", staff_only(admin_customers.delete_customer)),
)
TRUTH = (
    Route("/truth/reset", truth.reset, methods=["POST"]),
    Route("/truth/{fact}", truth.tell, methods=["GET"]),
)


GIFT = (get("/checkout/gift", checkout.gift), post("/checkout/gift", checkout.post_gift))


def routes(settings: ShopSettings, skin: Skin) -> list[BaseRoute]:
    """Every address of the shop; the truth and the step for gifts only where they are wanted."""
    static = Mount("/static", StaticFiles(directory=STATIC))
    media = Route("/media/{slug}.svg", info.media)
    wanted = (*(GIFT if skin.asks_for_gift else ()), *(TRUTH if settings.truth else ()))
    return [*dressed_files(skin), static, media, *CATALOGUE, *BUYING, *ACCOUNT, *ADMIN, *wanted]


def dressed_files(skin: Skin) -> list[BaseRoute]:
    """The style sheet and the script of a shop whose skin changes them."""
    return (
        [
            _text("shop.css", "text/css", skin.style),
            _text("shop.js", "text/javascript", skin.script),
        ]
        if skin.edits
        else []
    )


def _text(name: str, kind: str, change: Callable[[str], str]) -> Route:
    content = change((STATIC / name).read_text(encoding="utf-8"))
    return Route(f"/static/{name}", lambda _: Response(content, media_type=kind), methods=["GET"])
