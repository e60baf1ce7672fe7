"""What an application for measuring is: site.yaml, goals.yaml and app.py in a folder."""

import importlib
import importlib.util
import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Protocol, cast

from pydantic import BaseModel, ConfigDict, Field, model_validator

from pathfinder.core.checked import checked
from pathfinder.core.errors import SettingsError, UsageError
from pathfinder.core.suggest import did_you_mean
from pathfinder.core.yamlfile import read_yaml

APPS = Path(__file__).parent
"""Where the applications lie that come with PathFinder."""
HOMES = Path("runs/sites")
"""Where they are installed, unless another folder is named."""

Kind = Literal["create", "change", "find", "several", "login", "impossible"]
Source = Literal["goal", "persona", "invented"]
_VERBS = ("press", "fill", "choose", "check", "uncheck", "hover", "open", "key", "dialog")


class Step(BaseModel):
    """One step of a route: what is done, to the control of which accessible name.

    within: Words of the row, card, legend or heading that the control belongs to.
    nth: Which of several that fit, in reading order, from 1.
    source: Where a tester takes the value from.
    open: A path. key: A key or chord for what has the focus. dialog: "accept" or "dismiss".
    """

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    press: str | None = None
    fill: str | None = None
    choose: str | None = None
    check: str | None = None
    uncheck: str | None = None
    hover: str | None = None
    open: str | None = None
    key: str | None = None
    dialog: Literal["accept", "dismiss"] | None = None
    option: str = ""
    value: str = Field("", alias="with")
    within: str = Field("", alias="in")
    nth: int = Field(1, ge=1)
    source: Source | None = None

    @model_validator(mode="after")
    def _one_verb(self) -> "Step":
        given = [verb for verb in _VERBS if getattr(self, verb) is not None]
        if len(given) != 1:
            raise ValueError(
                f"a step does one thing ({', '.join(_VERBS)}), not {' and '.join(given) or 'none'}"
            )
        if self.fill is not None and "value" not in self.model_fields_set:
            raise ValueError("`fill` needs `with`, what is typed")
        if self.choose is not None and not self.option:
            raise ValueError("`choose` needs `option`, which one")
        return self

    @property
    def verb(self) -> str:
        """What is done."""
        return next(verb for verb in _VERBS if getattr(self, verb) is not None)

    @property
    def name(self) -> str:
        """The accessible name of the control; of `open`, `key` and `dialog` the path and so on."""
        return str(getattr(self, self.verb))

    def __str__(self) -> str:
        """The step as a line: `fill "Title" with "Broken lamp"`."""
        said = f'{self.verb} "{self.name}"'
        said += f' with "{self.value}"' if self.fill is not None else ""
        said += f' option "{self.option}"' if self.option else ""
        said += f' in "{self.within}"' if self.within else ""
        return said + (f", number {self.nth}" if self.nth > 1 else "")


class Refusal(BaseModel):
    """Steps from the start page that make the site say no, and the sentence that it says."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    steps: tuple[Step, ...] = Field(min_length=1)
    says: str = Field(min_length=3)


class Goal(BaseModel):
    """A goal as a tester types it, and how to tell from outside whether it was reached.

    truth: Name of a function of app.py; args: its further arguments.
    answer: Of a goal that asks for something: what the answer must have in it.
    route: The known way from the start page; for measuring only.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(min_length=1, pattern=r"^[a-z0-9-]+$")
    goal: str = Field(min_length=5)
    kind: Kind
    expected: Literal["success", "stuck"] = "success"
    truth: str = ""
    args: Mapping[str, str] = {}
    answer: str = ""
    route: tuple[Step, ...] = ()
    refused: tuple[Refusal, ...] = ()

    @model_validator(mode="after")
    def _can_be_judged(self) -> "Goal":
        if (self.kind == "impossible") != (self.expected == "stuck"):
            raise ValueError("`kind: impossible` goes with `expected: stuck`, and only with it")
        if self.expected == "success" and not (self.truth or self.answer):
            raise ValueError("add `truth` or `answer`, else nothing tells whether it was reached")
        if self.expected == "success" and not self.route:
            raise ValueError("add `route`, the known way to it")
        return self


class Sheet(BaseModel):
    """What site.yaml says.

    start: Path of the page where a session starts.
    persona: The person who uses it; `account` where the site knows them. Passwords are secret.
    packages: What is installed, `pip:NAME==VERSION`, `npm:NAME@VERSION` or `apt:NAME`.
    hosts: Other hosts that its pages need; empty where it works offline as it should.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    what: str
    role: Literal["tuning", "first-look"]
    language: str = "en"
    start: str = "/"
    persona: Mapping[str, Any] = {}
    packages: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()


class _Goals(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    goals: tuple[Goal, ...] = Field(min_length=1)


class Code(Protocol):
    """What app.py has, beside its truths."""

    def install(self, home: Path) -> None: ...
    def reset(self, home: Path) -> None: ...
    def start(self, home: Path, port: int) -> AbstractContextManager[str]: ...


@dataclass(frozen=True)
class SiteApp:
    """An application in its folder."""

    folder: Path
    sheet: Sheet
    goals: tuple[Goal, ...]

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.name

    @cached_property
    def code(self) -> Code:
        """Its app.py."""
        if self.folder.parent == APPS:
            return cast(Code, importlib.import_module(f"pathfinder_bench.sites.{self.name}.app"))
        name = f"site_app_{self.name}"
        spec = importlib.util.spec_from_file_location(name, self.folder / "app.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        return cast(Code, module)

    def goal(self, name: str) -> Goal:
        """The goal of that id.

        Raises:
            UsageError: There is none; says which comes closest.
        """
        known = {goal.id: goal for goal in self.goals}
        if name not in known:
            raise UsageError(f"{self.name}: no goal {name!r}; {did_you_mean(name, known)}")
        return known[name]

    def holds(self, goal: Goal, home: Path, url: str) -> bool | None:
        """Whether the goal is reached, as told from outside; None where only its answer tells."""
        if not goal.truth:
            return None
        return bool(getattr(self.code, goal.truth)(home, url, **goal.args))


def load_app(folder: Path) -> SiteApp:
    """Read an application's sheet and goals.

    Raises:
        SettingsError: A file is wrong or a truth is not in app.py; names file and line.
    """
    about = read_yaml(folder / "site.yaml")
    sheet = checked(about, Sheet, about.content)
    if sheet.name != folder.name:
        raise about.error(("name",), f"name {sheet.name!r}: write {folder.name!r}, as its folder")
    file = read_yaml(folder / "goals.yaml")
    goals = checked(file, _Goals, file.content).goals
    app = SiteApp(folder, sheet, goals)
    for place, goal in enumerate(goals):
        if goal.truth and not hasattr(app.code, goal.truth):
            raise file.error(("goals", place, "truth"), f"app.py has no {goal.truth}()")
        if goal.id in {other.id for other in goals[:place]}:
            raise file.error(("goals", place, "id"), f"id {goal.id!r} is given twice; keep one")
    return app


def find_apps(names: Sequence[str] = (), *, folder: Path = APPS, role: str = "") -> list[SiteApp]:
    """The applications of those names, or all; of one role where that is asked for.

    Raises:
        UsageError: There is no such application; says which comes closest.
        SettingsError: A file of one is wrong.
    """
    known = sorted(path.parent.name for path in folder.glob("*/site.yaml"))
    unknown = next((name for name in names if name not in known), None)
    if unknown is not None:
        raise UsageError(f"no application {unknown!r}; {did_you_mean(unknown, known)}")
    if not known:
        raise SettingsError(f"{folder}: no folder with a site.yaml in it")
    apps = [load_app(folder / name) for name in names or known]
    return [app for app in apps if not role or app.sheet.role == role]
