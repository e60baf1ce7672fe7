"""`pathfinder bench`.

The measurements that say how good PathFinder is, on sites that it starts itself.
"""

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.tables import COLOURS, show
from pathfinder_bench.cli_decisions import bench_decisions
from pathfinder_bench.cli_findings import bench_findings
from pathfinder_bench.cli_miniwob import bench_miniwob
from pathfinder_bench.cli_peers import peers
from pathfinder_bench.cli_redteam import bench_redteam
from pathfinder_bench.cli_sites import sites
from pathfinder_bench.cli_testers import bench_testers

if TYPE_CHECKING:
    from rich.table import Table

    from pathfinder.cli.terminal import Console
    from pathfinder_bench.healing import Outcome, Trial
    from pathfinder_bench.healing_tables import Table as Drawing

_FIGURE = re.compile(r"[\d.]+( %| of \d+)?|–")
app = typer.Typer(help="Measure PathFinder on the demo shop.", rich_markup_mode=None)


app.command("testers", short_help="Runners and models on test cases with known faults.")(
    bench_testers
)
app.command("miniwob", short_help="Small pages with a task each, beside a bare loop.")(
    bench_miniwob
)
app.command("findings", short_help="What is found on the demo shop with each of its faults.")(
    bench_findings
)
app.command("redteam", short_help="Hostile pages, and what must not happen there.")(bench_redteam)
app.command("decisions", short_help="Single decisions of an exploration, on frozen sets.")(
    bench_decisions
)
app.add_typer(sites, name="sites")
app.add_typer(peers, name="peers")


@app.callback()
def bench() -> None:
    """Measure PathFinder on the demo shop."""


@app.command(short_help="Scenarios on a changed and on a broken shop, with and without healing.")
def healing(
    scenario: Annotated[
        list[str] | None,
        typer.Option(help="Only scenarios whose name has this in it.", metavar="NAME"),
    ] = None,
    skin: Annotated[
        list[str] | None,
        typer.Option(help="Only this skin, or `none` for no skin.", metavar="NAME"),
    ] = None,
    fault: Annotated[
        list[str] | None,
        typer.Option(help="Only this mutant, or `none` for no mutant.", metavar="NAME"),
    ] = None,
    repeat: Annotated[
        int,
        typer.Option(min=0, help="Replays of each scenario on the unchanged shop.", metavar="N"),
    ] = 5,
    model: Annotated[
        str,
        typer.Option(
            help="The healer's model.", metavar="NAME", show_default="as `replay` chooses"
        ),
    ] = "",
    timeout: Annotated[
        float, typer.Option(min=0.1, help="Seconds to wait for an element.", metavar="S")
    ] = 5.0,
    report: Annotated[
        bool, typer.Option("--report", help="Only print what there is; run nothing.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the outcomes as JSON instead of tables.")
    ] = False,
    userdata: Annotated[
        Path | None,
        typer.Option(
            help="The folder with `scenarios`.", metavar="FOLDER", show_default="userdata"
        ),
    ] = None,
    out: Annotated[
        Path,
        typer.Option(help="Keeps the outcomes; run again, it goes on there.", metavar="FOLDER"),
    ] = Path("runs/bench-healing"),
) -> int:
    """Replay the twelve scenarios on the demo shop and print the tables.

    As it is, in each skin without and with --heal, and with faults.
    """
    from pathfinder.cli.terminal import Console
    from pathfinder.core.settings import userdata_folder
    from pathfinder.engine.playback.turn import Pace
    from pathfinder.session.replay_options import Options
    from pathfinder_bench.healing import bring, conduct, read_outcomes

    files = bring(userdata_folder(userdata) / "scenarios", out)
    trials = _trials(
        [name for name in files if not scenario or any(part in name for part in scenario)],
        skin,
        fault,
        repeat,
    )
    console = Console(stderr=as_json, soft_wrap=True)
    options = Options(
        models={"": model} if model else {},
        pace=Pace(timeout=timeout),
        userdata=userdata,
        report=False,
    )
    if report:
        wanted = set(trials)
        outcomes = [outcome for outcome in read_outcomes(out) if outcome.trial in wanted]
    else:
        outcomes = conduct(trials, files, out, options, lambda outcome: _tell(console, outcome))
    _show(outcomes, console, as_json=as_json)
    return 0


def _trials(
    names: list[str], skins: list[str] | None, faults: list[str] | None, repeats: int
) -> "list[Trial]":
    from pathfinder_bench.healing import lay_out
    from pathfinder_demoshop.faults import fault_called, known_faults
    from pathfinder_demoshop.skins.known import LOOKS, skin_called

    chosen = list(LOOKS) if skins is None else [name for name in skins if name != "none"]
    broken = list(known_faults()) if faults is None else [name for name in faults if name != "none"]
    for name in chosen:
        skin_called(name)
    return lay_out(
        names, chosen, {name: fault_called(name).breaks for name in broken}, repeats=repeats
    )


def _tell(console: "Console", outcome: "Outcome") -> None:
    trial = outcome.trial
    where = " ".join((*trial.extra, *(("--heal",) if trial.heal else ()))) or "unchanged"
    heals = f" by {', '.join(outcome.heals)}" if outcome.heals else ""
    line = (
        f"{outcome.status:12} {trial.scenario} {where}{heals}, {outcome.tokens} tokens, "
        f"{outcome.seconds:.1f} s"
    )
    console.print(line, style=COLOURS.get(outcome.status), markup=False, highlight=False)
    if outcome.status not in ("passed", "healed") and not trial.fault:
        console.print(f"             {outcome.reason}", style="dim", markup=False, highlight=False)


def _show(outcomes: "list[Outcome]", console: "Console", *, as_json: bool) -> None:
    from pathfinder.analysis.published_figures import other_tables
    from pathfinder_bench.healing_tables import tables

    if as_json:
        print(json.dumps([asdict(outcome) for outcome in outcomes], ensure_ascii=False))
        return
    for each in tables(outcomes, other_tables()):
        show(_drawn(each), console)
        console.print()


def _drawn(table: "Drawing") -> "Table":
    from rich.table import Table

    drawn = Table(title=table.title, title_justify="left", box=None, pad_edge=False)
    for place, head in enumerate(table.headings):
        if all(_FIGURE.fullmatch(row[place]) for row in table.rows):
            drawn.add_column(head.replace(" ", "\n"), justify="right")
        else:
            drawn.add_column(head)
    for row in table.rows:
        drawn.add_row(*row)
    return drawn
