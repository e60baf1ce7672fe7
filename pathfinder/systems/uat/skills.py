"""The skill library of the acceptance-test copilot.

Names, descriptions and typed arguments, and the action each stands for.

Source: XUAT-Copilot, "skill library"; theirs wraps ADB commands, ours the actions of a browser.
"""

from dataclasses import dataclass

from pathfinder.core.action import Action, Kind
from pathfinder.core.secrets import Value, Vault
from pathfinder.webprocessor.element import Element, Scene


@dataclass(frozen=True)
class Skill:
    """One skill. arguments: Names with types, as the operation agent reads them.

    text: It needs a text or an option.
    """

    name: str
    kind: Kind
    description: str
    arguments: str = "element"
    text: bool = False


SKILLS = (
    Skill("click", Kind.CLICK, "click a link, button, radio button or anything else"),
    Skill(
        "input_text",
        Kind.TYPE,
        "type a parameter into a field",
        "element, parameter: name",
        text=True,
    ),
    Skill(
        "input_by_numeric_keyboard",
        Kind.PRESS,
        "enter a number with the keypad that the page shows",
        "element, parameter: name",
        text=True,
    ),
    Skill(
        "swipe_selector",
        Kind.SELECT,
        "choose an option of a list or a wheel",
        "element, parameter: name",
        text=True,
    ),
    Skill("check", Kind.CHECK, "check a box"),
    Skill("uncheck", Kind.UNCHECK, "uncheck a box"),
    Skill("clear", Kind.CLEAR, "empty a field"),
    Skill("upload", Kind.UPLOAD, "choose a file", "element, parameter: name", text=True),
    Skill("hover", Kind.HOVER, "point at an element"),
    Skill("scroll", Kind.SCROLL, "scroll down by a screen", ""),
    Skill("back", Kind.BACK, "go back to the page before", ""),
    Skill("answer_dialog", Kind.ANSWER_DIALOG, "accept a dialog of the browser", ""),
    Skill("wait", Kind.WAIT, "wait a second", ""),
)


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


def actions_of(
    skill: Skill, element: Element | None, value: Value, scene: Scene, vault: Vault
) -> tuple[Action, ...]:
    """The actions that a skill stands for on this page."""
    if skill.name == "input_by_numeric_keyboard":
        return _keypad(element, value, scene, vault)
    if not skill.arguments:
        return (
            Action(
                skill.kind,
                value={Kind.SCROLL: "down", Kind.ANSWER_DIALOG: "accept"}.get(skill.kind),
            ),
        )
    if not element:
        return ()
    enters = skill.kind in (Kind.TYPE, Kind.SELECT)
    return (
        Action(
            skill.kind,
            element.uid,
            (value if enters or isinstance(value, str) else value.text) or None,
        ),
    )


def _keypad(
    element: Element | None, value: Value, scene: Scene, vault: Vault
) -> tuple[Action, ...]:
    """A click on each digit's key.

    A secret's digits are not to be read off the clicks, so it is typed instead.
    """
    keys = {
        each.name.strip(): each
        for each in scene.actionable
        if each.name.strip().isdigit() and len(each.name.strip()) == 1
    }
    number = value if isinstance(value, str) else vault.show(value)
    if number.isdigit() and set(number) <= set(keys):
        return tuple(Action(Kind.CLICK, keys[digit].uid) for digit in number)
    return (Action(Kind.TYPE, element.uid, value),) if element else ()
