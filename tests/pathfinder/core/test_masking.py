"""Masking: a secret is found however it is written, and ordinary text is left alone."""

import base64
import html
import urllib.parse

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pathfinder.core.secrets import Vault

CARD, PASSWORD = "4929123456789012", "Hunter-2 & söns!"
VAULT = Vault(
    {
        "pay.card": CARD,
        "login.password": PASSWORD,
        "pay.cvc": "737",
        "pin": "2030",
        "name": "Ann Lee",
    },
    frozenset({"pay.card", "login.password", "pay.cvc", "pin"}),
)
GROUPED = " ".join(CARD[at : at + 4] for at in range(0, 16, 4))
steady = settings(derandomize=True, deadline=None, database=None, max_examples=300)


def b64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


ECHOES = {
    "as it is": CARD,
    "in a sentence": f"Your card {CARD} was charged.",
    "grouped": GROUPED,
    "dashes": GROUPED.replace(" ", "-"),
    "dots": GROUPED.replace(" ", "."),
    "no-break spaces": GROUPED.replace(" ", "\u00a0"),
    "thin and zero-width spaces": "\u200b".join(GROUPED.replace(" ", "\u2009")),
    "full width": "".join(chr(ord(digit) + 0xFEE0) for digit in CARD),
    "url": f"/pay?p={urllib.parse.quote_plus(PASSWORD)}&n=1",
    "url twice": urllib.parse.quote(urllib.parse.quote(PASSWORD)),
    "url, every byte": "".join(f"%{byte:02x}" for byte in PASSWORD.encode()),
    "html": html.escape(PASSWORD),
    "entities": "".join(f"&#{ord(letter)};" for letter in PASSWORD),
    "hex entities": "".join(f"&#x{ord(letter):x};" for letter in PASSWORD),
    "json": PASSWORD.encode("ascii", "backslashreplace").decode().replace("\\xf6", "\\u00f6"),
    "base64": b64(PASSWORD),
    "base64 of user and password": f"Authorization: Basic {b64(f'ann:{CARD}')}",
    "base64 in longer base64": b64(f'{{"user":"ann","card":"{CARD}","ok":true}}'),
    "base64 of grouped digits": b64(f"card {GROUPED}"),
    "base64, url-safe": base64.urlsafe_b64encode(f"~~~{PASSWORD}".encode()).decode(),
    "hex": CARD.encode().hex(),
    "hex, upper case and colons": CARD.encode().hex(":").upper(),
    "upper case": PASSWORD.upper(),
    "lower case": PASSWORD.lower(),
    "reversed": CARD[::-1],
    "reversed words": PASSWORD[::-1],
    "cut off": f"Card {CARD[:10]}…",
    "cut off in front": f"…{CARD[6:]} was charged",
    "cut at a limit": f"{'x' * 69} {CARD[:10]}",
    "security code in an address": "https://shop/pay?cvc=737&x=1",
    "security code at the end of an address": "/pay?cvc=737",
    "security code beside its label": "Security code 737",
    "security code after a colon": "Paid. CVC: 737, thank you",
    "security code alone": "737",
    "a pin": "Your PIN is 2030.",
}


@pytest.mark.parametrize("echo", ECHOES.values(), ids=ECHOES)
def test_an_echo_is_masked(echo: str) -> None:
    masked = VAULT.mask(echo)
    assert "{{persona." in masked
    assert VAULT.mask(masked) == masked
    for part in (
        CARD[:8],
        CARD[-8:],
        CARD[::-1][:8],
        "unter",
        "737",
        "2030",
        CARD.encode().hex()[:16],
    ):
        assert part not in masked.lower()


ORDINARY = (
    "The total is £737.00 for 12 items, in stock since 20301.",
    "Testing 1737 lamps, 7370 chairs",
    "••••  9012",
    "Please enter your password and card number",
    "Hunt for 2 sons & daughters",
    "1 2 3 4 5 6 7 8 9 10",
    "/static/css/app.737abc.css",
    "Ann Lee lives at 737 Oak Road, Bath",
    "#737373",
)


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert VAULT.mask(text) == text


def test_a_secret_that_is_a_common_word_does_not_blank_the_page() -> None:
    vault = Vault(
        {"account.password": "test", "code": "password"}, frozenset({"account.password", "code"})
    )
    assert vault.mask("The latest tests attest it") == "The latest tests attest it"
    assert (
        vault.mask("Your password: test") == "Your {{persona.code}}: {{persona.account.password}}"
    )
    assert vault.mask("{{persona.account.password}}") == "{{persona.account.password}}"


def test_a_secret_spread_over_elements_is_masked_in_each() -> None:
    texts = ["Card", "4929", "1234", "5678", "9012", "Total", "£12.00"]
    masked = VAULT.masker.mask_neighbours(texts)
    assert masked == ["Card", "{{persona.pay.card}}", "•", "•", "•", "Total", "£12.00"]
    assert VAULT.masker.mask_neighbours(list(CARD)) == ["{{persona.pay.card}}", *"•" * 15]
    assert VAULT.masker.mask_neighbours(["a", "b"]) == ["a", "b"]


def test_a_field_that_groups_digits_holds_the_card() -> None:
    assert VAULT.mask_field(f" {GROUPED} ") == "{{persona.pay.card}}"
    assert VAULT.mask_field("737") == "{{persona.pay.cvc}}"
    assert VAULT.mask_field("73") == "73"


VALUES = st.text(
    st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=8, max_size=24
).filter(
    lambda text: (
        sum(letter.isalnum() for letter in text) >= 8
        and "{{" not in text
        and not set(text) & set("%&\\")
    )
)
AROUND = st.text(st.characters(codec="ascii", categories=["L", "Zs", "P"]), max_size=20).filter(
    lambda text: not set(text) & set("%&\\{}")
)
WAYS = {
    "plain": lambda text: text,
    "upper": str.upper,
    "lower": str.lower,
    "url": urllib.parse.quote_plus,
    "url twice": lambda text: urllib.parse.quote(urllib.parse.quote(text, safe=""), safe=""),
    "html": html.escape,
    "entities": lambda text: "".join(f"&#{ord(letter)};" for letter in text),
    "hex": lambda text: text.encode().hex(),
    "spaced": lambda text: "\u00a0".join(text[at : at + 4] for at in range(0, len(text), 4)),
    "base64": b64,
    "base64 with a user": lambda text: b64(f"ann:{text}"),
    "base64 in JSON": lambda text: b64(f'{{"x":"{text}","y":1}}'),
}


@pytest.mark.long(but=4)
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@steady
@given(value=VALUES, before=AROUND, after=AROUND)
def test_no_way_of_writing_a_secret_gets_past(way, value: str, before: str, after: str) -> None:
    vault = Vault({"a.b": value}, frozenset({"a.b"}))
    masked = vault.mask(f"{before} {way(value)} {after}")
    assert "{{persona.a.b}}" in masked
    assert value not in masked
    assert vault.mask(masked) == masked


@steady
@given(AROUND)
def test_text_without_secrets_stays_as_it_is(text: str) -> None:
    assert Vault({"a.b": "Q7x-Zw93-Kj"}, frozenset({"a.b"})).mask(text) == text
