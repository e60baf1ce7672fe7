"""The demo shop is healthy: axe-core finds nothing serious in it, and a phone scrolls one way only."""

from collections.abc import Iterator

import pytest
from selenium import webdriver

from pathfinder_demoshop.serve import running_shop
from tests.fakes.audit import overflow, phone, serious

PAGES = (
    "",
    "product/stoneware-mug",
    "category/kitchen",
    "search?q=lamp",
    "basket",
    "account/login",
    "account/register",
    "contact",
    "checkout/address",
)


@pytest.fixture(scope="module")
def shop() -> Iterator[str]:
    with running_shop(seed=0) as url:
        yield url


@pytest.mark.long(but=2)
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_serious(path: str, shop: str, driver: webdriver.Chrome) -> None:
    driver.get(f"{shop}/{path}")
    assert serious(driver) == []
    with phone(driver):
        driver.get(f"{shop}/{path}")
        assert serious(driver) == []
        assert overflow(driver) == 0
