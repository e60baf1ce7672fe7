"""Forms: what was typed, what is wrong with it, and the fields of the shop's forms."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from . import card

Check = Callable[[str], str]

COUNTRIES = (
    "United Kingdom",
    "Ireland",
    "Australia",
    "Canada",
    "Denmark",
    "Finland",
    "France",
    "Germany",
    "Italy",
    "Netherlands",
    "Norway",
    "Spain",
    "Sweden",
    "Switzerland",
    "United States",
)


@dataclass(frozen=True)
class Field:
    """One field: how to call it when it is missing, and how to check it when it is not.

    Attributes:
        missing: The message for an empty required field; empty makes the field optional.
    """

    name: str
    missing: str = ""
    check: Check = lambda _: ""

    def error(self, value: str) -> str:
        """What is wrong with a value; empty if nothing."""
        return self.check(value) if value else self.missing


@dataclass(frozen=True)
class Form:
    """What was typed into a form and which fields are wrong."""

    values: Mapping[str, str] = field(default_factory=dict)
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.errors

    def with_error(self, name: str, message: str) -> "Form":
        """The same form with one more error."""
        return Form(self.values, {**self.errors, name: message})


def read_form(
    fields: tuple[Field, ...], typed: Mapping[str, str], unchecked: Collection[str] = ()
) -> Form:
    """Check what was typed against a form's fields, but for those left unchecked."""
    values = {each.name: typed.get(each.name, "").strip() for each in fields}
    errors = {
        each.name: each.error(values[each.name]) for each in fields if each.name not in unchecked
    }
    return Form(values, {name: message for name, message in errors.items() if message})


def matches(pattern: str, message: str) -> Check:
    """A check by regular expression."""
    return lambda value: "" if re.fullmatch(pattern, value) else message


def at_most(length: int) -> Check:
    """A check of the length."""
    return lambda value: "" if len(value) <= length else f"Use at most {length} characters"


def one_of(choices: tuple[str, ...], message: str) -> Check:
    """A check that the value is one of those on offer."""
    return lambda value: "" if value in choices else message


def whole_number(low: int, high: int) -> Check:
    """A check for a whole number in a range."""
    message = f"Enter a whole number from {low} to {high}"
    return lambda value: (
        "" if re.fullmatch(r"\d{1,9}", value) and low <= int(value) <= high else message
    )


email = matches(
    r"[^@\s]+@[^@\s]+\.[^@\s.]+", "Enter an email address in the format name@example.com"
)
postcode = matches(
    r"(?=.*\d)[A-Za-z0-9][A-Za-z0-9 -]{2,9}", "Enter a full postcode, such as BS1 4DJ"
)
phone = matches(r"\+?[\d\s()-]{6,20}", "Enter a phone number, such as 0117 496 0123")
price = matches(r"\d{1,5}(\.\d\d?)?", "Enter a price, such as 24.50")

EMAIL = Field("email", "Enter your email address", email)
ADDRESS = (
    Field("first_name", "Enter your first name", at_most(50)),
    Field("last_name", "Enter your last name", at_most(50)),
    Field("line1", "Enter the first line of your address", at_most(80)),
    Field("line2", "", at_most(80)),
    Field("city", "Enter your town or city", at_most(60)),
    Field("postcode", "Enter your postcode", postcode),
    Field("country", "Select your country", one_of(COUNTRIES, "Select a country from the list")),
    Field("phone", "", phone),
)
CARD = (
    Field("card_name", "Enter the name on your card", at_most(60)),
    Field(
        "card_number",
        "Enter your card number",
        lambda typed: "" if card.number_is_valid(typed) else "Enter a valid card number",
    ),
    Field("expiry", "Enter the expiry date", card.expiry_error),
    Field(
        "cvc",
        "Enter the security code",
        matches(r"\d{3,4}", "Enter the 3 or 4 digits of the security code"),
    ),
)
