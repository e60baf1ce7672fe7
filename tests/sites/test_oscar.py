"""The django-oscar shop is one.

It lists its products, takes orders without a browser, and says truly what happened.
"""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import httpx
import pytest
from bs4 import BeautifulSoup, Tag

from pathfinder.core.settings import load_sites
from pathfinder.session.siteserver import served

pytest.importorskip("oscar", reason="django-oscar is not installed; pip install '.[dev]'")

ROOT = Path(__file__).parents[2]
SITES = load_sites(ROOT / "tests/sites/sites.yaml")
ADDRESS = {
    "first_name": "Ada",
    "last_name": "Byron",
    "line1": "1 High Street",
    "line4": "London",
    "postcode": "N1 9GU",
    "phone_number": "+44 20 7946 0958",
}


class Visitor:
    """Uses a shop over HTTP.

    Keeps cookies, follows redirects, and sends a form as a browser would.
    """

    def __init__(self, url: str):
        self._http = httpx.Client(base_url=url, follow_redirects=True, timeout=30)
        self.close = self._http.close
        self.page = BeautifulSoup()
        self.at = ""

    def go(self, path: str) -> BeautifulSoup:
        return self._arrive(self._http.get(path))

    def send(self, form: str, **values: str) -> BeautifulSoup:
        """Fill in and submit the form that matches a CSS selector."""
        found = self.page.select_one(form)
        assert isinstance(found, Tag), f"no {form} on {self.at}"
        return self._arrive(
            self._http.post(
                urljoin(self.at, str(found.get("action", ""))), data=_filled_in(found) | values
            )
        )

    def truth(self, what: str) -> list[dict[str, object]]:
        answer: list[dict[str, object]] = self._http.get(f"/truth/{what}").json()
        return answer

    def reset(self) -> None:
        assert self._http.post("/truth/reset").json() == {"reset": True}

    def status(self, path: str) -> int:
        return self._http.get(path).status_code

    def _arrive(self, answer: httpx.Response) -> BeautifulSoup:
        assert answer.status_code == 200, f"{answer.url}: {answer.status_code}"
        self.page = BeautifulSoup(answer.text, "lxml")
        self.at = answer.url.path
        return self.page


def _filled_in(form: Tag) -> dict[str, str]:
    ticked = [
        field
        for field in form.select("input[name], button[name]")
        if field.get("type") not in ("radio", "checkbox") or field.has_attr("checked")
    ]
    chosen = [
        (select, select.select_one("option[selected]") or select.select_one("option"))
        for select in form.select("select[name]")
    ]
    fields = {str(field["name"]): str(field.get("value", "")) for field in ticked}
    return fields | {
        str(select["name"]): str(option["value"]) for select, option in chosen if option
    }


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        with served(SITES["oscar"], seed=1) as site:
            yield site.url


@pytest.fixture
def visitor(url: str) -> Iterator[Visitor]:
    with closing(Visitor(url)) as visitor:
        visitor.reset()
        yield visitor


def in_stock(visitor: Visitor) -> dict[str, object]:
    return next(
        product
        for product in visitor.truth("products")
        if product["stock"] and "Apron" not in str(product["title"])
    )


def listed(visitor: Visitor) -> set[str]:
    """Titles of the products that a page lists, whole.

    The shop shortens long ones on the page itself.
    """
    return {str(link["title"]) for link in visitor.page.select(".product_pod h3 a")}


def log_in(visitor: Visitor) -> None:
    visitor.go("/accounts/login/")
    page = visitor.send(
        "#login_form",
        **{"login-username": "alex.morgan@example.com", "login-password": "Correct-Horse-7"},
    )
    assert "Welcome back" in page.text


def test_the_catalogue_lists_every_product_with_a_picture(visitor):
    pods = visitor.go("/").select(".product_pod")
    known = {str(product["title"]).partition(",")[0] for product in visitor.truth("products")}
    assert listed(visitor) == known
    assert len(known) >= 12
    assert {visitor.status(str(pod.select_one("img")["src"])) for pod in pods} == {200}


def test_a_category_and_the_search_find_their_products(visitor):
    links = {
        link.text.strip(): str(link["href"])
        for link in visitor.go("/").select(".side_categories a")
    }
    books = {
        product["title"]
        for product in visitor.truth("products")
        if "Books" in product["categories"]
    }
    visitor.go(links["Books"])
    assert listed(visitor) == books
    visitor.go("/search/?q=kettle")
    assert listed(visitor) == {"Copper Kettle"}


def test_a_guest_buys_and_the_truth_has_the_order(visitor):
    product = in_stock(visitor)
    visitor.go(str(product["url"]))
    visitor.send("#add_to_basket_form")
    visitor.go("/checkout/")
    visitor.send("form", username="ada@example.com", options="anonymous")
    assert visitor.at == "/checkout/shipping-address/"
    assert "This field is required" in visitor.send("#new_shipping_address", first_name="").text
    visitor.send("#new_shipping_address", **ADDRESS)
    assert visitor.at == "/checkout/payment-details/"
    visitor.go("/checkout/preview/")
    page = visitor.send("#place_order_form")
    assert visitor.at == "/checkout/thank-you/"
    [order] = visitor.truth("orders")
    assert str(order["number"]) in page.select_one("h1").text
    assert (order["email"], order["guest"], order["total"]) == (
        "ada@example.com",
        True,
        product["price"],
    )
    assert order["lines"] == [{"title": product["title"], "quantity": 1, "price": product["price"]}]
    assert {name: order["address"][name] for name in ("first_name", "postcode", "country")} == {
        "first_name": "Ada",
        "postcode": "N1 9GU",
        "country": "GB",
    }
    visitor.reset()
    assert visitor.truth("orders") == []


def test_a_customer_changes_the_saved_address(visitor):
    assert visitor.truth("addresses") == []
    log_in(visitor)
    edit = visitor.go("/accounts/addresses/").find("a", string=lambda text: text and "Edit" in text)
    visitor.go(str(edit["href"]))
    visitor.send("form[method=post]:has([name=line1])", line1="12 Market Street")
    assert [address["line1"] for address in visitor.truth("addresses")] == ["12 Market Street"]


def test_a_customer_reviews_a_product(visitor):
    log_in(visitor)
    product = in_stock(visitor)
    visitor.go(str(product["url"]))
    visitor.go(str(visitor.page.select_one("#write_review")["href"]))
    visitor.send(
        "#add_review_form", title="Does its job", score="4", body="A month old and as new."
    )
    [review] = visitor.truth("reviews")
    assert (review["product"], review["score"], review["email"]) == (
        product["title"],
        4,
        "alex.morgan@example.com",
    )


def test_a_newcomer_registers(visitor):
    visitor.go("/accounts/login/")
    new = {
        "registration-email": "robin@example.com",
        "registration-password1": "Fresh-Start-9",
        "registration-password2": "Fresh-Start-9",
    }
    visitor.send("#register_form", **new)
    assert [account["email"] for account in visitor.truth("accounts")] == ["robin@example.com"]


@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/basket/", "/nowhere/"])
def test_no_page_asks_another_host_for_anything(url, path):
    page = BeautifulSoup(httpx.get(url.rstrip("/") + path, follow_redirects=True).text, "lxml")
    assets = [
        str(tag.get("src") or tag.get("href") or "")
        for tag in page.select("script, link, img, iframe")
    ]
    assert assets
    assert [asset for asset in assets if urlsplit(asset).netloc] == []


def test_a_seed_decides_prices_stock_and_order(visitor, monkeypatch):
    monkeypatch.chdir(ROOT)
    with served(SITES["oscar"], seed=2) as other:
        theirs = httpx.get(f"{other.url}truth/products").json()
    ours = visitor.truth("products")
    assert {product["title"] for product in ours} == {product["title"] for product in theirs}
    assert [product["title"] for product in ours] != [product["title"] for product in theirs]
    assert {(p["title"], p["price"], p["stock"]) for p in ours} != {
        (p["title"], p["price"], p["stock"]) for p in theirs
    }
    assert len({product["title"] for product in ours if not product["stock"]}) >= 2


def test_an_empty_shop_has_nothing_to_buy(monkeypatch):
    monkeypatch.chdir(ROOT)
    with served(SITES["oscar-empty"], seed=1) as site, closing(Visitor(site.url)) as visitor:
        assert "No products found" in visitor.go("/").text
        assert visitor.truth("products") == []
