from collections.abc import Callable

from starlette.testclient import TestClient

Open = Callable[..., TestClient]
ALEX = {"email": "alex.morgan@example.com", "password": "Correct-Horse-7"}
ROBIN = {
    "first_name": "Robin",
    "last_name": "Taylor",
    "email": "robin.taylor@example.com",
    "password": "Fresh-Start-9",
    "password_again": "Fresh-Start-9",
}
ADDRESS = {
    "first_name": "Alex",
    "last_name": "Morgan",
    "line1": "12 Market Street",
    "line2": "Flat 3",
    "city": "Manchester",
    "postcode": "M1 1PT",
    "country": "United Kingdom",
    "phone": "+44 161 496 0123",
}
REVIEW = {"name": "Alex", "stars": "4", "title": "A good mug", "text": "It keeps the tea warm."}


def test_an_account_is_registered_and_logged_in(shop: TestClient) -> None:
    answer = shop.post("/account/register", data=ROBIN)
    assert "Your account has been created" in answer.text
    assert "Hello, Robin" in answer.text
    [account] = shop.get("/truth/accounts").json()
    assert account["email"] == ROBIN["email"]
    assert "password" not in account
    assert "You have been logged out." in shop.post("/account/logout").text
    assert "Welcome back, Robin." in shop.post("/account/login", data=ROBIN).text


def test_registering_explains_what_is_wrong(shop: TestClient) -> None:
    def said(**changes: str) -> str:
        answer = shop.post("/account/register", data=ROBIN | changes)
        assert answer.status_code == 422
        return answer.text

    assert "Use at least 8 characters" in said(password="short", password_again="short")
    assert "The two passwords are not the same" in said(password_again="Another-One-1")
    assert "already an account with this email address" in said(email="ALEX.morgan@example.com")
    assert shop.get("/truth/accounts").json() == []


def test_a_wrong_password_is_refused(shop: TestClient) -> None:
    answer = shop.post("/account/login", data=ALEX | {"password": "wrong"})
    assert answer.status_code == 422
    assert "The email address or password is not correct." in answer.text


def test_a_shop_can_refuse_every_login(open_shop: Open) -> None:
    shop = open_shop(refuse_login=True)
    for page in ("/account/login", "/admin/login"):
        assert "Your account has been locked. Contact support." in shop.post(page, data=ALEX).text
    assert shop.get("/account").url.path == "/account/login"
    assert [event["kind"] for event in shop.get("/truth/events").json()] == [
        "login.refused",
        "login.refused",
    ]


def test_logging_in_leads_back_to_the_page_that_asked_for_it(shop: TestClient) -> None:
    assert "Please log in to continue." in shop.get("/account/addresses").text
    assert shop.post("/account/login", data=ALEX).url.path == "/account/addresses"


def test_the_delivery_address_is_changed(shop: TestClient) -> None:
    shop.post("/account/login", data=ALEX)
    assert "12 Harbour Street" in shop.get("/account/addresses").text
    wrong = shop.post("/account/addresses/1", data=ADDRESS | {"city": ""})
    assert wrong.status_code == 422
    assert "Enter your town or city" in wrong.text
    assert (
        "Your delivery address has been saved."
        in shop.post("/account/addresses/1", data=ADDRESS | {"is_default": "yes"}).text
    )
    [address] = shop.get("/truth/addresses").json()
    assert (address["email"], address["city"], address["is_default"]) == (
        ALEX["email"],
        "Manchester",
        1,
    )


def test_an_added_address_can_become_the_delivery_address_and_go_again(shop: TestClient) -> None:
    shop.post("/account/login", data=ALEX)
    shop.post("/account/addresses/new", data=ADDRESS | {"is_default": "yes"})
    shop.post("/basket/add/snake-plant", data={"quantity": "1"})
    assert 'value="12 Market Street"' in shop.get("/checkout/address").text
    added = shop.get("/truth/addresses").json()[0]["id"]
    assert "The address has been deleted." in shop.post(f"/account/addresses/{added}/delete").text
    assert shop.post("/account/addresses/2").status_code == 404  # somebody else's


def test_the_profile_is_saved(shop: TestClient) -> None:
    shop.post("/account/login", data=ALEX)
    profile = {
        "first_name": "Alexandra",
        "last_name": "Morgan",
        "email": ALEX["email"],
        "phone": "",
    }
    assert "Your profile has been saved." in shop.post("/account/profile", data=profile).text
    assert shop.get("/truth/accounts").json()[0]["first_name"] == "Alexandra"


def test_a_customer_sees_only_their_own_orders(shop: TestClient) -> None:
    shop.post("/account/login", data=ALEX)
    orders = shop.get("/account/orders").text
    assert "/account/orders/10238" in orders
    assert "Visa ending in 4242" in shop.get("/account/orders/10238").text
    assert shop.get("/account/orders/10240").status_code == 404


def test_a_guest_writes_a_review(shop: TestClient) -> None:
    answer = shop.post("/product/stoneware-mug/review", data=REVIEW)
    assert "Your review has been published." in answer.text
    assert "It keeps the tea warm." in answer.text
    [review] = shop.get("/truth/reviews").json()
    assert (review["product"], review["stars"], review["name"]) == ("stoneware-mug", 4, "Alex")


def test_a_review_needs_stars_and_words(shop: TestClient) -> None:
    answer = shop.post("/product/stoneware-mug/review", data={"name": "Alex", "stars": "9"})
    assert answer.status_code == 422
    assert all(
        message in answer.text
        for message in ("Choose a rating from 1 to 5 stars", "Enter a title", "Write a few words")
    )
    assert shop.get("/truth/reviews").json() == []


def test_what_visitors_write_stays_text(shop: TestClient) -> None:
    attack = '<script>alert(1)</script>"><img src=x>'
    shop.post(
        "/product/stoneware-mug/review",
        data=REVIEW | {"title": attack, "text": attack, "name": attack[:40]},
    )
    pages = [
        shop.get("/product/stoneware-mug"),
        shop.get("/search", params={"q": attack}),
        shop.post("/account/login", data={"email": attack}),
    ]
    assert all(
        "<script>alert" not in page.text and "<img src=x>" not in page.text for page in pages
    )


def test_newsletter_and_contact(shop: TestClient) -> None:
    assert shop.post("/newsletter", data={"email": "nobody"}).status_code == 422
    assert (
        "Thank you for subscribing"
        in shop.post("/newsletter", data={"email": "robin.taylor@example.com"}).text
    )
    assert shop.get("/truth/newsletter").json()[0]["email"] == "robin.taylor@example.com"
    assert (
        "Thank you for your message"
        in shop.post(
            "/contact", data={"name": "Robin", "email": "robin@example.com", "message": "Hello"}
        ).text
    )
