"""One goal on one application, explored, and what the application says of it."""

import json
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from pathfinder.agents.explore import ROLES
from pathfinder.agents.models import open_model
from pathfinder.agents.models.base import Model
from pathfinder.core.errors import PathFinderError
from pathfinder.core.events import Call, of
from pathfinder.core.journal import read_journal
from pathfinder.core.settings import load_persona
from pathfinder.core.task import Persona, Site, Task
from pathfinder.core.verdict import Verdict
from pathfinder.session.exploration import Exploration, run_exploration
from pathfinder.systems.explore.guards import check_switches
from pathfinder.systems.explore.profiles import find_profile
from pathfinder_bench.sites.contract import Goal, SiteApp
from pathfinder_bench.sites.scoring import Outcome, reached
from pathfinder_bench.sites.serving import free_port

MOST_STEPS = 30
_SAVING_SECONDS = 2.0


def play_goal(
    app: SiteApp,
    goal: Goal,
    home: Path,
    out: Path,
    *,
    model: str,
    number: int = 1,
    without: tuple[str, ...] = (),
    models: Mapping[str, Model] | None = None,
) -> Outcome:
    """Explore a goal on fresh data, without conditions, and ask the application what is true.

    Args:
        out: Folder for the session's folder.
        model: Name of the model for all roles.
        number: Which repetition; it is the session's seed.
        models: Role -> model, in place of the one of that name.
    """
    began = time.monotonic()
    opened = models or dict.fromkeys(ROLES, open_model(model))
    app.code.reset(home)
    with app.code.start(home, free_port()) as url:
        verdict, folder = explore(app, goal, url, out, opened, number=number, without=without)
        truth = truth_after(app, goal, home, url)
    return _outcome(
        app,
        goal,
        verdict,
        truth,
        folder,
        model=model,
        number=number,
        seconds=time.monotonic() - began,
    )


def explore(
    app: SiteApp,
    goal: Goal,
    url: str,
    out: Path,
    models: Mapping[str, Model],
    *,
    number: int = 1,
    without: tuple[str, ...] = (),
) -> tuple[Verdict, Path]:
    """Explore a goal on an application that is served there; the verdict, and its folder."""
    task = Task(
        goal.goal,
        site_at(app, url),
        persona_of(app, out),
        max_steps=MOST_STEPS,
        seed=number,
        has_account=True,
    )
    session = Exploration(
        task,
        models,
        find_profile("fast"),
        check_switches(without),
        out / "session",
        record=False,
    )
    try:
        return run_exploration(session, lambda event: None), session.folder
    except PathFinderError as error:
        return Verdict.blaming(error), session.folder


def truth_after(app: SiteApp, goal: Goal, home: Path, url: str) -> bool | None:
    """What the application says of a goal once it has saved what was done last."""
    time.sleep(_SAVING_SECONDS if goal.truth else 0)
    return app.holds(goal, home, url)


def site_at(app: SiteApp, url: str) -> Site:
    """The application as a site of sites.yaml: no conditions, nothing that tells the truth."""
    hosts = (url.partition("//")[2], *app.sheet.hosts)
    return Site(app.name, url + app.sheet.start, hosts, persona=app.name, safe=False)


def persona_of(app: SiteApp, folder: Path) -> Persona:
    """The application's user, through a file as testers write it."""
    file = folder / "userdata/personas" / f"{app.name}.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        json.dumps(_with_secrets(app.sheet.persona), ensure_ascii=False), encoding="utf-8"
    )
    return load_persona(folder / "userdata", app.name)


def _with_secrets(values: Mapping[str, Any]) -> dict[str, Any]:
    """The same, with passwords marked as secret."""
    return {
        key: _with_secrets(value)
        if isinstance(value, Mapping) and "secret" not in value
        else {"value": value, "secret": "true"}
        if "password" in key and isinstance(value, str)
        else value
        for key, value in values.items()
    }


def _outcome(
    app: SiteApp,
    goal: Goal,
    verdict: Verdict,
    truth: bool | None,
    folder: Path,
    *,
    model: str,
    number: int,
    seconds: float,
) -> Outcome:
    said, calls = verdict.to_json(), calls_of(folder)
    return Outcome(
        app.name,
        app.sheet.role,
        goal.id,
        goal.kind,
        number,
        model,
        goal.expected,
        str(verdict.status),
        reached(goal, truth, said),
        verdict.reason,
        verdict.evidence,
        verdict.steps,
        round(verdict.seconds or seconds, 1),
        len(calls),
        sum(call.tokens for call in calls),
        str(folder),
    )


def calls_of(folder: Path) -> list[Call]:
    """The model's calls of a session, as far as its journal goes."""
    with suppress(OSError, ValueError):
        return of(read_journal(folder), Call)
    return []
