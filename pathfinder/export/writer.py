"""What the exporters to code share.

Statements in order, blocks indented, a template around them.
"""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pathfinder.core.scenario import Step, Target
from pathfinder.export.source import Secret, Source, Words
from pathfinder.language.dsl.script import Comment, Condition, If, Node, Repeat

_TEMPLATES = Path(__file__).with_name("templates")
_PREDICATE = re.compile(
    r"(url|title|text|element) (contains|is|matches|present|visible|absent) (.+)", re.S
)
_FIELD = re.compile(r'field (?:"([^"]+)"|(.+?)) (is|contains) (.+)', re.S)
_CONTAINS = "contains "


class Writer(ABC):
    """Writes a scenario as code in one language. A subclass says how each statement is written."""

    template: str
    indent = "    "
    margin = 1

    def __init__(self, source: Source) -> None:
        self.source = source

    def text(self) -> str:
        """The whole file."""
        body = "\n".join(
            f"{self.indent * self.margin}{line}".rstrip()
            for line in self.lines(self.source.script.body)
        )
        environment = Environment(
            loader=FileSystemLoader(_TEMPLATES),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        script = self.source.script
        secrets = sorted(set(re.findall(r"PERSONA_[A-Z0-9_]+", body)))
        return environment.get_template(self.template).render(
            body=body,
            url=json.dumps(self.source.url, ensure_ascii=False),
            slug=self.source.slug,
            secrets=secrets,
            name=_one_line(script.name),
            title=self.title(_one_line(": ".join(filter(None, (script.name, script.goal))))),
        )

    def lines(self, nodes: Iterable[Node]) -> Iterator[str]:
        """The code of statements.

        A dialog is answered by what is set up before the step that opens it.
        """
        nodes = list(nodes)
        for place, node in enumerate(nodes):
            following = nodes[place + 1] if place + 1 < len(nodes) else None
            if self.dialogs_first and isinstance(following, Step) and _answers(following):
                yield from self.step(following)
            if not (self.dialogs_first and _answers(node) and place):
                yield from self._node(node, first=not place)

    dialogs_first = False

    def _node(self, node: Node, *, first: bool) -> Iterator[str]:
        if isinstance(node, Comment):
            yield from (
                *([] if first else [""]),
                *(f"{self.comment} {line}".rstrip() for line in node.text.splitlines()),
            )
        elif isinstance(node, Repeat):
            yield from self.loop(node.times, self._inside(node.body))
        elif isinstance(node, If):
            yield from self.branch(
                self.question(node.condition), self._inside(node.then), self._inside(node.otherwise)
            )
        elif isinstance(node, Step):
            yield from self.step(node)
            for predicate in node.expect:
                yield self.holds(predicate)

    comment = "#"

    def title(self, line: str) -> str:
        """A line of words as the comment at the file's beginning has it."""
        return line

    def _inside(self, nodes: tuple[Node, ...]) -> list[str]:
        return [f"{self.indent}{line}".rstrip() for line in self.lines(nodes)]

    def say(self, text: str) -> str:
        """A text as an expression: quoted, with secrets and variables in it."""
        return " + ".join(
            json.dumps(part.text, ensure_ascii=False)
            if isinstance(part, Words)
            else self.secret(part.variable)
            if isinstance(part, Secret)
            else part.name
            for part in self.source.parts(text)
        )

    def holds(self, predicate: str) -> str:
        """The code that waits until a predicate holds, or fails."""
        if match := _FIELD.fullmatch(predicate):
            return self.field(match[1] or match[2], match[3], match[4])
        if match := _PREDICATE.fullmatch(predicate):
            return self.page(match[1], match[2], match[3])
        return f"{self.comment} not exported, PathFinder alone can tell: {_one_line(predicate)}"

    def asks(self, step: Step) -> str:
        """The code of an assertion, or of a wait for an element."""
        if step.target is None:
            return self.holds(step.value)
        if step.value.startswith(_CONTAINS):
            return self.element(step.target, "contains", step.value.removeprefix(_CONTAINS))
        return self.element(step.target, step.value or "visible", "")

    @abstractmethod
    def secret(self, variable: str) -> str:
        """An expression for an environment variable."""

    @abstractmethod
    def step(self, step: Step) -> list[str]:
        """The code of one step."""

    @abstractmethod
    def page(self, subject: str, verb: str, value: str) -> str:
        """Wait for what the URL, the title, the text or an element's name says."""

    @abstractmethod
    def field(self, name: str, verb: str, value: str) -> str:
        """Wait for what a field holds."""

    @abstractmethod
    def element(self, target: Target, state: str, text: str) -> str:
        """Wait until an element is "visible" or "hidden", or "contains" a text."""

    @abstractmethod
    def question(self, condition: Condition) -> str:
        """An expression for the condition of an `if`."""

    @abstractmethod
    def loop(self, times: int, body: list[str]) -> list[str]:
        """Code that does a block several times."""

    @abstractmethod
    def branch(self, question: str, then: list[str], otherwise: list[str]) -> list[str]:
        """Code that does one block or the other."""


class PythonWriter(Writer):
    """Writes Python."""

    def title(self, line: str) -> str:
        return line.replace("\\", "\\\\").replace('"', '\\"')

    def secret(self, variable: str) -> str:
        return f'os.environ["{variable}"]'

    def loop(self, times: int, body: list[str]) -> list[str]:
        return [f"for _ in range({times}):", *(body or [f"{self.indent}pass"])]

    def branch(self, question: str, then: list[str], otherwise: list[str]) -> list[str]:
        alternative = ["else:", *otherwise] if otherwise else []
        return [f"if {question}:", *(then or [f"{self.indent}pass"]), *alternative]


def _answers(node: Node | None) -> bool:
    return isinstance(node, Step) and node.kind == "answer dialog"


def _one_line(text: str) -> str:
    return " ".join(text.split())
