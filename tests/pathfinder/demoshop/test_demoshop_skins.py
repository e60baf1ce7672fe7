"""A shop in any skin works, though nothing in its pages is where or what it was."""

import re
from typing import Any

import pytest
from lxml import html
from starlette.testclient import TestClient

from pathfinder.core.errors import UsageError
from pathfinder_demoshop.app import create_app
from pathfinder_demoshop.settings import ShopSettings
from pathfinder_demoshop.skins.known import LOOKS, skin_called, skins_table
from pathfinder_demoshop.skins.renamed import new_name
from pathfinder_demoshop.skins.reworded import words

ADDRESS = {
    "email": "alex@example.com",
    "first_name": "Alex",
    "last_name": "Morgan",
    "line1": "12 Harbour Street",
    "city": "Bristol",
    "postcode": "BS1 4DJ",
    "country": "United Kingdom",
}
CARD = {
    "card_name": "Alex Morgan",
    "card_number": "4242 4242 4242 4242",
    "expiry": "12/34",
    "cvc": "123",
}
PAGES = (
    "/",
    "/products",
    "/search?q=lamp",
    "/product/merino-wool-throw",
    "/product/merino-wool-throw/review",
    "/basket",
    "/contact",
    "/checkout/address",
    "/checkout/delivery",
    "/checkout/payment",
    "/checkout/review",
    "/account",
    "/account/profile",
    "/account/addresses",
    "/account/addresses/new",
    "/admin",
    "/admin/products",
    "/admin/products/1",
    "/admin/customers",
    "/admin/orders",
    "/admin/orders/10240",
    "/admin/orders/10240/delete",
    "/no-such-page",
)


def visitor(skin: str = "") -> TestClient:
    """A customer and administrator in the middle of a checkout."""
    client = TestClient(create_app(ShopSettings(truth=True, skin=skin)))
    client.post(
        "/account/login", data={"email": "alex.morgan@example.com", "password": "Correct-Horse-7"}
    )
    client.post("/admin/login", data={"email": "admin@example.com", "password": "Admin-Secret-7"})
    client.post("/basket/add/cast-iron-pan", data={"quantity": "2", "option_size": "28 cm"})
    for step, typed in (
        ("address", ADDRESS),
        ("delivery", {"delivery": "express"}),
        ("gift", {"wrapping": "paper"}),
        ("payment", CARD),
    ):
        client.post(f"/checkout/{step}", data=typed)
    client.get("/basket")
    return client


def forms(page: Any) -> set[tuple[str, ...]]:
    """What every form of a page sends where, without looking at its shape."""
    return {
        (
            str(form.get("action")),
            *sorted(
                f"{field.get('name')}={field.get('value')}" for field in form.xpath(".//*[@name]")
            ),
        )
        for form in page.xpath("//form")
    }


def links(page: Any) -> set[str]:
    return {
        link
        for link in page.xpath("//a/@href")
        if not link.startswith("#") and "/checkout/gift" not in link
    }


def described(client: TestClient, address: str) -> Any:
    return html.document_fromstring(client.get(address).text)


@pytest.fixture(scope="module")
def plain() -> dict[str, Any]:
    client = visitor()
    return {address: described(client, address) for address in PAGES}


@pytest.mark.parametrize("skin", LOOKS)
def test_every_page_has_the_links_and_the_fields_that_it_had(
    skin: str, plain: dict[str, Any]
) -> None:
    client = visitor(skin)
    for address in PAGES:
        page = described(client, address)
        assert forms(page) == forms(plain[address]), address
        assert links(page) == links(plain[address]), address


@pytest.mark.parametrize("skin", LOOKS)
def test_labels_and_descriptions_belong_to_elements_that_are_there(skin: str) -> None:
    client = visitor(skin)
    client.post("/checkout/address", data={})
    for page in (
        described(client, "/checkout/address"),
        html.document_fromstring(client.post("/checkout/address", data={}).text),
    ):
        ids = set(page.xpath("//@id"))
        named = {
            name for names in page.xpath("//@for | //@aria-describedby") for name in names.split()
        }
        assert named <= ids
        assert {link[1:] for link in page.xpath("//a/@href") if link.startswith("#")} <= ids
        assert (
            len(page.xpath("//input[@name='city']/ancestor::label"))
            + len(named & set(page.xpath("//input[@name='city']/@id")))
            > 0
        )


@pytest.mark.parametrize("skin", LOOKS)
def test_an_order_goes_through(skin: str) -> None:
    client = visitor(skin)
    thanks = client.post("/checkout/review", data={"terms": "yes"})
    assert "Thank you for your order" in thanks.text
    assert client.get("/truth/orders").json()[0]["total"] == 11800 + 795


def test_ids_and_classes_are_renamed_in_pages_style_and_script() -> None:
    client = visitor("renamed")
    page = described(client, "/product/cast-iron-pan")
    used = {name for names in page.xpath("//@class") for name in names.split()} | set(
        page.xpath("//@id")
    )
    assert used
    assert all(re.fullmatch(r"_[0-9a-f]{7}", name) for name in used)
    style, script = client.get("/static/shop.css").text, client.get("/static/shop.js").text
    assert f".{new_name('button')} {{" in style
    assert "url(stars.svg)" in style
    assert f'one(".{new_name("drawer-shade")}")' in script
    assert f'className = "{new_name("field-error")}"' in script
    assert f'one("#{new_name("quantity")}")' in script


def test_controls_say_the_same_in_other_words_and_goods_do_not() -> None:
    text = visitor("reworded").get("/product/cast-iron-pan").text
    assert "Put into bag" in text
    assert "Add to basket" not in text
    assert (
        'aria-label="Save Cast Iron Pan for later"'
        in visitor("reworded").get("/category/kitchen").text
    )
    assert "Cast Iron Pan" in text


def test_no_two_labels_of_a_page_become_one() -> None:
    known, _ = words()
    twice = [new for new in known.values() if list(known.values()).count(new) > 1]
    assert set(twice) <= {"Change …", "Discard …"}


def test_fields_and_columns_stand_in_another_order() -> None:
    page = described(visitor("rearranged"), "/checkout/address")
    fields = page.xpath("//input/@name")
    assert fields.index("last_name") < fields.index("first_name")
    assert page.xpath("//select[@name='country']/preceding::input[@name='city']") == []


def test_labels_hold_their_fields_in_the_nested_skin() -> None:
    assert described(visitor("nested"), "/checkout/address").xpath("//label//input[@name='city']")


def test_the_checkout_asks_one_question_more() -> None:
    client = TestClient(create_app(ShopSettings(skin="gift-step")))
    client.post("/basket/add/snake-plant", data={"quantity": "1"})
    client.post("/checkout/address", data=ADDRESS)
    gift = client.post("/checkout/delivery", data={"delivery": "standard"})
    assert gift.url.path == "/checkout/gift"
    assert "Continue to payment" in gift.text
    assert client.get("/checkout/payment").url.path == "/checkout/gift"
    assert client.post("/checkout/gift", data={"wrapping": "gold"}).status_code == 422
    assert client.post("/checkout/gift", data={"wrapping": "cloth"}).url.path == "/checkout/payment"
    assert TestClient(create_app()).get("/checkout/gift").status_code == 404


def test_an_unknown_skin_is_one_clear_line_and_the_list_has_all_of_them() -> None:
    with pytest.raises(UsageError, match="skin 'nestd' is not known; did you mean 'nested'"):
        skin_called("nestd")
    assert [line.split()[0] for line in skins_table().splitlines()] == list(LOOKS)
