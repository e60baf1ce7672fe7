"""Which of an element's locators stands in code, and which in a sentence.

A recorded element has several, best first for a replay, which computes names as browsers do. What
runs elsewhere knows less: labels, texts and attributes. What is remembered of the element says
which of its locators find it there too.
"""

from pathfinder.core.scenario import Locator, Remembered, Step, Target

FIELDS = frozenset(
    {"textbox", "searchbox", "combobox", "checkbox", "radio", "switch", "slider", "spinbutton"}
)
TICKED = frozenset({"checkbox", "radio"})
_BUTTONS = frozenset({"button", "input", "summary"})
_SPOKEN = ("role", "label", "aria-label", "text", "placeholder", "testid")


def is_ticked(target: Target | None) -> bool:
    """Whether it is a box or a radio button, which a page may hide behind its label."""
    if target is None:
        return False
    roles = [target.element.role] if target.element else [one.value for one in target.locators[:1]]
    return bool(TICKED.intersection(roles))


def in_code(target: Target) -> Locator:
    """The first locator that finds the element without PathFinder, too."""
    fit = (one for one in target.locators if _understood(one, target))
    return next(fit, target.locators[0])


def _understood(locator: Locator, target: Target) -> bool:
    if locator.by in ("css", "xpath"):
        return ">>>" not in locator.value and "shadow-root()" not in locator.value
    if locator.by != "role" or not locator.name:
        return True
    memory, labels = target.element, [one.value for one in target.locators if one.by == "label"]
    if memory is None:
        return locator.value not in FIELDS or not labels or _same(locator.name, *labels)
    if locator.value in FIELDS:
        return _same(locator.name, memory.label, memory.attributes.get("aria-label", ""))
    if locator.value == "button" and memory.tag not in _BUTTONS:
        return False
    shown = (memory.text, *(memory.attributes.get(name, "") for name in ("aria-label", "title")))
    return _same(locator.name, *shown)


def _same(name: str, *others: str) -> bool:
    return bool(name) and name.split() in [other.split() for other in others]


def in_words(step: Step) -> Step:
    """The step with each element under its name alone, and where it stands if others share it."""
    return step.model_copy(update={"target": _spoken(step.target), "onto": _spoken(step.onto)})


def _spoken(target: Target | None) -> Target | None:
    if target is None or target.described or target.element is None:
        return target
    named = [one for one in target.locators if one.by in _SPOKEN and (one.name or one.by != "role")]
    best = min(named, key=lambda one: _SPOKEN.index(one.by), default=_named(target.element))
    return Target(locators=(best or target.locators[0],), element=target.element)


def _named(memory: Remembered) -> Locator | None:
    name = memory.name or memory.text or memory.label
    return Locator(by="role", value=memory.role or memory.tag, name=name) if name else None


def place(target: Target | None, recorded: Target | None) -> str:
    """Whose element it is, where its name alone is not the best locator: others have that name."""
    if target is None or recorded is None or recorded.element is None or recorded.described:
        return ""
    return "" if target.locators[0] == recorded.locators[0] else recorded.element.context
