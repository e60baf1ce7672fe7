"""The state graph: which states were seen, what leads from one to the next, and where each is drawn."""

import re
import textwrap
from collections import Counter, defaultdict
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import networkx as nx

from pathfinder.report.events import Change, Look
from pathfinder.report.story import Step, Story

NODE_WIDTH, NODE_HEIGHT = 216.0, 78.0
_GAP_X, _GAP_Y, _MARGIN, _CHANNEL = 46.0, 74.0, 14.0, 30.0
_SWEEPS = 4
_LINES = 3


@dataclass(frozen=True)
class State:
    """A state and its place (top left corner).

    visits, steps: How often, and in which steps, it was looked at; passed: the step that only passed through it.
    first, last: Where the session began and ended.
    """

    name: str
    heading: str
    url: str
    screenshot: str
    visits: int = 0
    steps: tuple[int, ...] = ()
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
        return textwrap.wrap(self.heading, 17, max_lines=2, placeholder="…")


@dataclass(frozen=True)
class Transition:
    """What led from one state to another. back: a return, not an action; on_path: part of the way that remains without detours."""

    source: str
    target: str
    words: tuple[str, ...]
    score: float | None
    back: bool
    on_path: bool
    steps: tuple[int, ...]
    path: str = ""
    label_x: float = 0.0
    label_y: float = 0.0
    anchor: str = "middle"


@dataclass(frozen=True)
class Drawing:
    """A graph with places."""

    width: float
    height: float
    states: tuple[State, ...]
    transitions: tuple[Transition, ...]


def draw(story: Story) -> Drawing:
    """The state graph of a session: first state on top, each row one action further."""
    states = _states(story.steps)
    moves = _moves(story, states)
    rows = _rows(list(states), moves)
    placed = _place(states, rows)
    return _route(placed, rows, moves)


def _states(steps: Sequence[Step]) -> dict[str, State]:
    """Every state that was looked at, or only passed through on a detour."""
    visits: dict[str, list[int]] = defaultdict(list)
    drawn: dict[str, State] = {}
    for step in steps:
        for event in step.events:
            if isinstance(event, Look) and event.state:
                visits[event.state].append(step.number)
                drawn[event.state] = State(event.state, event.name, event.url, event.screenshot)
            elif isinstance(event, Change) and event.state:
                drawn.setdefault(event.state, State(event.state, _heading(event), event.url, "", passed=step.number))
    looked = list(visits)
    last = next((look.state for step in reversed(steps) if (look := step.look)), "")
    return {
        name: replace(state, visits=len(visits[name]), steps=tuple(visits[name]), first=name == looked[0], last=name == last)
        for name, state in drawn.items()
    }


def _heading(change: Change) -> str:
    """The heading of a page that was only passed through, as its change quotes it; else the end of its address."""
    quoted = re.match(r'-> "([^"]+)"', change.said)
    return quoted[1] if quoted else change.url.rstrip("/").rpartition("/")[2]


@dataclass(frozen=True)
class _Move:
    source: str
    target: str
    words: str
    score: float | None
    back: bool
    step: int


def _moves(story: Story, known: Container[str]) -> list[_Move]:
    """Actions and returns between known states, in order."""
    return [move for step in story.steps for move in _moves_of(step) if move.source in known and move.target in known]


def _moves_of(step: Step) -> list[_Move]:
    moves = []
    if step.change and step.look:
        words = step.choice.text if step.choice else ""
        moves.append(_Move(step.change.state_before or step.look.state, step.change.state, words, step.score, False, step.number))
    moves += [_Move(back.state_from, back.state, back.reason, None, True, step.number) for back in step.backs]
    return moves


def _rows(names: Sequence[str], moves: Sequence[_Move]) -> list[list[str]]:
    """States by distance from the first; rows ordered so that few lines cross (barycentre sweeps)."""
    graph: nx.DiGraph[str] = nx.DiGraph((m.source, m.target) for m in moves if not m.back)
    graph.add_nodes_from(names)
    depth: dict[str, int] = dict(nx.single_source_shortest_path_length(graph, names[0])) if names else {}
    rows: dict[int, list[str]] = defaultdict(list)
    for name in names:
        rows[depth.get(name, 0)].append(name)
    ordered = [rows[level] for level in sorted(rows)]
    for _ in range(_SWEEPS):
        for above, row in pairwise(ordered):
            place = {name: index / max(len(above) - 1, 1) for index, name in enumerate(above)}
            row.sort(key=lambda name: _centre([place[p] for p in graph.predecessors(name) if p in place]))
    return ordered


def _centre(places: Sequence[float]) -> float:
    return sum(places) / len(places) if places else 0.5


def _place(states: dict[str, State], rows: Sequence[Sequence[str]]) -> dict[str, State]:
    widest = max((len(row) for row in rows), default=1)
    span = widest * NODE_WIDTH + (widest - 1) * _GAP_X
    placed = {}
    for level, row in enumerate(rows):
        left = _MARGIN + (span - len(row) * NODE_WIDTH - (len(row) - 1) * _GAP_X) / 2
        for index, name in enumerate(row):
            x, y = left + index * (NODE_WIDTH + _GAP_X), _MARGIN + level * (NODE_HEIGHT + _GAP_Y)
            placed[name] = replace(states[name], x=x, y=y)
    return placed


def _route(states: dict[str, State], rows: Sequence[Sequence[str]], moves: Sequence[_Move]) -> Drawing:
    """Lines between placed states: straight down a row, else through a channel at the right."""
    level = {name: index for index, row in enumerate(rows) for name in row}
    edge = max((state.x + NODE_WIDTH for state in states.values()), default=0.0)
    channels = 0
    lines = []
    for transition in _transitions(moves, _way(states, moves)):
        source, target = states[transition.source], states[transition.target]
        step_down = level[transition.target] - level[transition.source]
        if transition.source == transition.target:
            lines.append(_loop(transition, source))
        elif step_down == 1:
            lines.append(_down(transition, source, target))
        else:
            channels += 1
            lines.append(_aside(transition, source, target, edge + channels * _CHANNEL))
    width = edge + _MARGIN + 190 + channels * _CHANNEL
    height = len(rows) * (NODE_HEIGHT + _GAP_Y) - _GAP_Y + 2 * _MARGIN
    return Drawing(width, max(height, 0.0), tuple(states.values()), tuple(lines))


def _way(states: dict[str, State], moves: Sequence[_Move]) -> set[tuple[str, str]]:
    """The moves that remain when every detour and loop is taken out of the walk."""
    walk = [name for name, state in states.items() if state.first]
    for move in moves:
        if move.target in walk:
            del walk[walk.index(move.target) + 1 :]
        elif walk and walk[-1] == move.source:
            walk.append(move.target)
    return set(pairwise(walk))


def _transitions(moves: Sequence[_Move], way: set[tuple[str, str]]) -> list[Transition]:
    """Moves between the same two states as one line."""
    groups: dict[tuple[str, str, bool], list[_Move]] = defaultdict(list)
    for move in moves:
        groups[move.source, move.target, move.back].append(move)
    return [
        Transition(
            source,
            target,
            _words(group),
            max((m.score for m in group if m.score is not None), default=None),
            back,
            (source, target) in way and not back,
            tuple(m.step for m in group),
        )
        for (source, target, back), group in groups.items()
    ]


def _words(group: Sequence[_Move]) -> tuple[str, ...]:
    counts = Counter(move.words or ("back" if move.back else "") for move in group)
    lines = [f"{_short(words)} ×{count}" if count > 1 else _short(words) for words, count in counts.items()]
    return (*lines[: _LINES - 1], f"and {len(lines) - _LINES + 1} more") if len(lines) > _LINES else tuple(lines)


def _short(words: str, longest: int = 30) -> str:
    return words if len(words) <= longest else words[: longest - 1].rstrip() + "…"


def _down(transition: Transition, source: State, target: State) -> Transition:
    x1, y1, x2, y2 = source.x + NODE_WIDTH / 2, source.y + NODE_HEIGHT, target.x + NODE_WIDTH / 2, target.y
    middle = (y1 + y2) / 2
    path = f"M{x1:.0f},{y1:.0f} C{x1:.0f},{middle:.0f} {x2:.0f},{middle:.0f} {x2:.0f},{y2 - 5:.0f}"
    return replace(transition, path=path, label_x=(x1 + x2) / 2 + 8, label_y=middle, anchor="start")


def _loop(transition: Transition, state: State) -> Transition:
    x, y = state.x + NODE_WIDTH, state.y + NODE_HEIGHT - 22
    path = f"M{x:.0f},{y - 10:.0f} c26,-6 26,22 4,18"
    return replace(transition, path=path, label_x=x + 24, label_y=y, anchor="start")


def _aside(transition: Transition, source: State, target: State, x: float) -> Transition:
    """Out at the right side, along a channel, in at the right side."""
    x1, y1, x2, y2 = source.x + NODE_WIDTH, source.y + 26, target.x + NODE_WIDTH, target.y + 16
    bend = 12 if y2 > y1 else -12
    path = f"M{x1:.0f},{y1:.0f} H{x - 12:.0f} Q{x:.0f},{y1:.0f} {x:.0f},{y1 + bend:.0f}"
    path += f" V{y2 - bend:.0f} Q{x:.0f},{y2:.0f} {x - 12:.0f},{y2:.0f} H{x2 + 5:.0f}"
    return replace(transition, path=path, label_x=x + 8, label_y=(y1 + y2) / 2, anchor="start")
