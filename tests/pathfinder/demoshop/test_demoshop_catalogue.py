import re
from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

Open = Callable[..., TestClient]
EMPTY = "No products are available at the moment."


def names(page: str) -> list[str]:
    return re.findall(r'<h3><a href="[^"]+">([^<]+)</a></h3>', page)


def prices(page: str) -> list[float]:
    return [
        float(price.replace(",", ""))
        for price in re.findall(r'<span class="price">£([\d,.]+)</span>', page)
    ]


def test_the_shop_sells_36_products_in_6_categories(shop: TestClient) -> None:
    listed = [name for page in (1, 2, 3) for name in names(shop.get(f"/products?page={page}").text)]
    assert len(set(listed)) == 36
    assert len(set(re.findall(r'href="(/category/[a-z]+)"', shop.get("/").text))) == 6


def test_every_product_has_a_page_and_a_picture_of_its_own(shop: TestClient) -> None:
    products = shop.get("/truth/products").json()
    pictures = {shop.get(f"/media/{product['slug']}.svg").text for product in products}
    assert len(pictures) == 36
    assert all("$" not in picture for picture in pictures)
    assert all(
        f"<h1>{product['name']}"
        in shop.get(f"/product/{product['slug']}").text.replace("&#39;", "'")
        for product in products
    )


def test_products_are_sorted_by_price(shop: TestClient) -> None:
    rising = prices(shop.get("/category/kitchen?sort=price").text)
    assert rising == sorted(rising)
    assert prices(shop.get("/category/kitchen?sort=price-down").text) == rising[::-1]


def test_filters_keep_what_fits(shop: TestClient) -> None:
    assert all(25 <= price < 50 for price in prices(shop.get("/products?price=25-50").text))
    everything = names(shop.get("/category/lighting").text)
    in_stock = names(shop.get("/category/lighting?stock=1").text)
    assert [name for name in everything if name not in in_stock] == ["Fjord Desk Lamp"]
    assert "No products match your filters." in shop.get("/category/kitchen?price=over-100").text


def test_filters_and_sorting_survive_paging(shop: TestClient) -> None:
    assert "?stock=1&amp;sort=price&amp;page=2" in shop.get("/products?sort=price&stock=1").text


def test_search_finds_products_by_every_word(shop: TestClient) -> None:
    assert set(names(shop.get("/search?q=lamps").text)) == {
        "Harbour Table Lamp",
        "Arc Floor Lamp",
        "Fjord Desk Lamp",
    }
    assert names(shop.get("/search?q=ink cushion").text) == ["Linen Cushion"]
    assert "No products found." in shop.get("/search?q=submarine").text


def test_the_search_box_suggests_products(shop: TestClient) -> None:
    [first, *_] = shop.get("/suggest?q=mug").json()
    assert first == {
        "name": "Stoneware Mug",
        "price": "£14.00",
        "url": "/product/stoneware-mug",
        "image": "/media/stoneware-mug.svg",
    }


def test_a_shop_with_the_same_seed_is_the_same(open_shop: Open) -> None:
    assert (
        open_shop(seed=3).get("/truth/products").json()
        == open_shop(seed=3).get("/truth/products").json()
    )


def test_seeds_vary_stock_prices_and_order(open_shop: Open) -> None:
    shops = [open_shop(seed=seed) for seed in range(1, 11)]
    fronts = [tuple(names(shop.get("/").text)) for shop in shops]
    goods = [
        {
            product["slug"]: (product["price"], product["stock"])
            for product in shop.get("/truth/products").json()
        }
        for shop in shops
    ]
    navigations = {
        re.search(r'<nav class="site-nav".*?</nav>', shop.get("/").text, re.S)[0] for shop in shops
    }  # type: ignore[index]
    assert len(set(fronts)) == 10
    assert len({mugs["stoneware-mug"] for mugs in goods}) > 5
    assert len(navigations) > 5
    assert all(sum(stock == 0 for _, stock in each.values()) <= 6 for each in goods)


def test_an_empty_shop_says_so_wherever_products_would_be(open_shop: Open) -> None:
    shop = open_shop(empty=True)
    assert all(
        EMPTY in shop.get(page).text
        for page in ("/", "/products", "/category/kitchen", "/search?q=lamp")
    )
    assert shop.get("/suggest?q=lamp").json() == []


def test_an_unknown_address_gets_the_shops_own_page(shop: TestClient) -> None:
    for address in (
        "/product/moon",
        "/category/moon",
        "/nowhere",
        "/info/moon",
        "/checkout/confirmation/1",
    ):
        answer = shop.get(address)
        assert answer.status_code == 404
        assert "Page not found" in answer.text


def test_a_fault_of_the_shop_gets_the_shops_own_page(shop: TestClient) -> None:
    shop.app.state.shop.store.run(
        "UPDATE products SET options = 'nonsense' WHERE slug = 'stoneware-mug'"
    )  # type: ignore[attr-defined]
    visitor = TestClient(shop.app, raise_server_exceptions=False)
    answer = visitor.get("/product/stoneware-mug")
    assert answer.status_code == 500
    assert "Sorry, an error has occurred" in answer.text


@pytest.mark.parametrize(
    "page",
    [
        "/info/about",
        "/info/delivery",
        "/info/terms",
        "/info/privacy",
        "/contact",
        "/wishlist",
        "/basket",
        "/account/login",
        "/account/register",
    ],
)
def test_every_link_of_the_frame_leads_somewhere(shop: TestClient, page: str) -> None:
    answer = shop.get(page)
    assert answer.status_code == 200
    links = {
        link
        for link in re.findall(r'href="(/[^"#]*)"', answer.text)
        if not link.startswith("/static")
    }
    assert [link for link in sorted(links) if shop.get(link).status_code != 200] == []
