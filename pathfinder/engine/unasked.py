"""Dialogs that open by themselves: a newsletter, a tour, a request for a rating.

They cover the page, and have nothing to do with the goal; what puts one away is pressed.
"""

from urllib.parse import urlsplit

from pathfinder.engine.candidates import called
from pathfinder.engine.discarding import discards
from pathfinder.engine.goal_words import goal_words, said_in
from pathfinder.engine.playing import Move, Outcome
from pathfinder.webprocessor.element import Element, Scene

_PRESSED = frozenset({"button", "link"})


def is_unasked(outcome: Outcome, former: bool) -> bool:
    """Whether a dialog that is shown now opened by itself.

    One that opens on the page where something was pressed is the answer to it, also over another.

    Args:
        former: Whether one that was shown before did.
    """
    before, after = outcome.before.scene, outcome.after.scene
    if {e.uid for e in _inside(before)} & {e.uid for e in _inside(after)}:
        return former
    pressed = isinstance(outcome.move, Move) and outcome.move.candidate is not None
    return not (pressed and urlsplit(before.url).path == urlsplit(after.url).path)


def putting_away(scene: Scene, goal: str) -> Element | None:
    """What puts away the dialog that covers a page; None where it may be what the goal is about.

    It may where it says one of the goal's words, or asks for a password.
    """
    inside = _inside(scene)
    if not inside or not any(e.layer == "covered" for e in scene.actionable):
        return None
    told = [e.text or called(e) for e in (*inside, *scene.informational) if e.layer == "dialog"]
    is_wanted = said_in(goal_words(goal), told)
    if is_wanted or any(e.attributes.get("type") == "password" for e in inside):
        return None
    return next((e for e in inside if e.role in _PRESSED and discards(e, goal)), None)


def _inside(scene: Scene) -> list[Element]:
    return [e for e in scene.actionable if e.layer == "dialog"]
