"""Controls that an instruction means without naming them.

By what was done, said, or found before.
"""

import re

from pathfinder.core.case import CaseStep
from pathfinder.engine.casework import Casework
from pathfinder.language.prose.groups import groups
from pathfinder.language.prose.marked import plain
from pathfinder.webprocessor.element import Element, Scene

_STEM = 6
_AS = re.compile(r"\bas an? ([\w ]{4,24})$", re.I)


def choice_of_whom(text: str, scene: Scene) -> Element | None:
    """The one choice, not taken yet, that says who goes on: `check out as a guest`."""
    said = _AS.search(text)
    radios = [each for each in scene.actionable if each.role == "radio" and each.enabled]
    meant = [
        each
        for each in radios
        if said and re.search(rf"\b{re.escape(plain(said[1]))}\b", plain(each.name))
    ]
    return meant[0] if len(meant) == 1 and not meant[0].checked else None


def button_again(name: str, scene: Scene) -> Element | None:
    """`Press the button again`: the only one of the name that was pressed last."""
    alike = [
        each
        for each in scene.actionable
        if each.role == "button" and each.enabled and each.name == name
    ]
    return alike[0] if name and len(alike) == 1 else None


def only_link(work: Casework) -> Element | None:
    """The link of the only thing that the page lists."""
    listed = groups(work.sight)
    links = (
        [each for each in listed[0].elements if each.role == "link" and each.actionable]
        if len(listed) == 1
        else []
    )
    return links[0] if links else None


def just_said(work: Casework, step: CaseStep) -> str:
    """The step's words, and those of the one before."""
    before = [
        f"{each.text} {each.expected}"
        for number, _, each in work.case.parts
        if number == work.number - 1
    ]
    return f"{step.text} {' '.join(before)}"


def sender(form: str, scene: Scene) -> Element | None:
    """The only control that sends a form, if one is told."""
    controls = [
        each for each in scene.actionable if each.submits and each.enabled and each.form == form
    ]
    return controls[0] if form and len(controls) == 1 else None


def form_meant(text: str, scene: Scene) -> str:
    """Key of the only form with a button that the text names.

    Empty where none is, or several are.
    """
    said = plain(text)
    named = [
        each
        for each in scene.actionable
        if each.submits and each.form and len(each.name) > 2 and plain(each.name)[:_STEM] in said
    ]
    forms = {each.form for each in named}
    return forms.pop() if len(forms) == 1 else ""
