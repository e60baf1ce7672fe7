"""Controls that are called by words of the goal which nothing has led to yet."""

from collections import defaultdict
from collections.abc import Iterable

from pathfinder.engine.candidates import Candidate, label_of
from pathfinder.engine.goal_words import goal_words, said_in

_MOST_ALIKE = 2
_MOST_WORDS = 2.0


def unmet(candidates: Iterable[Candidate], goal: str, told: Iterable[str]) -> dict[str, float]:
    """Candidate key -> how many words of the goal it is called by that were not met so far.

    A word that two share counts half for each; one that more share tells none apart.

    Args:
        told: What was done so far, and where the search is.
    """
    met = said_in(words := goal_words(goal), told)
    holders: dict[str, list[str]] = defaultdict(list)
    for candidate in candidates:
        if candidate.control is not None and not candidate.fields:
            for word in said_in(set(words) - met, [label_of(candidate.control)]):
                holders[word].append(candidate.key)
    counts: dict[str, float] = defaultdict(float)
    for keys in holders.values():
        if len(keys) <= _MOST_ALIKE:
            for key in keys:
                counts[key] += 1 / len(keys)
    return {key: min(count, _MOST_WORDS) for key, count in counts.items()}
