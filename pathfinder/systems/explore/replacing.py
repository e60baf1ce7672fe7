"""What of the goal's values comes in the place of what a field holds, by code alone."""

import re
from collections.abc import Collection, Iterable, Sequence

from rapidfuzz import fuzz

from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import plain, same_text
from pathfinder.engine.goal_words import is_in

_ALIKE = 60
"""From which likeness on, of 100, a text may be another put right: "Nrod" and "Nord"."""
_DIGIT = re.compile(r"\d")
_FIGURES = re.compile(r"\d+(?:[.,]\d+)*")
_LONGEST_AMOUNT = 40


def replaced(
    held: str,
    values: Sequence[GoalValue],
    entered: Collection[str],
    beside: Iterable[str] = (),
) -> tuple[str, GoalValue] | None:
    """What a text becomes in which a value of the goal stands that gives way to another of them.

    "Admission is 7.50 EUR" to "Admission is 8.00 EUR", where the goal gives both. The new one is of
    the same thing, written with figures in the same places, or nearly the same; it was not entered
    before, for then the one that stands there now is meant; and no field beside holds such figures,
    for it may be that one's: "from 18:30 to 20:00".

    Args:
        held: What the field holds.
        values: What the goal gives.
        entered: What was entered before.
        beside: What the other fields of the form hold.

    Returns:
        The text and the value that it holds now; None where none gives way or several might.
    """
    if not held:
        return None
    there = [v for v in values if _once(v.value, held) and not is_in(v.value, entered)]
    found = [
        (held.replace(old.value, new.value), new)
        for old in there
        for new in values
        if _takes_the_place(new, old)
        and not is_in(new.value, [held, *entered])
        and not any(_figures(new.value) == _figures(text) for text in beside if _figures(text))
    ]
    return found[0] if len(found) == 1 else None


def _once(value: str, text: str) -> bool:
    return text.count(value) == 1 and is_in(value, [text])


def _takes_the_place(new: GoalValue, old: GoalValue) -> bool:
    if same_text(new.value, old.value):
        return False
    same_thing = bool(plain(new.of)) and plain(new.of) == plain(old.of)
    figures = _figures(new.value) == _figures(old.value) != ""
    return same_thing or figures or fuzz.ratio(new.value, old.value) >= _ALIKE


def _figures(text: str) -> str:
    """A text with its figures all alike; empty for one that has none."""
    return _DIGIT.sub("0", text.strip()) if _DIGIT.search(text) else ""


def as_amount(held: str, value: str) -> str:
    """A bare number in the words in which a field holds another: "9,50 Euro" for "8,50 Euro".

    Unchanged where the field holds no number, several, or more than an amount.
    """
    number = _FIGURES.fullmatch(value.strip())
    numbers = _FIGURES.findall(held)
    if number is None or len(numbers) != 1 or len(held) > _LONGEST_AMOUNT:
        return value
    return held.replace(numbers[0], number[0])


def common_ends(labels: Iterable[str]) -> frozenset[str]:
    """Words that end two labels and more of a form, after others: "optional"."""
    ends = [words[-1] for label in labels if len(words := plain(label).split()) > 1]
    return frozenset(word for word in ends if ends.count(word) > 1)
