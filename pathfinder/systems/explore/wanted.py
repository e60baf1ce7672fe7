"""What of the goal's values a control would set: an option, a tick or a choice that is named so."""

from collections.abc import Iterable, Sequence

from pathfinder.core.action import Kind
from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import Candidate, label_of, same_text
from pathfinder.webprocessor.element import Element


def wanted_option(field: Element, values: Iterable[GoalValue]) -> str:
    """The option of a list that the goal names, as the list has it.

    Empty where it names none or several, or where it is chosen already.
    """
    named = [o for o in field.options if any(same_text(o, v.value) for v in values)]
    if len(named) != 1 or same_text(named[0], field.selected):
        return ""
    return named[0]


def sets_value(candidate: Candidate, values: Sequence[GoalValue]) -> str:
    """The value of the goal that acting on a single control sets; empty where it sets none."""
    if len(candidate.elements) != 1:
        return ""
    element = candidate.elements[0]
    if candidate.kind is Kind.SELECT:
        return wanted_option(element, values)
    ticks = candidate.kind is Kind.CHECK or (element.role == "radio" and not element.checked)
    name = label_of(element)
    return name if ticks and any(same_text(name, v.value) for v in values) else ""


def names_value(candidate: Candidate, values: Sequence[GoalValue]) -> bool:
    """Whether a link or button is called as a value of the goal."""
    control = candidate.control
    if control is None or candidate.fields:
        return False
    return any(same_text(label_of(control), value.value) for value in values)


def in_words(candidate: Candidate, text: str, values: Sequence[GoalValue]) -> str:
    """A candidate's words, with the option that the goal names: `choose "Red" in "Colour"`."""
    option = sets_value(candidate, values) if candidate.kind is Kind.SELECT else ""
    return text.replace("choose in ", f'choose "{option}" in ', 1) if option else text
