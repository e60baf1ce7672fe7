"""The shop as an ASGI application."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response

from pathfinder.core.errors import UsageError

from .faults import fault_called
from .routes import routes
from .seed import fill
from .settings import ShopSettings
from .skins.known import skin_called
from .store import Store
from .visit import Shop, broken_page, close_visit, open_visit


async def not_found(request: Request, _: Exception) -> Response:
    """The page for an address that leads nowhere."""
    visit = await open_visit(request)
    return close_visit(
        visit,
        visit.page(
            "error.html",
            status=404,
            title="Page not found",
            text="We could not find the page you asked for.",
        ),
    )


async def broken(request: Request, _: Exception) -> Response:
    """The page for a fault of the shop itself."""
    visit = await open_visit(request)
    return close_visit(visit, broken_page(visit))


def open_store(settings: ShopSettings) -> Store:
    """The shop's database, made if it isn't there.

    Raises:
        UsageError: The data folder can't be written.
    """
    try:
        if settings.data:
            settings.data.mkdir(parents=True, exist_ok=True)
        return Store(settings.database)
    except (OSError, sqlite3.Error) as error:
        raise UsageError(
            f"the shop's data folder {settings.data} can't be used ({error}); choose another one "
            "with --data"
        ) from error


def create_app(settings: ShopSettings | None = None) -> Starlette:
    """A shop that is open; one with a data folder goes on where it was closed."""
    settings = settings or ShopSettings()
    store = open_store(settings)
    if not store.count("SELECT count(*) FROM categories"):
        fill(store, settings)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        store.close()

    skin, fault = skin_called(settings.skin), fault_called(settings.fault)
    app = Starlette(
        routes=routes(settings, skin),
        lifespan=lifespan,
        exception_handlers={404: not_found, 500: broken},
    )
    app.state.shop = Shop(settings, store, skin, fault.on_route)
    return app
