"""A script: what a .dsl file says, statement by statement, before includes are followed."""

from dataclasses import dataclass, field

from pathfinder.core.scenario import Step, Target
from pathfinder.core.statement import Check


@dataclass(frozen=True)
class Comment:
    """Lines of comment, without their `#`."""

    text: str


@dataclass(frozen=True)
class Include:
    """Another file's statements, in this place. The path is relative to the file that names it."""

    path: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Repeat:
    """Statements to be done several times."""

    times: int
    body: tuple["Node", ...]


@dataclass(frozen=True)
class Condition:
    """What `assert`, `expect`, `wait until` and `if` ask.

    value: A predicate on the page; with a target what must hold of it: "visible", "hidden" or
        "contains …".
    check: What a person would check, in place of both.
    """

    value: str
    target: Target | None = None
    check: Check | None = None


@dataclass(frozen=True)
class If:
    """Statements for when a condition holds, and for when it doesn't."""

    condition: Condition
    then: tuple["Node", ...]
    otherwise: tuple["Node", ...] = ()


Node = Step | Comment | Include | Repeat | If


@dataclass(frozen=True)
class Script:
    """A file of the scenario language.

    description: The comment that it begins with.
    source: The file, as errors name it.
    """

    body: tuple[Node, ...] = ()
    name: str = ""
    goal: str = ""
    site: str = ""
    persona: str = ""
    description: str = ""
    source: str = field(default="", compare=False)
