"""The state graph of an exploration.

Where it has been, what was tried there, and how it came there.

Source: Crawljax's state-flow graph; a state here is a URL template and the set of actionable
    fingerprints.
"""

import hashlib
import re
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

import networkx as nx

from pathfinder.core.action import Action
from pathfinder.webprocessor.element import Scene

_DIGITS = re.compile(r"\d+")


@dataclass
class State:
    """A state of the site as the user sees it.

    id: "s1", "s2", … in order of discovery.
    shape: The state's key without its numbers; a basket with one and with two things in it have one
        shape.
    score: The critic's best score on arrival.
    tried: Candidate key -> what came of it.
    exhausted: Nothing is left to try there, or it can't be reached again.
    path: The actions that first led here from the start.
    """

    id: str
    key: str
    shape: str
    url: str
    heading: str
    score: float = 0.0
    visits: int = 0
    tried: dict[str, str] = field(default_factory=dict)
    exhausted: bool = False
    path: tuple[tuple[Action, ...], ...] = ()


def state_key(scene: Scene, home: str = "") -> str:
    """Equal for two looks at the same state; numbers count, what fields hold does not.

    Args:
        home: The site's own host and port, which do not count: it may be served elsewhere
            next time.
    """
    return _digest(
        _template(scene.url, home),
        *sorted({f"{e.role}:{e.name}" for e in scene.actionable}),
        *scene.errors,
    )


def state_shape(scene: Scene, home: str = "") -> str:
    """As `state_key`, with every number taken out."""
    names = sorted({_DIGITS.sub("#", f"{e.role}:{e.name}") for e in scene.actionable})
    return _digest(_DIGITS.sub("#", _template(scene.url, home)), *names)


def _template(url: str, home: str) -> str:
    parts = urlsplit(url)
    host = "" if parts.netloc == home else parts.netloc
    return f"{host}{parts.path}?{'&'.join(sorted(key for key, _ in parse_qsl(parts.query)))}"


def _digest(*parts: str) -> str:
    return hashlib.sha256("\x00".join(parts).encode()).hexdigest()[:16]


class StateGraph:
    """States and the actions between them (networkx).

    Args:
        home: The site's own host and port, which tell no states apart.
    """

    def __init__(self, home: str = "") -> None:
        self._home = home
        self.graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
        self._by_key: dict[str, State] = {}
        self._names: dict[str, str] = {}

    @property
    def states(self) -> tuple[State, ...]:
        """All states, oldest first."""
        return tuple(self._by_key.values())

    @property
    def ways(self) -> tuple[tuple[str, str, str], ...]:
        """State's id, state's id, and the action that led from the one to the other."""
        edges = self.graph.edges(data=True)
        return tuple((one, other, str(facts["text"])) for one, other, facts in edges)

    def anew(self) -> "StateGraph":
        """A graph for another search on the same site, which calls the same states by one name."""
        graph = StateGraph(self._home)
        graph._names = self._names
        return graph

    def add(self, state: State) -> None:
        """Add a state that is known from elsewhere."""
        self._by_key[state.key] = state
        self._names[state.key] = state.id
        self.graph.add_node(state.id, url=state.url, heading=state.heading)

    def visit(self, scene: Scene, path: tuple[tuple[Action, ...], ...] = ()) -> tuple[State, bool]:
        """The scene's state, and whether it is new."""
        key = state_key(scene, self._home)
        new = key not in self._by_key
        if new:
            state = State(
                self._names.setdefault(key, f"s{len(self._names) + 1}"),
                key,
                state_shape(scene, self._home),
                scene.url,
                scene.heading or scene.title,
                path=path,
            )
            self.add(state)
        state = self._by_key[key]
        state.visits += 1
        return state, new

    def connect(self, before: State, after: State, text: str) -> None:
        """Note that an action led from one state to the other."""
        self.graph.add_edge(before.id, after.id, text=text)

    def known(self, scene: Scene) -> State | None:
        """The state of a scene that was seen before."""
        return self._by_key.get(state_key(scene, self._home))

    def distance(self, one: State, other: State) -> int:
        """Number of actions from one state to the other, either way.

        Many when they are not connected.
        """
        try:
            return int(
                nx.shortest_path_length(self.graph.to_undirected(as_view=True), one.id, other.id)
            )
        except nx.NetworkXNoPath:
            return 99
