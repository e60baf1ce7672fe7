"""A page beside what is remembered of it.

Which controls are others that it had already, and how much of it has stayed as it was.

What another control of the old page became, the one that is looked for did not become. And where
the page as a whole has other
words, or another order, other words or another place say little against a control. Record linkage
calls the second *agreement rates*.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, hypot, inf

from rapidfuzz import fuzz

from pathfinder.core.scenario import Control, Remembered
from pathfinder.engine.playback.remembering import box_of, gap
from pathfinder.webprocessor.element import Element, Scene
from pathfinder.webprocessor.locate import contract_of

NEAR = 250.0
_PRIOR = 2.0


@dataclass(frozen=True)
class Alignment:
    """What is known of a page by the controls that it still has.

    others: UIDs of the controls that stood beside the remembered one already.
    gone: The controls that stood beside it and are not found any more, the nearest first.
    words, position: How much of the page's words and places has stayed, from 0 to 1; 1 where
    nothing is known.
    """

    others: frozenset[str] = frozenset()
    gone: tuple[Control, ...] = ()
    words: float = 1.0
    position: float = 1.0


def align(old: Remembered, controls: Iterable[Element], scene: Scene) -> Alignment:
    """Find the controls that stood beside the remembered one among those that the page shows now.

    By what the page and its server agree on, which a new look leaves alone; then by name. A control
    that can't be told from the
    remembered one by it is not ruled out.
    """
    now = [(one, contract_of(one)) for one in controls]
    beside = [one for one in old.beside if not _is_alike(one, old)]
    by_contract = [
        (one, [e for e, contract in now if one.contract and contract == one.contract])
        for one in beside
    ]
    pairs = [(one, found[0]) for one, found in by_contract if len(found) == 1]
    taken = {e.uid for _, found in by_contract for e in found}
    gone: list[Control] = []
    for one, found in by_contract:
        named = [
            e.uid
            for e, _ in now
            if e.uid not in taken and e.role == one.role and one.name and e.name == one.name
        ]
        if not found:
            taken |= set(named)
            gone += [] if named else [one]
    return Alignment(
        frozenset(taken),
        tuple(sorted(gone, key=lambda one: gap(old.box, one.box) if old.box and one.box else inf)),
        _rate([fuzz.ratio(one.name.casefold(), e.name.casefold()) / 100 for one, e in pairs]),
        _rate(
            [
                exp(-hypot(one.box[0] - box[0], one.box[1] - box[1]) / NEAR)
                for one, e in pairs
                if one.box and (box := box_of(e, scene))
            ]
        ),
    )


def _is_alike(one: Control, old: Remembered) -> bool:
    """Whether neither its contract nor its name tells a control from the remembered one."""
    return (
        one.contract == old.contract
        if one.contract and old.contract
        else one.role == old.role and one.name == old.name
    )


def _rate(agreements: Sequence[float]) -> float:
    return (sum(agreements) + _PRIOR) / (len(agreements) + _PRIOR)
