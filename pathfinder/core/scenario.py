"""A scenario: what was recorded or written down to be done again, step by step, without a model."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError, model_validator

from pathfinder.core.errors import SettingsError, UsageError
from pathfinder.core.statement import Check, Described

LocatorBy = Literal[
    "role", "label", "text", "id", "testid", "css", "xpath", "aria-label", "placeholder", "name"
]
StepKind = Literal[
    "navigate",
    "click",
    "double click",
    "fill",
    "select",
    "check",
    "uncheck",
    "press",
    "hover",
    "focus",
    "select text",
    "drag",
    "scroll",
    "upload",
    "back",
    "answer dialog",
    "wait for url",
    "wait for element",
    "wait",
    "assert",
    "evaluate",
    "set",
    "repeat",
    "if",
    "open",
    "search",
    "reload",
    "do",
]
ON_ELEMENT = frozenset(
    {
        "click",
        "double click",
        "fill",
        "select",
        "check",
        "uncheck",
        "hover",
        "focus",
        "select text",
        "drag",
        "upload",
        "wait for element",
    }
)
WITH_VALUE = frozenset(
    {"navigate", "select", "press", "upload", "answer dialog", "wait for url", "evaluate"}
    | {"open", "search", "do"}
)


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Locator(_Frozen):
    """One way to find an element.

    `value` is the role, the words or the selector; `name` is the accessible name, for role only.
    """

    by: LocatorBy
    value: str
    name: str = ""

    def __str__(self) -> str:
        return f'{self.value} "{self.name}"' if self.by == "role" else f'{self.by} "{self.value}"'


class Control(_Frozen):
    """A control that stood on the same page.

    contract: A CSS selector by what the page and its server agree on. box: As in Remembered.
    """

    role: str = ""
    name: str = ""
    contract: str = ""
    box: tuple[float, float, float, float] | None = None


class Remembered(_Frozen):
    """The element as it was when the step was recorded: what healing compares with.

    context: What told it from its like: card heading, form legend, row label.
    box: x, y, width, height in CSS pixels of the page, not of the viewport.
    neighbours: Names of what stood around it, nearest first.
    page: Path of the page's address.
    contract: A CSS selector by what the page and its server agree on: where a link leads, what a
        field is sent as.
    beside: The other controls of its page; only where what a scenario acted on is remembered for
        healing.
    """

    tag: str = ""
    role: str = ""
    name: str = ""
    text: str = ""
    label: str = ""
    context: str = ""
    heading: str = ""
    attributes: Mapping[str, str] = Field(default_factory=dict)
    box: tuple[float, float, float, float] | None = None
    neighbours: tuple[str, ...] = ()
    page: str = ""
    contract: str = ""
    beside: tuple[Control, ...] = ()


class Target(_Frozen):
    """What a step acts on.

    locators: Best first; in older scenarios they are called `ways`. None before what is described
        was found once.
    described: What a person calls it, where a person wrote it.
    """

    locators: tuple[Locator, ...] = Field(
        default=(), validation_alias=AliasChoices("locators", "ways")
    )
    element: Remembered | None = None
    described: Described | None = None

    @model_validator(mode="after")
    def _names_something(self) -> "Target":
        if not (self.locators or self.described):
            raise ValueError("a target needs a locator, or to be described")
        return self

    @property
    def words(self) -> str:
        """What it is called: the described name, else that of the first locator."""
        if self.described:
            return self.described.name or self.described.kind or self.described.place
        return self.locators[0].name or self.locators[0].value

    def __str__(self) -> str:
        return str(self.locators[0]) if self.locators else f'the "{self.words}"'


class Step(_Frozen):
    """One step.

    value: What the kind needs: a URL ("/…" is relative to the site), text with {{persona.…}} or
        {{variable}}, an option's label, a key,
        a predicate (assert, if, wait), seconds (wait), a script (evaluate), the part of a text
        (select text; all of it where there is none), the name of a page (open), what is searched
        for (search), a small goal in words (do).
    check: What has to be so (assert, if, wait), in place of a predicate.
    name: The variable that `set` sets, or that holds what `evaluate` returned.
    onto: Where `drag` drops what it drags.
    times, then, otherwise: `repeat` does `then` so many times; `if` does `then` or `otherwise`.
    expect: Predicates that hold after the step, each within a short wait.
    says: The step in words, for reports.
    """

    kind: StepKind
    target: Target | None = None
    onto: Target | None = None
    check: Check | None = None
    value: str = ""
    name: str = ""
    times: int = Field(default=1, ge=0)
    then: tuple["Step", ...] = ()
    otherwise: tuple["Step", ...] = ()
    expect: tuple[str, ...] = ()
    says: str = ""

    @model_validator(mode="after")
    def _is_whole(self) -> "Step":
        if self.kind in ON_ELEMENT and self.target is None:
            raise ValueError(f"a step '{self.kind}' needs a target")
        if (self.kind == "drag") != (self.onto is not None):
            raise ValueError("a step 'drag', and no other, needs what it drops onto")
        if self.kind in WITH_VALUE and not self.value:
            raise ValueError(f"a step '{self.kind}' needs a value")
        if self.kind in ("assert", "wait", "if") and not (self.value or self.target or self.check):
            raise ValueError(f"a step '{self.kind}' needs a value, a target or a check")
        if self.kind == "set" and not self.name:
            raise ValueError("a step 'set' needs the name of the variable")
        return self

    @property
    def in_words(self) -> bool:
        """Whether only the page tells what it means: no locator, no predicate."""
        targets = (self.target, self.onto)
        return (
            self.kind in ("open", "search", "do")
            or self.check is not None
            or any(target is not None and not target.locators for target in targets)
        )


class Scenario(_Frozen):
    """A recorded or written script, whole.

    site: Name in sites.yaml; `url` where it was served when it was recorded.
    session: Folder of the session that it was recorded from.
    seed: Of the site's stock when it was recorded.
    verified: Whether it was replayed once after it was recorded; None when that was not tried.
    """

    format: Literal[1] = 1
    name: str = ""
    goal: str = ""
    site: str = ""
    url: str = ""
    persona: str = ""
    session: str = ""
    seed: int | None = None
    verified: bool | None = None
    versions: Mapping[str, str] = Field(default_factory=dict)
    steps: tuple[Step, ...] = ()

    def all_steps(self) -> Iterator[Step]:
        """Every step, those inside `repeat` and `if` too, in reading order."""
        return _walk(self.steps)

    def places(self) -> dict[str, Step]:
        """Every step by where it stands: "4", "4.then.0"."""
        return dict(_places(self.steps, ""))

    def to_json(self) -> str:
        """The scenario as JSON text, without what is not set."""
        return (
            json.dumps(
                self.model_dump(mode="json", exclude_defaults=True) | {"format": 1},
                indent=2,
                ensure_ascii=False,
            )
            + "\n"
        )


def _walk(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from _walk(step.then)
        yield from _walk(step.otherwise)


def _places(steps: tuple[Step, ...], prefix: str) -> Iterator[tuple[str, Step]]:
    for index, step in enumerate(steps):
        yield f"{prefix}{index}", step
        yield from _places(step.then, f"{prefix}{index}.then.")
        yield from _places(step.otherwise, f"{prefix}{index}.otherwise.")


def load_scenario(path: Path) -> Scenario:
    """Read a scenario.json, or the one in a session's folder.

    Raises:
        UsageError: No such file.
        SettingsError: It is not a scenario; the message names the place in it.
    """
    file = path / "scenario.json" if path.is_dir() else path
    try:
        return Scenario.model_validate_json(file.read_bytes())
    except OSError as error:
        raise UsageError(
            f"{file}: can't be read ({error.strerror}); name a scenario.json, or a session's "
            "folder that has one"
        ) from None
    except ValidationError as error:
        raise SettingsError(f"{file}: {_first(error)}") from None


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    said = first["msg"].removeprefix("Value error, ")
    return (
        f"{where}: {said}"
        if where
        else f"not a scenario: {said}; name a scenario.json, a .dsl file, or a session's folder"
    )


def schema() -> dict[str, Any]:
    """The JSON Schema that docs/scenario.schema.json holds."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **Scenario.model_json_schema(),
    }
