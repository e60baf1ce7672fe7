"""`pathfinder calibrate`: how far to trust a model's agents, measured on a suite whose answers are known."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli_tables import show
from pathfinder.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from analysis.consistency import Ability, Trial
    from pathfinder.core.case import TestCase
    from pathfinder.suites.harness import SuiteRequest


def calibrate(
    suite: Annotated[list[str], typer.Argument(help="Suites in strict words.", metavar="SUITE…", show_default=False)],
    model: Annotated[list[str], typer.Option(help="A model to measure; may be given again.", metavar="NAME")],
    runs: Annotated[int, typer.Option(min=1, help="Runs of the suite; each offers things in another order.", metavar="N")] = 20,
    only: Annotated[list[str] | None, typer.Option(help="Cases whose name has this in it.", metavar="NAME")] = None,
    site: Annotated[str, typer.Option(help="A site of sites.yaml in place of the suite's.", metavar="NAME")] = "",
    seed: Annotated[int, typer.Option(help="Seeds the order and the site's stock.", metavar="N")] = 0,
    html: Annotated[Path | None, typer.Option(help="Write table and box plots there.", metavar="FILE")] = None,
    sites: Annotated[Path | None, typer.Option(help="The file that lists the sites.", metavar="FILE", show_default="sites.yaml")] = None,
    userdata: Annotated[Path | None, typer.Option(help="The folder of suites.", metavar="FOLDER", show_default="userdata")] = None,
    out: Annotated[Path, typer.Option(help="Where the sessions' folders are made.", metavar="FOLDER")] = Path("runs"),
) -> int:
    """Measure readiness, navigation and assertion agents: accuracy, deviation, level of Six Sigma, and the cases to trust them with."""
    from rich.console import Console

    from analysis.consistency import abilities
    from pathfinder.core.settings import userdata_folder
    from pathfinder.suites.harness import SuiteRequest, chosen
    from pathfinder.suites.read import find_suites, read_suite

    suites = [read_suite(path) for path in find_suites(suite, userdata_folder(userdata))]
    request = SuiteRequest(
        "calibration", site=site, only=tuple(only or ()), seed=seed, sites=sites, userdata=userdata, out=out, truth=False
    )
    cases = chosen(suites, request.only)
    console = Console(soft_wrap=True)
    trials = [trial for name in model for trial in _measured(request, name, cases, runs, console)]
    if not trials:
        raise UsageError("no agent was asked anything; calibrate with a suite in strict words, such as demo-plain")
    found = abilities(trials)
    _print(found, console)
    if html:
        from pathfinder.suites.trust import write_trust

        write_trust(found, cases, html)
        console.print(f"written: {html}", highlight=False)
    return 0


def _measured(request: "SuiteRequest", name: str, cases: "Sequence[TestCase]", runs: int, console: "Console") -> "list[Trial]":
    """A model's answers to every question of the suite, run by run; interrupted runs count as far as they came."""
    from dataclasses import replace

    from agents.steps import ROLES
    from pathfinder.suites.harness import Workshop
    from pathfinder.suites.trust import trials_in
    from pathfinder.suites.workers import models_of

    trials: list[Trial] = []
    models = models_of(dict.fromkeys(ROLES, name))
    for number in range(1, runs + 1):
        with Workshop(replace(request, options={"run": number}), models) as workshop:
            for case in cases:
                trials += trials_in(Path(workshop.run(case, number=number).session), case.name)
        right = sum(trial.right for trial in trials)
        console.print(f"{name}: run {number} of {runs}, {right} of {len(trials)} answers right", highlight=False)
    return trials


def _print(found: "list[Ability]", console: "Console") -> None:
    from rich.table import Table

    from analysis.consistency import AGENTS, table

    drawn = Table("model", *(f"σ {agent}" for agent in AGENTS), "source", title="Deviation of each agent")
    for row in table(found):
        drawn.add_row(row["model"], *("–" if row[agent] is None else f"{row[agent]:.3f}" for agent in AGENTS), row["source"])
    show(drawn, console)
    for each in found:
        level = each.level or "below 1-sigma"
        console.print(f"{each.model} {each.agent}: right in {each.p:.3f} of {each.n} answers, σ {each.sigma:.3f}, {level}", highlight=False)
