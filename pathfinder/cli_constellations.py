"""`pathfinder constellations`: experiments on which model plays which role best."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from pathfinder.experiments.status import Standing

app = typer.Typer(help="Find out which model plays which role best: run plans of many sessions.", no_args_is_help=True)

PlanFile = Annotated[Path, typer.Argument(help="A plan, such as userdata/plans/try.yaml.", metavar="PLAN.yaml")]
Out = Annotated[Path, typer.Option(help="Where the plan's folder is made.", metavar="FOLDER")]


@app.command()
def status(
    plan: PlanFile,
    out: Out = Path("runs"),
    as_json: Annotated[bool, typer.Option("--json", help="As one line of JSON.")] = False,
) -> None:
    """Say how far a plan has come."""
    from pathfinder.experiments.experiment import read_experiment
    from pathfinder.experiments.folder import ExperimentFolder
    from pathfinder.experiments.status import standing
    from pathfinder.experiments.trials import lay_out

    experiment = read_experiment(plan)
    folder = ExperimentFolder(out / experiment.plan.name)
    found = standing(lay_out(experiment), folder)
    if as_json:
        print(json.dumps(found.to_json()))
        return
    from rich.console import Console

    Console().print(_table(found, folder.path))


def _table(found: "Standing", folder: Path) -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="bold")
    table.add_column()
    table.add_row("sessions", f"{found.done} of {found.planned} done{_begun(found)}")
    if found.left:
        table.add_row("left", f"{found.left}, {said_hours(found.hours_left)}")
    if found.an_hour:
        table.add_row("rate", f"{found.an_hour:.0f} an hour" if found.an_hour >= 10 else f"{found.an_hour:.1f} an hour")
    for verdict, count in found.verdicts.items():
        table.add_row(verdict, str(count))
    for blame, count in found.blames.items():
        table.add_row(f"blames {blame}", f"{count}, mostly: {found.reasons[blame]}")
    if found.beyond:
        table.add_row("beyond the plan", f"{found.beyond} sessions of an earlier form of it")
    table.add_row("folder", str(folder))
    return table


def _begun(found: "Standing") -> str:
    running = f", {found.running} running" if found.running else ""
    return running + (f", {found.cut_off} cut off" if found.cut_off else "")


def said_hours(hours: float | None) -> str:
    """How long that is, as a person says it."""
    if hours is None:
        return "and no session has ended yet to tell how long they take"
    minutes = round(hours * 60)
    return f"about {minutes} min" if minutes < 100 else f"about {hours:.1f} hours"
