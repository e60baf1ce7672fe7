"""The state graph as it is drawn.

Where each state stands and which way each line takes. Units: CSS pixels.
"""

import textwrap
from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pathfinder.report.graph import (
    NODE_HEIGHT,
    NODE_WIDTH,
    Move,
    State,
    find_moves,
    find_rows,
    find_states,
    find_way,
)
from pathfinder.report.story import Story
from pathfinder.report.words import sureness

_GAP_X, _GAP_Y, _MARGIN, _CHANNEL = 104.0, 62.0, 14.0, 30.0
_LETTER, _LINE_HEIGHT = 6.7, 13.0
_LINES, _ASIDE = 3, 18


@dataclass(frozen=True)
class Transition:
    """What led from one state to another.

    back: a return, not an action; on_path: part of the way that remains without detours.
    """

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

    @property
    def label(self) -> tuple[str, ...]:
        """The lines that are written beside it: the words, and how sure the model is of them."""
        if self.score is None or not self.words:
            return self.words
        return (*self.words[:-1], f"{self.words[-1]} {sureness(self.score)}")


@dataclass(frozen=True)
class Drawing:
    """A graph with places."""

    width: float
    height: float
    states: tuple[State, ...]
    transitions: tuple[Transition, ...]


def draw(story: Story) -> Drawing:
    """The state graph of a session.

    The way that remains without detours straight down, what lies beside it to its right.
    """
    states = find_states(story.steps)
    moves = find_moves(story.steps, states)
    way = find_way(states, moves)
    placed = _place(states, find_rows(list(states), way, moves), way, moves)
    return _route(placed, moves, set(pairwise(way)))


def _place(
    states: Mapping[str, State], rows: Mapping[str, int], way: Sequence[str], moves: Sequence[Move]
) -> dict[str, State]:
    """The way in the first column.

    Every other state below what led there, or as near to its right as there is room.
    """
    taken = {(rows[name], 0) for name in way}
    columns = dict.fromkeys(way, 0)
    for name in sorted(
        (name for name in states if name not in columns), key=lambda name: rows[name]
    ):
        parent = next(
            (move.source for move in moves if move.target == name and move.source in columns), ""
        )
        column = max(columns.get(parent, 0), 1)
        while (rows[name], column) in taken:
            column += 1
        columns[name] = column
        taken.add((rows[name], column))
    return {
        name: replace(
            state,
            x=_MARGIN + columns[name] * (NODE_WIDTH + _GAP_X),
            y=_MARGIN + rows[name] * (NODE_HEIGHT + _GAP_Y),
        )
        for name, state in states.items()
    }


def _route(
    states: Mapping[str, State], moves: Sequence[Move], way: Container[tuple[str, str]]
) -> Drawing:
    """Lines between placed states.

    From a row to the next, else through a channel at the right of everything else.
    """
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
    edge = max(
        [*(state.x + NODE_WIDTH for state in states.values()), *map(_label_end, lines)], default=0.0
    )
    lines += _channels(asides, edge)
    bottom = max((state.y + NODE_HEIGHT for state in states.values()), default=0.0)
    return Drawing(
        max([edge, *map(_label_end, lines)]) + _MARGIN,
        bottom + _MARGIN,
        tuple(states.values()),
        tuple(lines),
    )


def _channels(asides: Sequence[tuple[Transition, State, State]], edge: float) -> list[Transition]:
    """Short lines inside, long ones outside; two share a channel when neither passes the other."""
    channels: list[list[tuple[float, float]]] = []
    lefts = [edge + _CHANNEL]
    lines = []
    for transition, source, target in sorted(
        asides, key=lambda aside: abs(aside[1].y - aside[2].y)
    ):
        span = min(source.y, target.y) - _GAP_Y / 2, max(source.y, target.y) + NODE_HEIGHT
        number = next(
            (
                i
                for i, taken in enumerate(channels)
                if all(span[1] < top or bottom < span[0] for top, bottom in taken)
            ),
            len(channels),
        )
        if number == len(channels):
            channels.append([])
            lefts.append(lefts[-1])
        channels[number].append(span)
        narrow = replace(
            transition,
            words=tuple(
                textwrap.wrap(
                    "; ".join(transition.words), _ASIDE, max_lines=_LINES, placeholder="…"
                )
            ),
        )
        lines.append(_aside(narrow, source, target, lefts[number]))
        lefts[number + 1] = max(lefts[number + 1], _label_end(lines[-1]) + _CHANNEL)
    return lines


def _label_end(line: Transition) -> float:
    return line.label_x + _LETTER * max(map(len, line.label), default=0)


def _transitions(moves: Sequence[Move], way: Container[tuple[str, str]]) -> list[Transition]:
    """Moves between the same two states as one line."""
    groups: dict[tuple[str, str, bool], list[Move]] = defaultdict(list)
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


def _words(group: Sequence[Move]) -> tuple[str, ...]:
    counts = Counter(move.words or ("back" if move.back else "") for move in group)
    lines = [
        f"{_short(words)} ×{count}" if count > 1 else _short(words)
        for words, count in counts.items()
    ]
    return (
        (*lines[: _LINES - 1], f"and {len(lines) - _LINES + 1} more")
        if len(lines) > _LINES
        else tuple(lines)
    )


def _short(words: str, longest: int = 30) -> str:
    return words if len(words) <= longest else words[: longest - 1].rstrip() + "…"


def _down(transition: Transition, source: State, target: State, lines_before: int) -> Transition:
    """Straight down inside a column; to another one out at the side, then down.

    The label stands above the target.
    """
    x1, y1, x2, y2 = (
        source.x + NODE_WIDTH / 2,
        source.y + NODE_HEIGHT,
        target.x + NODE_WIDTH / 2,
        target.y - 5,
    )
    path = f"M{x1:.0f},{y1:.0f} V{y2:.0f}"
    if x2 > x1:
        path = (
            f"M{source.x + NODE_WIDTH:.0f},{y1 - 8:.0f} H{x2 - 14:.0f} Q{x2:.0f},{y1 - 8:.0f} "
            f"{x2:.0f},{y1 + 6:.0f} V{y2:.0f}"
        )
    elif x2 < x1:
        path = (
            f"M{x1:.0f},{y1:.0f} C{x1:.0f},{y1 + 40:.0f} {x2:.0f},{y2 - 40:.0f} {x2:.0f},{y2:.0f}"
        )
    middle = (y1 + y2) / 2 + _LINE_HEIGHT * lines_before
    return replace(transition, path=path, label_x=x2 + 10, label_y=middle)


def _loop(transition: Transition, state: State) -> Transition:
    x, y = state.x + NODE_WIDTH, state.y + 44
    words = (_short("; ".join(transition.words)),)
    path = f"M{x:.0f},{y - 8:.0f} c26,-6 26,22 4,18"
    return replace(transition, words=words, path=path, label_x=x + 24, label_y=y)


def _aside(transition: Transition, source: State, target: State, x: float) -> Transition:
    """Out at the right side, along a channel, in at the right side."""
    x1, y1, x2, y2 = source.x + NODE_WIDTH, source.y + 26, target.x + NODE_WIDTH, target.y + 16
    bend = 12 if y2 > y1 else -12
    path = f"M{x1:.0f},{y1:.0f} H{x - 12:.0f} Q{x:.0f},{y1:.0f} {x:.0f},{y1 + bend:.0f}"
    path += f" V{y2 - bend:.0f} Q{x:.0f},{y2:.0f} {x - 12:.0f},{y2:.0f} H{x2 + 5:.0f}"
    beside = 22 if source.y == target.y else 0
    return replace(transition, path=path, label_x=x + 8, label_y=(y1 + y2) / 2 + beside)
