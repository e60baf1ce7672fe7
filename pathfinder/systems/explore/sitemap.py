"""A map of the pages that are within reach by links that only show something."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import networkx as nx

from pathfinder.engine.candidates import called, single, single_candidates
from pathfinder.engine.shortlist import kind_key, nearness_of
from pathfinder.systems.explore.lookahead import Lookahead, page_at
from pathfinder.webprocessor.element import Element, Scene

_A_MENU, _OF_A_LIST = 9, 3
"""Of more links of one kind on a page than a menu has so few are followed, and as many by name."""
_OF_A_KIND = 6
"""So many of a kind are followed on all pages, but for those that hold the goal's words."""
_NAMED = 0.5
"""What a link's words weigh against being one page further away."""


@dataclass
class SiteMap:
    """Pages, and which of them leads to which.

    pages: Address -> page. links: From address to address; also to those not looked at.
    """

    pages: dict[str, Scene]
    links: "nx.DiGraph[str]" = field(default_factory=nx.DiGraph)

    def first_steps(self, ways: Collection[str], targets: Mapping[str, float]) -> dict[str, float]:
        """Address that can be gone to next -> what the targets are worth that it is the way to.

        A target counts for those of the ways that are nearest to it.
        """
        worth = dict.fromkeys(ways, 0.0)
        for target, share in targets.items():
            far = self._distances(target)
            near = min((far[way] for way in ways if way in far), default=None)
            for way in ways:
                if near is not None and far.get(way) == near:
                    worth[way] += share
        return worth

    def _distances(self, target: str) -> dict[str, int]:
        if target not in self.links:
            return {target: 0}
        return dict(nx.single_source_shortest_path_length(self.links.reverse(copy=False), target))


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
        folded = lookahead.unseen_here() if address == start else lookahead.unseen.get(address, ())
        for further, near in _ways(lookahead, page, folded, goal, met):
            site_map.links.add_edge(address, further)
            if further not in depth:
                depth[further] = depth[address] + 1
                waiting[further] = _NAMED * near - depth[further]
    return site_map


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
    """The addresses of a page's links, with how much of the goal each is called by.

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
            yield page_at(address), near[number]
