"""What a strict step or assertion says, as data."""

from dataclasses import dataclass
from typing import Literal

from pathfinder.core.action import Kind

Noun = Literal[
    "",
    "button",
    "link",
    "field",
    "list",
    "checkbox",
    "radio",
    "heading",
    "image",
    "text",
    "tab",
    "file",
]
Compare = Literal["is", "contains", "starts with", "ends with"]
State = Literal["checked", "enabled", "selected", "empty"]
Limit = Literal["exactly", "at least", "at most"]


@dataclass(frozen=True)
class Phrase:
    """What stands in quotes, and what is said beside it.

    noun: The kind of thing that the step names; empty for any.
    ordinal: Which of several, from 1; -1 for the last; 0 when not said.
    near: Words that stand with it: the row, card or section that is meant.
    loose: It stood without quotes, and was taken as everything after the verb.
    """

    words: str
    noun: Noun = ""
    ordinal: int = 0
    near: str = ""
    loose: bool = False

    def __str__(self) -> str:
        which = {0: "", -1: "last "}.get(self.ordinal, f"{self.ordinal}. ")
        near = f" of {self.near!r}" if self.near else ""
        return f"{which}{self.noun + ' ' if self.noun else ''}{self.words!r}{near}"


@dataclass(frozen=True)
class Count:
    """How many times."""

    limit: Limit
    number: int

    def holds(self, seen: int) -> bool:
        """Whether so many are as many as wanted."""
        return {
            "exactly": seen == self.number,
            "at least": seen >= self.number,
            "at most": seen <= self.number,
        }[self.limit]

    def __str__(self) -> str:
        return f"{self.limit} {self.number} time{'' if self.number == 1 else 's'}"


ANY = Count("at least", 1)


@dataclass(frozen=True)
class Shown:
    """The words can be seen."""

    phrase: Phrase
    count: Count = ANY

    def __str__(self) -> str:
        return f"{self.phrase} is displayed{'' if self.count == ANY else f' {self.count}'}"


@dataclass(frozen=True)
class Things:
    """The page has things of a kind."""

    noun: Noun
    count: Count = ANY

    def __str__(self) -> str:
        return f"the page has {self.count.limit} {self.count.number} {self.noun}(s)"


@dataclass(frozen=True)
class Attribute:
    """The page's URL, title or main heading."""

    name: Literal["url", "title", "heading"]
    compare: Compare
    value: str

    def __str__(self) -> str:
        return f"the {self.name} {self.compare} {self.value!r}"


@dataclass(frozen=True)
class Holds:
    """What a field holds, or an element says."""

    phrase: Phrase
    compare: Compare
    value: str

    def __str__(self) -> str:
        return f"{self.phrase} {self.compare} {self.value!r}"


@dataclass(frozen=True)
class HasOption:
    """A list offers an option; `selected`: and it is the one that is chosen."""

    phrase: Phrase
    value: str
    selected: bool = False

    def __str__(self) -> str:
        return (
            f"{self.value!r} is {'selected in' if self.selected else 'an option of'} {self.phrase}"
        )


@dataclass(frozen=True)
class Being:
    """An element's state.

    wanted: Whether it is to be so; where there is no such element neither holds.
    """

    phrase: Phrase
    state: State
    wanted: bool = True

    def __str__(self) -> str:
        return f"{self.phrase} is {'' if self.wanted else 'not '}{self.state}"


@dataclass(frozen=True)
class Not:
    """The condition does not hold."""

    condition: "Condition"

    def __str__(self) -> str:
        return f"not ({self.condition})"


@dataclass(frozen=True)
class All:
    """Every condition holds."""

    conditions: tuple["Condition", ...]

    def __str__(self) -> str:
        return " and ".join(f"({each})" for each in self.conditions)


@dataclass(frozen=True)
class Any_:
    """One of the conditions holds."""

    conditions: tuple["Condition", ...]

    def __str__(self) -> str:
        return " or ".join(f"({each})" for each in self.conditions)


Atom = Shown | Things | Attribute | Holds | HasOption | Being
Condition = Atom | Not | All | Any_


@dataclass(frozen=True)
class Command:
    """An action that a strict step asks for. until: What a wait waits for."""

    kind: Kind
    target: Phrase | None = None
    value: str = ""
    until: Condition | None = None

    def __str__(self) -> str:
        parts = (
            str(self.kind),
            str(self.target) if self.target else "",
            f"{self.value!r}" if self.value else "",
            str(self.until or ""),
        )
        return " ".join(part for part in parts if part)


@dataclass(frozen=True)
class Assertion:
    """A condition that is to hold."""

    condition: Condition

    def __str__(self) -> str:
        return str(self.condition)
