"""The shop as an ASGI application."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from . import account, addresses, basket, catalogue, checkout, feedback, info, truth
from .account import members_only
from .seed import fill
from .settings import ShopSettings
from .store import Store
from .visit import Shop, View, close_visit, open_visit

STATIC = Path(__file__).with_name("static")


def endpoint(view: View) -> Callable[[Request], Awaitable[Response]]:
    """A view as an endpoint: recognise the visitor, answer, remember."""

    async def answer(request: Request) -> Response:
        visit = await open_visit(request)
        return close_visit(visit, view(visit))

    return answer


def get(path: str, view: View) -> Route:
    """A page to look at."""
    return Route(path, endpoint(view), methods=["GET"], name=f"get {path}")


def post(path: str, view: View) -> Route:
    """A form to send."""
    return Route(path, endpoint(view), methods=["POST"], name=f"post {path}")


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
TRUTH = (Route("/truth/reset", truth.reset, methods=["POST"]), Route("/truth/{fact}", truth.tell, methods=["GET"]))


def routes(settings: ShopSettings) -> list[BaseRoute]:
    """Every address of the shop; the truth only where it is wanted."""
    static = Mount("/static", StaticFiles(directory=STATIC))
    media = Route("/media/{slug}.svg", info.media)
    return [static, media, *CATALOGUE, *BUYING, *ACCOUNT, *(TRUTH if settings.truth else ())]


async def not_found(request: Request, _: Exception) -> Response:
    """The page for an address that leads nowhere."""
    visit = await open_visit(request)
    return close_visit(
        visit, visit.page("error.html", status=404, title="Page not found", text="We could not find the page you asked for.")
    )


async def broken(request: Request, _: Exception) -> Response:
    """The page for a fault of the shop itself."""
    visit = await open_visit(request)
    text = "Something went wrong on our side. Please try again later."
    return close_visit(visit, visit.page("error.html", status=500, title="Sorry, an error has occurred", text=text))


def create_app(settings: ShopSettings | None = None) -> Starlette:
    """A shop that is open; one with a data folder goes on where it was closed."""
    settings = settings or ShopSettings()
    if settings.data:
        settings.data.mkdir(parents=True, exist_ok=True)
    store = Store(settings.database)
    if not store.count("SELECT count(*) FROM categories"):
        fill(store, settings)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        store.close()

    app = Starlette(routes=routes(settings), lifespan=lifespan, exception_handlers={404: not_found, 500: broken})
    app.state.shop = Shop(settings, store)
    return app
