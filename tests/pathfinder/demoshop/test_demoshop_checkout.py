import pytest
from starlette.testclient import TestClient

ADDRESS = {
    "email": "alex.morgan@example.com",
    "first_name": "Alex",
    "last_name": "Morgan",
    "line1": "12 Harbour Street",
    "line2": "",
    "city": "Bristol",
    "postcode": "BS1 4DJ",
    "country": "United Kingdom",
    "phone": "",
}
CARD = {
    "card_name": "Alex Morgan",
    "card_number": "4242 4242 4242 4242",
    "expiry": "12/34",
    "cvc": "123",
}
MUG = {"option_colour": "Moss", "quantity": "2"}


def until_review(shop: TestClient) -> None:
    shop.post("/basket/add/stoneware-mug", data=MUG)
    shop.post("/checkout/address", data=ADDRESS)
    shop.post("/checkout/delivery", data={"delivery": "standard"})
    shop.post("/checkout/payment", data=CARD)


def test_a_guest_buys_to_the_confirmation(shop: TestClient) -> None:
    assert (
        "Stoneware Mug was added to your basket"
        in shop.post("/basket/add/stoneware-mug", data=MUG).text
    )
    assert "Delivery method" in shop.post("/checkout/address", data=ADDRESS).text
    assert "Card number" in shop.post("/checkout/delivery", data={"delivery": "express"}).text
    review = shop.post("/checkout/payment", data=CARD).text
    assert "Visa ending in 4242" in review
    thanks = shop.post("/checkout/review", data={"terms": "yes"})
    assert "Thank you for your order" in thanks.text
    assert "Your order number is <b>10241</b>" in thanks.text

    [order] = shop.get("/truth/orders").json()
    assert order["number"] == 10241
    assert order["email"] == ADDRESS["email"]
    assert order["address"]["postcode"] == "BS1 4DJ"
    assert order["lines"] == [
        {
            "product": "Stoneware Mug",
            "slug": "stoneware-mug",
            "options": {"Colour": "Moss"},
            "price": 1400,
            "quantity": 2,
        }
    ]
    assert (order["subtotal"], order["delivery_cost"], order["total"]) == (2800, 795, 3595)
    assert order["payment"] == {"brand": "Visa", "last4": "4242"}
    assert shop.get("/truth/baskets").json() == []


def test_the_order_takes_the_goods_from_stock(shop: TestClient) -> None:
    def stock() -> int:
        return next(
            int(product["stock"])
            for product in shop.get("/truth/products").json()
            if product["slug"] == "stoneware-mug"
        )

    before = stock()
    until_review(shop)
    shop.post("/checkout/review", data={"terms": "yes"})
    assert stock() == before - 2


@pytest.mark.parametrize(
    ("field", "typed", "message"),
    [
        ("email", "alex", "Enter an email address in the format name@example.com"),
        ("first_name", "", "Enter your first name"),
        ("postcode", "", "Enter your postcode"),
        ("postcode", "!!", "Enter a full postcode, such as BS1 4DJ"),
        ("country", "", "Select your country"),
        ("phone", "abc", "Enter a phone number"),
    ],
)
def test_a_wrong_address_is_explained_at_its_field(
    shop: TestClient, field: str, typed: str, message: str
) -> None:
    shop.post("/basket/add/stoneware-mug", data=MUG)
    answer = shop.post("/checkout/address", data=ADDRESS | {field: typed})
    assert answer.status_code == 422
    assert "There is a problem" in answer.text
    assert answer.text.count(message) == 2  # in the summary and at the field
    assert 'value="12 Harbour Street"' in answer.text


@pytest.mark.parametrize(
    ("field", "typed", "message"),
    [
        ("card_number", "4242 4242 4242 4241", "Enter a valid card number"),
        ("card_number", "4000 0000 0000 0002", "Your card was declined"),
        ("expiry", "01/20", "Your card has expired"),
        ("expiry", "soon", "Enter the expiry date as MM/YY"),
        ("cvc", "12", "Enter the 3 or 4 digits of the security code"),
    ],
)
def test_a_wrong_card_is_explained_and_never_shown_again(
    shop: TestClient, field: str, typed: str, message: str
) -> None:
    shop.post("/basket/add/stoneware-mug", data=MUG)
    shop.post("/checkout/address", data=ADDRESS)
    shop.post("/checkout/delivery", data={"delivery": "standard"})
    answer = shop.post("/checkout/payment", data=CARD | {field: typed})
    assert answer.status_code == 422
    assert message in answer.text
    assert "4242 4242" not in answer.text


def test_steps_can_not_be_skipped(shop: TestClient) -> None:
    assert "Your basket is empty" in shop.get("/checkout/review").text
    shop.post("/basket/add/stoneware-mug", data=MUG)
    assert shop.get("/checkout/review").url.path == "/checkout/address"
    shop.post("/checkout/address", data=ADDRESS)
    assert shop.post("/checkout/review", data={"terms": "yes"}).url.path == "/checkout/delivery"
    assert shop.get("/truth/orders").json() == []


def test_the_terms_have_to_be_accepted(shop: TestClient) -> None:
    until_review(shop)
    answer = shop.post("/checkout/review", data={})
    assert answer.status_code == 422
    assert "Accept the terms and conditions" in answer.text
    assert shop.get("/truth/orders").json() == []


def test_goods_that_were_sold_meanwhile_are_not_sold_twice(shop: TestClient) -> None:
    until_review(shop)
    shop.app.state.shop.store.run("UPDATE products SET stock = 1 WHERE slug = 'stoneware-mug'")  # type: ignore[attr-defined]
    answer = shop.post("/checkout/review", data={"terms": "yes"})
    assert "there are only 1 of Stoneware Mug left" in answer.text
    assert shop.get("/truth/orders").json() == []


def test_an_order_is_shown_to_its_visitor_only(shop: TestClient) -> None:
    until_review(shop)
    address = shop.post("/checkout/review", data={"terms": "yes"}).url.path
    assert shop.get(address).status_code == 200
    shop.cookies.clear()
    assert shop.get(address).status_code == 404


def test_delivery_is_free_for_a_large_order(shop: TestClient) -> None:
    shop.post("/basket/add/oak-coffee-table", data={"quantity": "1"})
    shop.post("/checkout/address", data=ADDRESS)
    assert "Free" in shop.get("/checkout/delivery").text
    shop.post("/checkout/delivery", data={"delivery": "standard"})
    shop.post("/checkout/payment", data=CARD)
    shop.post("/checkout/review", data={"terms": "yes"})
    assert shop.get("/truth/orders").json()[0]["delivery_cost"] == 0
