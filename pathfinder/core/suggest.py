"""Which known word somebody may have meant."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The known word that is most like this one, as the end of a message; nothing when none is."""
    from rapidfuzz import process

    match = process.extractOne(word, list(known), score_cutoff=60)
    return f"; did you mean '{match[0]}'?" if match else ""
