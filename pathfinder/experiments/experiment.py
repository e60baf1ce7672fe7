"""A plan with all that it names.

Read, checked, and ready to be laid out in trials or sent to another machine.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pathfinder.core.errors import SettingsError
from pathfinder.core.predicate import parse_predicate
from pathfinder.core.settings import sites_file
from pathfinder.core.suggest import did_you_mean
from pathfinder.core.task import Persona, Site, Task
from pathfinder.core.yamlfile import YamlFile
from pathfinder.experiments.plan import Constellation, Goal, Plan, read_plan
from pathfinder.session.setup import Setup, persona_name, persona_of, sites_of
from pathfinder.systems.explore.profiles import Profile, find_profile

SCRIPTED = "scripted/"


@dataclass(frozen=True)
class Experiment:
    """What a plan's sessions need.

    Everything is a value, so that a worker elsewhere needs no file of this machine.

    personas: By name, all that the plan needs.
    scripts: Model name -> text, of the plan's scripted models.
    without: The switches, spelled out.
    """

    plan: Plan
    path: Path
    constellations: tuple[Constellation, ...]
    sites: Mapping[str, Site]
    personas: Mapping[str, Persona]
    scripts: Mapping[str, str]
    without: frozenset[str]

    @property
    def profile(self) -> Profile:
        """The profile's parameters, as the plan changes them."""
        profile = find_profile(self.plan.profile)
        return replace(
            profile,
            oracle_frequency=self.plan.oracle_frequency or profile.oracle_frequency,
            max_steps=self.plan.max_steps or profile.max_steps,
        )

    @property
    def models(self) -> list[str]:
        """Every model that plays."""
        return list(dict.fromkeys(model for one in self.constellations for model in one.values()))

    def persona(self, site: str, goal: Goal) -> Persona:
        """Whom the agents play there."""
        return self.personas[self.persona_name(self.plan, self.sites[site], goal)]

    def task(self, site: str, goal: Goal, seed: int) -> Task:
        """What is to be done in a session."""
        conditions = tuple(parse_predicate(text) for text in goal.success)
        return Task(
            goal.goal,
            self.sites[site],
            self.persona(site, goal),
            conditions,
            self.profile.max_steps,
            seed,
            has_account=True,
        )

    @staticmethod
    def persona_name(plan: Plan, site: Site, goal: Goal) -> str:
        """The goal's persona, else the plan's, else the site's."""
        return persona_name(goal.persona, plan.persona, site.persona)


def read_experiment(path: Path) -> Experiment:
    """Read a plan, and the sites, personas and scripts that it names.

    Raises:
        SettingsError: Names file, line and remedy.
    """
    plan, file = read_plan(path)
    setup = Setup(
        sites=plan.sites_file, userdata=plan.userdata, allow_irreversible=plan.allow_irreversible
    )
    sites = _sites(plan, file, setup)
    wanted = {
        Experiment.persona_name(plan, site, goal) for site in sites.values() for goal in plan.goals
    }
    constellations = tuple(plan.expanded())
    return Experiment(
        plan=plan,
        path=file.path,
        constellations=constellations,
        sites=sites,
        personas={name: persona_of(setup, name) for name in sorted(wanted)},
        scripts={
            name: _script(name, file)
            for one in constellations
            for name in one.values()
            if name.startswith(SCRIPTED)
        },
        without=_switches(plan),
    )


def _sites(plan: Plan, file: YamlFile, setup: Setup) -> dict[str, Site]:
    known = sites_of(setup)
    for number, name in enumerate(plan.sites):
        if name not in known:
            raise file.error(
                ("sites", number),
                f"sites: {name!r} is not in {sites_file(setup.sites)}; {did_you_mean(name, known)}",
            )
    return {name: known[name] for name in plan.sites}


def _switches(plan: Plan) -> frozenset[str]:
    if not plan.without:
        return frozenset()
    from pathfinder.systems.explore.guards import check_switches  # heavy, and seldom needed

    return check_switches(plan.without)


def _script(name: str, file: YamlFile) -> str:
    """The text of a script, whose path is relative to the plan, or to the current folder."""
    words = name.removeprefix(SCRIPTED)
    found = next((path for path in (file.path.parent / words, Path(words)) if path.is_file()), None)
    if found is None:
        raise SettingsError(
            f"{file.path}: there is no script {words!r}; write its path as seen from the plan's "
            "folder"
        )
    return found.read_text(encoding="utf-8")
