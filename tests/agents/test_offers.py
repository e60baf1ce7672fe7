"""Which of a persona's values a model may name for a field."""

import pytest

from pathfinder.agents.offers import from_reply, offered
from pathfinder.core.secrets import Vault, Written, reference, written
from pathfinder.webprocessor.element import Element

SECRET = frozenset({"account.password", "payment.card_number"})
VAULT = Vault(
    {
        "name": "Ann",
        "account.password": "correct-horse-9",
        "payment.card_number": "4242424242424242",
    },
    SECRET,
)
PASSWORD = Element(
    "input",
    "textbox",
    "Password",
    attributes={"type": "password", "autocomplete": "current-password"},
)
COMMENT = Element("textarea", "textbox", "Password")
CITY = Element("input", "textbox", "City")


def test_every_plain_value_and_only_the_secret_that_is_asked_for() -> None:
    assert offered(PASSWORD, VAULT) == ("name", "account.password")
    assert offered(CITY, VAULT) == ("name",)
    assert offered(COMMENT, VAULT) == ("name",)


def test_a_key_that_was_offered_becomes_a_reference() -> None:
    assert from_reply("account.password", PASSWORD, VAULT) == reference("account.password")
    assert from_reply("{{persona.name}}", CITY, VAULT) == reference("name")
    assert from_reply("Dear {{persona.name}}!", CITY, VAULT) == written("Dear {{persona.name}}!")


@pytest.mark.parametrize(
    "reply",
    ["account.password", "{{persona.account.password}}", "Here: {{persona.payment.card_number}}"],
)
@pytest.mark.parametrize("field", [CITY, COMMENT])
def test_one_that_was_not_stays_words(field: Element, reply: str) -> None:
    value = from_reply(reply, field, VAULT)
    assert not isinstance(value, Written)
    assert value == reply
