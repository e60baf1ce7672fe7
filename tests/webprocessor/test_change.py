"""What is told of an action."""

from dataclasses import replace

from pathfinder.webprocessor.change import LONGEST_LINE, Change, changes
from pathfinder.webprocessor.element import Element, Scene

ADD = Element(
    "button",
    "button",
    "Add to basket",
    uid="button_add-to-basket_1",
    actionable=True,
    xpath="/html/body/button[1]",
)
BASKET = Element(
    "a",
    "link",
    "Basket, 0 items",
    uid="a_basket_1",
    actionable=True,
    xpath="/html/body/a[1]",
    landmark="banner",
)
CITY = Element(
    "input", "textbox", "City", uid="input_city_1", actionable=True, xpath="/html/body/input[1]"
)
PRICE = Element(
    "p",
    "text",
    "£3",
    text="£3",
    uid="p_price_oak-lamp_1",
    context="Oak lamp",
    xpath="/html/body/p[1]",
)
SHOP = Scene("http://shop/lamps", "Lamps", "Lamps", (ADD, BASKET, CITY), (PRICE,))


def text(said: str, **facts: object) -> Element:
    return replace(
        PRICE,
        name=said,
        text=said,
        uid=f"p_{said}_1",
        context="",
        xpath=f"/html/body/p[{len(said)}]",
        **facts,
    )  # type: ignore[arg-type]


def to(**facts: object) -> Change:
    return changes(SHOP, replace(SHOP, **facts))  # type: ignore[arg-type]


def test_nothing() -> None:
    assert to().nothing
    assert to().history_line() == "nothing changed"
    assert to(url="http://shop/lamps#reviews").nothing


def test_a_new_page_is_told_by_its_heading_and_what_it_says() -> None:
    change = to(
        url="http://shop/checkout",
        heading="Checkout",
        informational=(text("Step 1 of 3"), text("Careful")),
    )
    assert change.history_line() == '-> page "Checkout": Step 1 of 3; Careful'
    assert not change.nothing


def test_a_page_without_texts_is_told_by_its_fields() -> None:
    change = to(
        url="http://shop/a",
        heading="Address",
        actionable=(ADD, replace(CITY, uid="input_zip_1", name="Zip", role="textbox")),
    )
    assert change.history_line() == '-> page "Address": now offers Zip'


def test_errors_come_before_news() -> None:
    said = to(
        errors=("Postal Code is required",),
        informational=(PRICE, text("Postal Code is required", notice="error"), text("Hint")),
    ).history_line()
    assert said == "shows error: Postal Code is required; Hint"


def test_a_message_comes_before_other_news_and_a_count_is_told() -> None:
    flash = text("Oak lamp was added to your basket", notice="status")
    change = to(
        actionable=(ADD, replace(BASKET, name="Basket, 1 item"), CITY),
        informational=(text("You may also like"), flash),
    )
    assert (
        change.history_line()
        == "Oak lamp was added to your basket; Basket, 1 item; You may also like"
    )
    assert [after.name for _, after in change.changed] == ["Basket, 1 item"]


def test_what_weighs_most_is_told_first_after_messages() -> None:
    flash = text("Oak lamp was added to your basket", notice="status")
    change = to(informational=(text("Careful"), text("Lamps of oak"), flash))
    told = change.history_line(lambda said: "oak" in said)
    assert told == "Oak lamp was added to your basket; Lamps of oak; Careful"


def test_a_view_of_an_application_is_a_page_of_its_own() -> None:
    assert not changes(
        replace(SHOP, url="http://a/#/lamps"), replace(SHOP, url="http://a/#/")
    ).nothing


def test_a_short_text_is_told_with_what_it_belongs_to() -> None:
    assert (
        to(informational=(replace(PRICE, name="£6", text="£6"),)).history_line() == "Oak lamp: £6"
    )


def test_values_and_switches() -> None:
    assert (
        to(actionable=(ADD, BASKET, replace(CITY, value="Oslo"))).history_line()
        == "City is now 'Oslo'"
    )
    box = replace(CITY, role="checkbox", checked=False)
    change = changes(
        replace(SHOP, actionable=(box,)), replace(SHOP, actionable=(replace(box, checked=True),))
    )
    assert change.history_line() == "City is checked"


def test_a_button_that_reads_otherwise_is_the_same_button() -> None:
    remove = replace(ADD, name="Remove", uid="button_remove_1")
    change = to(actionable=(remove, BASKET, CITY))
    assert change.changed == ((ADD, remove),)
    assert (change.appeared, change.vanished) == ((), ())
    assert change.history_line() == "now reads Remove"


def test_a_dialog_on_the_page_and_a_native_one() -> None:
    title = Element("h2", "heading", "Added", text="Added", uid="h2_added_1", layer="dialog")
    assert to(heading="Added", informational=(PRICE, title)).history_line() == '-> dialog "Added"'
    assert to(dialog="Delete it?").history_line() == 'dialog "Delete it?"'


def test_what_is_gone() -> None:
    assert to(actionable=(BASKET, CITY)).history_line() == "gone: Add to basket"


def test_it_is_one_line_of_bounded_length() -> None:
    change = to(
        heading="H" * 300,
        errors=("E" * 300, "F" * 300),
        informational=tuple(text(letter * 200) for letter in "abc"),
    )
    assert len(change.history_line()) <= LONGEST_LINE
    assert "\n" not in change.history_line()
