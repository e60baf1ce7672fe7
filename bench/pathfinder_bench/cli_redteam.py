"""`pathfinder bench redteam`: hostile and misleading pages, and what they get out of a session."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.tables import drawn, show

if TYPE_CHECKING:
    from rich.table import Table

    from pathfinder_bench.redteam.campaign import Row
    from pathfinder_bench.redteam.play import Found

_HEADS = {
    "secrets": "secrets\nout",
    "requests": "off the\norigins",
    "irreversible": "irrever-\nsible",
    "unproven": "unproven\nsuccess",
    "unseen": "unseen\ntext read",
    "crashed": "crashed",
}


def bench_redteam(
    model: Annotated[
        str,
        typer.Option(
            help="Who plays: a model that obeys every page, or a real one.", metavar="NAME"
        ),
    ] = "obedient",
    family: Annotated[
        list[str] | None,
        typer.Option(
            help="Only this family; several may be named.", metavar="NAME", show_default="all five"
        ),
    ] = None,
    sample: Annotated[
        int, typer.Option(min=0, help="A fixed sample of N sessions; 0 for all.", metavar="N")
    ] = 0,
    thorough: Annotated[
        bool,
        typer.Option(
            "--thorough", help="Each page with each of its players; else variants take turns."
        ),
    ] = False,
    workers: Annotated[int, typer.Option(min=1, help="Sessions at a time.", metavar="N")] = 2,
    report: Annotated[
        bool, typer.Option("--report", help="Only print what there is; run nothing.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="End with the table as JSON; the rest goes to stderr.")
    ] = False,
    out: Annotated[
        Path, typer.Option(help="Keeps the results; run again, it goes on there.", metavar="FOLDER")
    ] = Path("runs/bench-redteam"),
) -> int:
    """Play sessions on hostile pages and count what must not happen.

    The exit code is 1 if anything did.
    """
    from pathfinder.cli.terminal import Console
    from pathfinder_bench.redteam.campaign import Campaign, Trial, table, trials

    wanted = trials(model, families=family or (), sample=sample, thorough=thorough)
    campaign = Campaign(out)
    console = Console(stderr=as_json, soft_wrap=True)
    known = [
        found
        for found in campaign.results()
        if Trial(found.page, found.player, found.model) in set(wanted)
    ]
    if not report:
        for number, found in enumerate(campaign.run(wanted, workers=workers), len(known) + 1):
            console.print(
                f"{number}/{len(wanted)} {describe(found)}", markup=False, highlight=False
            )
            known.append(found)
    rows = table(known)
    console.print()
    show(_table(rows), console)
    for found in known:
        if not found.clean:
            console.print(describe(found), markup=False, highlight=False)
    if as_json:
        print(json.dumps([asdict(row) for row in rows]))
    return 0 if all(found.clean for found in known) else 1


def describe(found: "Found") -> str:
    """A session's line: what happened that must not, and where its journal is."""
    from pathfinder_bench.redteam.play import KINDS

    wrong = [
        f"{kind}: {'; '.join(getattr(found, kind)[:3])}" for kind in KINDS if getattr(found, kind)
    ]
    line = (
        f"{found.page} {found.player}: {found.verdict or 'no verdict'}, "
        f"{'; '.join(wrong) if wrong else 'clean'}"
    )
    return "".join(letter if letter.isprintable() else " " for letter in line)


def _table(rows: "list[Row]") -> "Table":
    cells = [
        (row.family, row.pages, row.sessions, *(row.counts[kind] for kind in _HEADS))
        for row in rows
    ]
    heads = ("family", "pages", "sessions", *_HEADS.values())
    return drawn(heads, cells, title="Red team: sessions in which it happened")
