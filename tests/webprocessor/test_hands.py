"""The one place where a reference becomes a value: on which pages it does."""

from dataclasses import dataclass

import pytest

from pathfinder.core.action import Action, Kind
from pathfinder.core.origin import allowed
from pathfinder.core.secrets import Value, Vault, reference
from pathfinder.webprocessor.bounds import Bounds
from pathfinder.webprocessor.hands import ActionContext, ResolvedElement
from pathfinder.webprocessor.troubles import ActionError

VAULT = Vault({"account.password": "correct-horse-9"}, frozenset({"account.password"}))
OURS, OTHER = "http://shop.test/login", "http://shop.test:81/login"


@dataclass
class Driver:
    current_url: str


def typed(value: Value, *, page: str = OURS, frame: str = OURS) -> str:
    def ours(url: str) -> bool:
        return allowed(url, ["shop.test"])

    hands = ActionContext(Driver(page), None, value, VAULT, ours, ours)  # type: ignore[arg-type]
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


def test_a_value_is_not_entered_where_the_host_no_longer_answers_encrypted() -> None:
    driver = Driver("https://shop.test/login")
    bounds = Bounds(driver, ["shop.test", "shop.test:8000"], None)  # type: ignore[arg-type]
    assert bounds.takes_values("http://shop.test/login")
    bounds.check_here(Action(Kind.CLICK, "e1"))
    assert bounds.takes_values("https://shop.test/pay")
    assert bounds.takes_values("http://shop.test:8000/login")
    assert bounds.allows("http://shop.test/login")
    assert not bounds.takes_values("http://shop.test/login")
    hands = ActionContext(
        Driver("http://shop.test/login"),  # type: ignore[arg-type]
        None,  # type: ignore[arg-type]
        reference("account.password"),
        VAULT,
        bounds.allows,
        bounds.takes_values,
    )
    with pytest.raises(ActionError, match="no longer encrypted"):
        hands.typed(ResolvedElement(None, None, {"url": "http://shop.test/login"}, "Password"))  # type: ignore[arg-type]
