"""The state graph.

Which states were seen, what led from one to the next, and the way that remains without detours.
"""

import re
import textwrap
from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace

import networkx as nx

from pathfinder.core.events import Change, Look
from pathfinder.core.shorten import noun
from pathfinder.report.step import Step

NODE_WIDTH, NODE_HEIGHT = 216.0, 78.0


@dataclass(frozen=True)
class State:
    """A state and its place (top left corner).

    visits, steps: How often, and in which steps, it was looked at; acted: the steps that did
    something there; passed: the step that only passed through it.
    first, last: Where the session began and ended.
    """

    name: str
    heading: str
    url: str
    screenshot: str
    visits: int = 0
    steps: tuple[int, ...] = ()
    acted: tuple[int, ...] = ()
    passed: int = 0
    x: float = 0.0
    y: float = 0.0
    first: bool = False
    last: bool = False
    width: float = NODE_WIDTH
    height: float = NODE_HEIGHT

    @property
    def lines(self) -> list[str]:
        """The heading, as much of it as fits beside the picture."""
        return textwrap.wrap(self.heading, 16, max_lines=2, placeholder="…")

    @property
    def told(self) -> str:
        """When it was seen, for who points at it: `steps 3, 5`."""
        acted = ", ".join(map(str, self.acted))
        parts = [f"{noun(len(self.acted), 'step')} {acted}"] if acted else []
        parts += ["where it ended"] if self.last else []
        return "; ".join(parts) or ("looked at" if self.steps else "passed through")


@dataclass(frozen=True)
class Move:
    """One action, or one return, from a state to a state. score: the critic's."""

    source: str
    target: str
    words: str
    score: float | None
    back: bool
    step: int


def find_states(steps: Sequence[Step]) -> dict[str, State]:
    """Every state that was looked at, or only passed through on a detour."""
    visits: dict[str, list[int]] = defaultdict(list)
    drawn: dict[str, State] = {}
    for step in steps:
        for event in step.events:
            if isinstance(event, Look) and event.state:
                visits[event.state].append(step.number)
                drawn[event.state] = State(event.state, event.name, event.url, event.screenshot)
            elif isinstance(event, Change) and event.state:
                drawn.setdefault(
                    event.state,
                    State(event.state, _heading(event), event.url, "", passed=step.number),
                )
    looked = list(visits)
    acted = {step.number for step in steps if step.did_something}
    last = next((look.state for step in reversed(steps) if (look := step.look)), "")
    return {
        name: replace(
            state,
            visits=len(visits[name]),
            steps=tuple(visits[name]),
            acted=tuple(number for number in visits[name] if number in acted),
            first=name == looked[0],
            last=name == last,
        )
        for name, state in drawn.items()
    }


def _heading(change: Change) -> str:
    """The heading of a page that was only passed through, as its change quotes it.

    Else the end of its address.
    """
    quoted = re.match(r'-> "([^"]+)"', change.said)
    return quoted[1] if quoted else change.url.rstrip("/").rpartition("/")[2]


def find_moves(steps: Sequence[Step], known: Container[str]) -> list[Move]:
    """Actions and returns between known states, in order."""
    return [
        move
        for step in steps
        for move in _of_step(step)
        if move.source in known and move.target in known
    ]


def _of_step(step: Step) -> list[Move]:
    """The step's return, if it is one, else its action."""
    if step.backs:
        return [
            Move(back.state_from, back.state, back.reason, None, True, step.number)
            for back in step.backs
        ]
    if step.change is None:
        return []
    return [
        Move(
            step.change.state_before, step.change.state, step.doing, step.score, False, step.number
        )
    ]


def find_way(states: Mapping[str, State], moves: Sequence[Move]) -> list[str]:
    """The states that remain when every detour and loop is taken out of the walk."""
    walk = [name for name, state in states.items() if state.first]
    for move in moves:
        if move.target in walk:
            del walk[walk.index(move.target) + 1 :]
        elif walk and walk[-1] == move.source:
            walk.append(move.target)
    return walk


def find_rows(names: Sequence[str], way: Sequence[str], moves: Sequence[Move]) -> dict[str, int]:
    """The row of each state.

    Along the way one a state, else one below the nearest state that leads there.
    """
    graph: nx.DiGraph[str] = nx.DiGraph((m.source, m.target) for m in moves if not m.back)
    graph.add_nodes_from(names)
    rows = {name: row for row, name in enumerate(way)}
    for start in way:
        for name, distance in nx.single_source_shortest_path_length(graph, start).items():
            if name not in way:
                rows[name] = min(rows.get(name, len(names)), rows[start] + distance)
    return {name: rows.get(name, 0) for name in names}
