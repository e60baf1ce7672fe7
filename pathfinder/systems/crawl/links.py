"""Links that a crawl has met and not followed: which of them lead nowhere.

Their addresses are asked for with HEAD. What only might change something is not asked for: a GET
changes more on some sites than it should.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urldefrag, urljoin

from pathfinder.core.errors import BrowserSilent, PageError
from pathfinder.core.origin import origin_of
from pathfinder.core.task import Site
from pathfinder.engine.harmless import only_shows
from pathfinder.webprocessor.element import Element, Scene

MOST = 200
_MOST_REOPENED = 10
"""Pages that are opened again to see whether they still show a link that leads nowhere."""

Ask = Callable[[Sequence[str]], dict[str, int]]
Reopen = Callable[[str], Scene]


@dataclass(frozen=True)
class Link:
    """A link as it was met. words: Its own. page: The address of its page. step: Led there."""

    address: str
    words: str
    page: str
    step: int


class Links:
    """The links of a crawl's pages that may be asked for, each address once."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._met: dict[str, Link] = {}
        self._barred: set[str] = set()

    def meet(self, scene: Scene, step: int) -> None:
        """Take in the links of a page; an address that one link bars is barred for all."""
        for element, address in addresses(scene):
            words = element.name or element.text
            self._met.setdefault(address, Link(address, words, scene.url, step))
            if not only_shows(element, address, self._site):
                self._barred.add(address)

    def unfollowed(self, seen: Collection[str], here: str) -> list[Link]:
        """Those of a page's origin that the crawl has not been to, as many as are asked for."""
        out = self._barred.union(seen)
        left = [link for address, link in self._met.items() if address not in out]
        return [link for link in left if origin_of(link.address) == origin_of(here)][:MOST]


def answered(links: Sequence[Link], ask: Ask, known: str) -> dict[str, int]:
    """How the links' addresses are answered.

    Args:
        known: An address that was shown: a site that answers HEAD for it with an error says nothing
            of others either.
    """
    if not links or not 200 <= ask([known]).get(known, 0) < 400:
        return {}
    return ask([link.address for link in links])


def broken(
    links: Sequence[Link], answers: Mapping[str, int], ask: Ask, reopen: Reopen
) -> Iterator[tuple[Link, int]]:
    """The links that lead nowhere, and do so again where their page still shows them.

    What a crawl has done away with since is no longer shown there.
    """
    failed = [link for link in links if is_broken(answers.get(link.address, 0))]
    for page in list(dict.fromkeys(link.page for link in failed))[:_MOST_REOPENED]:
        try:
            shown = {address for _, address in addresses(reopen(page))}
        except (PageError, BrowserSilent):
            continue
        here = [link for link in failed if link.page == page and link.address in shown]
        again = ask([link.address for link in here])
        for link in here:
            if is_broken(status := again.get(link.address, 0)):
                yield link, status


def addresses(scene: Scene) -> Iterator[tuple[Element, str]]:
    """A page's links with their whole addresses, without what stands behind a #."""
    for element in scene.actionable:
        if element.href:
            yield element, urldefrag(urljoin(scene.url, element.href)).url


def is_broken(status: int) -> bool:
    """Whether an address is not there, or its server breaks down; 501: it knows no HEAD."""
    return status in (404, 410) or (status >= 500 and status != 501)
