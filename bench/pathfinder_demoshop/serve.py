"""Open the shop on a port, for a person or for a test."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from pathfinder.core.listening import address_of, listen, serve_until_signalled

from .app import create_app
from .faults.known import faults_table
from .settings import SHOP_NAME, ShopSettings
from .skins.known import skins_table

LIST = "list"
HOST = "127.0.0.1"


def make_server(settings: ShopSettings) -> uvicorn.Server:
    """A server for one shop."""
    config = uvicorn.Config(
        create_app(settings), log_level="warning", access_log=False, timeout_graceful_shutdown=1
    )
    return uvicorn.Server(config)


def variants(settings: ShopSettings) -> str:
    """The lines to print when a fault or skin called `list` is asked for; else empty."""
    lists = (
        faults_table() if settings.fault == LIST else "",
        skins_table() if settings.skin == LIST else "",
    )
    return "\n\n".join(each for each in lists if each)


def serve(settings: ShopSettings, port: int) -> None:
    """Keep the shop open until Ctrl-C; say where it is when it is ready.

    Raises:
        UsageError: The port is in use.
    """
    listener = listen(HOST, port)
    serve_until_signalled(
        make_server(settings),
        listener,
        f"{SHOP_NAME} is open at {address_of(listener)} (seed {settings.seed}; Ctrl-C closes it)",
    )


@contextmanager
def running_shop(*, port: int = 0, **settings: Any) -> Iterator[str]:
    """A shop that is open while the block runs; gives its address.

    Args:
        port: 0 for any that is free.
        settings: Of `ShopSettings`; the truth API is there unless `truth=False`.
    """
    listener = listen(HOST, port)
    server = make_server(ShopSettings(**{"truth": True, **settings}))
    thread = threading.Thread(
        target=lambda: asyncio.run(server.serve(sockets=[listener])), daemon=True
    )
    thread.start()
    try:
        yield address_of(listener)
    finally:
        server.should_exit = True
        thread.join(timeout=5)
        listener.close()
