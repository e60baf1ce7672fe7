"""`pathfinder bench sites`: applications that PathFinder is measured on."""

import csv
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.tables import drawn, show

if TYPE_CHECKING:
    from rich.table import Table

    from pathfinder_bench.sites.contract import SiteApp
    from pathfinder_bench.sites.scoring import Outcome, Row

sites = typer.Typer(
    help="Applications with a truth outside their pages: install, check, run.",
    rich_markup_mode=None,
)
Names = Annotated[
    list[str] | None, typer.Argument(help="Applications.", metavar="NAME", show_default="all")
]
Homes = Annotated[Path, typer.Option(help="Where applications are installed.", metavar="FOLDER")]
Apps = Annotated[
    Path | None,
    typer.Option(
        help="A folder of applications of your own.", metavar="FOLDER", show_default="ours"
    ),
]
_HOMES = Path("runs/sites")


@sites.command(short_help="Install applications, each into a folder of its own.")
def install(names: Names = None, home: Homes = _HOMES, apps: Apps = None) -> int:
    """Install applications from their registries, and make their first data."""
    from pathfinder.cli.terminal import Console
    from pathfinder_bench.sites.checking import installing
    from pathfinder_bench.sites.contract import APPS, find_apps

    console = Console(soft_wrap=True)
    for app in find_apps(names or (), folder=apps or APPS):
        console.print(f"{app.name}: {app.sheet.what}", markup=False, highlight=False)
        with installing(app, home.absolute()) as place:
            app.code.install(place)
    return 0


@sites.command(short_help="Play the known routes; the truth must follow.")
def check(
    names: Names = None,
    goal: Annotated[
        list[str] | None,
        typer.Option("--goals", "--goal", help="Only goals of this id.", metavar="ID"),
    ] = None,
    home: Homes = _HOMES,
    apps: Apps = None,
) -> int:
    """Play each route and each refusal in a browser on fresh data.

    The truth must not hold before a route and must hold after it. The exit code is 1 if not.
    """
    from pathfinder.cli.terminal import Console
    from pathfinder_bench.sites.campaign import occupied
    from pathfinder_bench.sites.checking import check as checks
    from pathfinder_bench.sites.checking import home_of
    from pathfinder_bench.sites.contract import APPS, find_apps

    console, wrong = Console(soft_wrap=True), 0
    for app in find_apps(names or (), folder=apps or APPS):
        place = home_of(app, home.absolute())
        goals = [each for each in app.goals if not goal or each.id in goal]
        with occupied(place):
            for one in checks(app, place, goals):
                wrong += bool(one.wrong)
                line = f"{one.app} {one.goal}, {one.what}: {one.wrong or 'as it should be'}"
                console.print(f"{line} ({one.seconds} s)", markup=False, highlight=False)
    return 1 if wrong else 0


@sites.command(short_help="Play the routes, and keep labelled decisions.")
def walk(
    names: Names = None,
    goal: Annotated[
        list[str] | None, typer.Option(help="Only goals of this id.", metavar="ID")
    ] = None,
    home: Homes = _HOMES,
    apps: Apps = None,
    out: Annotated[
        Path, typer.Option(help="Where the decision sets are written.", metavar="FOLDER")
    ] = Path("bench/decisions"),
) -> int:
    """Play each route and refusal on fresh data, try other controls on the way, and label it all.

    Only applications for tuning: what is looked at once is not recorded.
    """
    from pathfinder.cli.terminal import Console
    from pathfinder_bench.decisions.labelling import record
    from pathfinder_bench.decisions.sets import counted, write_set
    from pathfinder_bench.sites.campaign import occupied
    from pathfinder_bench.sites.checking import home_of
    from pathfinder_bench.sites.contract import APPS, find_apps

    console = Console(soft_wrap=True)
    for app in _to_learn_on(find_apps(names or (), folder=apps or APPS), named=bool(names)):
        place = home_of(app, home.absolute())

        def say(what: str, app: str = app.name) -> None:
            console.print(f"{app} {what}", markup=False, highlight=False)

        with occupied(place):
            recorded = record(app, place, goals=goal or (), say=say)
        write_set(out, recorded)
        told = ", ".join(f"{count} {name}" for name, count in counted([recorded]).items())
        say(told)
    return 0


def _to_learn_on(apps: "Sequence[SiteApp]", *, named: bool) -> "list[SiteApp]":
    from pathfinder.core.errors import UsageError

    kept = next((app for app in apps if app.sheet.role != "tuning"), None)
    if kept and named:
        raise UsageError(
            f"{kept.name} is kept for the first look; decisions of it are not recorded"
        )
    return [app for app in apps if app.sheet.role == "tuning"]


@sites.command(short_help="Explore the goals, and ask the applications what is true.")
def run(
    names: Names = None,
    role: Annotated[
        str, typer.Option(help="Only `tuning` or only `first-look`.", metavar="ROLE")
    ] = "",
    goals: Annotated[
        list[str] | None, typer.Option(help="Only goals of this id.", metavar="ID")
    ] = None,
    repeat: Annotated[int, typer.Option(min=1, help="Sessions a goal.", metavar="N")] = 1,
    model: Annotated[
        str, typer.Option(help="The model of all roles.", metavar="NAME", show_default="as explore")
    ] = "",
    without: Annotated[
        list[str] | None,
        typer.Option(help="Switch off a guard or a part, as `explore` does.", metavar="NAME"),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Sessions at a time.", metavar="N")] = 1,
    report: Annotated[
        bool, typer.Option("--report", help="Only print what there is; run nothing.")
    ] = False,
    home: Homes = _HOMES,
    apps: Apps = None,
    out: Annotated[
        Path, typer.Option(help="Keeps the results; run again, it goes on there.", metavar="FOLDER")
    ] = Path("runs/bench-sites"),
) -> int:
    """Play each goal with `explore` on fresh data, at most 30 steps, and print the tables."""
    from pathfinder.agents.models import default_model_name
    from pathfinder.cli.terminal import Console
    from pathfinder_bench.sites.campaign import Campaign, trials
    from pathfinder_bench.sites.contract import APPS, find_apps

    found = find_apps(names or (), folder=apps or APPS, role=_known(role))
    wanted = trials(
        found,
        model or default_model_name(),
        goals=goals or (),
        repeat=repeat,
        without=tuple(without or ()),
    )
    campaign = Campaign(out, home.absolute(), {app.name: app for app in found})
    console = Console(soft_wrap=True)
    if not report:
        for outcome in campaign.run(wanted, workers=workers):
            console.print(_describe(outcome), markup=False, highlight=False)
    done = campaign.results()
    ended = [done[trial.name] for trial in wanted if trial.name in done]
    for table in (_sessions(ended), _summary(_kept(out, ended))):
        show(table, console)
        console.print()
    return 0


def _known(role: str) -> str:
    from pathfinder.core.errors import UsageError

    if role not in ("", "tuning", "first-look"):
        raise UsageError(f"--role {role}: there is no such role; choose tuning or first-look")
    return role


def _describe(outcome: "Outcome") -> str:
    line = (
        f"{outcome.app} {outcome.goal} {outcome.number}: {outcome.verdict}, {outcome.judged}, "
        f"{outcome.steps} steps, {outcome.seconds:.0f} s; {outcome.reason}"
    )
    return "".join(letter if letter.isprintable() else " " for letter in line)


def _kept(out: Path, outcomes: "Sequence[Outcome]") -> "list[Row]":
    """The rows of the table, also left as table.json and table.csv in the folder."""
    from pathfinder_bench.sites.scoring import rows

    made = rows(outcomes)
    if made:
        lines = [asdict(row) for row in made]
        (out / "table.json").write_text(json.dumps(lines, indent=1) + "\n", encoding="utf-8")
        with (out / "table.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(lines[0]))
            writer.writeheader()
            writer.writerows(lines)
    return made


def _sessions(outcomes: "Sequence[Outcome]") -> "Table":
    heads = ("app", "goal", "kind", "expected", "verdict", "reached", "worth")
    rows = [
        (
            each.app,
            each.goal,
            each.kind,
            each.expected,
            each.verdict,
            {True: "yes", False: "no", None: "-"}[each.reached],
            each.judged,
            each.steps,
            f"{each.seconds:.0f}",
            f"{each.tokens / each.steps:.0f}" if each.steps else "-",
        )
        for each in outcomes
    ]
    numbers = ("steps", "seconds", "tokens\na step")
    return drawn((*heads, *numbers), rows, title="Sessions", words=len(heads))


_HEADS = {
    "sessions": "sessions",
    "right": "right",
    "proven": "of them\nproven",
    "likely": "of them\nlikely",
    "stuck": "of them\nstuck",
    "reached": "reached",
    "false_success": "false\nsuccess",
    "likely_without_truth": "likely\nnot so",
    "false_stuck": "false\nstuck",
    "neither": "no\nverdict",
    "steps": "steps",
    "seconds": "seconds",
    "seconds_a_step": "seconds\na step",
    "tokens_a_step": "tokens\na step",
}


def _summary(rows: "Sequence[Row]") -> "Table":
    cells = [(row.role, row.name, *(f"{getattr(row, key):g}" for key in _HEADS)) for row in rows]
    return drawn(("role", "what", *_HEADS.values()), cells, title="By app and kind", words=2)
