"""A map of the pages that are within reach by links that only show something."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urljoin, urlsplit

import networkx as nx

from pathfinder.core.origin import page_at
from pathfinder.engine.candidates import called, single, single_candidates
from pathfinder.engine.shortlist import kind_key, nearness_of, region
from pathfinder.systems.explore.lookahead import Lookahead, is_of_a_menu
from pathfinder.webprocessor.element import Element, Scene

_A_MENU, _OF_A_LIST = 9, 3
"""Of more links of one kind on a page than a menu has so few are followed, and as many by name."""
_OF_A_KIND = 6
"""So many of a kind are followed on all pages, but for those that hold the goal's words."""
_NAMED, _MENU = 0.5, 0.5
"""What a link's words, and standing in a menu, weigh against being one page further away."""


@dataclass
class SiteMap:
    """Pages, and which of them leads to which.

    pages: Address -> page. links: From address to address, also to those not looked at, with the
    steps that it takes: a link in a closed menu takes two.
    series: Addresses of things alike, which a list on some page leads to.
    """

    pages: dict[str, Scene]
    links: "nx.DiGraph[str]" = field(default_factory=nx.DiGraph)
    series: list[set[str]] = field(default_factory=list)

    def first_steps(
        self,
        ways: Mapping[str, Collection[str]],
        closed: Collection[str],
        targets: Mapping[str, float],
    ) -> dict[str, float]:
        """Way -> what the targets are worth to which it is the shortest, none at all left out.

        Args:
            ways: By any name, the addresses that each leads to.
            closed: Those that have to be opened first, which is one step more.
            targets: Address -> what it is worth.
        """
        worth: defaultdict[str, float] = defaultdict(float)
        for target, share in targets.items():
            far = self._distances(target)
            steps = {
                way: min(far[at] for at in held if at in far) + (way in closed)
                for way, held in ways.items()
                if any(at in far for at in held)
            }
            least = min(steps.values(), default=0)
            for way, count in steps.items():
                if count == least:
                    worth[way] += share
        return dict(worth)

    def way(self, target: str) -> list[str]:
        """The pages on the shortest way from the first one to a target, with it alone."""
        start = next(iter(self.pages))
        known = start in self.links and target in self.links
        if target == start or not known or not nx.has_path(self.links, start, target):
            return [target]
        return list(nx.shortest_path(self.links, start, target, weight="steps"))[1:]

    def _distances(self, target: str) -> dict[str, float]:
        if target not in self.links:
            return {target: 0}
        back = self.links.reverse(copy=False)
        return dict(nx.single_source_dijkstra_path_length(back, target, weight="steps"))


def map_site(lookahead: Lookahead, scene: Scene, goal: str, most: int) -> SiteMap:
    """The pages that links lead to from a page on; so many are looked at, the likeliest first.

    Near ones come before far ones, and links that are called by the goal's words before others.
    """
    start = page_at(scene.url)
    site_map = SiteMap({start: scene})
    waiting, depth, met = {start: 0.0}, {start: 0}, Counter[str]()
    shown: set[tuple[str, ...]] = set()
    looked = 0
    while waiting and looked <= most:
        address = max(waiting, key=lambda one: waiting[one])
        del waiting[address]
        looked += 1
        page = scene if address == start else lookahead.page(address)
        if page is None or (content := _content(page)) in shown:
            continue
        shown.add(content)
        site_map.pages[address] = page
        site_map.series += _series(lookahead, page)
        folded = lookahead.unseen_here() if address == start else lookahead.unseen.get(address, ())
        hidden = _addresses(page, folded) - _addresses(page, page.actionable)
        for further, worth in _ways(lookahead, page, folded, goal, met):
            steps = 1 + (further in hidden)
            site_map.links.add_edge(address, further, steps=steps)
            if further not in depth:
                depth[further] = depth[address] + 1
                waiting[further] = worth - depth[further]
    return site_map


def _series(lookahead: Lookahead, page: Scene) -> list[set[str]]:
    """The addresses of things alike that a page lists: by links of one kind, in no menu.

    Their addresses have all but the end in common, or what they ask for: `/rooms/3`, `?room=3`.
    """
    lists: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for candidate in single_candidates(page):
        control, address = candidate.control, lookahead.address(page, candidate)
        if address and control is not None and region(candidate) == 0 and not is_of_a_menu(control):
            place = urlsplit(page_at(address))
            begins = place.path.rstrip("/").rpartition("/")[0]
            asked = [name for name, _ in parse_qsl(place.query)]
            lists[kind_key(candidate), f"{place.path} {asked}" if asked else begins].add(
                page_at(address)
            )
    return [addresses for addresses in lists.values() if len(addresses) > 1]


def _addresses(page: Scene, links: Iterable[Element]) -> set[str]:
    return {page_at(urljoin(page.url, one.href)) for one in links if one.href}


def _content(page: Scene) -> tuple[str, ...]:
    """What a page shows: the same for a log-in that many addresses lead to."""
    names = (f"{e.role}:{called(e)}" for e in page.actionable)
    return (page.heading, *names, *(e.text for e in page.informational))


def _ways(
    lookahead: Lookahead,
    scene: Scene,
    folded: Iterable[Element],
    goal: str,
    met: Counter[str],
) -> Iterator[tuple[str, float]]:
    """The addresses of a page's links, with what speaks for each: the goal's words, and a menu.

    Of long lists few. folded: Links that show only once something is opened.
    """
    offered = [*single_candidates(scene), *map(single, folded)]
    links = [(c, at) for c in offered if (at := lookahead.address(scene, c))]
    near = nearness_of({n: c.text for n, (c, _) in enumerate(links)}, goal)
    sizes, here = Counter(kind_key(c) for c, _ in links), Counter[str]()
    for number, (candidate, address) in sorted(enumerate(links), key=lambda one: -near[one[0]]):
        kind, named = kind_key(candidate), near[number] > 0
        here[kind] += 1
        met[kind] += 1
        long = sizes[kind] > _A_MENU
        if long and here[kind] > _OF_A_LIST * (1 + named):
            continue
        if met[kind] <= _OF_A_KIND or named or not long:
            in_a_menu = candidate.control is not None and is_of_a_menu(candidate.control)
            yield page_at(address), _NAMED * near[number] + _MENU * in_a_menu
