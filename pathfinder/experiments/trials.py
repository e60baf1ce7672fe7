"""A plan laid out in trials.

A trial's id hashes everything that can change its result, and nothing else.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from itertools import product
from pathlib import Path

from pathfinder.agents.agent import prompt_hashes
from pathfinder.agents.explore import templates_of
from pathfinder.agents.models.adapters import adapter_of, parted
from pathfinder.agents.models.catalogue import catalogue, checksum
from pathfinder.core.task import Task, of_goal
from pathfinder.core.version import __version__
from pathfinder.experiments.experiment import SCRIPTED, Experiment
from pathfinder.experiments.plan import Constellation, Goal

_EMBEDDED = "embedded/"
_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Trial:
    """One session of a plan. session: Counts from 1 within what differs in the seed only."""

    id: str
    models: Constellation
    site: str
    goal: Goal
    seed: int
    session: int

    def facts(self, profile: str) -> dict[str, object]:
        """What trial.json says of it."""
        return {
            "id": self.id,
            "constellation": self.models,
            "site": self.site,
            "goal": self.goal.goal,
            "profile": profile,
            "seed": self.seed,
            "session": self.session,
        }


def lay_out(experiment: Experiment) -> list[Trial]:
    """Every trial of the plan, in the plan's order."""
    return list(_trials(experiment))


def _trials(experiment: Experiment) -> Iterator[Trial]:
    plan = experiment.plan
    common = _hash(_common(experiment))
    models = {name: _model_identity(name, experiment.scripts) for name in experiment.models}
    places = [
        (site, goal, _hash(_place(experiment.task(site, goal, 0))))
        for site, goal in product(plan.sites, plan.goals)
    ]
    for constellation in experiment.constellations:
        played = {role: models[name] for role, name in constellation.items()}
        for site, goal, place in places:
            for session, seed in enumerate(plan.seeds(), 1):
                key = _hash({"common": common, "place": place, "models": played, "seed": seed})
                yield Trial(key, constellation, site, goal, seed, session)


def _common(experiment: Experiment) -> dict[str, object]:
    return {
        "format": _FORMAT,
        "system": experiment.plan.system,
        "profile": experiment.profile.to_json(),
        "without": sorted(experiment.without),
        "prompts": prompt_hashes(templates_of(experiment.plan.profile)),
        "versions": {
            "pathfinder": __version__,
            **({"xllamacpp": _version("xllamacpp")} if _has_embedded(experiment) else {}),
        },
    }


def _place(task: Task) -> dict[str, object]:
    """Site, goal and persona.

    What tells the truth about the site has no part in what a session does there.
    """
    site = task.site
    return {
        "goal": task.goal,
        "url": site.url,
        "hosts": sorted(site.hosts),
        "success": [str(p) for p in task.success_conditions],
        "stuck": [str(p) for p in task.stuck_conditions],
        "safe": site.safe,
        **({"insecure_certificates": True} if site.insecure_certificates else {}),
        **(_held_back(task) if site.safe else {}),
        "start": site.start,
        "reset": site.reset,
        "persona": asdict(task.persona) | {"secret": sorted(task.persona.secret)},
    }


def _held_back(task: Task) -> dict[str, object]:
    """What safe mode makes of the site, where sites.yaml says something of it."""
    sent = [str(pattern) for pattern in of_goal(task.site.may_send, task.goal)]
    return {
        key: value
        for key, value in {"may_send": sent, "irreversible": list(task.site.irreversible)}.items()
        if value
    }


def _model_identity(name: str, scripts: Mapping[str, str]) -> str:
    """What decides a model's replies: the weights' checksum, or the script.

    Of a server's model only its name is known.
    """
    if name.startswith(SCRIPTED):
        return f"{SCRIPTED}{_hash(scripts[name])}"
    if not name.startswith(_EMBEDDED):
        return name
    weights, _ = parted(name.removeprefix(_EMBEDDED))
    entry, adapter = catalogue().get(weights), adapter_of(name)
    if entry:
        return f"{_EMBEDDED}{entry.sha256}" + (f"+{adapter.version}" if adapter else "")
    file = Path(weights).expanduser()
    return f"{_EMBEDDED}{checksum(file)}" if file.is_file() else name


def _has_embedded(experiment: Experiment) -> bool:
    return any(name.startswith(_EMBEDDED) for name in experiment.models)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _hash(facts: object) -> str:
    return hashlib.sha256(
        json.dumps(facts, sort_keys=True, ensure_ascii=False).encode()
    ).hexdigest()[:16]
