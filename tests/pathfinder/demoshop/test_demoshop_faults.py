"""Each fault can be seen in a shop that has it, and can't be seen in one that hasn't."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import yaml
from lxml import html
from starlette.testclient import TestClient

from pathfinder.core.errors import UsageError
from pathfinder_demoshop.app import create_app
from pathfinder_demoshop.faults import fault_called, known_faults
from pathfinder_demoshop.faults.known import FAULTS, faults_table
from pathfinder_demoshop.routes import ACCOUNT, ADMIN, BUYING, CATALOGUE
from pathfinder_demoshop.settings import ShopSettings

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
CUSTOMER = {"email": "alex.morgan@example.com", "password": "Correct-Horse-7"}
LAMP = {
    "name": "Test Lamp",
    "category_id": "1",
    "price": "24.50",
    "stock": "5",
    "summary": "A lamp",
}

Shop = TestClient
Seen = Callable[[Shop], bool]


def names(shop: Shop, address: str) -> list[str]:
    """The products of a list, in order."""
    return [str(link.text) for link in page(shop, address).xpath("//h3/a")]


def page(shop: Shop, address: str) -> Any:
    return html.document_fromstring(shop.get(address).text)


def words(shop: Shop, address: str) -> str:
    return " ".join(page(shop, address).xpath("string(//main)").split())


def add(shop: Shop, slug: str = "cast-iron-pan", quantity: int = 2, **options: str) -> Any:
    options = options or ({"option_size": "28 cm"} if slug == "cast-iron-pan" else {})
    return shop.post(f"/basket/add/{slug}", data={"quantity": str(quantity), **options})


def check_out(shop: Shop, until: str = "review", **typed: str) -> Any:
    """Buy until a step; return that step's page."""
    add(shop)
    shop.get("/checkout")
    answer = shop.post("/checkout/address", data=ADDRESS | typed)
    for step, values in (
        ("delivery", {"delivery": typed.get("delivery", "express")}),
        ("payment", CARD | typed),
    ):
        if until in ("address", step):
            return answer
        answer = shop.post(f"/checkout/{step}", data=values)
    return answer


def log_in(shop: Shop) -> Any:
    return shop.post("/account/login", data=CUSTOMER)


def administrate(shop: Shop) -> None:
    shop.post("/admin/login", data={"email": "admin@example.com", "password": "Admin-Secret-7"})


def seen_login_forgotten(shop: Shop) -> bool:
    return "Please log in to continue" in log_in(shop).text


def seen_search_by_first_word(shop: Shop) -> bool:
    return not names(shop, "/search?q=throw")


def seen_sort_price_as_text(shop: Shop) -> bool:
    prices = [
        float(each.text[1:].replace(",", ""))
        for each in page(shop, "/products?sort=price").xpath("//span[@class='price']")
    ]
    return prices != sorted(prices)


def seen_sort_name_ignored(shop: Shop) -> bool:
    return names(shop, "/products?sort=name") != sorted(names(shop, "/products?sort=name"))


def seen_price_filter_ignored(shop: Shop) -> bool:
    return "Linen Two-Seater Sofa" in names(shop, "/category/furniture?price=50-100")


def seen_pages_overlap(shop: Shop) -> bool:
    return names(shop, "/products")[-1] == names(shop, "/products?page=2")[0]


def seen_next_page_missing(shop: Shop) -> bool:
    return not page(shop, "/products").xpath("//a[@rel='next']")


def seen_categories_swapped(shop: Shop) -> bool:
    return bool(
        page(shop, "/").xpath("//nav[@id='site-nav']//a[text()='Kitchen']/@href")
        == ["/category/textiles"]
    )


def seen_price_differs(shop: Shop) -> bool:
    return "£159.00" in words(shop, "/product/cast-iron-pan")


def seen_add_button_missing(shop: Shop) -> bool:
    return "Add to basket" not in words(shop, "/product/cast-iron-pan")


def seen_add_button_dead(shop: Shop) -> bool:
    return bool(
        page(shop, "/product/cast-iron-pan").xpath("//button[text()='Add to basket']/@type")
        == ["button"]
    )


def seen_quantity_lost(shop: Shop) -> bool:
    add(shop)
    return "Subtotal (1 item)" in words(shop, "/basket")


def seen_wish_list_forgets(shop: Shop) -> bool:
    shop.post("/wishlist/snake-plant")
    return "Your wish list is empty" in words(shop, "/wishlist")


def seen_review_stars_lost(shop: Shop) -> bool:
    answer = shop.post(
        "/product/snake-plant/review",
        data={"name": "A", "stars": "2", "title": "Test of mine", "text": "C"},
    )
    first = html.document_fromstring(answer.text).xpath("//article[@class='review']")[0]
    return (
        "Test of mine" in first.text_content() and "Rated 5.0" in first.xpath(".//@aria-label")[0]
    )


def seen_newsletter_unchecked(shop: Shop) -> bool:
    return "Thank you for subscribing" in shop.post("/newsletter", data={"email": "alex"}).text


def seen_contact_goes_home(shop: Shop) -> bool:
    answer = shop.post("/contact", data={"name": "A", "email": "a@example.com", "message": "Hello"})
    return answer.url.path == "/" and "Thank you for your message" not in answer.text


def seen_basket_total_per_piece(shop: Shop) -> bool:
    add(shop)
    return "Subtotal (2 items)£59.00" in words(shop, "/basket")


def seen_subtotal_first_line(shop: Shop) -> bool:
    add(shop)
    add(shop, "snake-plant", 1)
    return "Subtotal (3 items)£118.00" in words(shop, "/basket")


def seen_badge_stale(shop: Shop) -> bool:
    add(shop)
    return bool(page(shop, "/").xpath("//b[@class='badge']/text()") == ["1"])


def seen_quantity_not_updated(shop: Shop) -> bool:
    add(shop)
    answer = shop.post("/basket/1", data={"quantity": "3"})
    return "the quantity is now 3" in answer.text and "Subtotal (2 items)" in answer.text


def seen_remove_dead(shop: Shop) -> bool:
    add(shop)
    answer = shop.post("/basket/1/remove")
    return "was removed from your basket" in answer.text and "Subtotal (2 items)" in answer.text


def seen_any_quantity(shop: Shop) -> bool:
    shop.app.state.shop.store.run("UPDATE products SET stock = 40")  # type: ignore[attr-defined]
    return bool(add(shop, quantity=11).status_code == 200)


def seen_checkout_link_dead(shop: Shop) -> bool:
    add(shop)
    return bool(page(shop, "/basket").xpath("//a[text()='Go to checkout']/@href") == ["#"])


def seen_address_labels_swapped(shop: Shop) -> bool:
    add(shop)
    return bool(
        page(shop, "/checkout/address").xpath("//label[@for='city']/text()") == ["Postcode"]
    )


def seen_email_unchecked(shop: Shop) -> bool:
    return bool(check_out(shop, until="address", email="alex").url.path == "/checkout/delivery")


def seen_delivery_choice_lost(shop: Shop) -> bool:
    return "Standard delivery" in check_out(shop, until="review").text


def seen_delivery_not_added(shop: Shop) -> bool:
    return "£125.95" not in check_out(shop, until="payment").text


def seen_delivery_never_free(shop: Shop) -> bool:
    return "£3.95" in check_out(shop, until="delivery").text


def seen_declined_card_accepted(shop: Shop) -> bool:
    return "Your card was declined" not in check_out(shop, card_number="4000 0000 0000 0002").text


def seen_payment_breaks_down(shop: Shop) -> bool:
    return "an error has occurred" in check_out(shop).text


def seen_terms_not_needed(shop: Shop) -> bool:
    check_out(shop)
    return "Thank you for your order" in shop.post("/checkout/review", data={}).text


def seen_order_leads_to_basket(shop: Shop) -> bool:
    check_out(shop)
    return bool(shop.post("/checkout/review", data={"terms": "yes"}).url.path == "/basket")


def seen_confirm_password_unchecked(shop: Shop) -> bool:
    account = {
        "first_name": "A",
        "last_name": "B",
        "email": "ab@example.com",
        "password": "One-Secret-1",
        "password_again": "Two-Secret-2",
    }
    return "Your account has been created" in shop.post("/account/register", data=account).text


def seen_profile_phone_lost(shop: Shop) -> bool:
    log_in(shop)
    shop.post(
        "/account/profile",
        data={
            "first_name": "Alex",
            "last_name": "Morgan",
            "email": CUSTOMER["email"],
            "phone": "0117 111 2222",
        },
    )
    return bool(
        page(shop, "/account/profile").xpath("//input[@id='phone']/@value") != ["0117 111 2222"]
    )


def seen_default_address_ignored(shop: Shop) -> bool:
    log_in(shop)
    shop.post(
        "/account/addresses/new", data=ADDRESS | {"line1": "1 New Street", "is_default": "yes"}
    )
    return "Other address Alex Morgan1 New Street" in words(shop, "/account/addresses")


def seen_order_list_status(shop: Shop) -> bool:
    log_in(shop)
    return "Cancelled" in words(shop, "/account/orders")


def seen_logout_dead(shop: Shop) -> bool:
    log_in(shop)
    return bool(page(shop, "/account").xpath("//button[text()='Log out']/@type") == ["button"])


def seen_admin_pence_lost(shop: Shop) -> bool:
    administrate(shop)
    shop.post("/admin/products/new", data=LAMP)
    return "Test LampLighting£24.00" in words(shop, "/admin/products?q=Test")


def seen_admin_create_product_breaks_down(shop: Shop) -> bool:
    administrate(shop)
    return "an error has occurred" in shop.post("/admin/products/new", data=LAMP).text


def seen_admin_product_not_deleted(shop: Shop) -> bool:
    administrate(shop)
    answer = shop.post("/admin/products/1/delete")
    return "has been deleted" in answer.text and 'href="/admin/products/1"' in answer.text


def seen_admin_product_search_ignored(shop: Shop) -> bool:
    administrate(shop)
    return "Stoneware Mug" in words(shop, "/admin/products?q=lamp")


def seen_admin_customer_names_swapped(shop: Shop) -> bool:
    administrate(shop)
    typed = {
        "first_name": "Dana",
        "last_name": "Reed",
        "email": "dana@example.com",
        "password": "Some-Secret-1",
    }
    return "Reed Dana" in shop.post("/admin/customers/new", data=typed).text


def seen_admin_customer_delete_missing(shop: Shop) -> bool:
    administrate(shop)
    return "Delete" not in words(shop, "/admin/customers")


def seen_admin_order_status_lost(shop: Shop) -> bool:
    administrate(shop)
    answer = shop.post("/admin/orders/10240", data={"status": "Sent"})
    return "Order 10240 is now sent" in answer.text and "selected>Sent" not in answer.text


def seen_admin_order_search_finds_nothing(shop: Shop) -> bool:
    administrate(shop)
    return "No orders found" in words(shop, "/admin/orders?q=1024")


def seen_admin_order_delete_breaks_down(shop: Shop) -> bool:
    administrate(shop)
    return "an error has occurred" in shop.post("/admin/orders/10240/delete").text


SEEN: dict[str, Seen] = {
    name.removeprefix("seen_").replace("_", "-"): sees
    for name, sees in list(globals().items())
    if name.startswith("seen_")
}
ROUTES = {route.name for route in (*CATALOGUE, *BUYING, *ACCOUNT, *ADMIN)}


@contextmanager
def visitor(fault: str = "") -> Iterator[Shop]:
    with TestClient(create_app(ShopSettings(truth=True, fault=fault))) as client:
        yield client


@pytest.mark.long(but=20)
@pytest.mark.parametrize("name", known_faults())
def test_a_fault_is_seen_in_the_shop_that_has_it_and_in_no_other(name: str) -> None:
    with visitor(fault=name) as faulty:
        assert SEEN[name](faulty)
    with visitor() as right:
        assert not SEEN[name](right)


def test_there_are_forty_faults_of_many_kinds_all_over_the_shop() -> None:
    faults = known_faults().values()
    assert len(faults) >= 40
    assert {each.area for each in faults} == {"shop", "account", "admin"}
    assert len({each.kind for each in faults}) >= 12


@pytest.mark.parametrize("fault", known_faults().values(), ids=lambda fault: fault.name)
def test_a_fault_is_told_in_full_and_sits_where_the_shop_has_a_route(fault: Any) -> None:
    assert all((fault.kind, fault.page, fault.step, fault.seen, fault.does))
    assert set(fault.at) <= ROUTES | {"*"}


def test_no_fault_is_listed_twice() -> None:
    listed = [each["name"] for each in yaml.safe_load(FAULTS.read_text(encoding="utf-8"))]
    assert len(listed) == len(set(listed))


def test_the_list_has_a_line_a_fault() -> None:
    assert len(faults_table().splitlines()) == len(known_faults())
    assert re.search(r"^remove-dead +stale basket +/basket ", faults_table(), re.M)


def test_an_unknown_fault_is_one_clear_line() -> None:
    with pytest.raises(
        UsageError, match=r"fault 'add-buton-dead' is not known; did you mean 'add-button-dead'\?"
    ):
        fault_called("add-buton-dead")
