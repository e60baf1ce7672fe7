import pytest
from starlette.testclient import TestClient

LOGIN = {"email": "admin@example.com", "password": "Admin-Secret-7"}
LAMP = {
    "name": "Red Lamp",
    "category_id": "1",
    "price": "24.50",
    "was": "",
    "stock": "7",
    "summary": "A red lamp.",
    "description": "",
    "options": "Size: Small, Large",
}
DANA = {
    "first_name": "Dana",
    "last_name": "Reed",
    "email": "dana.reed@example.com",
    "phone": "",
    "password": "Quiet-River-4",
}


@pytest.fixture
def admin(shop: TestClient) -> TestClient:
    assert "Welcome, Robin." in shop.post("/admin/login", data=LOGIN).text
    return shop


@pytest.mark.parametrize(
    "page",
    [
        "/admin",
        "/admin/orders",
        "/admin/products",
        "/admin/products/1/delete",
        "/admin/customers/new",
    ],
)
def test_the_administration_is_closed_to_visitors(shop: TestClient, page: str) -> None:
    assert shop.get(page).url.path == "/admin/login"
    shop.post(
        "/account/login", data={"email": "alex.morgan@example.com", "password": "Correct-Horse-7"}
    )
    assert shop.get(page).url.path == "/admin/login"
    refused = shop.post(
        "/admin/login", data={"email": "alex.morgan@example.com", "password": "Correct-Horse-7"}
    )
    assert refused.status_code == 422


def test_a_product_is_created_sold_changed_and_deleted(admin: TestClient) -> None:
    assert "Red Lamp has been created." in admin.post("/admin/products/new", data=LAMP).text
    assert "Small" in admin.get("/product/red-lamp").text
    key = next(
        product["id"]
        for product in admin.get("/truth/products").json()
        if product["slug"] == "red-lamp"
    )
    assert 'value="24.50"' in admin.get(f"/admin/products/{key}").text
    assert (
        "Red Lamp has been saved."
        in admin.post(
            f"/admin/products/{key}", data=LAMP | {"price": "30", "was": "40", "stock": "0"}
        ).text
    )
    page = admin.get("/product/red-lamp").text
    assert "£30.00" in page
    assert "£40.00" in page
    assert "Delete Red Lamp?" in admin.get(f"/admin/products/{key}/delete").text
    assert "Red Lamp has been deleted." in admin.post(f"/admin/products/{key}/delete").text
    assert admin.get("/product/red-lamp").status_code == 404
    assert [event["kind"] for event in admin.get("/truth/events").json()] == [
        "login",
        "product.create",
        "product.update",
        "product.delete",
    ]


@pytest.mark.parametrize(
    ("field", "typed", "message"),
    [
        ("name", "", "Enter a product name"),
        ("name", "Stoneware Mug", "There is already a product with this name"),
        ("price", "cheap", "Enter a price, such as 24.50"),
        ("stock", "-1", "Enter a whole number from 0 to 9999"),
        ("category_id", "99", "Select a category from the list"),
        ("options", "red or blue", "Write one option a line"),
    ],
)
def test_a_wrong_product_is_explained(
    admin: TestClient, field: str, typed: str, message: str
) -> None:
    answer = admin.post("/admin/products/new", data=LAMP | {field: typed})
    assert answer.status_code == 422
    assert message in answer.text
    assert len(admin.get("/truth/products").json()) == 36


def test_a_customer_is_created_changed_and_deleted(admin: TestClient) -> None:
    assert "Dana Reed has been created." in admin.post("/admin/customers/new", data=DANA).text
    assert "already an account" in admin.post("/admin/customers/new", data=DANA).text
    key = admin.get("/truth/accounts").json()[0]["id"]
    assert (
        "Dana Read has been saved."
        in admin.post(f"/admin/customers/{key}", data=DANA | {"last_name": "Read"}).text
    )
    assert "Welcome back, Dana." in admin.post("/account/login", data=DANA).text
    assert "Dana Read has been deleted." in admin.post(f"/admin/customers/{key}/delete").text
    assert admin.get("/account").url.path == "/account/login"
    assert admin.get("/truth/accounts").json() == []


def test_orders_are_found_changed_and_deleted(admin: TestClient) -> None:
    assert "/admin/orders/10231" in admin.get("/admin/orders").text
    found = admin.get("/admin/orders?q=10235").text
    assert "/admin/orders/10235" in found
    assert "/admin/orders/10231" not in found
    assert (
        "Order 10235 is now sent."
        in admin.post("/admin/orders/10235", data={"status": "Sent"}).text
    )
    assert admin.post("/admin/orders/10235", data={"status": "Lost"}).status_code == 422
    assert "Delete order 10235?" in admin.get("/admin/orders/10235/delete").text
    assert "Order 10235 has been deleted." in admin.post("/admin/orders/10235/delete").text
    assert "No orders found." in admin.get("/admin/orders?q=10235").text


def test_products_and_customers_are_searched(admin: TestClient) -> None:
    assert "Stoneware Mug" not in admin.get("/admin/products?q=lamp").text
    assert "Priya Shah" in admin.get("/admin/customers?q=priya").text
    assert "No customers found." in admin.get("/admin/customers?q=nobody").text
    assert "Robin Field" not in admin.get("/admin/customers").text
