"""Which candidates are shown: one of each kind, then what the goal names, then the page's own.

Of many alike the one that holds most of the goal's words stands for its kind. A word that every
row holds tells none apart. Nothing at all is left out where there is room.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log
from types import MappingProxyType
from typing import NamedTuple, TypeVar
from urllib.parse import urldefrag

from pathfinder.core.action import Kind
from pathfinder.engine.candidates import Candidate, describe, label_of, plain
from pathfinder.engine.goal_words import naming_words, said_in, same_word
from pathfinder.engine.rows import sorts

K = TypeVar("K")
_WORD = re.compile(r"[^\W\d_]{2,}")
_TWO = 2
_A_HANDFUL = 4
"""Up to so many alike (save, cancel, delete) are no list of things."""
_A_MENU = 9
"""Up to so many alike with nothing to use between them are a menu, whatever the page calls it."""
MENU = 1
"""The region whose links are the site's parts: no list of things, however many they are."""
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
    if sorts(element):
        return True
    optional = element.is_field and not element.required and not element.error
    return optional and (candidate.kind is not Kind.TYPE or bool(element.value))


def shortlist(
    candidates: Sequence[Candidate],
    goal: str,
    *,
    most: int,
    further: int = 0,
    seen: Callable[[Candidate], bool] = lambda candidate: False,
    begun: Callable[[Candidate], bool] = lambda candidate: False,
    beside: Mapping[str, str] = MappingProxyType({}),
    url: str = "",
) -> tuple[list[Candidate], int]:
    """What fits a small prompt, in reading order by region; all of it where there is room.

    What has no room in a first list may stand in a second one.

    Of many cards or rows alike, of which the goal names none, two stand for all in a long list: a
    small model spreads its choice over what it can't tell apart.

    Args:
        candidates: What can be done, in reading order.
        goal: Its words say what is left out last.
        most: Candidates to keep.
        further: So many of the next, after them; in reading order for themselves.
        seen: Whether a candidate leads to what was looked at already; such are left out first.
        begun: Whether a candidate goes on with what was begun here; such are left out last.
        beside: Candidate key -> words of its row that it does not hold itself.
        url: The page's address.

    Returns:
        The kept candidates, and how many were left out.
    """
    distinct = _one_of_each(candidates, goal, url)
    texts = {id(c): set(plain(f"{c.text} {beside.get(c.key, '')}").split()) for c in distinct}
    rank = _ranks(distinct, texts, goal, seen, begun)
    ranked = sorted(distinct, key=lambda c: rank[id(c)])
    alike = [c for c in ranked if rank[id(c)].is_one_of_many and _is_a_card(c)]
    apart = {id(c) for c in ranked} - {id(c) for c in alike}
    told = [c for c in ranked if id(c) in apart]
    first, second = told[:most], told[most : most + further]
    first += alike[: max(0, _FEW - len(first))]
    lists = [{id(c) for c in some} for some in (first, second)]
    shown = [c for kept in lists for c in by_region(distinct) if id(c) in kept]
    return shown, len(distinct) - len(shown)


def by_rank(candidates: Sequence[Candidate], goal: str) -> list[Candidate]:
    """Those first that stay longest in a short list: one of each kind, few alike and menus."""
    texts = {id(c): set(plain(c.text).split()) for c in candidates}
    rank = _ranks(candidates, texts, goal, seen=lambda c: False, begun=lambda c: False)
    return sorted(candidates, key=lambda c: rank[id(c)])


def _is_a_card(candidate: Candidate) -> bool:
    """Whether its words tell more of the card or row it stands in than its own name."""
    element = candidate.control
    return element is not None and candidate.text.startswith(f"{describe(element)}:")


class _Rank(NamedTuple):
    """Who is left out last: the least.

    A page that is full of links by which the goal's words are said, and that has one button, is
    left without the button where words come first.
    """

    is_not_begun: bool
    is_of_many: bool
    farness: float
    far_aside: int
    is_third: bool
    aside: int
    number: int

    @property
    def is_one_of_many(self) -> bool:
        return self.is_not_begun and self.is_third


def _ranks(
    candidates: Sequence[Candidate],
    texts: Mapping[int, set[str]],
    goal: str,
    seen: Callable[[Candidate], bool],
    begun: Callable[[Candidate], bool],
) -> dict[int, _Rank]:
    """By id: the first of each kind, few alike and menus, then what the goal names.

    The second of many alike says as much of the page as the tenth; entries of a menu do not.
    """
    sizes, menus = Counter(map(kind_key, candidates)), _menus(candidates)
    met: Counter[str] = Counter()
    ranks: dict[int, _Rank] = {}
    near = _nearness(texts, dict.fromkeys(plain(goal).split()))
    told_apart = _told_apart(candidates, texts, goal)
    nearest = sorted(enumerate(candidates), key=lambda pair: (-near[id(pair[1])], pair[0]))
    for number, candidate in nearest:
        kind = kind_key(candidate)
        met[kind] += 1
        aside = max(region(candidate), 2 * seen(candidate))
        ranks[id(candidate)] = _Rank(
            not begun(candidate),
            met[kind] > 1
            and sizes[kind] > _A_HANDFUL
            and region(candidate) != MENU
            and kind not in menus,
            -near[id(candidate)],
            aside // 2,
            met[kind] > _TWO and id(candidate) not in told_apart,
            aside,
            number,
        )
    return ranks


def _menus(candidates: Sequence[Candidate]) -> set[str]:
    """The kinds of which there are several, not too many, one after the other.

    The rows of a list of things tell more than a name, or hold other controls between them.
    """
    places: dict[str, list[int]] = {}
    for number, candidate in enumerate(candidates):
        places.setdefault(kind_key(candidate), []).append(number)
    return {
        kind
        for kind, at in places.items()
        if 1 < len(at) <= _A_MENU
        and at[-1] - at[0] == len(at) - 1
        and not any(_is_a_card(candidates[number]) for number in at)
    }


def _one_of_each(candidates: Sequence[Candidate], goal: str, url: str) -> list[Candidate]:
    """Of the links that lead to one page the one that tells most, as they stand.

    It says words of the goal that none to another page says, has a word of its own, and is called
    as no other is: a row's number, or its kind, leads where its title does. Else the first.
    """
    names = Counter(plain(label_of(c.elements[-1])) for c in candidates)
    words = naming_words(goal)
    said = [said_in(words, [label_of(c.elements[-1])]) for c in candidates]
    targets: dict[str, set[str]] = {}
    for candidate, some in zip(candidates, said, strict=True):
        for word in some:
            targets.setdefault(word, set()).add(_target(candidate, url))

    def tells(candidate: Candidate, some: set[str]) -> tuple[int, bool, bool]:
        element = candidate.elements[-1]
        name = label_of(element)
        alone = sum(len(targets[word]) == 1 for word in some)
        worded = bool(some or _WORD.search(element.text or name))
        return alone, worded, names[plain(name)] == 1

    kept: dict[str, tuple[tuple[int, bool, bool], Candidate]] = {}
    for candidate, some in zip(reversed(candidates), reversed(said), strict=True):
        target, told = _target(candidate, url), tells(candidate, some)
        if target not in kept or told >= kept[target][0]:
            kept[target] = told, candidate
    return [candidate for _, candidate in kept.values()][::-1]


def _target(candidate: Candidate, url: str) -> str:
    """What a candidate leads to: two links to one page are one; two that lead nowhere are not.

    Places on another page are that page, but where the fragment is a path of its own.
    """
    element = candidate.control
    if element is None or candidate.fields or not element.href:
        return candidate.key
    page, fragment = (part.rstrip("?") for part in urldefrag(element.href))
    is_a_path = "/" in fragment or page == urldefrag(url).url.rstrip("?")
    if "#" in element.href and (not page or not url or is_a_path):
        return f"{element.href}|{candidate.key}"
    return page


def kind_key(candidate: Candidate) -> str:
    """Same words for another thing.

    Equal names that only their context tells apart, or cards alike.
    """
    element = candidate.control
    if element is None or candidate.fields:
        return candidate.key
    path = re.sub(r"\[\d+\]", "", element.xpath)
    return f"{element.role}:{path or element.name}"


def _told_apart(
    candidates: Sequence[Candidate], texts: Mapping[int, set[str]], goal: str
) -> set[int]:
    """Ids of those that hold a word of the goal which most of their kind do not hold."""
    words = set(plain(goal).split())
    kinds: dict[str, list[tuple[int, set[str]]]] = {}
    for c in candidates:
        held = {word for word in words if any(same_word(word, o) for o in texts[id(c)])}
        kinds.setdefault(kind_key(c), []).append((id(c), held))
    return {
        one
        for alike in kinds.values()
        for one, held in alike
        if any(2 * sum(word in other for _, other in alike) <= len(alike) for word in held)
    }


def nearness_of(texts: Mapping[K, str], goal: str) -> dict[K, float]:
    """By key: how much of the goal a text holds, but for endings and small errors.

    Each word counts by how few of the texts hold it (inverse document frequency); short words only
    as they are. Source: Spärck Jones, "A statistical interpretation of term specificity" (1972).
    """
    words = naming_words(goal)
    return _nearness({key: set(plain(text).split()) for key, text in texts.items()}, words)


def _nearness(texts: Mapping[K, set[str]], words: Iterable[str]) -> dict[K, float]:
    near = dict.fromkeys(texts, 0.0)
    for word in words:
        holding = [key for key, text in texts.items() if any(same_word(word, o) for o in text)]
        for key in holding:
            near[key] += log((len(texts) + 1) / (len(holding) + 0.5))
    return near
