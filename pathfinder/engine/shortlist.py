"""Which candidates are shown.

What the page is about first, few of a kind, those near the goal first to stay.
"""

import re
from collections.abc import Callable, Iterable

from rapidfuzz import fuzz

from pathfinder.core.action import Kind
from pathfinder.engine.candidates import Candidate, plain

_ENOUGH = 4
_SHORTEST_WORD = 4
_SAME_WORD = 80


def by_region(candidates: Iterable[Candidate]) -> list[Candidate]:
    """What the page is about first, then its header and navigation, then its footer.

    Small models prefer what comes first.
    """
    return sorted(candidates, key=region)


def region(candidate: Candidate) -> int:
    """0: the page's own content, 1: header and navigation, 2: unwanted settings, 3: footer."""
    landmarks = re.findall(
        r"/(header|nav|aside|footer|main|dialog)\b", candidate.elements[-1].xpath
    )
    if "footer" in landmarks:
        return 3
    if is_setting(candidate):
        return 2
    return 1 if {"header", "nav"} & set(landmarks) and "main" not in landmarks else 0


def is_setting(candidate: Candidate) -> bool:
    """A choice, a tick or a value that is not asked for: a sort order, a filter, a quantity."""
    element = candidate.elements[-1]
    optional = element.is_field and not element.required and not element.error
    return optional and (candidate.kind is not Kind.TYPE or bool(element.value))


def attended(
    candidates: Iterable[Candidate], goal: str, seen: Callable[[Candidate], bool]
) -> list[Candidate]:
    """What deserves a look.

    Settings, pages seen already and the footer only where little else is left, or where the goal
    names them.
    """
    tiers: dict[int, list[Candidate]] = {0: [], 1: [], 2: [], 3: []}
    for candidate in by_region(candidates):
        place = region(candidate)
        tiers[0 if _nearness(candidate, goal) else max(place, 2 if seen(candidate) else 0)].append(
            candidate
        )
    kept = tiers[0] + tiers[1]
    for place in (2, 3):
        if len(kept) < _ENOUGH:
            kept += tiers[place]
    return kept


def shortlist(
    candidates: list[Candidate], goal: str, *, most: int, of_a_kind: int = 2
) -> tuple[list[Candidate], int]:
    """What fits a small prompt: no doubles, few of each kind, those near the goal first to stay.

    Args:
        most: Candidates to keep.
        of_a_kind: How many of one kind (same words in another card or row) to keep, the nearest to
            the goal first.

    Returns:
        The kept candidates in their order, and how many were left out.
    """
    distinct = list({_target(c): c for c in reversed(candidates)}.values())[::-1]
    by_kind: dict[str, list[Candidate]] = {}
    for candidate in distinct:
        by_kind.setdefault(kind_key(candidate), []).append(candidate)
    kept = [c for group in by_kind.values() for c in _nearest(group, goal, of_a_kind)]
    kept = _nearest(by_region(kept), goal, most)
    chosen = {id(c) for c in kept}
    return [c for c in by_region(distinct) if id(c) in chosen], len(distinct) - len(kept)


def _target(candidate: Candidate) -> str:
    element = candidate.control
    return (
        element.href
        if element is not None and element.href and not candidate.fields
        else candidate.key
    )


def kind_key(candidate: Candidate) -> str:
    """Same words for another thing.

    Equal names that only their context tells apart, or cards alike.
    """
    element = candidate.control
    if element is None or candidate.fields:
        return candidate.key
    path = re.sub(r"\[\d+\]", "", element.xpath)
    return f"{element.role}:{path or element.name}"


def _nearest(candidates: Iterable[Candidate], goal: str, most: int) -> list[Candidate]:
    ranked = sorted(enumerate(candidates), key=lambda pair: (-_nearness(pair[1], goal), pair[0]))[
        :most
    ]
    return [candidate for _, candidate in sorted(ranked)]


def _nearness(candidate: Candidate, goal: str) -> int:
    """How many of the goal's words a candidate's text holds, but for endings and small errors."""
    words = plain(candidate.text).split()
    wanted = [word for word in plain(goal).split() if len(word) >= _SHORTEST_WORD]
    return sum(any(fuzz.ratio(word, other) >= _SAME_WORD for other in words) for word in wanted)
