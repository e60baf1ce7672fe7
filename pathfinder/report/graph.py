"""The state graph: which states were seen, what leads from one to the next, and where each is drawn."""

import re
import textwrap
from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import networkx as nx

from pathfinder.report.events import Change, Look
from pathfinder.report.story import Step, Story

NODE_WIDTH, NODE_HEIGHT = 216.0, 78.0
_GAP_X, _GAP_Y, _MARGIN, _CHANNEL = 104.0, 62.0, 14.0, 30.0
_LETTER, _LINE_HEIGHT = 6.7, 13.0
_LINES, _ASIDE = 3, 18


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
        return textwrap.wrap(self.heading, 16, max_lines=2, placeholder="…")


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


@dataclass(frozen=True)
class Drawing:
    """A graph with places."""

    width: float
    height: float
    states: tuple[State, ...]
    transitions: tuple[Transition, ...]


def draw(story: Story) -> Drawing:
    """The state graph of a session: the way that remains without detours straight down, what lies beside it to its right."""
    states = _states(story.steps)
    moves = _moves(story, states)
    way = _way(states, moves)
    placed = _place(states, _rows(list(states), way, moves), way)
    return _route(placed, moves, set(pairwise(way)))


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
    """The step's return, if it is one, else its action."""
    if step.backs:
        return [_Move(back.state_from, back.state, back.reason, None, True, step.number) for back in step.backs]
    if step.change is None:
        return []
    words = step.choice.text if step.choice else ""
    return [_Move(step.change.state_before, step.change.state, words, step.score, False, step.number)]


def _way(states: Mapping[str, State], moves: Sequence[_Move]) -> list[str]:
    """The states that remain when every detour and loop is taken out of the walk."""
    walk = [name for name, state in states.items() if state.first]
    for move in moves:
        if move.target in walk:
            del walk[walk.index(move.target) + 1 :]
        elif walk and walk[-1] == move.source:
            walk.append(move.target)
    return walk


def _rows(names: Sequence[str], way: Sequence[str], moves: Sequence[_Move]) -> dict[str, int]:
    """The row of each state: along the way one a state, else one below the nearest state that leads there."""
    graph: nx.DiGraph[str] = nx.DiGraph((m.source, m.target) for m in moves if not m.back)
    graph.add_nodes_from(names)
    rows = {name: row for row, name in enumerate(way)}
    for start in way:
        for name, distance in nx.single_source_shortest_path_length(graph, start).items():
            if name not in way:
                rows[name] = min(rows.get(name, len(names)), rows[start] + distance)
    return {name: rows.get(name, 0) for name in names}


def _place(states: Mapping[str, State], rows: Mapping[str, int], way: Sequence[str]) -> dict[str, State]:
    """The way in the first column; in each row the others to the right, in the order in which they were met."""
    taken: Counter[int] = Counter()
    placed = {}
    for name in sorted(states, key=lambda name: name not in way):
        row = rows[name]
        column = taken[row] if name in way else max(taken[row], 1)
        taken[row] = column + 1
        placed[name] = replace(states[name], x=_MARGIN + column * (NODE_WIDTH + _GAP_X), y=_MARGIN + row * (NODE_HEIGHT + _GAP_Y))
    return placed


def _route(states: Mapping[str, State], moves: Sequence[_Move], way: Container[tuple[str, str]]) -> Drawing:
    """Lines between placed states: from a row to the next, else through a channel at the right of everything else."""
    arriving: Counter[str] = Counter()
    lines, asides = [], []
    for transition in _transitions(moves, way):
        source, target = states[transition.source], states[transition.target]
        if transition.source == transition.target:
            lines.append(_loop(transition, source))
        elif target.y - source.y == NODE_HEIGHT + _GAP_Y and not transition.back:
            lines.append(_down(transition, source, target, arriving[target.name]))
            arriving[target.name] += len(transition.words)
        else:
            asides.append((transition, source, target))
    edge = max([*(state.x + NODE_WIDTH for state in states.values()), *map(_label_end, lines)], default=0.0)
    lines += _channels(asides, edge)
    bottom = max((state.y + NODE_HEIGHT for state in states.values()), default=0.0)
    return Drawing(max([edge, *map(_label_end, lines)]) + _MARGIN, bottom + _MARGIN, tuple(states.values()), tuple(lines))


def _channels(asides: Sequence[tuple[Transition, State, State]], edge: float) -> list[Transition]:
    """Short lines inside, long ones outside; two share a channel when neither passes the other."""
    channels: list[list[tuple[float, float]]] = []
    lefts = [edge + _CHANNEL]
    lines = []
    for transition, source, target in sorted(asides, key=lambda aside: abs(aside[1].y - aside[2].y)):
        span = min(source.y, target.y) - _GAP_Y / 2, max(source.y, target.y) + NODE_HEIGHT
        number = next(
            (i for i, taken in enumerate(channels) if all(span[1] < top or bottom < span[0] for top, bottom in taken)), len(channels)
        )
        if number == len(channels):
            channels.append([])
            lefts.append(lefts[-1])
        channels[number].append(span)
        narrow = replace(transition, words=tuple(textwrap.wrap("; ".join(transition.words), _ASIDE, max_lines=_LINES, placeholder="…")))
        lines.append(_aside(narrow, source, target, lefts[number]))
        lefts[number + 1] = max(lefts[number + 1], _label_end(lines[-1]) + _CHANNEL)
    return lines


def _label_end(line: Transition) -> float:
    score = 5 if line.score is not None else 0
    return line.label_x + _LETTER * (max(map(len, line.words), default=0) + score)


def _transitions(moves: Sequence[_Move], way: Container[tuple[str, str]]) -> list[Transition]:
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


def _down(transition: Transition, source: State, target: State, lines_before: int) -> Transition:
    """Straight down inside a column; to another one out at the side, then down. The label stands above the target."""
    x1, y1, x2, y2 = source.x + NODE_WIDTH / 2, source.y + NODE_HEIGHT, target.x + NODE_WIDTH / 2, target.y - 5
    path = f"M{x1:.0f},{y1:.0f} V{y2:.0f}"
    if x2 > x1:
        path = f"M{source.x + NODE_WIDTH:.0f},{y1 - 14:.0f} H{x2 - 14:.0f} Q{x2:.0f},{y1 - 14:.0f} {x2:.0f},{y1:.0f} V{y2:.0f}"
    elif x2 < x1:
        path = f"M{x1:.0f},{y1:.0f} C{x1:.0f},{y1 + 40:.0f} {x2:.0f},{y2 - 40:.0f} {x2:.0f},{y2:.0f}"
    middle = (y1 + y2) / 2 + _LINE_HEIGHT * lines_before
    return replace(transition, path=path, label_x=x2 + 10, label_y=middle)


def _loop(transition: Transition, state: State) -> Transition:
    x, y = state.x + NODE_WIDTH, state.y + NODE_HEIGHT - 22
    path = f"M{x:.0f},{y - 10:.0f} c26,-6 26,22 4,18"
    return replace(transition, path=path, label_x=x + 24, label_y=y)


def _aside(transition: Transition, source: State, target: State, x: float) -> Transition:
    """Out at the right side, along a channel, in at the right side."""
    x1, y1, x2, y2 = source.x + NODE_WIDTH, source.y + 26, target.x + NODE_WIDTH, target.y + 16
    bend = 12 if y2 > y1 else -12
    path = f"M{x1:.0f},{y1:.0f} H{x - 12:.0f} Q{x:.0f},{y1:.0f} {x:.0f},{y1 + bend:.0f}"
    path += f" V{y2 - bend:.0f} Q{x:.0f},{y2:.0f} {x - 12:.0f},{y2:.0f} H{x2 + 5:.0f}"
    return replace(transition, path=path, label_x=x + 8, label_y=(y1 + y2) / 2)
