"""What an action has shown that was not there before: mostly, the next step is among it.

Source: measured on walks of 13 applications: of what leads on from a page where something was
    revealed in place, 9 of 10 were among it, and it was a fifth of what was on offer.
"""

from urllib.parse import urlsplit

from pathfinder.engine.playing import Move, Outcome
from pathfinder.webprocessor.element import Scene


def revealed(before: Scene, after: Scene) -> frozenset[str]:
    """Uids of what can be used and was not there before, nor anything that is called so."""
    uids = {e.uid for e in before.actionable}
    called = {(e.role, e.name) for e in before.actionable}
    return frozenset(
        e.uid for e in after.actionable if e.uid not in uids and (e.role, e.name) not in called
    )


def revealed_by(outcome: Outcome, former: frozenset[str]) -> frozenset[str]:
    """Uids of what the last step that changed something has revealed.

    Of a step that was chosen for the goal: going back or logging in shows much that is no way.

    Args:
        former: What was revealed before this step.
    """
    candidate = outcome.move.candidate if isinstance(outcome.move, Move) else None
    if candidate is None or any(f.attributes.get("type") == "password" for f in candidate.fields):
        return frozenset()
    if outcome.change.nothing:
        return former
    before, after = outcome.before.scene, outcome.after.scene
    return revealed(before, after) if _in_place(before, after) else frozenset()


def _in_place(before: Scene, after: Scene) -> bool:
    """Whether it is the same page still: its address, and most of what can be used on it."""
    still = {e.uid for e in after.actionable}
    stayed = [e for e in before.actionable if e.uid in still]
    same_path = urlsplit(before.url).path == urlsplit(after.url).path
    return same_path and 2 * len(stayed) >= len(before.actionable)
