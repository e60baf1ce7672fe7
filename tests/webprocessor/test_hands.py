"""The one place where a reference becomes a value: on which pages it does."""

from dataclasses import dataclass

import pytest

from pathfinder.core.origin import allowed
from pathfinder.core.secrets import Value, Vault, reference
from pathfinder.webprocessor.hands import ActionContext, ResolvedElement
from pathfinder.webprocessor.troubles import ActionError

VAULT = Vault({"account.password": "correct-horse-9"}, frozenset({"account.password"}))
OURS, OTHER = "http://shop.test/login", "http://shop.test:81/login"


@dataclass
class Driver:
    current_url: str


def typed(value: Value, *, page: str = OURS, frame: str = OURS) -> str:
    hands = ActionContext(Driver(page), None, value, VAULT, lambda url: allowed(url, ["shop.test"]))  # type: ignore[arg-type]
    return hands.typed(ResolvedElement(None, None, {"url": frame}, "Password"))  # type: ignore[arg-type]


def test_a_reference_is_typed_on_an_allowed_origin() -> None:
    assert typed(reference("account.password")) == "correct-horse-9"


@pytest.mark.parametrize(("page", "frame"), [(OTHER, OURS), (OURS, OTHER), (OTHER, OTHER)])
def test_it_is_typed_neither_on_another_page_nor_in_a_frame_of_another_origin(
    page: str, frame: str
) -> None:
    with pytest.raises(ActionError, match="not on an allowed host"):
        typed(reference("account.password"), page=page, frame=frame)


def test_text_that_looks_like_a_reference_is_typed_as_it_is() -> None:
    assert typed("{{persona.account.password}}", page=OTHER) == "{{persona.account.password}}"
