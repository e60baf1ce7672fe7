"""The skill library of the acceptance-test copilot.

Names, descriptions and typed arguments, and the statement that each stands for.

Source: XUAT-Copilot, "skill library"; theirs wraps ADB commands, ours the statements of a scenario.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pathfinder.core.scenario import Step, StepKind, Target
from pathfinder.core.secrets import Vault, escaped
from pathfinder.core.statement import Described
from pathfinder.webprocessor.element import Element, Scene


@dataclass(frozen=True)
class Skill:
    """One skill. arguments: Names with types, as the operation agent reads them.

    text: It needs a text or an option.
    """

    name: str
    kind: StepKind
    description: str
    arguments: str = "element"
    text: bool = False


SKILLS = (
    Skill("click", "click", "click a link, button, radio button or anything else"),
    Skill(
        "input_text",
        "fill",
        "type a parameter into a field",
        "element, parameter: name",
        text=True,
    ),
    Skill(
        "input_by_numeric_keyboard",
        "press",
        "enter a number with the keypad that the page shows",
        "element, parameter: name",
        text=True,
    ),
    Skill(
        "swipe_selector",
        "select",
        "choose an option of a list or a wheel",
        "element, parameter: name",
        text=True,
    ),
    Skill("check", "check", "check a box"),
    Skill("uncheck", "uncheck", "uncheck a box"),
    Skill("clear", "fill", "empty a field"),
    Skill("upload", "upload", "choose a file", "element, parameter: name", text=True),
    Skill("hover", "hover", "point at an element"),
    Skill("scroll", "scroll", "scroll down by a screen", ""),
    Skill("back", "back", "go back to the page before", ""),
    Skill("answer_dialog", "answer dialog", "accept a dialog of the browser", ""),
    Skill("wait", "wait", "wait a second", ""),
)
_SAID: Mapping[StepKind, str] = {"scroll": "down", "answer dialog": "accept", "wait": "1"}
Statement = tuple[Step, Element | None]
"""What is done, and the element that was chosen for it."""


def find_skill(name: str) -> Skill | None:
    """The skill of that name."""
    return next((skill for skill in SKILLS if skill.name == name.strip().partition("(")[0]), None)


def skill_for(element: Element) -> Skill:
    """The skill that an element is made for."""
    if element.options or element.role == "listbox":
        return SKILLS[3]
    if element.role in ("textbox", "searchbox", "combobox", "spinbutton", "date"):
        return SKILLS[1]
    return (
        SKILLS[4] if element.role in ("checkbox", "switch") and not element.checked else SKILLS[0]
    )


def statements_of(
    skill: Skill, element: Element | None, value: str, scene: Scene, vault: Vault
) -> tuple[Statement, ...]:
    """The statements that a skill stands for on this page."""
    if not skill.arguments:
        return ((Step(kind=skill.kind, value=_SAID.get(skill.kind, "")), None),)
    if element is None:
        return ()
    if skill.name == "input_by_numeric_keyboard":
        return _keypad(element, value, scene, vault)
    return (_on(skill.kind, element, value),)


def _on(kind: StepKind, element: Element, value: str = "") -> Statement:
    name = escaped(element.name or element.text or element.label)
    target = Target(described=Described(name=name, kind=element.role or element.tag))
    return Step(kind=kind, target=target, value=value), element


def _keypad(element: Element, value: str, scene: Scene, vault: Vault) -> tuple[Statement, ...]:
    """A click on each digit's key.

    A secret's digits are not to be read off the clicks, so it is typed instead.
    """
    keys = {
        each.name.strip(): each
        for each in scene.actionable
        if each.name.strip().isdigit() and len(each.name.strip()) == 1
    }
    number = vault.show(value)
    if number.isdigit() and set(number) <= set(keys):
        return tuple(_on("click", keys[digit]) for digit in number)
    return (_on("fill", element, value),)
