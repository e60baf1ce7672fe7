"""Which of a persona's values belongs in a field."""

from dataclasses import replace

import pytest

from pathfinder.agents.fields import match_field
from pathfinder.webprocessor.element import Element

KEYS = (
    "identity.first_name",
    "identity.last_name",
    "identity.full_name",
    "identity.phone",
    "account.email",
    "account.username",
    "account.password",
    "address.line1",
    "address.city",
    "address.state",
    "address.postcode",
    "address.country",
    "payment.card_number",
    "payment.name_on_card",
    "payment.expiry",
    "payment.cvc",
)


def field(label: str, **attributes: str) -> Element:
    return Element(
        "input",
        "textbox",
        label,
        label=label,
        attributes={k.rstrip("_"): v for k, v in attributes.items()},
        actionable=True,
    )


@pytest.mark.parametrize(
    ("label", "key"),
    [
        ("First Name", "identity.first_name"),
        ("Last name *", "identity.last_name"),
        ("Zip/Postal Code", "address.postcode"),
        ("E-mail address", "account.email"),
        ("First line of address", "address.line1"),
        ("Post/Zip-code", "address.postcode"),
        ("Town or city", "address.city"),
        ("State/County", "address.state"),
        ("Card number", "payment.card_number"),
        ("Expiry date (MM/YY)", "payment.expiry"),
        ("Name on card", "payment.name_on_card"),
        ("Confirm password", "account.password"),
        ("Phone number (optional)", "identity.phone"),
        ("Security code", "payment.cvc"),
    ],
)
def test_labels_name_the_value(label: str, key: str) -> None:
    match = match_field(field(label), KEYS)
    assert match
    assert match.key == key


def test_autocomplete_beats_the_label() -> None:
    match = match_field(field("What do we call you?", autocomplete="shipping given-name"), KEYS)
    assert match
    assert match.key == "identity.first_name"


def test_the_name_attribute_helps_where_the_label_does_not() -> None:
    match = match_field(field("Required", name="postalCode"), KEYS)
    assert match
    assert match.key == "address.postcode"


@pytest.mark.parametrize("label", ["Quantity", "Coupon code", "Search", "Your review", "Comments"])
def test_what_the_persona_has_no_value_for_is_left_to_the_model(label: str) -> None:
    assert match_field(field(label), KEYS) is None


def test_no_key_means_no_match() -> None:
    assert match_field(field("First name"), ("account.email",)) is None


def test_only_a_list_asks_for_a_persons_title() -> None:
    keys = ("identity.title", *KEYS)
    review, honorific = (
        field("Title", name="title"),
        replace(field("Title", name="title"), options=("Mr", "Ms")),
    )
    assert match_field(review, keys) is None
    match = match_field(honorific, keys)
    assert match is not None
    assert match.key == "identity.title"


def test_a_line_of_the_address_that_the_persona_has_not_is_no_other_line() -> None:
    assert match_field(field("Third line of address", name="line3"), KEYS) is None
    assert match_field(field("Second line of address"), KEYS) is None
    found = match_field(field("Second line of address"), (*KEYS, "address.line2"))
    assert found is not None
    assert found.key == "address.line2"


def test_a_year_is_not_taken_for_the_one_in_which_a_card_expires() -> None:
    keys = ["payment.expiry_month", "payment.expiry_year"]
    assert match_field(field("Year"), keys) is None
    assert match_field(field("Month"), keys) is None
    found = match_field(field("Expiration year"), keys)
    assert found is not None
    assert found.key == "payment.expiry_year"
