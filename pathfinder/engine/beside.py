"""What of a goal's words stands in the row of a control, where several are called alike."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from pathfinder.engine.candidates import Candidate, called, label_of, plain
from pathfinder.engine.goal_words import tells
from pathfinder.language.lexicon import lexicon
from pathfinder.webprocessor.element import Element, Scene

_WORD = re.compile(r"[@#]?\w[\w.'-]*\w")
_SHORTEST = 3
_MOST_ALIKE = 60
_A_ROW = 25
"""So many texts at most stand in one row or card."""


def goal_words_beside(candidates: Sequence[Candidate], scene: Scene, goal: str) -> dict[str, str]:
    """Candidate key -> words of the goal in its row or card, where not all alike have them there.

    A text belongs to that one of the controls alike whose path it shares most of: the box around
    both may be of any kind.
    """
    wanted = {word.casefold() for word in _WORD.findall(goal) if tells(word)}
    wanted -= lexicon().fillers
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
    return {key: words for key, words in told.items() if words and sizes[key] <= _A_ROW}


def in_other_rows(candidates: Sequence[Candidate], beside: Mapping[str, str]) -> set[str]:
    """Keys of the candidates alike one that stands beside the goal's words, and do not."""
    return {
        candidate.key
        for alike in _alike(candidates)
        if any(candidate.key in beside for candidate in alike)
        for candidate in alike
        if candidate.key not in beside
    }


def _named(text: Element, wanted: set[str]) -> list[str]:
    """The goal's words in a text, as the text has them."""
    words = _WORD.findall(text.text or called(text))
    return [w for w in words if len(w) >= _SHORTEST and w.casefold() in wanted]


def _alike(candidates: Iterable[Candidate]) -> list[list[Candidate]]:
    groups: dict[str, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        if len(candidate.elements) == 1:
            groups[f"{candidate.kind} {plain(label_of(candidate.elements[0]))}"].append(candidate)
    return [group for group in groups.values() if 1 < len(group) <= _MOST_ALIKE]


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
