import re

from starlette.testclient import TestClient

JSON = {"accept": "application/json"}


def line_id(shop: TestClient) -> str:
    return str(re.findall(r'action="/basket/(\d+)"', shop.get("/basket").text)[-1])


def test_an_option_has_to_be_chosen(shop: TestClient) -> None:
    answer = shop.post("/basket/add/linen-cushion", data={"quantity": "1", "option_colour": "Clay"})
    assert answer.status_code == 422
    assert "Please choose a size" in answer.text
    assert "Please choose a colour" not in answer.text
    assert shop.get("/truth/baskets").json() == []


def test_the_pages_script_gets_the_drawer(shop: TestClient) -> None:
    body = shop.post(
        "/basket/add/stoneware-mug", data={"quantity": "3", "option_colour": "Oat"}, headers=JSON
    ).json()
    assert (body["items"], body["label"]) == (3, "Basket, 3 items")
    assert "Added to your basket" in body["html"]
    refused = shop.post("/basket/add/stoneware-mug", data={"quantity": "1"}, headers=JSON)
    assert (refused.status_code, refused.json()) == (
        422,
        {"errors": {"Colour": "Please choose a colour"}},
    )


def test_the_same_choice_is_one_line_and_another_choice_is_another(shop: TestClient) -> None:
    for colour in ("Oat", "Oat", "Moss"):
        shop.post("/basket/add/stoneware-mug", data={"quantity": "1", "option_colour": colour})
    baskets = shop.get("/truth/baskets").json()
    assert [(line["options"]["Colour"], line["quantity"]) for line in baskets] == [
        ("Oat", 2),
        ("Moss", 1),
    ]


def test_quantities_change_and_lines_go(shop: TestClient) -> None:
    shop.post("/basket/add/stoneware-mug", data={"quantity": "1", "option_colour": "Oat"})
    changed = shop.post(f"/basket/{line_id(shop)}", data={"quantity": "3"})
    assert "the quantity is now 3" in changed.text
    assert "£42.00" in changed.text
    assert shop.post(f"/basket/{line_id(shop)}", data={"quantity": "many"}).status_code == 422
    assert "Your basket is empty." in shop.post(f"/basket/{line_id(shop)}/remove").text


def test_what_is_out_of_stock_can_not_be_bought(shop: TestClient) -> None:
    page = shop.get("/product/enamel-teapot").text
    assert "Out of stock" in page
    assert "Add to basket" not in page
    assert shop.post("/basket/add/enamel-teapot", data={"quantity": "1"}).status_code == 422


def test_no_more_goes_in_than_there_is(shop: TestClient) -> None:
    shop.app.state.shop.store.run("UPDATE products SET stock = 2 WHERE slug = 'snake-plant'")  # type: ignore[attr-defined]
    assert shop.post("/basket/add/snake-plant", data={"quantity": "2"}).status_code == 200
    assert "Only 2 in stock" in shop.post("/basket/add/snake-plant", data={"quantity": "1"}).text


def test_visitors_have_baskets_of_their_own(shop: TestClient) -> None:
    shop.post("/basket/add/snake-plant", data={"quantity": "1"})
    line = line_id(shop)
    shop.cookies.clear()
    assert "Your basket is empty." in shop.get("/basket").text
    assert shop.post(f"/basket/{line}/remove").status_code == 404


def test_hearts_fill_the_wish_list(shop: TestClient) -> None:
    assert shop.post("/wishlist/snake-plant", headers=JSON).json() == {"wished": True, "wishes": 1}
    assert "Snake Plant" in shop.get("/wishlist").text
    shop.post("/wishlist/snake-plant")
    assert "Your wish list is empty." in shop.get("/wishlist").text
