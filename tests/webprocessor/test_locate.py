"""Finding an element again."""

from dataclasses import replace

from webprocessor.element import Element, Locator, Scene
from webprocessor.locate import css_of, find_by, locators

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
    assert [way.by for way in locators(BUY, scene(BUY, PAY))] == ["role", "text", "id", "testid", "css", "xpath"]
    assert locators(BUY, scene(BUY))[0] == Locator("role", "button", "Buy")
    assert [way.by for way in locators(PAY, scene(BUY, PAY))] == ["role", "label", "css", "xpath", "id"]


def test_what_finds_several_comes_last() -> None:
    other = replace(BUY, uid="button_buy_2", attributes={"data-test": "buy-pine"}, xpath="/html/body/button[2]")
    assert [way.by for way in locators(other, scene(BUY, other))] == ["testid", "css", "xpath", "role", "text"]


def test_each_locator_finds_its_element() -> None:
    here = scene(BUY, PAY)
    for element in (BUY, PAY):
        assert all(find_by(here, way) == (element,) for way in locators(element, here))
    assert find_by(here, Locator("role", "button", "  buy ")) == (BUY,)
    assert find_by(here, Locator("smell", "roses")) == ()


def test_a_css_path_enters_shadow_trees() -> None:
    assert css_of(BUY) == "html > body > main:nth-of-type(1) > x-card:nth-of-type(2) >>> button:nth-of-type(1)"
    assert css_of(PAY) == "#pay > input:nth-of-type(1)"
