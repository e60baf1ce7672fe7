"""`pathfinder bench findings`: what is found on the demo shop with each of its faults."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.tables import drawn, show

if TYPE_CHECKING:
    from rich.table import Table

    from pathfinder_bench.findings import Found, Row


def bench_findings(
    fault: Annotated[
        list[str] | None,
        typer.Option(
            help="Only this fault, beside the healthy shop; several may be named.", metavar="NAME"
        ),
    ] = None,
    way: Annotated[
        list[str] | None,
        typer.Option(help="crawl or replay.", metavar="NAME", show_default="both"),
    ] = None,
    steps: Annotated[int, typer.Option(min=1, help="Steps of a crawl.", metavar="N")] = 60,
    scenario: Annotated[
        str, typer.Option(help="The recorded scenario to replay.", metavar="NAME")
    ] = "ts02-guest-checkout",
    workers: Annotated[int, typer.Option(min=1, help="Sessions at a time.", metavar="N")] = 2,
    report: Annotated[
        bool, typer.Option("--report", help="Only print what there is; run nothing.")
    ] = False,
    markdown: Annotated[
        Path | None, typer.Option(help="Write the table as Markdown.", metavar="FILE")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="End with the table as JSON; the rest goes to stderr.")
    ] = False,
    out: Annotated[
        Path, typer.Option(help="Keeps the results; run again, it goes on there.", metavar="FOLDER")
    ] = Path("runs/bench-findings"),
) -> int:
    """Crawl the demo shop and replay a purchase, healthy and with each fault, without a model.

    The table has the findings that the healthy shop does not have.
    """
    from pathfinder.cli.terminal import Console
    from pathfinder_bench.findings import Campaign, as_markdown, rows, summed_up, trials
    from pathfinder_demoshop.faults.known import fault_called, known_faults

    faults = [fault_called(name) for name in fault] if fault else list(known_faults().values())
    wanted = trials((f.name for f in faults), ways=_ways(way), steps=steps, scenario=scenario)
    campaign = Campaign(out)
    console = Console(stderr=as_json, soft_wrap=True)
    known = [found for found in campaign.results() if found.trial in set(wanted)]
    for found in () if report else campaign.run(wanted, workers=workers):
        known.append(found)
        line = f"{len(known)}/{len(wanted)} {_told(found)}"
        console.print(line, markup=False, highlight=False)
    table = rows([found for found in known if not found.trouble], faults)
    show(_table(table), console)
    console.print(summed_up(table), markup=False, highlight=False)
    if markdown:
        markdown.write_text(as_markdown(table), encoding="utf-8")
    if as_json:
        print(json.dumps([row.to_json() for row in table], ensure_ascii=False))
    return 1 if any(found.trouble for found in known) else 0


def _ways(named: list[str] | None) -> tuple[str, ...]:
    from pathfinder.core.errors import UsageError
    from pathfinder_bench.findings import WAYS

    for name in named or ():
        if name not in WAYS:
            raise UsageError(f"--way {name}: there is no such way; choose from {', '.join(WAYS)}")
    return tuple(named or WAYS)


def _told(found: "Found") -> str:
    what = f"{found.trial.fault or 'none'} {found.trial.way}"
    if found.trouble:
        return f"{what}: no result, {found.trouble}"
    said = "; ".join(f"{kind}: {message}" for kind, _, message in found.findings)
    return f"{what}: {found.status}, {found.seconds:.0f} s, {said or 'nothing found'}"


def _table(table: "list[Row]") -> "Table":
    cells = [
        (row.fault, *("; ".join(said or ()) or "–" for said in (row.crawl, row.replay)))
        for row in table
    ]
    heads = ("fault", "found by the crawl", "found by the replay")
    return drawn(heads, cells, title="Findings beyond the healthy shop", words=3)
