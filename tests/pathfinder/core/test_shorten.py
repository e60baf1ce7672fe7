"""Texts for people: cut and counted."""

import pytest

from pathfinder.core.shorten import counted, short


@pytest.mark.parametrize(("number", "said"), [(0, "0 replies"), (1, "1 reply"), (2, "2 replies")])
def test_things_are_counted_as_people_count(number: int, said: str) -> None:
    assert counted(number, "reply", "replies") == said
    assert counted(number, "step") == f"{number} step" + ("" if number == 1 else "s")


def test_a_text_is_cut_at_a_word() -> None:
    assert short("one two\n three", 20) == "one two three"
    assert short("one two three", 9) == "one two…"
