"""Finding an element again."""

from dataclasses import replace

from pathfinder.core.scenario import Locator
from pathfinder.webprocessor.element import Element, Scene
from pathfinder.webprocessor.locate import contract_of, css_of, find_by, locators

BUY = Element(
    "button",
    "button",
    "Buy",
    text="Buy",
    uid="button_buy_1",
    attributes={"id": "buy", "data-test": "buy-oak"},
    actionable=True,
    xpath="/html/body/main[1]/x-card[2]/shadow-root()/button[1]",
)
PAY = Element(
    "input",
    "textbox",
    "Card",
    uid="input_card_1",
    attributes={"id": "f-83748312"},
    label="Card",
    css="#pay > input:nth-of-type(1)",
    xpath="/html/x",
)


def scene(*elements: Element) -> Scene:
    return Scene("http://shop/", "", "", elements, ())


def test_the_best_locator_is_what_a_user_goes_by() -> None:
    assert [locator.by for locator in locators(BUY, scene(BUY, PAY))] == [
        "role",
        "text",
        "id",
        "testid",
        "css",
        "xpath",
    ]
    assert locators(BUY, scene(BUY))[0] == Locator(by="role", value="button", name="Buy")
    assert [locator.by for locator in locators(PAY, scene(BUY, PAY))] == [
        "role",
        "label",
        "css",
        "xpath",
        "id",
    ]


def test_what_finds_several_comes_last() -> None:
    other = replace(
        BUY, uid="button_buy_2", attributes={"data-test": "buy-pine"}, xpath="/html/body/button[2]"
    )
    assert [locator.by for locator in locators(other, scene(BUY, other))] == [
        "testid",
        "css",
        "xpath",
        "role",
        "text",
    ]


def test_each_locator_finds_its_element() -> None:
    here = scene(BUY, PAY)
    for element in (BUY, PAY):
        assert all(find_by(here, locator) == (element,) for locator in locators(element, here))
    assert find_by(here, Locator(by="role", value="button", name="  buy ")) == (BUY,)
    assert find_by(here, Locator(by="placeholder", value="roses")) == ()


def test_a_css_path_enters_shadow_trees() -> None:
    assert (
        css_of(BUY)
        == "html > body > main:nth-of-type(1) > x-card:nth-of-type(2) >>> button:nth-of-type(1)"
    )
    assert css_of(PAY) == "#pay > input:nth-of-type(1)"


def test_what_page_and_server_agree_on_finds_a_control_in_any_dress() -> None:
    link = replace(
        BUY,
        tag="a",
        role="link",
        uid="a_oak",
        href="http://shop/oak?size=2#top",
        attributes={},
        submits=False,
    )
    field = replace(PAY, action="/pay", attributes={"name": "card"})
    choice = replace(PAY, attributes={"name": "colour", "value": 'deep "blue"'})
    button = replace(BUY, submits=True, action="/basket/oak", attributes={"type": "submit"})
    assert contract_of(link) == 'a[href$="/oak?size=2"]'
    assert contract_of(field) == 'form[action="/pay"] input[name="card"]'
    assert contract_of(choice) == 'input[name="colour"][value="deep \\"blue\\""]'
    assert contract_of(button) == 'form[action="/basket/oak"] button[type="submit"]'
    assert [locator.by for locator in locators(button, scene(button, PAY))] == [
        "role",
        "text",
        "css",
        "css",
        "xpath",
    ]


def test_nothing_is_agreed_on_where_a_control_stays_on_its_page() -> None:
    assert contract_of(replace(BUY, tag="a", href="http://shop/")) == ""
    assert contract_of(replace(BUY, tag="a", href="javascript:void(0)")) == ""
    assert contract_of(replace(BUY, submits=True)) == ""


def test_several_links_to_one_page_are_one_thing() -> None:
    picture = replace(
        BUY, tag="a", role="link", href="http://shop/oak", attributes={}, xpath="/html/body/a[1]"
    )
    title = replace(picture, uid="a_title", xpath="/html/body/a[2]")
    assert locators(title, scene(picture, title))[0] == Locator(by="role", value="link", name="Buy")
