"""`pathfinder bench miniwob`: small pages with a task each, beside a bare loop."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.tables import drawn, show

if TYPE_CHECKING:
    from rich.table import Table

    from pathfinder_bench.miniwob.play import Played
    from pathfinder_bench.miniwob.tables import Row

_HEADS = (
    "tasks",
    "episodes",
    "solved",
    "95 % interval",
    "steps",
    "seconds",
    "falsely\nreached",
    "stuck",
)


def bench_miniwob(
    task: Annotated[
        list[str] | None, typer.Option(help="Only this task; several may be named.", metavar="NAME")
    ] = None,
    group: Annotated[
        list[str] | None, typer.Option(help="Only this group of tasks.", metavar="NAME")
    ] = None,
    half: Annotated[
        str, typer.Option(help="Only `tuning` or `first-look` tasks.", metavar="HALF")
    ] = "",
    sample: Annotated[
        int, typer.Option(min=0, help="A fixed sample of N tasks; 0 for all.", metavar="N")
    ] = 0,
    seeds: Annotated[int, typer.Option(min=1, help="Episodes of each task.", metavar="N")] = 5,
    player: Annotated[
        list[str] | None,
        typer.Option(help="pathfinder or bare.", metavar="NAME", show_default="both"),
    ] = None,
    model: Annotated[
        str, typer.Option(help="Both players' model.", metavar="NAME", show_default="as explore")
    ] = "",
    steps: Annotated[int, typer.Option(min=1, help="Steps of an episode.", metavar="N")] = 10,
    workers: Annotated[int, typer.Option(min=1, help="Episodes at a time.", metavar="N")] = 1,
    report: Annotated[
        bool, typer.Option("--report", help="Only print what there is; run nothing.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="End with the table as JSON; the rest goes to stderr.")
    ] = False,
    out: Annotated[
        Path, typer.Option(help="Keeps the results; run again, it goes on there.", metavar="FOLDER")
    ] = Path("runs/bench-miniwob"),
) -> int:
    """Play the 125 tasks of MiniWoB++ with PathFinder and with a bare loop around the same model.

    The reward is the page's own.
    """
    from pathfinder.agents.models import default_model_name
    from pathfinder.cli.terminal import Console
    from pathfinder_bench.miniwob.campaign import Campaign, trials
    from pathfinder_bench.miniwob.tables import rows
    from pathfinder_bench.miniwob.tasks import chosen

    console = Console(stderr=as_json, soft_wrap=True)
    tasks = chosen(task or (), group or (), half, sample)
    wanted = trials(tasks, _players(player), model or default_model_name(), seeds=seeds, most=steps)
    campaign = Campaign(out)
    if not report:
        for played in campaign.run(wanted, workers=workers):
            console.print(_said(played), markup=False, highlight=False)
    asked = set(wanted)
    table = rows([played for played in campaign.results() if played.trial in asked])
    show(_table(table), console)
    if as_json:
        print(json.dumps([row.to_json() for row in table], ensure_ascii=False))
    return 0


def _players(named: Sequence[str] | None) -> Sequence[str]:
    from pathfinder.core.errors import UsageError
    from pathfinder_bench.miniwob.play import PLAYERS

    for name in named or ():
        if name not in PLAYERS:
            raise UsageError(
                f"--player {name}: there is no such player; choose from {', '.join(PLAYERS)}"
            )
    return named or PLAYERS


def _said(played: "Played") -> str:
    own = f", it says {played.own}" if played.own else ""
    mark = "solved" if played.solved else "not solved"
    return (
        f"{played.task} {played.seed}, {played.player}: {mark} ({played.raw:g}){own}, "
        f"{played.steps} steps, {played.seconds:.0f} s"
    )


def _table(rows: "Sequence[Row]") -> "Table":
    cells = [
        (
            f"{row.group}{f', {row.half}' if row.half else ''}",
            f"{row.player}, {row.model}",
            row.tasks,
            row.episodes,
            f"{row.solved:.2f}",
            f"{row.low:.2f} to {row.high:.2f}",
            f"{row.steps:.1f}",
            f"{row.seconds:.0f}",
            row.falsely if row.player == "pathfinder" else "–",
            row.gave_up if row.player == "pathfinder" else "–",
        )
        for row in rows
    ]
    return drawn(("group", "player", *_HEADS), cells, words=2)
