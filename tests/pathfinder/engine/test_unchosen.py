"""Options that say that nothing was chosen yet."""

import pytest

from pathfinder.engine.unchosen import is_unchosen


@pytest.mark.parametrize(
    "option",
    [
        "",
        "---",
        "Select…",
        "- Please choose a size -",
        "Bitte wählen",
        "Choisissez un pays",
        "Kies",
    ],
)
def test_what_asks_to_choose_is_no_choice(option: str) -> None:
    assert is_unchosen(option)


@pytest.mark.parametrize("option", ["Red", "None of these", "Choosy Cat Food", "2", "Wahlkreis 4"])
def test_what_names_something_is_one(option: str) -> None:
    assert not is_unchosen(option)
