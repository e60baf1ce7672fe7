"""The shop in real Chromium.

What its own script does, and a purchase by the names that the pages show.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import pytest

from pathfinder.core.action import Action, Kind
from pathfinder.webprocessor.browser import Browser
from pathfinder.webprocessor.element import Element, Scene
from pathfinder.webprocessor.opening import open_browser
from pathfinder.webprocessor.scene import make_scene
from pathfinder_demoshop.serve import running_shop

ALEX = {
    "Email address": "alex.morgan@example.com",
    "First name": "Alex",
    "Last name": "Morgan",
    "Address": "12 Market Street",
    "Town or city": "Manchester",
    "Postcode": "M1 1PT",
}
CARD = {
    "Name on card": "Alex Morgan",
    "Card number": "4242424242424242",
    "Expiry date (MM/YY)": "12/34",
    "Security code (CVC)": "123",
}


@dataclass
class Visitor:
    """Somebody who uses the page by the names on it."""

    browser: Browser

    def scene(self) -> Scene:
        return make_scene(self.browser.look())

    def find(self, scene: Scene, name: str) -> Element:
        found = [element for element in scene.actionable if element.name == name]
        assert found, f"no {name!r} among {[element.name for element in scene.actionable]}"
        return next((element for element in found if element.landmark == "main"), found[0])

    def do(self, kind: Kind, name: str, value: str | None = None) -> None:
        scene = self.scene()
        result = self.browser.perform(Action(kind, self.find(scene, name).uid, value), scene)
        assert result.ok, result.message

    def click(self, name: str) -> None:
        self.do(Kind.CLICK, name)

    def fill(self, values: dict[str, str]) -> None:
        for name, value in values.items():
            self.do(Kind.TYPE, name, value)

    def sees(self, text: str) -> bool:
        scene = self.scene()
        return any(text in shown for shown in (scene.text, *scene.names))


@pytest.fixture(scope="module")
def visitor() -> Iterator[Visitor]:
    browser = open_browser(["127.0.0.1:*"])
    yield Visitor(browser)
    browser.close()


def test_a_purchase_from_the_front_page_to_the_confirmation(visitor: Visitor) -> None:
    with running_shop(seed=3) as url:
        visitor.browser.open(f"{url}/category/textiles")
        visitor.click("Accept all")
        assert not visitor.sees("We use cookies")
        visitor.click("Linen Cushion")
        visitor.click("Add to basket")
        assert visitor.sees("Please choose a colour")
        visitor.click("Colour: Clay")
        visitor.do(Kind.SELECT, "Size", "40 cm")
        visitor.click("Increase quantity")
        visitor.click("Add to basket")
        assert visitor.sees("Added to your basket")
        visitor.click("Checkout")
        visitor.fill(ALEX)
        visitor.do(Kind.SELECT, "Country", "United Kingdom")
        visitor.click("Continue to delivery")
        visitor.click("Continue to payment")
        visitor.fill(CARD)
        visitor.click("Continue to review")
        visitor.click("I accept the terms and conditions")
        visitor.click("Place order")
        assert visitor.sees("Thank you for your order")
        [order] = httpx.get(f"{url}/truth/orders").json()
        assert order["lines"][0] | {"price": 0} == {
            "product": "Linen Cushion",
            "slug": "linen-cushion",
            "options": {"Colour": "Clay", "Size": "40 cm"},
            "price": 0,
            "quantity": 2,
        }


def test_the_search_box_suggests_while_typing(visitor: Visitor) -> None:
    with running_shop() as url:
        visitor.browser.open(url)
        visitor.do(Kind.TYPE, "Search products", "teap")
        assert visitor.sees("Enamel Teapot")


def test_the_drawer_closes_and_the_basket_counts(visitor: Visitor) -> None:
    with running_shop() as url:
        visitor.browser.open(f"{url}/product/snake-plant")
        visitor.click("Add to basket")
        visitor.click("Close")
        assert visitor.sees("1 item")
        assert not visitor.sees("Continue shopping")


def test_the_shop_itself_says_what_is_wrong_with_an_address_for_the_newsletter(
    visitor: Visitor,
) -> None:
    with running_shop() as url:
        visitor.browser.open(f"{url}/info/about")
        visitor.fill({"Email address for the newsletter": "kim.lee"})
        visitor.click("Subscribe")
        assert visitor.sees("Enter an email address in the format name@example.com")
