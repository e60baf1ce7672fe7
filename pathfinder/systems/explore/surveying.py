"""Looks over a site before the first choice, and says by which links the goal is come nearer to."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import MINYEAR, date
from math import exp

from pathfinder.agents.agent import Call
from pathfinder.agents.explore import Finder
from pathfinder.agents.thresholds import thresholds_of
from pathfinder.core import events
from pathfinder.core.journal import Journal
from pathfinder.core.origin import page_at
from pathfinder.core.task import GoalValue, Persona
from pathfinder.engine.candidates import Candidate, plain
from pathfinder.engine.goal_words import (
    naming_words,
    plain_words,
    said_in,
    same_word,
    tells,
)
from pathfinder.engine.shortlist import region
from pathfinder.engine.stage import View
from pathfinder.language.values import dates_in
from pathfinder.systems.explore.lookahead import Lookahead
from pathfinder.systems.explore.own_account import asks_for_secrets, is_account
from pathfinder.systems.explore.reading import is_marked
from pathfinder.systems.explore.sitemap import SiteMap, map_site
from pathfinder.systems.explore.survey import (
    asked_on,
    distinct,
    likeliest,
    page_lines,
    words_held,
)
from pathfinder.webprocessor.element import Scene

_MOST = 40
"""So many pages are looked at."""
_LEAST = 1.5
"""A page is gone to for so many times the share of chance: many alike say nothing together."""
_ALIKE = 2
"""Of so many things beside one it is known by what they differ."""


@dataclass
class Surveying:
    """Surveys a site for one session, and remembers what of it is used up.

    shares: Address -> how likely it is that the goal is done there, of those not used up yet; what
        is left to one is that it is done on none of them.
    signs: Address -> what weighs for it: the log-odds of Yes, the goal's words that it holds, and
        whether it asks for something, where the goal is no question.
    only_asks: The goal is one. values: What it gives.
    persona: The user. is_about_the_user: Whether the goal is about their own account; pages of that
        are none where it is not.
    """

    goal: str
    finder: Finder
    lookahead: Lookahead
    journal: Journal
    shares: dict[str, float] = field(default_factory=dict)
    signs: dict[str, tuple[float, float, float]] = field(default_factory=dict)
    only_asks: bool = False
    persona: Persona = field(default_factory=lambda: Persona(""))
    values: Collection[GoalValue] = ()
    is_about_the_user: Callable[[int], bool] = lambda step: True
    _map: SiteMap | None = None
    _told: Mapping[str, Scene] = field(default_factory=dict)
    _lines: dict[str, str] = field(default_factory=dict)
    _held: dict[str, float] = field(default_factory=dict)
    _in_place: dict[str, str] = field(default_factory=dict)
    _meant: dict[str, str] = field(default_factory=dict)
    _met: dict[str, Scene] = field(default_factory=dict)

    def look_over(self, view: View, call: Call) -> None:
        """Map the site from a page on, once, and judge the pages that hold most of the goal.

        Nothing comes of it where the model gives no log-probabilities.
        """
        if self._map is not None:
            return
        self._map = map_site(self.lookahead, view.scene, self.goal, _MOST)
        pages = self._map.pages
        if len(pages) < 2:
            return
        lines = self._tell(pages)
        self._meant = meant_in(self._map.series, pages, self.goal, self.values)
        strange = self._strange(pages, view.step)
        for at in (at for at in likeliest(distinct(pages), self.goal) if at not in strange):
            if not self._judge(at, call):
                return
        self.shares = self._shares()
        self.journal.write(
            events.Survey(
                step=view.step,
                looked=len(pages),
                pages=tuple(
                    events.SurveyedPage(url=at, says=lines[at], share=round(self.shares[at], 3))
                    for at in sorted(self.shares, key=lambda at: -self.shares[at])
                ),
            )
        )

    def meet(self, view: View, call: Call) -> None:
        """Judge a page that asks for something, and was not looked over, once it is come to.

        By what the model found itself the goal may be done, too: it is not led away from there
        to what is less likely. What is a part of a page that was judged is no less than that.
        """
        at, pages = self._at(view), self._map.pages if self._map else {}
        self._met[at] = view.scene
        if not self.signs or at in pages or at in self.signs:
            return
        if not asked_on(view.scene) or self._strange({at: view.scene}, view.step):
            return
        self._tell({**pages, at: view.scene})
        if self._judge(at, call):
            shares, as_a_part = self._shares(), self.shares.get(at, 0.0)
            self.shares = {one: shares.get(one, share) for one, share in self.shares.items()}
            self.shares[at] = max(shares[at], as_a_part)

    def _tell(self, pages: Mapping[str, Scene]) -> Mapping[str, str]:
        """Address -> what is told of its page, kept with how much of the goal it holds."""
        self._lines = page_lines(pages, self.goal, self.persona.shown)
        self._held = words_held(pages, self.goal)
        self._told = pages
        return self._lines

    def _strange(self, pages: Mapping[str, Scene], step: int) -> set[str]:
        """The addresses where the goal is not done.

        Of pages that ask for passwords, and of the user's own account, where it is about others.
        """
        secret = {at for at, scene in pages.items() if asks_for_secrets(asked_on(scene), self.goal)}
        own = {at for at, scene in pages.items() if is_account(scene.actionable, self.persona)}
        about_others = own and bool(self.values) and not self.is_about_the_user(step)
        return secret | own if about_others else secret

    def _judge(self, address: str, call: Call) -> bool:
        """Ask whether the goal is done on a page of the map; False where no number comes."""
        scores = self.finder.score(call, ("Yes", "No"), goal=self.goal, page=self._lines[address])
        if scores is None:
            return False
        most = max(self._held.values()) or 1.0
        odds = scores.logprobs[0] - scores.logprobs[1]
        form = bool(asked_on(self._told[address])) and not self.only_asks
        self.signs[address] = (odds, self._held[address] / most, float(form))
        return True

    def knows(self, view: View) -> bool:
        """Whether a page was looked over."""
        return self._map is not None and self._at(view) in self._map.pages

    def is_elsewhere(self, view: View, call: Call) -> bool:
        """Whether a page is hardly where the goal is done, against the likeliest.

        Nothing is said of a page that no link led to: what comes after a form is a part of that.
        """
        at = self._at(view)
        if not self.signs or not self.knows(view):
            return False
        if at not in self.signs and not self._judge(at, call):
            return False
        shares = self._shares()
        return shares[at] < thresholds_of(self.finder.model).survey_least * max(shares.values())

    def is_of_another(self, scene: Scene, typed: Iterable[str]) -> bool:
        """Whether a page is about one of several things alike, and the goal says nothing of it.

        Nothing by which it and the thing's own page differ from the others that were looked at, but
        for what was typed: no word, and no day.

        Source: of 186 known ways through 33 applications 29 end on such a page, and of none of them
            the goal says nothing; it was looked at on all of them (docs/decisions.md).
        """
        if self._map is None:
            return False
        at, pages = page_at(scene.url), {**self._map.pages, **self._met}
        holding = [
            (len(one), one, alike)
            for alike in self._map.series
            for one in alike
            if at == one or at.startswith(f"{one.rstrip('/')}/")
        ]
        if not holding:
            return False
        _, thing, alike = max(holding)
        others = [pages[one] for one in alike - {thing, at} if one in pages]
        own, known = [scene, pages.get(thing, scene)], _plain(" ".join(typed))
        words = set().union(*map(_words, own)) - known.union(*map(_words, others))
        words |= set().union(*map(_headed, own)) - set().union(*map(_headed, others))
        if not words or len(others) < _ALIKE:
            return False
        days = _days(own) - dates_in(" ".join(typed)) - _days(others)
        return not (said_in(naming_words(self.goal), sorted(words)) or _says_one(self.goal, days))

    def _shares(self) -> dict[str, float]:
        by = thresholds_of(self.finder.model)
        weights = {
            at: exp(by.survey_odds * odds + by.survey_words * near + by.survey_asks * asks)
            for at, (odds, near, asks) in self.signs.items()
        }
        total = sum(weights.values()) + exp(by.survey_none)
        return {at: weight / total for at, weight in weights.items()}

    def ways(self, view: View, candidates: Iterable[Candidate]) -> dict[str, float]:
        """Key of a link -> the share of the pages that it is the shortest way to.

        Of what opens a closed menu the share of the links in it.
        """
        if self._map is None or not self.shares:
            return {}
        here, offered = self._at(view), list(candidates)
        links = {c.key: {page_at(at)} for c in offered if (at := self._address(view, c))}
        held = self.lookahead.held(c for c in offered if c.key not in links)
        closed = {key: set(map(page_at, addresses)) for key, addresses in held.items()}
        least = _LEAST / len(self.signs)
        likely = {at: share for at, share in self._aimed().items() if share >= least}
        elsewhere = {at: share for at, share in likely.items() if at != here}
        return self._map.first_steps({**links, **closed}, closed, elsewhere)

    def _aimed(self) -> dict[str, float]:
        """The shares, those of what belongs to another thing than the goal names for that thing.

        What is asked about one of a series may be asked about each, and few of each were looked at.
        """
        aimed: dict[str, float] = {}
        for address, share in self.shares.items():
            way = self._map.way(address) if self._map else []
            place = next((self._meant[at] for at in way if at in self._meant), address)
            aimed[place] = aimed.get(place, 0.0) + share
        return aimed

    def own(self, view: View, candidates: Iterable[Candidate]) -> dict[str, float]:
        """Key -> the share of the page, of what is a part of it.

        A link of its own to what was not looked at goes on with what the page is for.
        """
        share, pages = self._aimed().get(self._at(view), 0.0), self._map and self._map.pages
        return {
            c.key: share
            for c in candidates
            if share and region(c) == 0 and page_at(self._address(view, c)) not in (pages or ())
        }

    def _address(self, view: View, candidate: Candidate) -> str:
        return self.lookahead.address(view.scene, candidate)

    def learn(self, before: View, candidate: Candidate | None, after: View, *, sends: bool) -> None:
        """Take in a step: what was worked on, or left for whatever reason, is not gone to again.

        A page that was not looked over, and comes from one that was, is a part of that. One that a
        link shows elsewhere than at its address, in a frame or by a script, is there for so long.
        """
        left, there = self._at(before), page_at(after.scene.url)
        if there != page_at(before.scene.url):
            self._in_place.clear()
        led = page_at(self._address(before, candidate)) if candidate else ""
        if (
            self._map
            and led in self._map.pages
            and led != there
            and after.state is not before.state
        ):
            self._in_place = {there: led}
        if not sends and self._at(after) == left:
            return
        share = self.shares.pop(left, 0.0)
        if share and self._map is not None and self._at(after) not in self._map.pages:
            self.shares[self._at(after)] = share

    def _at(self, view: View) -> str:
        """The address of the page that is shown, wherever it is shown."""
        at = page_at(view.scene.url)
        return self._in_place.get(at, at)


def _words(scene: Scene) -> set[str]:
    """The words of a page, of its fields and of what they hold."""
    held = [text for e in scene.actionable for text in (e.name, e.value, e.selected)]
    return _plain(" ".join((scene.title, scene.heading, scene.text, *held)))


def _headed(scene: Scene) -> set[str]:
    return _plain(f"{scene.title} {scene.heading}")


def _days(scenes: Iterable[Scene]) -> set[date]:
    """The days that pages say, also in what their fields hold."""
    texts = [t for s in scenes for t in (s.text, *(e.value for e in s.actionable if e.is_field))]
    return {day for text in texts for line in text.split("\n") for day in dates_in(line)}


def _says_one(text: str, days: Iterable[date]) -> bool:
    """Whether a text says one of the days; one without a year is that day of any."""
    told = [(one.month, one.day, one.year) for one in dates_in(text)]
    return any(
        (day.month, day.day) == one[:2] and (day.year == one[2] or MINYEAR in (day.year, one[2]))
        for day in days
        for one in told
    )


def _plain(text: str) -> set[str]:
    return set(map(str.casefold, plain_words(text)))


def meant_in(
    series: Iterable[Collection[str]],
    pages: Mapping[str, Scene],
    goal: str,
    values: Iterable[GoalValue],
) -> dict[str, str]:
    """Address of a page -> that of the one of its series which the goal names instead.

    It alone is headed by a name of the goal's that no other has: `/rooms/3` of four rooms.

    Args:
        series: Addresses of things alike, those too that were not looked at.
        pages: Address -> page.
        goal, values: What may name one of them.
    """
    names = _names_of(goal, values)
    meant: dict[str, str] = {}
    for alike in series:
        said = {at: _said(names, pages[at].heading) for at in alike if at in pages}
        met = Counter(name for held in said.values() for name in held)
        headed = [at for at, held in said.items() if any(met[name] == 1 for name in held)]
        if len(headed) == 1:
            meant |= {at: headed[0] for at in alike if at != headed[0]}
    return meant


def _said(names: Iterable[str], heading: str) -> set[str]:
    words = plain(heading).split()
    return {name for name in names if any(same_word(word, name) for word in words)}


def _names_of(goal: str, values: Iterable[GoalValue]) -> set[str]:
    """The words of the goal's values, and those that it shows to be names."""
    given = [word for value in values for word in plain_words(value.value)]
    named = [word for word in plain_words(goal) if is_marked(word, goal)]
    return {plain(word) for word in (*given, *named) if tells(word)}
