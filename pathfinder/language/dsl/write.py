"""Write a Script as text: the same script always as the same text."""

from collections.abc import Callable, Iterator, Mapping

from pathfinder.core.scenario import Locator, Step, Target
from pathfinder.language.dsl.script import Comment, Condition, If, Include, Node, Repeat, Script
from pathfinder.language.dsl.words import (
    ROLES,
    quote,
    say_check,
    say_described,
    say_locator,
    say_predicate,
)

_INDENT = "  "
_CONTAINS = "contains "


def write_text(script: Script) -> str:
    """The file that `read_text` reads as this script. A comment has an empty line before it."""
    head = [
        *_comment(script.description),
        *(f"{word} {quote(value)}" for word, value in _head(script) if value),
    ]
    body = list(_lines(script.body, ""))
    blank = [""] if head and body else []
    return "\n".join([*head, *blank, *body]) + "\n"


def say_step(step: Step) -> str:
    """A step as the line that writes it."""
    return _SAY[step.kind](step)


def say_condition(condition: Condition) -> str:
    """A condition as `assert` and `if` have it."""
    if condition.check:
        return say_check(condition.check)
    if condition.target is None:
        return say_predicate(condition.value)
    element = say_element(condition.target)
    if condition.value.startswith(_CONTAINS):
        return f"{element} contains {quote(condition.value.removeprefix(_CONTAINS))}"
    return f"{element} is {condition.value or 'visible'}"


def say_element(target: Target) -> str:
    """An element: `"Log in" button`, `element with css selector "#go"`."""
    if target.described:
        return " or ".join((say_described(target.described), *map(say_locator, target.locators)))
    best = target.locators[0]
    if best.by == "role" and best.name and best.value in ROLES:
        return _alternatives(f"{quote(best.name)} {best.value}", target)
    return f"element with {_locators(target)}"


def _head(script: Script) -> tuple[tuple[str, str], ...]:
    return (
        ("scenario", script.name),
        ("goal", script.goal),
        ("site", script.site),
        ("use persona", script.persona),
    )


def _lines(nodes: tuple[Node, ...], indent: str) -> Iterator[str]:
    for place, node in enumerate(nodes):
        if isinstance(node, Comment) and place:
            yield ""
        yield from (f"{indent}{line}".rstrip() for line in _node(node))


def _node(node: Node) -> Iterator[str]:
    if isinstance(node, Comment):
        yield from _comment(node.text)
    elif isinstance(node, Include):
        yield f"include {quote(node.path)}"
    elif isinstance(node, Repeat):
        yield from (f"repeat {node.times} times", *_lines(node.body, _INDENT), "end")
    elif isinstance(node, If):
        otherwise = ("else", *_lines(node.otherwise, _INDENT)) if node.otherwise else ()
        yield from (
            f"if {say_condition(node.condition)}",
            *_lines(node.then, _INDENT),
            *otherwise,
            "end",
        )
    else:
        yield say_step(node)
        yield from (f"{_INDENT}expect {say_predicate(predicate)}" for predicate in node.expect)


def _comment(text: str) -> list[str]:
    return [f"# {line}".rstrip() for line in text.split("\n")] if text else []


def _locators(target: Target) -> str:
    return _alternatives(say_locator(target.locators[0]), target)


def _alternatives(best: str, target: Target) -> str:
    return " or ".join((best, *map(say_locator, target.locators[1:])))


def _element(step: Step) -> str:
    return say_element(_target(step))


def _field(step: Step) -> str:
    target = _target(step)
    if target.described:
        return say_element(target)
    best: Locator = target.locators[0]
    return _alternatives(quote(best.value), target) if best.by == "label" else say_element(target)


def _target(step: Step) -> Target:
    if step.target is None:
        raise ValueError(f"a step {step.kind!r} without a target can't be written")
    return step.target


def _press(step: Step) -> str:
    return f"press {quote(step.value)}" + (f" in {_field(step)}" if step.target else "")


def _select_text(step: Step) -> str:
    part = f"{quote(step.value)} " if step.value else ""
    return f"select text {part}of {_element(step)}"


def _dropped(step: Step) -> Step:
    """The step as if it acted on what is dropped onto."""
    return step.model_copy(update={"target": step.onto})


def _scroll(step: Step) -> str:
    return f"scroll to {_element(step)}" if step.target else f"scroll {quote(step.value)}"


def _dialog(step: Step) -> str:
    if step.value.startswith("accept: "):
        return f"answer dialog with {quote(step.value.removeprefix('accept: '))}"
    return f"{step.value} dialog"


def _evaluate(step: Step) -> str:
    return f"evaluate {quote(step.value)}" + (f" as {step.name}" if step.name else "")


def _set(step: Step) -> str:
    return f"set {step.name} to " + (
        f"text of {_element(step)}" if step.target else quote(step.value)
    )


def _wait(step: Step) -> str:
    if step.value.replace(".", "", 1).isdecimal():
        return f"wait {step.value} seconds"
    return f"wait until {_condition(step)}"


def _fill(step: Step) -> str:
    target = _target(step)
    into = say_element(target) if target.described else f"textbox with {_locators(target)}"
    return f"fill {into} as {quote(step.value)}"


def _condition(step: Step) -> str:
    return say_condition(Condition(step.value, step.target, step.check))


_SAY: Mapping[str, Callable[[Step], str]] = {
    "navigate": lambda step: f"navigate to {quote(step.value)}",
    "click": lambda step: f"click {_element(step)}",
    "double click": lambda step: f"double click {_element(step)}",
    "hover": lambda step: f"hover over {_element(step)}",
    "focus": lambda step: f"focus {_element(step)}",
    "select text": _select_text,
    "drag": lambda step: f"drag {_element(step)} onto {_element(_dropped(step))}",
    "scroll": _scroll,
    "fill": _fill,
    "select": lambda step: f"select {quote(step.value)} in {_field(step)}",
    "check": lambda step: f"check {_field(step)}",
    "uncheck": lambda step: f"uncheck {_field(step)}",
    "upload": lambda step: f"upload {quote(step.value)} to {_field(step)}",
    "press": _press,
    "back": lambda step: "go back",
    "answer dialog": _dialog,
    "wait for url": lambda step: f"wait until URL contains {quote(step.value)}",
    "wait for element": lambda step: f"wait until {_condition(step)}",
    "wait": _wait,
    "assert": lambda step: f"assert {_condition(step)}",
    "evaluate": _evaluate,
    "set": _set,
    "open": lambda step: f"open {quote(step.value)}",
    "search": lambda step: f"search for {quote(step.value)}",
    "reload": lambda step: "reload",
    "do": lambda step: f"do {quote(step.value)}",
}
