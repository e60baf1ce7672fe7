"""Which actions may hold a reference to a persona's value."""

import pytest

from pathfinder.core.action import Action, Kind
from pathfinder.core.secrets import reference

PASSWORD = reference("account.password")


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind not in (Kind.TYPE, Kind.SELECT)])
def test_no_address_key_or_dialog_gets_a_value_of_the_persona(kind: Kind) -> None:
    with pytest.raises(ValueError, match="may refer to the persona"):
        Action(kind, value=PASSWORD)


@pytest.mark.parametrize("kind", [Kind.TYPE, Kind.SELECT])
def test_what_is_entered_may(kind: Kind) -> None:
    assert Action(kind, "field", PASSWORD).written == "{{persona.account.password}}"
