"""What of a goal's words stands in the row of a control, where others are its like."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from pathfinder.engine.candidates import Candidate, called, label_of, plain
from pathfinder.engine.goal_words import tells
from pathfinder.engine.shortlist import kind_key
from pathfinder.language.lexicon import lexicon
from pathfinder.webprocessor.element import Element, Scene

_APOSTROPHE = re.compile(r"['’]")
_WORD = re.compile(r"[@#]?\w[\w.'-]*\w")
_SHORTEST = 3
_MOST_ALIKE = 60
_A_ROW = 25
"""So many texts at most stand in one row or card."""


def goal_words_beside(candidates: Sequence[Candidate], scene: Scene, goal: str) -> dict[str, str]:
    """Candidate key -> words of the goal in its row or card that not all alike have there.

    A text belongs to that one of the controls alike whose path it shares most of: the box around
    both may be of any kind.
    """
    words = [part for word in _WORD.findall(goal) for part in (word, *_APOSTROPHE.split(word))]
    wanted = {word.casefold() for word in words if tells(word)} - lexicon().fillers
    named = (e for e in scene.actionable if not e.is_field)
    texts = [(e, _named(e, wanted)) for e in (*scene.informational, *named)]
    told: dict[str, list[str]] = {}
    for alike in _alike(candidates) if any(words for _, words in texts) else ():
        told |= _told(alike, texts)
    return {key: ", ".join(dict.fromkeys(words)) for key, words in told.items()}


def _told(
    alike: Sequence[Candidate], texts: Iterable[tuple[Element, list[str]]]
) -> dict[str, list[str]]:
    """Candidate key -> the goal's words in its row; of what stands beside too much to be one none.

    The bars above and below a list are called alike, too.
    """
    own = {candidate.elements[0].uid for candidate in alike}
    told: dict[str, list[str]] = defaultdict(list)
    sizes: Counter[str] = Counter()
    for text, words in texts:
        nearest = [] if text.uid in own else _nearest(alike, text)
        for candidate in nearest if len(nearest) < len(alike) else ():
            told[candidate.key] += words
            sizes[candidate.key] += 1
    held = Counter(w.casefold() for words in told.values() for w in dict.fromkeys(words))
    apart = {key: [w for w in told[key] if held[w.casefold()] < len(alike)] for key in told}
    return {key: words for key, words in apart.items() if words and sizes[key] <= _A_ROW}


def in_other_rows(candidates: Sequence[Candidate], beside: Mapping[str, str]) -> set[str]:
    """Keys of the candidates called as one that stands beside the goal's words, and do not."""
    return {
        candidate.key
        for alike in _called_alike(candidates)
        if any(candidate.key in beside for candidate in alike)
        for candidate in alike
        if candidate.key not in beside
    }


def _named(text: Element, wanted: set[str]) -> list[str]:
    """The goal's words in a text, as the text has them."""
    words = _WORD.findall(text.text or called(text))
    return [w for w in words if len(w) >= _SHORTEST and w.casefold() in wanted]


def _alike(candidates: Iterable[Candidate]) -> list[list[Candidate]]:
    """Controls that are called alike, or stand alike in rows though each has a name of its own."""
    called_so = _called_alike(candidates)
    own = [c for group in called_so for c in group if len(group) == 1]
    rows = _by(own, kind_key)
    return [group for group in (*called_so, *rows) if 1 < len(group) <= _MOST_ALIKE]


def _called_alike(candidates: Iterable[Candidate]) -> list[list[Candidate]]:
    single = (c for c in candidates if len(c.elements) == 1)
    return _by(single, lambda c: plain(label_of(c.elements[0])))


def _by(candidates: Iterable[Candidate], key: Callable[[Candidate], str]) -> list[list[Candidate]]:
    groups: dict[str, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        groups[f"{candidate.kind} {key(candidate)}"].append(candidate)
    return list(groups.values())


def _nearest(alike: Sequence[Candidate], text: Element) -> list[Candidate]:
    shared = [_shared(candidate.elements[0], text) for candidate in alike]
    most = max(shared)
    return [c for c, steps in zip(alike, shared, strict=True) if steps == most]


def _shared(control: Element, text: Element) -> int:
    """Steps that two paths have in common."""
    if control.frame != text.frame:
        return 0
    count = 0
    for one, other in zip(control.xpath.split("/"), text.xpath.split("/"), strict=False):
        if one != other:
            break
        count += 1
    return count
