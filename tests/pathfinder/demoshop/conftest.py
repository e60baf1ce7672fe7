from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from pathfinder_demoshop.app import create_app
from pathfinder_demoshop.settings import ShopSettings

Open = Callable[..., TestClient]


@pytest.fixture
def open_shop() -> Iterator[Open]:
    """Opens shops without a server; a client is one visitor."""
    clients: list[TestClient] = []

    def opened(**settings: Any) -> TestClient:
        client = TestClient(create_app(ShopSettings(**{"truth": True, **settings})))
        client.__enter__()
        clients.append(client)
        return client

    yield opened
    for client in clients:
        client.__exit__()


@pytest.fixture
def shop(open_shop: Open) -> TestClient:
    return open_shop()
