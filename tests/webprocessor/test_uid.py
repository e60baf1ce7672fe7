"""UIDs: readable, unique, lasting, and found again in what a model wrote."""

from dataclasses import replace

import pytest

from pathfinder.webprocessor.element import Element
from pathfinder.webprocessor.uid import LONGEST, match_uid, uids

BUY = Element("button", "button", "Add to cart", context="Oak lamp", actionable=True)


def test_the_key_and_the_context_are_readable() -> None:
    assert uids([BUY, replace(BUY, context="Pine lamp"), BUY]) == (
        "button_add-to-cart_oak-lamp_1",
        "button_add-to-cart_pine-lamp_1",
        "button_add-to-cart_oak-lamp_2",
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("shopping cart, 1 item", "shopping cart, 12 items"),
        ("Reviews (3)", "Reviews (4)"),
        ("Pay £3.00", "Pay £1,204.50"),
        ("£3.00", "£9.00"),
    ],
)
def test_a_count_or_a_price_in_a_name_changes_nothing(before: str, after: str) -> None:
    assert uids([replace(BUY, name=before)]) == uids([replace(BUY, name=after)])


def test_none_is_longer_than_the_limit() -> None:
    long = replace(
        BUY,
        tag="custom-element-name",
        name="Ein sehr langer Name " * 9,
        context="Donaudampfschifffahrtsgesellschaft " * 3,
    )
    assert all(len(uid) <= LONGEST for uid in uids([long] * 120))
    assert len(set(uids([long] * 120))) == 120


def test_what_has_no_name_is_called_by_its_id_or_role() -> None:
    assert uids(
        [Element("div", "textbox", "", attributes={"id": "editor"}), Element("div", "slider", "")]
    ) == (
        "div_editor_1",
        "div_slider_1",
    )


def test_other_scripts_are_kept() -> None:
    assert uids([Element("a", "link", "購物車")]) == ("a_購物車_1",)


KNOWN = ("button_add-to-cart_oak-lamp_1", "button_add-to-cart_pine-lamp_1", "a_checkout_1")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("a_checkout_1", "a_checkout_1"),
        (" `a_checkout_1` ", "a_checkout_1"),
        ("button_add_to_cart_oak_lamp_1", "button_add-to-cart_oak-lamp_1"),
        ("button_add-to-cart_oak-lamp", "button_add-to-cart_oak-lamp_1"),
        ("button_add-to-cart_steel-kettle_1", None),
        ("the checkout button", None),
        ("", None),
    ],
)
def test_a_uid_is_matched_or_refused(written: str, meant: str | None) -> None:
    assert match_uid(written, KNOWN) == meant


def test_what_could_be_either_is_refused() -> None:
    assert match_uid("a_page_3", ("a_page_1", "a_page_2")) is None
