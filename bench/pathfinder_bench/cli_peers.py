"""`pathfinder bench peers`: the same goals by other tools with the same local model."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.tables import drawn, show

if TYPE_CHECKING:
    from pathfinder.cli.terminal import Console
    from pathfinder_bench.peers.outcomes import Outcome
    from pathfinder_bench.sites.contract import SiteApp

peers = typer.Typer(
    help="Other tools on the same goals, with the same local model: install, run.",
    rich_markup_mode=None,
)
Places = Annotated[
    Path, typer.Option("--tools", help="Where the other tools are installed.", metavar="FOLDER")
]
_PLACES = Path("runs/peers")


@peers.callback()
def _peers() -> None:
    """Other tools on the same goals, with the same local model."""


@peers.command(short_help="Install the other tools, each into an environment of its own.")
def install(
    names: Annotated[
        list[str] | None, typer.Argument(help="Tools.", metavar="NAME", show_default="all")
    ] = None,
    places: Places = _PLACES,
) -> int:
    """Install the other tools from their registry, each into an environment of its own."""
    from pathfinder_bench.peers.tools import find_tools

    for tool in find_tools(tuple(names or ())):
        tool.install(places.absolute())
    return 0


@peers.command(short_help="Play the goals with each tool, and ask the applications what is true.")
def run(
    tool: Annotated[
        list[str] | None,
        typer.Option(
            help="alumnium, browser-use or pathfinder; several may be named.",
            metavar="NAME",
            show_default="all",
        ),
    ] = None,
    app: Annotated[
        list[str] | None,
        typer.Option(help="Only this application.", metavar="NAME", show_default="three"),
    ] = None,
    goal: Annotated[
        list[str] | None,
        typer.Option(help="Only goals of this id.", metavar="ID", show_default="ten"),
    ] = None,
    model: Annotated[
        str, typer.Option(help="The embedded model that all have.", metavar="NAME")
    ] = "embedded/qwen2.5-coder-1.5b",
    seconds: Annotated[
        float, typer.Option(min=1, help="Seconds a goal may take.", metavar="S")
    ] = 240.0,
    check: Annotated[
        bool, typer.Option("--check", help="Alumnium's `check` of the goal has the last word.")
    ] = False,
    schema: Annotated[
        bool,
        typer.Option(
            "--schema/--no-schema", help="Whether browser-use shows the model its replies' schema."
        ),
    ] = True,
    report: Annotated[
        bool, typer.Option("--report", help="Only print what there is; run nothing.")
    ] = False,
    markdown: Annotated[
        Path | None, typer.Option(help="Write the tables as Markdown.", metavar="FILE")
    ] = None,
    home: Annotated[
        Path, typer.Option(help="Where applications are installed.", metavar="FOLDER")
    ] = Path("runs/sites"),
    places: Places = _PLACES,
    out: Annotated[
        Path, typer.Option(help="Keeps the results; run again, it goes on there.", metavar="FOLDER")
    ] = Path("runs/bench-peers"),
) -> int:
    """Play each goal on fresh data with each tool, and print what they said and what is true."""
    from pathfinder.cli.terminal import Console
    from pathfinder_bench.peers.campaign import Campaign, trials
    from pathfinder_bench.peers.outcomes import as_markdown
    from pathfinder_bench.peers.tools import chromium, find_tools
    from pathfinder_bench.sites.contract import find_apps

    chosen = find_tools(tuple(tool or ()))
    apps = {each.name: each for each in find_apps(app or list(_default_goals()))}
    variants = {"alumnium": "check" if check else "", "browser-use": "" if schema else "no-schema"}
    goals = _goals(apps, goal or ())
    wanted = trials(chosen, goals, model, seconds=seconds, variants=variants)
    campaign = Campaign(
        out,
        home.absolute(),
        places.absolute(),
        apps,
        {each.name: each for each in chosen},
        chromium(),
    )
    console = Console(soft_wrap=True)
    for outcome in () if report else campaign.run(wanted):
        console.print(_describe(outcome), markup=False, highlight=False)
    done = campaign.results()
    ended = [done[trial.name] for trial in wanted if trial.name in done]
    _show(ended, console)
    if markdown:
        markdown.write_text(as_markdown(ended), encoding="utf-8")
    return 0


def _default_goals() -> Mapping[str, Sequence[str]]:
    from pathfinder_bench.peers import GOALS

    return GOALS


def _goals(apps: "Mapping[str, SiteApp]", named: Sequence[str]) -> dict[str, list[str]]:
    """The goals of each application: those that are named, or the usual ones, or all."""
    from pathfinder.core.errors import UsageError

    known = {app: [goal.id for goal in site.goals] for app, site in apps.items()}
    for name in named:
        if not any(name in goals for goals in known.values()):
            raise UsageError(f"--goal {name}: none of {', '.join(apps)} has such a goal")
    return {
        app: [name for name in goals if name in (named or _default_goals().get(app, goals))]
        for app, goals in known.items()
    }


def _describe(outcome: "Outcome") -> str:
    line = (
        f"{outcome.tool} {outcome.app} {outcome.goal}: says {outcome.claimed or 'nothing'}, "
        f"reached: {outcome.reached}, {outcome.seconds:.0f} s, {outcome.calls} calls; "
        f"{outcome.error or outcome.words}"
    )
    return "".join(letter if letter.isprintable() else " " for letter in line)


def _show(outcomes: "Sequence[Outcome]", console: "Console") -> None:
    from pathfinder_bench.peers import outcomes as tables

    words = len(tables.GOAL_HEADS)
    goals = map(tables.goal_cells, outcomes)
    heads: Sequence[str] = (*tables.GOAL_HEADS, *tables.NUMBER_HEADS)
    show(drawn(heads, goals, title="Goals", words=words), console)
    console.print()
    by_tool = map(tables.row_cells, tables.rows(outcomes))
    heads = ("tool", "role", *tables.HEADS.values())
    show(drawn(heads, by_tool, title="By tool; costs are a goal's median", words=2), console)
