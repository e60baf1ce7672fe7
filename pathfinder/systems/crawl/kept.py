"""What a crawl knows, as it is kept on disk so that another one can go on from there."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, ValidationError

from pathfinder.core.errors import UsageError
from pathfinder.core.origin import page_at
from pathfinder.engine.graph import State, StateGraph
from pathfinder.systems.crawl.coverage import Coverage

FILE = "crawl.json"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class KeptState(_Part):
    """A state of the site. left: Actions that are worth trying there; None: nobody has looked."""

    id: str
    key: str
    shape: str
    url: str
    heading: str = ""
    visits: int = 0
    tried: dict[str, str] = {}
    exhausted: bool = False
    left: int | None = None


class KeptCoverage(_Part):
    """What was seen and tried, as `Coverage` counts it."""

    tried: dict[str, int] = {}
    seen: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    forms: dict[str, int] = {}
    pages: tuple[str, ...] = ()
    urls: tuple[str, ...] = ()


class Kept(_Part):
    """A crawl as far as it came.

    site: Its name in sites.yaml; empty for an address in no file. url: Where it was served.
    ways: State's id, state's id, the action that led from the one to the other. found: What the
        crawl itself wrote down as findings.
    """

    site: str = ""
    url: str
    states: tuple[KeptState, ...] = ()
    ways: tuple[tuple[str, str, str], ...] = ()
    coverage: KeptCoverage = KeptCoverage()
    found: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The crawl as one object."""
        return self.model_dump(mode="json")


def read_kept(session: Path) -> Kept:
    """The crawl that a session's folder keeps.

    Raises:
        UsageError: It keeps none, or one that can't be read.
    """
    file = session / FILE if session.is_dir() else session
    try:
        return Kept.model_validate_json(file.read_bytes())
    except OSError:
        raise UsageError(
            f"{session}: there is no {FILE} here; name the folder of a crawl's session"
        ) from None
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise UsageError(
            f"{file}: not a crawl that can be gone on with ({place}: {first['msg']})"
        ) from None


def keep(site: str, url: str, graph: StateGraph, coverage: Coverage, found: set[str]) -> Kept:
    """What there is to keep of a crawl of a site that is served at `url`."""
    return Kept(
        site=site,
        url=url,
        states=tuple(_kept(state, coverage.left) for state in graph.states),
        ways=tuple(graph.ways),
        coverage=KeptCoverage(
            tried=dict(coverage.tried),
            seen=tuple(sorted(coverage.seen)),
            done=tuple(sorted(coverage.done)),
            forms=dict(coverage.forms),
            pages=tuple(sorted(coverage.pages)),
            urls=tuple(sorted(coverage.urls)),
        ),
        found=tuple(sorted(found)),
    )


def _kept(state: State, left: Mapping[str, int]) -> KeptState:
    return KeptState(
        id=state.id,
        key=state.key,
        shape=state.shape,
        url=state.url,
        heading=state.heading,
        visits=state.visits,
        tried=dict(state.tried),
        exhausted=state.exhausted,
        left=left.get(state.key),
    )


def take_up(kept: Kept, url: str, graph: StateGraph) -> Coverage:
    """Fill a graph with what was kept, for a site that is now served at `url`.

    Returns:
        What was seen and tried.
    """
    left: dict[str, int] = {}
    for one in kept.states:
        state = State(
            one.id, one.key, one.shape, moved(one.url, kept.url, url), one.heading, 0.0, one.visits
        )
        state.tried, state.exhausted = dict(one.tried), one.exhausted
        left[one.key] = 1 if one.left is None else one.left
        graph.add(state)
    for before, after, text in kept.ways:
        graph.graph.add_edge(before, after, text=text)
    told, seen = kept.coverage, [one.url for one in kept.states]
    return Coverage(
        Counter(told.tried),
        left,
        set(told.seen),
        set(told.done),
        dict(told.forms),
        set(told.pages),
        {moved(page_at(one), kept.url, url) for one in (*told.urls, *seen)},
    )


def moved(address: str, before: str, now: str) -> str:
    """An address of a site that was served at one place, where it is served now."""
    parts, old, new = urlsplit(address), urlsplit(before), urlsplit(now)
    if (parts.scheme, parts.netloc) != (old.scheme, old.netloc):
        return address
    return parts._replace(scheme=new.scheme, netloc=new.netloc).geturl()
