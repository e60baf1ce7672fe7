"""What can be looked at beside a recorded page: the other recorded pages, by their addresses."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pathfinder.core.origin import page_at
from pathfinder.webprocessor.element import Element, Snapshot
from pathfinder.webprocessor.peeking import Behind
from pathfinder_bench.decisions.sets import Decision, FieldValue, Move, Recorded, element_at


@dataclass(frozen=True)
class Beside:
    """Looks at addresses as a session would: no page that only comes once something was sent.

    What menus hold was not recorded.
    """

    pages: dict[str, str]
    recorded: Recorded

    def peek(self, url: str) -> Snapshot | None:
        """The page that was recorded at an address."""
        page = self.pages.get(page_at(url))
        return self.recorded.snapshot(page) if page else None

    def behind(self, elements: Sequence[Element]) -> dict[str, Behind]:
        """Nothing."""
        return {}

    def unseen(self) -> tuple[Element, ...]:
        """Nothing."""
        return ()


def beside(recorded: Recorded, decision: Decision | FieldValue) -> Beside:
    """What lies beside a decision: its walk's own pages first, as they were then."""
    walks = recorded.labels.walks
    own = walks[decision.walk]
    pages: dict[str, str] = {}
    sides = [side.move for side in own.sides if side.step == decision.step]
    for move in (*sides, *_by_links(recorded, own.moves[decision.step :])):
        _add(recorded, move, pages)
    for walk in walks.values():
        moves = (*_by_links(recorded, walk.moves), *(side.move for side in walk.sides))
        for move in moves:
            _add(recorded, move, pages)
    return Beside(pages, recorded)


def _add(recorded: Recorded, move: Move, pages: dict[str, str]) -> None:
    if follows_link(recorded, move):
        pages.setdefault(page_at(recorded.scene(move.after).url), move.after)


def _by_links(recorded: Recorded, moves: Sequence[Move]) -> Iterator[Move]:
    """The moves until something is done that follows no link."""
    for move in moves:
        if not follows_link(recorded, move):
            return
        yield move


def follows_link(recorded: Recorded, move: Move) -> bool:
    (first, *others) = move.acts
    pressed = element_at(recorded.scene(move.before), first.at)
    return not others and pressed is not None and bool(pressed.href)
