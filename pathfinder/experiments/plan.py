"""A plan as testers write it.

Which models in which roles, on which sites, for which goals, how often.
"""

from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from pathfinder.agents.explore import ROLES, roles_of
from pathfinder.agents.models.base import MODEL_TIMEOUT
from pathfinder.agents.models.choose import BACKENDS
from pathfinder.core import doors
from pathfinder.core.checked import checked
from pathfinder.core.errors import SettingsError, UsageError
from pathfinder.core.predicate import parse_predicate
from pathfinder.core.settings import named_file
from pathfinder.core.suggest import did_you_mean
from pathfinder.core.yamlfile import YamlFile, read_yaml
from pathfinder.systems.explore.profiles import find_profile

Constellation = dict[str, str]
"""Role -> model name."""


def _one_or_more(value: Any) -> Any:
    return [value] if isinstance(value, str) and value else value


def _known_model(name: str) -> str:
    backend, _, rest = name.partition("/")
    if backend == "recorded":
        raise ValueError(
            f"{name!r}: a recording plays one session and no other; name a model that answers anew"
        )
    known = (*BACKENDS, *doors.offered(doors.MODELS))
    if backend not in known or not rest:
        raise ValueError(
            f"{name!r} is no model; write one such as embedded/qwen2.5-coder-1.5b; "
            f"{did_you_mean(backend, known)}"
        )
    return name


def _known_role(role: str) -> str:
    if role not in ROLES:
        raise ValueError(f"there is no role {role!r}; {did_you_mean(role, ROLES)}")
    return role


def _known_profile(name: str) -> str:
    try:
        return find_profile(name).name
    except UsageError as error:
        raise ValueError(str(error).removeprefix("profile ")) from None


def _condition(text: str) -> str:
    try:
        parse_predicate(text)
    except SettingsError as error:
        raise ValueError(str(error)) from None
    return text


def _goal(value: Any) -> Any:
    return {"goal": value} if isinstance(value, str) else value


_Role = Annotated[str, AfterValidator(_known_role)]
_Model = Annotated[str, AfterValidator(_known_model)]
_Words = Annotated[list[str], BeforeValidator(_one_or_more)]


class Goal(BaseModel):
    """A goal, and what is particular to it.

    success: predicates that prove it, in place of the site's.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    goal: Annotated[str, Field(min_length=1)]
    persona: str = ""
    success: Annotated[
        list[Annotated[str, AfterValidator(_condition)]], BeforeValidator(_one_or_more)
    ] = []


class Plan(BaseModel):
    """One plan file.

    models × roles: Every combination; `fixed` gives the other roles one model each. The critic
    plays with the Oracle's model where
        neither names one.
    constellations: Some combinations only, in place of models × roles: role -> model, or one model
        for all roles.
    allow_irreversible: Sites in safe mode are changed too.
    model_timeout: Seconds that a model may say nothing.
    sessions, seed: So many sessions of each, with the seeds `seed`, `seed` + 1, …
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(pattern=r"^[\w.-]*$")] = ""
    system: Literal["explore"] = "explore"
    models: Annotated[list[_Model], BeforeValidator(_one_or_more)] = []
    roles: Annotated[list[_Role], BeforeValidator(_one_or_more)] = []
    fixed: dict[_Role, _Model] = {}
    constellations: list[_Model | dict[_Role, _Model]] = []
    sites: Annotated[list[str], BeforeValidator(_one_or_more), Field(min_length=1)]
    goals: Annotated[
        list[Annotated[Goal, BeforeValidator(_goal)]],
        BeforeValidator(_one_or_more),
        Field(min_length=1),
    ]
    sessions: Annotated[int, Field(ge=1)] = 1
    seed: int = 1
    profile: Annotated[str, AfterValidator(_known_profile)] = "fast"
    max_steps: Annotated[int, Field(ge=1)] | None = None
    oracle_frequency: Annotated[int, Field(ge=1)] | None = None
    without: _Words = []
    allow_irreversible: bool = False
    persona: str = ""
    model_timeout: Annotated[float, Field(ge=0.1)] = MODEL_TIMEOUT
    sites_file: Path | None = None
    userdata: Path | None = None

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if self.constellations and (self.models or self.roles):
            raise ValueError("give either `constellations` or `models` and `roles`, not both")
        if not self.constellations and not (self.models and self.roles):
            raise ValueError(
                "`models` and `roles` are missing: which models are to play which roles (or list "
                "`constellations`)"
            )
        both = sorted(set(self.roles) & set(self.fixed))
        if both:
            raise ValueError(f"role {both[0]!r} is both in `roles` and in `fixed`; keep one")
        for one in self.expanded():
            missing = [role for role in roles_of(self.profile) if role not in one]
            if missing:
                raise ValueError(
                    f"role {missing[0]!r} has no model; name one in `fixed`, or add it to `roles`"
                )
        return self

    def expanded(self) -> list[Constellation]:
        """Every constellation, with a model for each role that the profile plays.

        In the plan's order, none twice.
        """
        played = roles_of(self.profile)
        if self.constellations:
            named = [
                dict.fromkeys(played, one) if isinstance(one, str) else {**self.fixed, **one}
                for one in self.constellations
            ]
        else:
            named = [
                {**self.fixed, **dict(zip(self.roles, models, strict=True))}
                for models in product(self.models, repeat=len(self.roles))
            ]
        whole = [
            _with_critic({role: model for role, model in one.items() if role in played}, played)
            for one in named
        ]
        return list({tuple(sorted(one.items())): one for one in whole}.values())

    def seeds(self) -> list[int]:
        """The seed of each session."""
        return [self.seed + number for number in range(self.sessions)]


def read_plan(path: Path) -> tuple[Plan, YamlFile]:
    """The plan in a file, or of that name in userdata/plans; its name is the file's.

    A `name:` in it wins.

    Raises:
        SettingsError: Names file, line and remedy.
    """
    file = read_yaml(named_file(path, "plans", (".yaml", ".yml"), folders=False))
    if not isinstance(file.content, dict) or not file.content:
        raise file.error((), "no plan here; write `models:`, `roles:`, `sites:` and `goals:`")
    plan = checked(file, Plan, file.content)
    return (plan if plan.name else plan.model_copy(update={"name": path.stem})), file


def _with_critic(models: Constellation, played: tuple[str, ...]) -> Constellation:
    if "critic" in played and "critic" not in models and "oracle" in models:
        models = models | {"critic": models["oracle"]}
    return {role: models[role] for role in played if role in models}
