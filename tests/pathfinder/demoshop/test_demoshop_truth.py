from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from pathfinder_demoshop import card
from pathfinder_demoshop.app import create_app
from pathfinder_demoshop.settings import ShopSettings

Open = Callable[..., TestClient]
FACTS = (
    "orders",
    "accounts",
    "addresses",
    "reviews",
    "baskets",
    "products",
    "events",
    "newsletter",
)


@pytest.mark.parametrize("fact", FACTS)
def test_without_truth_there_is_none(open_shop: Open, fact: str) -> None:
    assert open_shop(truth=False).get(f"/truth/{fact}").status_code == 404


def test_without_truth_there_is_no_reset(open_shop: Open) -> None:
    assert open_shop(truth=False).post("/truth/reset").status_code == 404


@pytest.mark.parametrize("fact", [fact for fact in FACTS if fact != "products"])
def test_a_new_shop_has_nothing_to_tell(shop: TestClient, fact: str) -> None:
    assert shop.get(f"/truth/{fact}").json() == []


def test_an_unknown_fact_names_the_known_ones(shop: TestClient) -> None:
    answer = shop.get("/truth/moon")
    assert answer.status_code == 404
    assert "orders" in answer.json()["error"]


def test_a_reset_brings_the_opening_day_back(shop: TestClient) -> None:
    opening = shop.get("/truth/products").json()
    shop.post("/basket/add/snake-plant", data={"quantity": "1"})
    shop.post("/newsletter", data={"email": "robin@example.com"})
    shop.post("/admin/login", data={"email": "admin@example.com", "password": "Admin-Secret-7"})
    shop.post("/admin/products/1/delete")
    assert shop.post("/truth/reset").json() == {"reset": True, "seed": 0}
    assert shop.get("/truth/products").json() == opening
    assert all(shop.get(f"/truth/{fact}").json() == [] for fact in FACTS if fact != "products")
    assert "Your basket is empty." in shop.get("/basket").text
    assert shop.get("/admin").url.path == "/admin/login"


def test_a_shop_with_a_folder_goes_on_where_it_was_closed(tmp_path: Path) -> None:
    settings = ShopSettings(truth=True, data=tmp_path / "shop")
    with TestClient(create_app(settings)) as first:
        first.post(
            "/product/stoneware-mug/review",
            data={"name": "A", "stars": "5", "title": "B", "text": "C"},
        )
    with TestClient(create_app(settings)) as second:
        assert len(second.get("/truth/reviews").json()) == 1


@pytest.mark.parametrize(
    ("number", "valid"),
    [
        ("4242 4242 4242 4242", True),
        ("5555-5555-5555-4444", True),
        ("378282246310005", True),
        ("4242424242424241", False),
        ("4242", False),
    ],
)
def test_card_numbers_pass_the_luhn_check(number: str, valid: bool) -> None:
    assert card.number_is_valid(number) is valid


@pytest.mark.parametrize("expiry", ["12/34", "12/2034", "1234", "12 / 34"])
def test_expiry_dates_are_read_as_people_write_them(expiry: str) -> None:
    assert card.expiry_error(expiry) == ""
