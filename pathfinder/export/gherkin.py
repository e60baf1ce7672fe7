"""Export to Gherkin: a feature file that says the scenario in sentences.

Blocks become sentences, too: repeats are written out.
"""

from collections.abc import Iterator

from pathfinder.core.scenario import Step
from pathfinder.export.choosing import in_words, place
from pathfinder.export.source import Source
from pathfinder.language.dsl.script import Comment, If, Node, Repeat
from pathfinder.language.dsl.words import quote, say_predicate
from pathfinder.language.dsl.write import say_condition, say_element, say_step

_CHECKS = ("assert", "wait", "wait for url", "wait for element")


class Gherkin:
    """Writes a .feature file; secrets stay placeholders."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def text(self) -> str:
        """The whole file."""
        script = self.source.script
        lines = [f"Feature: {' '.join((script.goal or script.name).split())}", ""]
        lines += [f"  Scenario: {' '.join(script.name.split())}"]
        word = ""
        for kind, sentence in _sentences(script.body, ""):
            if kind == "comment":
                lines.append(f"    # {sentence}".rstrip())
                continue
            keyword = "Given" if not word else "Then" if kind == "check" else "When"
            goes_on = keyword == word or (word == "Given" and kind == "given")
            lines.append(f"    {'And' if goes_on else keyword} {sentence}")
            word = keyword
        return "\n".join(lines) + "\n"


def _sentences(nodes: tuple[Node, ...], prefix: str) -> Iterator[tuple[str, str]]:
    for node in nodes:
        if isinstance(node, Comment):
            yield from (("comment", line) for line in node.text.split("\n"))
        elif isinstance(node, Repeat):
            for _ in range(node.times):
                yield from _sentences(node.body, prefix)
        elif isinstance(node, If):
            condition = say_condition(node.condition)
            yield from _sentences(node.then, f"{prefix}if {condition}, ")
            yield from _sentences(node.otherwise, f"{prefix}unless {condition}, ")
        elif isinstance(node, Step):
            yield ("check" if node.kind in _CHECKS else "act"), prefix + _sentence(node)
            yield from (
                ("check", f"{prefix}{_holds(say_predicate(predicate))}")
                for predicate in node.expect
            )


def _sentence(recorded: Step) -> str:
    step = in_words(recorded)
    where = place(step.target, recorded.target)
    return _said(step) + (f" at {quote(where)}" if where else "")


def _said(step: Step) -> str:
    match step.kind:
        case "navigate":
            return f"I open {quote(step.value)}"
        case "fill" if step.target:
            return f"I fill in {_named(step)} with {quote(step.value)}"
        case "select" if step.target:
            return f"I choose {quote(step.value)} in {_named(step)}"
        case "wait for url":
            return f"the URL contains {quote(step.value)}"
        case "assert" | "wait for element":
            return _holds(say_step(step).removeprefix("assert ").removeprefix("wait until "))
        case "wait":
            said = say_step(step)
            return (
                _holds(said.removeprefix("wait until "))
                if said.startswith("wait until ")
                else f"I {said}"
            )
        case _:
            return f"I {say_step(step)}"


def _named(step: Step) -> str:
    if step.target is None:
        return ""
    locator = None if step.target.described else step.target.locators[0]
    if locator and locator.by == "label":
        return quote(locator.value)
    if locator and locator.by == "role" and locator.name and step.target.element:
        return quote(locator.name)
    return say_element(step.target)


def _holds(condition: str) -> str:
    return condition if condition.startswith('"') else f"the {condition}"
