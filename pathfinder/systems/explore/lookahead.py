"""What links lead to and closed menus hold, looked at before one of them is chosen.

A small model judges what came of a step far better than it guesses what would come of it. A link
that only shows something can be looked at beside the page, for a fraction of what a step costs;
what a menu, a tab or a section holds is often in the page before it is opened.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from urllib.parse import urljoin

from pathfinder.core import events
from pathfinder.core.journal import Journal
from pathfinder.core.origin import page_at
from pathfinder.core.shorten import short
from pathfinder.core.task import Site
from pathfinder.engine.candidates import (
    Candidate,
    called,
    group_label,
    label_of,
    one_of_each_group,
    same_text,
    single_candidates,
)
from pathfinder.engine.goal_words import goal_words, said_in, said_on, weight_for
from pathfinder.engine.harmless import only_shows
from pathfinder.engine.playing import Outcome
from pathfinder.engine.shortlist import by_rank, kind_key, region
from pathfinder.engine.stage import View
from pathfinder.engine.tongues import is_a_language
from pathfinder.systems.explore.signs import gained
from pathfinder.webprocessor.change import changes
from pathfinder.webprocessor.element import Element, Scene, Snapshot
from pathfinder.webprocessor.peeking import Behind, Peeking
from pathfinder.webprocessor.scene import make_scene

_WORD = re.compile(r"[^\W\d_]{2,}")
_MENUS = frozenset({"navigation", "complementary"})
_MENU_TAGS = re.compile(r"/(nav|aside)\b")
_AT_ONCE = 12
"""So many addresses are looked at before one choice."""
_MOST = 80
"""So many in a session."""
_A_MENU, _OF_A_LIST = 9, 2
"""Of more links of one kind than a menu has so few; those come first that hold more of the goal."""
_MOST_WAYS = 2
_FOR_AN_ANSWER = 2
"""So many pages are looked at before an answer is believed."""
_LONGEST_NAME = 30
_BESIDE = frozenset({"banner", "navigation", "contentinfo"})


@dataclass(frozen=True)
class Lead:
    """What a link leads to, or what something closed holds.

    line: As the outcome of a step is told. fields: Names of those that are new there. gained: The
    share of the goal's words that is said there, less the share that the page says. inside: It is
    what something closed holds.
    """

    line: str
    fields: tuple[str, ...] = ()
    gained: float = 0.0
    inside: bool = False


@dataclass
class Lookahead:
    """Looks ahead for one session; at each address once, until something was sent.

    browser: Can look without leaving the page; None where it can't.
    known: Address -> the page there; None where nothing came.
    unseen: Address -> the links there that show only once something is opened.
    acting: Kinds of links that lead back to where they stand: they do something.
    visited: Addresses that the session has been at since the site was last changed.
    """

    site: Site
    journal: Journal
    goal: str = ""
    browser: Peeking | None = None
    known: dict[str, Scene | None] = field(default_factory=dict)
    unseen: dict[str, tuple[Element, ...]] = field(default_factory=dict)
    acting: set[str] = field(default_factory=set)
    visited: Collection[str] = ()
    looked: int = 0

    @property
    def _opener(self) -> Peeking | None:
        """What opens addresses beside the page; nothing does in safe mode."""
        return None if self.site.safe else self.browser

    def forget(self) -> None:
        """The site was changed: its pages may be others now."""
        self.known.clear()

    def leads(self, view: View, candidates: Iterable[Candidate]) -> dict[str, Lead]:
        """Candidate key -> what it leads to.

        Args:
            view: The page.
            candidates: What is on offer; what comes first is looked at first.
        """
        opener = self._opener
        if opener is None:
            return {}
        told, left = {}, _AT_ONCE
        links = [(c, kind_key(c), at) for c in candidates if (at := self.address(view.scene, c))]
        sizes, met = Counter(kind for _, kind, _ in links), Counter[str]()
        for candidate, kind, address in links:
            met[kind] += 1
            of_a_list = sizes[kind] > _A_MENU and met[kind] > _OF_A_LIST
            if of_a_list or kind in self.acting:
                continue
            if address not in self.known:
                if not left or self.looked >= _MOST:
                    continue
                left, self.looked = left - 1, self.looked + 1
                self._look(view, candidate, address)
            if ahead := self.known[address]:
                told[candidate.key] = lead_to(view.scene, ahead, self.goal, self.visited)
        return told

    def opens(self, view: View, candidates: Iterable[Candidate]) -> dict[str, Lead]:
        """Candidate key -> what a closed menu, tab or section holds, as far as the page has it."""
        if self.browser is None:
            return {}
        controls = {
            c.key: c.control for c in candidates if c.control and not c.fields and not c.actions
        }
        held = self.browser.behind(list(controls.values()))
        return {
            key: _held_lead(view.scene, held[control.uid], self.goal)
            for key, control in controls.items()
            if control.uid in held
        }

    def beyond(
        self, view: View, words: Collection[str], things: Collection[str] = ()
    ) -> dict[str, Scene]:
        """Name -> page: where the page's own links lead, or what opens, called by one of the words.

        Of what opens in the page, what it holds.

        Args:
            view: The page.
            words: One of them is enough.
            things: What a link may be called as a whole, too.
        """
        opener = self._opener
        if opener is None:
            return {}
        called_so = [
            candidate
            for candidate in single_candidates(view.scene)
            if candidate.control
            and candidate.control.landmark not in _BESIDE
            and candidate.control.href not in self.visited
            and _is_called(candidate.control, words, things)
        ]
        held = opener.behind([c.control for c in called_so if c.control])
        found = {}
        for candidate in called_so[:_FOR_AN_ANSWER]:
            name, uid = called(candidate.elements[-1]), candidate.uids[-1]
            ahead = self._known(view, candidate)
            if ahead := _opened(view.scene, name, held[uid]) if uid in held else ahead:
                found[name] = ahead
        return found

    def gaining(self, view: View, candidates: Iterable[Candidate]) -> list[tuple[Candidate, Scene]]:
        """The page's own links to pages that say more of the goal's words, and those pages."""
        own = [c for c in candidates if region(c) == 0 and self.address(view.scene, c)]
        leads = self.leads(view, by_rank(own, self.goal))
        best = sorted(own, key=lambda c: -leads[c.key].gained if c.key in leads else 0.0)
        pages = ((c, self.known.get(self.address(view.scene, c))) for c in best if c.key in leads)
        return [(c, page) for c, page in pages if page and leads[c.key].gained > 0.0]

    def page(self, address: str) -> Scene | None:
        """The page at an address that may be looked at, looked at once; None for nothing."""
        opener = self._opener
        if address not in self.known and opener is not None:
            shown = opener.peek(address)
            self.known[address] = _scene(shown)
            self.unseen[address] = shown.unseen if shown else ()
        return self.known.get(address)

    def unseen_here(self) -> tuple[Element, ...]:
        """The links of the page that is shown that show only once something is opened."""
        opener = self._opener
        return opener.unseen() if opener else ()

    def held(self, candidates: Iterable[Candidate]) -> dict[str, tuple[str, ...]]:
        """Candidate key -> the addresses that a closed menu, tab or section leads to."""
        opener = self._opener
        closed = {c.key: c.control for c in candidates if c.control and not c.fields}
        held = opener.behind(list(closed.values())) if opener else {}
        return {key: held[e.uid].links for key, e in closed.items() if e.uid in held}

    def _known(self, view: View, candidate: Candidate) -> Scene | None:
        """Where a link leads, looked at now where it was not yet and may be."""
        address = self.address(view.scene, candidate)
        if address and address not in self.known and self.looked < _MOST:
            self.looked += 1
            self._look(view, candidate, address)
        return self.known.get(address)

    def address(self, scene: Scene, candidate: Candidate) -> str:
        """The address of a link that may be looked at; empty for all else.

        One without words of its own is more often a switch than a way, but for those of a menu. One
        that is called as a language is a switch, and what is switched would stay so.
        """
        control = candidate.control
        if control is None or candidate.fields or candidate.actions or not control.href:
            return ""
        address = urljoin(scene.url, control.href)
        may = (
            bool(_WORD.search(control.text) or is_of_a_menu(control))
            and not is_a_language(label_of(control))
            and page_at(address) != page_at(scene.url)
            and self.site.allows(address)
            and only_shows(control, address, self.site, opens_forms=True)
        )
        return address if may else ""

    def _look(self, view: View, candidate: Candidate, address: str) -> None:
        ahead = self.page(address)
        if ahead is not None and page_at(ahead.url) == page_at(view.scene.url):
            self.acting.add(kind_key(candidate))
            ahead = None
        self.known[address] = ahead
        leads = lead_to(view.scene, ahead, self.goal, self.visited).line if ahead else ""
        self.journal.write(
            events.Peek(step=view.step, uid=candidate.uids[-1], url=address, leads=leads)
        )


def is_of_a_menu(control: Element) -> bool:
    """Whether a link with a name stands in the site's navigation or in a bar at the side."""
    around = control.landmark in _MENUS or bool(_MENU_TAGS.search(control.xpath))
    return around and bool(_WORD.search(called(control)))


def within_reach(outcome: Outcome, offered: Iterable[Candidate]) -> list[Candidate]:
    """Of what is offered after a step, the links and forms that were not there before it."""
    before = outcome.before.scene.actionable
    there, fields = {e.href for e in before}, {called(e) for e in before if e.is_field}
    return [
        c
        for c in offered
        if c.control
        and (
            (c.control.href and c.control.href not in there)
            or any(called(field) not in fields for field in c.fields)
        )
    ]


def lead_to(before: Scene, after: Scene, goal: str, visited: Collection[str] = ()) -> Lead:
    """A page in a line: its heading, what can be sent there and what is asked, then its news.

    Of what is new there. Links that are called by words of the goal that were not said before come
    first, but for those to visited pages. Of options one of a kind; of a field that holds words of
    the goal what it holds.
    """
    change, words = changes(before, after), goal_words(goal)
    unsaid = set(words) - said_on(words, before)
    links = [called(e) for e in change.appeared if e.role == "link" and e.href not in visited]
    ways = [name for name in links if said_in(unsaid, [name])][:_MOST_WAYS]
    own = [e for e in change.appeared if e.actionable and e.landmark not in _BESIDE]
    fields = [e for e in own if e.is_field and e.role != "searchbox" and called(e)]
    asks = [group_label(e) or called(e) for e in one_of_each_group(fields)]
    sends = [called(e) for e in own if e.submits]
    buttons = [called(e) for e in own if e.role == "button"]
    texts = (" ".join(text.split()) for text in change.news)
    news = sorted(texts, key=weight_for(goal), reverse=True)
    told = [short(text, _LONGEST_NAME) for text in (*ways, *sends, *asks, *buttons, *news) if text]
    held = {
        short(called(e), _LONGEST_NAME): f' (now "{short(e.value, _LONGEST_NAME)}")'
        for e in fields
        if said_in(words, [e.value])
    }
    line = "; ".join(f"{text}{held.get(text, '')}" for text in dict.fromkeys(told))
    head = f'page "{short(change.heading, 60)}": ' if change.heading else ""
    return Lead(
        f"-> {head}{line}" if line else change.history_line(),
        tuple(map(called, fields)),
        gained(before, after, goal),
    )


def _held_lead(scene: Scene, held: Behind, goal: str) -> Lead:
    """What something closed holds, in a line: what is asked, what can be pressed, what it says."""
    told = (*held.fields, *held.controls, *held.lines)
    names = [short(name, _LONGEST_NAME) for name in told]
    words = goal_words(goal)
    new = said_in(set(words) - said_on(words, scene), told)
    return Lead(
        f"-> opens {'; '.join(names)}", held.fields, len(new) / max(1, len(words)), inside=True
    )


def _is_called(control: Element, words: Collection[str], things: Collection[str]) -> bool:
    name = called(control)
    return bool(said_in(words, [name])) or any(same_text(name, thing) for thing in things)


def _opened(scene: Scene, name: str, held: Behind) -> Scene:
    """What something closed holds, as a page of its own."""
    lines = tuple(Element("p", "text", "", text=line) for line in held.lines)
    return Scene(scene.url, scene.title, name, (), lines)


def _scene(shown: Snapshot | None) -> Scene | None:
    """The page as a user sees it; None where there is nothing on it to use and no heading."""
    scene = make_scene(shown) if shown is not None and not shown.dialog else None
    return scene if scene and (scene.actionable or scene.heading) else None
