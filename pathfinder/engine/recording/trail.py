"""What a session did, as its journal tells it.

Legs from state to state, and the ways through them that reach the end.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import networkx as nx

from pathfinder.core.events import Act, Back, Change, Event, Look, first, of

_WALKED = frozenset({"link"})
_ENTERED = frozenset({"type", "select", "check", "uncheck", "upload"})


@dataclass(frozen=True)
class Leg:
    """One step of a session that led from a state to a state.

    acts: The actions that went well, in order.
    look, after: The pages before and after it.
    jump: It was a return by resetting the site; what came before it no longer counts.
    """

    number: int
    start: str
    end: str
    acts: tuple[Act, ...]
    change: Change
    look: Look
    after: Look
    jump: bool = False

    @property
    def nothing(self) -> bool:
        """It changed nothing, or did nothing."""
        return self.change.nothing or not self.acts

    @property
    def refused(self) -> bool:
        """A form was sent, and the same page came back with errors."""
        return bool(self.change.errors) and self.look.heading == self.after.heading

    @property
    def harmless(self) -> bool:
        """It only followed links or addresses: the site is as it was before."""
        return all(act.action.kind in ("navigate", "back") or _followed(act) for act in self.acts)


def _followed(act: Act) -> bool:
    return act.action.kind == "click" and act.element is not None and act.element.role in _WALKED


def legs(events: Iterable[Event]) -> list[Leg]:
    """The legs of a session, in order.

    A step that the journal does not tell to its end is left out.
    """
    by_step: dict[int, list[Event]] = {}
    for event in events:
        by_step.setdefault(event.step, []).append(event)
    looks = {number: first(group, Look) for number, group in by_step.items()}
    made = []
    for number, group in sorted(by_step.items()):
        change, look, after = first(group, Change), looks.get(number), looks.get(number + 1)
        if change is None or look is None or after is None:
            continue
        acts = tuple(act for act in of(group, Act) if act.result.ok)
        back = first(group, Back)
        jump = back is not None and back.how == "replay"
        made.append(Leg(number, change.state_before, change.state, acts, change, look, after, jump))
    return made


def paths(taken: Sequence[Leg]) -> list[list[Leg]]:
    """Ways from the first state to the last, the shortest first.

    Each is worth a try where the one before it does not replay.

    The first is the shortest in the state graph; the second leaves out what changed nothing and
    walks that led back to
    where they began; both fill in a refused form rightly at once. The third leaves out only what
    changed nothing. The last two trust
    the graph less: a site may remember what its pages do not show.
    """
    if not taken:
        return []
    accepted = _accepted(taken)
    found = [_shortest(accepted), _without_walks(accepted), _counted(taken)]
    distinct: list[list[Leg]] = []
    for path in found:
        if path and [leg.number for leg in path] not in [
            [leg.number for leg in other] for other in distinct
        ]:
            distinct.append(path)
    return distinct


def _accepted(taken: Sequence[Leg]) -> list[Leg]:
    """The legs with every refused form joined to its correction.

    What was entered first, but for what was corrected, then the rest.
    """
    out: list[Leg] = []
    for leg in taken:
        last = out[-1] if out else None
        if (
            last is not None
            and last.refused
            and not leg.nothing
            and not leg.jump
            and leg.start == last.end
        ):
            again = {act.action.uid for act in leg.acts}
            kept = tuple(
                act
                for act in last.acts
                if act.action.kind in _ENTERED and act.action.uid not in again
            )
            change = leg.change.model_copy(update={"url_before": last.change.url_before})
            out[-1] = replace(
                leg, start=last.start, acts=(*kept, *leg.acts), look=last.look, change=change
            )
        else:
            out.append(leg)
    return out


def _shortest(taken: Sequence[Leg]) -> list[Leg]:
    graph: nx.DiGraph[str] = nx.DiGraph()
    edges: dict[tuple[str, str], Leg] = {}
    for leg in taken:
        if not leg.nothing and not leg.jump and leg.start != leg.end:
            graph.add_edge(leg.start, leg.end)
            edges[leg.start, leg.end] = leg
    try:
        states = nx.shortest_path(graph, taken[0].start, taken[-1].end)
    except (nx.NetworkXNoPath, nx.NodeNotFound):
        return []
    return [edges[pair] for pair in pairwise(states)]


def _without_walks(taken: Sequence[Leg]) -> list[Leg]:
    path: list[Leg] = []
    for leg in _counted(taken):
        path.append(leg)
        start = next((index for index, one in enumerate(path) if one.start == leg.end), None)
        if start is not None and all(one.harmless for one in path[start:]):
            del path[start:]
    return path


def _counted(taken: Sequence[Leg]) -> list[Leg]:
    """What changed something; after a reset only what led to the state that was reached again."""
    path: list[Leg] = []
    for leg in taken:
        if leg.jump:
            known = next((index for index, one in enumerate(path) if one.end == leg.end), -1)
            del path[known + 1 :]
        elif not leg.nothing:
            path.append(leg)
    return path
