"""Which of a persona's values belongs in a field.

By `autocomplete`, label, name and synonyms, without a model.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from pathfinder.webprocessor.element import Element

GOOD_MATCH = 84

# The autofill names of HTML 5 (https://html.spec.whatwg.org/#autofill-field) -> the last part of a
# persona's key.
AUTOCOMPLETE = {
    "name": "full_name",
    "given-name": "first_name",
    "family-name": "last_name",
    "honorific-prefix": "title",
    "email": "email",
    "username": "username",
    "current-password": "password",
    "new-password": "password",
    "tel": "phone",
    "tel-national": "phone",
    "organization": "company",
    "street-address": "line1",
    "address-line1": "line1",
    "address-line2": "line2",
    "address-line3": "line3",
    "address-level2": "city",
    "address-level1": "state",
    "postal-code": "postcode",
    "country": "country",
    "country-name": "country",
    "cc-name": "name_on_card",
    "cc-number": "card_number",
    "cc-exp": "expiry",
    "cc-exp-month": "expiry_month",
    "cc-exp-year": "expiry_year",
    "cc-csc": "cvc",
    "bday": "birthday",
}

SYNONYMS = {
    "first_name": ("first name", "given name", "forename"),
    "last_name": ("last name", "surname", "family name"),
    "full_name": ("full name", "name", "your name", "display name"),
    "email": ("email", "e-mail", "email address", "mail"),
    "username": ("username", "user name", "login", "user id"),
    "password": (
        "password",
        "confirm password",
        "repeat password",
        "password again",
        "new password",
        "passphrase",
    ),
    "phone": ("phone", "phone number", "telephone", "mobile", "contact number"),
    "company": ("company", "organisation", "organization"),
    "line1": (
        "address",
        "address line 1",
        "street",
        "street address",
        "first line of address",
        "house number and street",
    ),
    "line2": ("address line 2", "second line of address", "apartment", "flat", "suite"),
    "line3": ("address line 3", "third line of address"),
    "city": ("city", "town", "town or city", "locality"),
    "state": ("state", "county", "region", "province", "state county"),
    "postcode": (
        "postcode",
        "post code",
        "postal code",
        "zip",
        "zip code",
        "post zip code",
        "zip postal code",
    ),
    "country": ("country", "country region"),
    "card_number": ("card number", "credit card number", "number on card"),
    "name_on_card": ("name on card", "cardholder", "cardholder name", "card holder name"),
    "expiry": ("expiry", "expiry date", "expiration date", "valid until", "mm yy", "exp"),
    "expiry_month": ("expiry month", "expiration month"),
    "expiry_year": ("expiry year", "expiration year"),
    "cvc": ("cvc", "cvv", "security code", "card security code", "csc", "card verification"),
    "birthday": ("birthday", "date of birth", "birth date", "dob"),
    "title": ("title", "salutation"),
}


@dataclass(frozen=True)
class FieldMatch:
    """The persona's key that belongs in a field. score: 0 to 100."""

    key: str
    score: float


def match_field(element: Element, keys: Iterable[str]) -> FieldMatch | None:
    """The key whose value belongs in the field; None when no key is a good match.

    Source: the measured trial in which labels matched by rapidfuzz beat the model's own choice of
        values.
    """
    by_last = {key.rpartition(".")[2]: key for key in reversed(list(keys))}
    kind = _INPUT_TYPES.get(element.attributes.get("type", ""))
    if kind in by_last:
        return FieldMatch(by_last[kind], 100)
    wanted = AUTOCOMPLETE.get(element.attributes.get("autocomplete", "").split(" ")[-1])
    if wanted in by_last:
        return FieldMatch(by_last[wanted], 100)
    fitting = {last: key for last, key in by_last.items() if last not in _CHOSEN or element.options}
    phrases = {
        phrase: key
        for last, key in fitting.items()
        for phrase in SYNONYMS.get(last, (last.replace("_", " "),))
    }
    phrases |= {phrase: "" for last in _LINES if last not in by_last for phrase in SYNONYMS[last]}
    best = max(
        (match for text in _texts(element) if (match := _best(text, phrases))),
        key=lambda m: m.score,
        default=None,
    )
    return best if best and best.key and best.score >= GOOD_MATCH else None


# "Title" above a text field asks for the title of the text; a person's title is chosen from a list.
_CHOSEN = frozenset({"title"})
# Lines of an address are named so alike that one the persona has stands too near to one it has not.
_LINES = ("line2", "line3")
_INPUT_TYPES = {"email": "email", "password": "password", "tel": "phone"}


def _best(text: str, phrases: dict[str, str]) -> FieldMatch | None:
    found = process.extractOne(text, phrases.keys(), scorer=fuzz.ratio)
    return FieldMatch(phrases[found[0]], found[1]) if found else None


def _texts(element: Element) -> list[str]:
    attributes = element.attributes
    raw = (
        element.label,
        element.name,
        attributes.get("placeholder", ""),
        attributes.get("name", ""),
        attributes.get("id", ""),
    )
    return [text for text in dict.fromkeys(_plain(r) for r in raw) if text]


def _plain(text: str) -> str:
    words = re.sub(r"([a-z])([A-Z])", r"\1 \2", text)
    words = re.sub(r"\([^)]*\)|\b(?:optional|required)\b", " ", words, flags=re.IGNORECASE)
    words = re.sub(r"[^a-zA-Z0-9]+", " ", words)
    return re.sub(
        r"^(?:your|my|id|shipping|billing|delivery|customer|guest|user)\s+(?=\w)",
        "",
        " ".join(words.casefold().split()),
    )
