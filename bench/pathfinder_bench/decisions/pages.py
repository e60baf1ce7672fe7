"""The set `pages`: on which of the pages within reach a goal is done, as its walk has done it."""

from collections.abc import Iterator

from pathfinder.core.action import Kind
from pathfinder.core.origin import page_at
from pathfinder_bench.decisions.beside import beside, follows_link
from pathfinder_bench.decisions.sets import AppSet, Decision, Move, Recorded, Walk


class PageChoice(Decision):
    """Where the goal is done. right: Addresses of the pages where its walk does something."""

    right: tuple[str, ...]


def pages_of(recorded: Recorded) -> Iterator[PageChoice]:
    """A decision for each walk that reached its goal, as soon as it was logged in.

    None where no page that can be looked at beforehand is one where the walk does something: it is
    one page, or the first thing is done where the walk begins and shows the next only then.
    """
    for name, walk in recorded.labels.walks.items():
        if walk.end != "goal":
            continue
        step = first_step(recorded, walk)
        here = page_at(recorded.scene(walk.moves[step].before).url)
        kind = recorded.labels.goals[walk.goal].kind
        within = {here, *beside(recorded, Decision(walk=name, step=step)).pages}
        right = tuple(dict.fromkeys(at for at in _places(recorded, walk, kind) if at in within))
        if right and len(within) > 1:
            yield PageChoice(walk=name, step=step, right=right)


def first_step(recorded: Recorded, walk: Walk) -> int:
    """The first move after logging in; the first of all where nobody does."""
    logged_in = [number for number, move in enumerate(walk.moves) if logs_in(move, recorded.labels)]
    after = logged_in[0] + 1 if logged_in else 0
    return after if after < len(walk.moves) else 0


def _places(recorded: Recorded, walk: Walk, kind: str) -> Iterator[str]:
    """The pages where something is done; of a question the last, which answers it."""
    if kind == "find":
        yield page_at(recorded.scene(walk.moves[-1].after).url)
        return
    for move in walk.moves:
        passed = follows_link(recorded, move) or logs_in(move, recorded.labels)
        if not passed and not _closes(recorded, move):
            yield page_at(recorded.scene(move.before).url)


def logs_in(move: Move, labels: AppSet) -> bool:
    """Whether what is entered is nothing but the persona's, and a password among it."""
    typed = [act for act in move.acts if act.do is Kind.TYPE]
    secrets = {labels.persona[key] for key in labels.secret}
    own = 0 < len(typed) <= 2 and all(act.source == "persona" for act in typed)
    return own and any(act.value in secrets for act in typed)


def _closes(recorded: Recorded, move: Move) -> bool:
    """Whether it is one press that leaves the page where it is, as of a banner."""
    before, after = recorded.scene(move.before), recorded.scene(move.after)
    same = page_at(before.url) == page_at(after.url)
    return len(move.acts) == 1 and same and len(after.actionable) < len(before.actionable)
