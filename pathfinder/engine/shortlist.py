"""Which candidates are shown: those that the goal names first to stay, then what the page is about.

Nothing that the goal names is left out, and nothing at all where there is room.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from rapidfuzz import fuzz

from pathfinder.core.action import Kind
from pathfinder.engine.candidates import Candidate, describe, plain

_SAME_WORD = 80
_LONG_WORD = 4
_BEGUN = 1000
"""Nearer than any number of words."""
_FEW = 12
"""Candidates up to which a list is short, and nothing is left out of it."""


def by_region(candidates: Iterable[Candidate]) -> list[Candidate]:
    """What the page is about first, then its header and navigation, then its footer.

    Small models prefer what comes first.
    """
    return sorted(candidates, key=region)


def region(candidate: Candidate) -> int:
    """0: the page's own content, 1: header and navigation, 2: unwanted settings, 3: footer."""
    element = candidate.elements[-1]
    tags = set(re.findall(r"/(header|nav|aside|footer|main|dialog)\b", element.xpath))
    if "footer" in tags or element.landmark == "contentinfo":
        return 3
    if is_setting(candidate):
        return 2
    around = {"header", "nav"} & tags or element.landmark in ("banner", "navigation")
    return 1 if around and "main" not in tags else 0


def is_setting(candidate: Candidate) -> bool:
    """A choice, a tick or a value that is not asked for: a sort order, a filter, a quantity."""
    element = candidate.elements[-1]
    optional = element.is_field and not element.required and not element.error
    return optional and (candidate.kind is not Kind.TYPE or bool(element.value))


def shortlist(
    candidates: Sequence[Candidate],
    goal: str,
    *,
    most: int,
    seen: Callable[[Candidate], bool] = lambda candidate: False,
    begun: Callable[[Candidate], bool] = lambda candidate: False,
) -> tuple[list[Candidate], int]:
    """What fits a small prompt, in reading order by region; all of it where there is room.

    Of many cards or rows alike, of which the goal names none, two stand for all in a long list: a
    small model spreads its choice over what it can't tell apart.

    Args:
        candidates: What can be done, in reading order.
        goal: Its words say what is left out last.
        most: Candidates to keep.
        seen: Whether a candidate leads to what was looked at already; such are left out first.
        begun: Whether a candidate goes on with what was begun here; such are left out last.

    Returns:
        The kept candidates, and how many were left out.
    """
    distinct = list({_target(c): c for c in reversed(candidates)}.values())[::-1]
    rank = _ranks(distinct, goal, seen, begun)
    ranked = sorted(distinct, key=lambda c: rank[id(c)])
    alike = [c for c in ranked if rank[id(c)][0] == 0 and rank[id(c)][2] and _is_a_card(c)]
    apart = {id(c) for c in ranked} - {id(c) for c in alike}
    first = [c for c in ranked if id(c) in apart][:most]
    kept = {id(c) for c in (*first, *alike[: max(0, _FEW - len(first))])}
    return [c for c in by_region(distinct) if id(c) in kept], len(distinct) - len(kept)


def _is_a_card(candidate: Candidate) -> bool:
    """Whether its words tell more of the card or row it stands in than its own name."""
    element = candidate.control
    return element is not None and candidate.text.startswith(f"{describe(element)}:")


def _ranks(
    candidates: Sequence[Candidate],
    goal: str,
    seen: Callable[[Candidate], bool],
    begun: Callable[[Candidate], bool],
) -> dict[int, tuple[int, ...]]:
    """Who is left out last: what the goal names, then the first of each kind, then the page's own.

    The second of many alike says as much of the page as the tenth.
    """
    met: dict[str, int] = {}
    ranks: dict[int, tuple[int, ...]] = {}
    nearest = sorted(enumerate(candidates), key=lambda pair: (-nearness(pair[1], goal), pair[0]))
    for number, candidate in nearest:
        kind = kind_key(candidate)
        met[kind] = met.get(kind, 0) + 1
        near = _BEGUN if begun(candidate) else nearness(candidate, goal)
        beside = max(region(candidate), 2 * seen(candidate))
        ranks[id(candidate)] = (-near, beside // 2, met[kind] // 3, beside, number)
    return ranks


def _target(candidate: Candidate) -> str:
    """What a candidate leads to: two links to one page are one; two that lead nowhere are not."""
    element = candidate.control
    if element is None or candidate.fields or not element.href:
        return candidate.key
    return f"{element.href}|{candidate.key}" if "#" in element.href else element.href


def kind_key(candidate: Candidate) -> str:
    """Same words for another thing.

    Equal names that only their context tells apart, or cards alike.
    """
    element = candidate.control
    if element is None or candidate.fields:
        return candidate.key
    path = re.sub(r"\[\d+\]", "", element.xpath)
    return f"{element.role}:{path or element.name}"


def nearness(candidate: Candidate, goal: str) -> int:
    """How many of the goal's words a candidate's text holds, but for endings and small errors.

    Short words count only as they are.
    """
    words = plain(candidate.text).split()
    return sum(
        any(
            fuzz.ratio(word, other) >= _SAME_WORD if len(word) >= _LONG_WORD else word == other
            for other in words
        )
        for word in dict.fromkeys(plain(goal).split())
    )
