"""Forms as a crawl sends them: with all that can be entered, not only what is still asked for."""

from dataclasses import replace

from pathfinder.core.action import Kind
from pathfinder.engine.candidates import Candidate, kind_of, usable
from pathfinder.webprocessor.element import Element, Scene

_ENTERED = frozenset({Kind.TYPE, Kind.SELECT})


def whole(candidate: Candidate, scene: Scene) -> Candidate:
    """A candidate that sends a form, with all of its fields; any other as it is.

    Of choices of which one holds the last is taken; boxes that nobody asks to tick are left alone.
    """
    control = candidate.control
    if control is None or not control.submits or not control.form or candidate.actions:
        return candidate
    members = [e for e in usable(scene) if e.form == control.form and e.is_field and not e.readonly]
    asked = {field.uid for field in candidate.fields}
    choices = {e.attributes.get("name", e.uid): e for e in members if e.role == "radio"}
    taken = {e.uid for e in choices.values()}
    fields = tuple(e for e in members if _is_filled_in(e, asked, taken))
    return replace(candidate, fields=fields) if fields else candidate


def _is_filled_in(field: Element, asked: set[str], taken: set[str]) -> bool:
    if field.role == "radio":
        return field.uid in taken
    return field.uid in asked or kind_of(field) in _ENTERED
