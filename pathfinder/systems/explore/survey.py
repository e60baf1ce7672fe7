"""The pages of a site as a choice: on which of them a goal is done.

A small model is lost in a menu, and tells the right one of ten pages when it is told in a line what
each asks for, offers and says.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from pathfinder.core.shorten import short
from pathfinder.engine.candidates import called, group_label, one_of_each_group
from pathfinder.engine.goal_words import goal_words, said_in
from pathfinder.engine.shortlist import nearness_of
from pathfinder.systems.explore.own_account import YOURS, holds_own
from pathfinder.webprocessor.element import Element, Scene

_AROUND = frozenset({"banner", "navigation", "contentinfo", "complementary"})
_BY_WORDS, _FORMS = 8, 6
"""So many pages are told for the goal's words that they hold, and so many for what they ask."""
_OF_A_KIND = 2
"""Of pages that ask the same so many are told."""
_LINES = 4
_LONGEST_NAME, _LONGEST_LINE, _LONGEST_LIST = 25, 60, 130
_COMMON = 0.5
"""What stands on a greater share of the pages is no page's own."""
_FEWEST = 4


def page_lines(pages: Mapping[str, Scene], goal: str, user: Collection[str] = ()) -> dict[str, str]:
    """Address -> what its page asks, offers and says, in a line, without what most of them do.

    user: Values of the user; a page whose fields hold some is about them.
    """
    own = {address: _own(scene) for address, scene in pages.items()}
    met = Counter(name for parts in own.values() for name in {*parts.press, *parts.says})
    most = _COMMON * len(pages) if len(pages) >= _FEWEST else len(pages)
    usual = {name for name, times in met.items() if times > most}
    return {
        address: _line(scene, own[address].without(usual), goal, holds_own(scene.actionable, user))
        for address, scene in pages.items()
    }


def distinct(pages: Mapping[str, Scene]) -> dict[str, Scene]:
    """The pages, of one list that its address narrows in several ways the first.

    Such have one path, one heading and one set of fields that hold the same, and no part of their
    queries says one thing in one and another in the other. Pages without fields are all kept.

    Source: made after a list had stood seven times among fourteen pages; of 860 recorded pages of
        33 applications 27 are views of others, and of those where a goal is done one, which stays
        as what it is a view of.
    """
    kept: dict[str, Scene] = {}
    met: dict[tuple[str, ...], list[dict[str, str]]] = {}
    for address, scene in pages.items():
        place = urlsplit(address)
        held = tuple(f"{called(e)} {e.selected or e.value}" for e in _own(scene).asks)
        views = met.setdefault((place.path, place.fragment, scene.heading, *held), [])
        query = dict(parse_qsl(place.query))
        if not held or not any(all(one.get(k, v) == v for k, v in query.items()) for one in views):
            kept[address] = scene
            views.append(query)
    return kept


def likeliest(pages: Mapping[str, Scene], goal: str) -> list[str]:
    """The addresses whose pages hold most of the goal's words, best first; then other forms.

    Few of one kind: the forms by which things alike are changed.
    """
    near = words_held(pages, goal)
    kinds = {address: _kind(scene) for address, scene in pages.items()}
    met: Counter[tuple[str, ...]] = Counter()
    ranked = []
    for address in sorted(pages, key=lambda one: -near[one]):
        met[kinds[address]] += 1
        if not kinds[address] or met[kinds[address]] <= _OF_A_KIND:
            ranked.append(address)
    best, rest = ranked[:_BY_WORDS], ranked[_BY_WORDS:]
    told = {kinds[address] for address in best} | {()}
    others = {kinds[address]: address for address in reversed(rest) if kinds[address] not in told}
    forms = set(others.values())
    return best + [address for address in rest if address in forms][:_FORMS]


def words_held(pages: Mapping[str, Scene], goal: str) -> dict[str, float]:
    """Address -> how much of the goal its page holds, outside of what stands around it."""
    return nearness_of({address: _text(scene) for address, scene in pages.items()}, goal)


def asked_on(scene: Scene) -> list[Element]:
    """The fields of a page to enter or choose something in, outside of what is around it."""
    return list(_own(scene).asks)


@dataclass(frozen=True)
class _Own:
    """What a page has of its own: what it asks, what can be pressed, what it says."""

    asks: Sequence[Element]
    press: Sequence[str]
    says: Sequence[str]

    def without(self, usual: set[str]) -> "_Own":
        return _Own(
            self.asks,
            [name for name in self.press if name not in usual],
            [line for line in self.says if line not in usual],
        )


def _own(scene: Scene) -> _Own:
    own = [one for one in scene.actionable if one.landmark not in _AROUND]
    asks = [e for e in own if e.is_field and e.role != "searchbox" and called(e)]
    press = dict.fromkeys(called(e) for e in own if e.role == "button" and called(e))
    texts = [e for e in scene.informational if e.landmark not in _AROUND]
    lines = [" ".join(e.text.split()) for e in texts] + [called(e) for e in own if e.role == "link"]
    says = dict.fromkeys(line for line in lines if line and line != scene.heading)
    return _Own(one_of_each_group(asks), list(press), list(says))


def _line(scene: Scene, own: _Own, goal: str, users: bool) -> str:
    words = goal_words(goal)
    asks = dict.fromkeys(_asked(field, words) for field in own.asks)
    near = nearness_of(dict(enumerate(own.says)), goal)
    best = sorted(sorted(near, key=lambda n: (-near[n], n))[:_LINES])
    parts = [f'"{short(scene.heading or scene.title, _LONGEST_LINE)}"' + YOURS * users]
    if asks:
        parts.append(f"asks: {short(', '.join(asks), _LONGEST_LIST)}")
    if own.press:
        names = ", ".join(short(name, _LONGEST_NAME) for name in own.press)
        parts.append(f"press: {short(names, _LONGEST_LINE)}")
    if best:
        parts.append("says: " + "; ".join(short(own.says[n], _LONGEST_LINE) for n in best))
    return "; ".join(parts)


def _asked(field: Element, words: list[str]) -> str:
    name = short(group_label(field) or called(field), _LONGEST_NAME)
    holds = field.value if field.role in ("textbox", "combobox", "spinbutton") else ""
    told = len(holds) <= _LONGEST_NAME or said_in(words, [holds])
    return f'{name} (now "{short(holds, _LONGEST_NAME)}")' if holds and told else name


def _kind(scene: Scene) -> tuple[str, ...]:
    """What it asks, and whether that is asked for the first time; nothing where it asks nothing."""
    typed = [e for e in _own(scene).asks if e.role == "textbox"]
    blank = sum(not e.value for e in typed)
    return (*sorted({called(e) for e in typed}), str(2 * blank > len(typed))) if typed else ()


def _text(scene: Scene) -> str:
    own = [e for e in (*scene.actionable, *scene.informational) if e.landmark not in _AROUND]
    texts = [scene.heading, scene.title]
    texts += [text for e in own for text in (e.text or called(e), e.value if e.is_field else "")]
    return " ".join(text for text in texts if text)
