"""`pathfinder bench testers`: runners and models on test cases with known faults."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pathfinder.cli.tables import drawn, show

if TYPE_CHECKING:
    from rich.table import Table

    from pathfinder.cli.terminal import Console

Columns = Mapping[str, tuple[str, int]]
"""Head -> the figure below it, and how many digits of it are shown."""

_TABLES: Mapping[str, Columns] = {
    "Verdicts": {
        "cases": ("cases", 0),
        **{name: (name, 2) for name in ("accuracy", "specificity", "sensitivity")},
    },
    "Steps": {
        **{name: (name, 2) for name in ("AER", "HER", "SMER", "TruAcc")},
        "Pass\n@1": ("pass@1", 2),
        "Complete\n@1": ("complete@1", 2),
    },
    "Mistakes": {
        "con-\nformity": ("conformity", 0),
        "unnec.\naction": ("unnecessary action", 0),
        "percep-\ntion": ("perception", 0),
        "verifi-\nability": ("verifiability", 0),
        "navi-\ngation": ("navigation", 0),
    },
    "Costs of a case": {"seconds": ("seconds", 1), "calls": ("calls", 1), "tokens": ("tokens", 0)},
}


def bench_testers(
    suite: Annotated[
        list[str] | None,
        typer.Argument(
            help="Suites; those of userdata/suites/testers when not named.", metavar="SUITE…"
        ),
    ] = None,
    runner: Annotated[
        list[str] | None,
        typer.Option(
            help="A runner; several may be named.", metavar="NAME", show_default="all four"
        ),
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option(
            help="A model for every role; several may be named.",
            metavar="NAME",
            show_default="the embedded one",
        ),
    ] = None,
    sample: Annotated[
        int, typer.Option(min=0, help="A fixed sample of N cases; 0 for all.", metavar="N")
    ] = 0,
    ablations: Annotated[
        bool,
        typer.Option("--ablations", help="Also uat as a single agent, and without reflection."),
    ] = False,
    sites: Annotated[
        Path | None,
        typer.Option(
            help="The file that lists the sites.", metavar="FILE", show_default="sites.yaml"
        ),
    ] = None,
    apps: Annotated[
        Path | None,
        typer.Option(
            help="A folder of suites on applications of `bench sites`, each served anew a case.",
            metavar="FOLDER",
        ),
    ] = None,
    home: Annotated[
        Path, typer.Option(help="Where the applications are installed.", metavar="FOLDER")
    ] = Path("runs/sites"),
    seed: Annotated[
        int, typer.Option(help="Seeds the models and the site's stock.", metavar="N")
    ] = 0,
    out: Annotated[
        Path,
        typer.Option(
            help="The benchmark's folder; a run there goes on where it ended.", metavar="FOLDER"
        ),
    ] = Path("runs/bench-testers"),
    as_json: Annotated[
        bool, typer.Option("--json", help="End with the table as JSON; the rest goes to stderr.")
    ] = False,
) -> int:
    """Run every runner with every model on test cases whose verdict is known.

    One table, resumable.
    """
    from pathfinder.agents.models import default_model_name
    from pathfinder.cli.terminal import Console
    from pathfinder.core.settings import userdata_folder
    from pathfinder.suites.read import find_suites, read_suite
    from pathfinder_bench.testers import RUNNER_NAMES, Bench, cases_of, entrants, sampled, table

    userdata = userdata_folder(None)
    suites = [
        read_suite(path)
        for path in find_suites(suite or [str(apps or userdata / "suites/testers")], userdata)
    ]
    named = cases_of(suites)
    kept = {id(case) for case in sampled([case for _, case in named], sample)}
    cases = [(name, case) for name, case in named if id(case) in kept]
    console = Console(stderr=as_json, soft_wrap=True)
    failing = sum(case.expected == "failed" for _, case in cases)
    console.print(
        f"{len(cases)} cases, {failing} of which must fail"
        + (f" (a fixed sample of {len(named)})" if sample else "")
    )
    bench_ = Bench(out, seed=seed, sites=sites, homes=home if apps else None)
    for entrant in entrants(
        runner or RUNNER_NAMES, model or [default_model_name()], ablations=ablations
    ):
        for line in bench_.run(entrant, cases):
            mark = "ok" if line.trial().is_true else "WRONG"
            told = (
                f"{entrant.key}: {line.case}: {line.verdict} [{mark}] {line.seconds:.0f} s, "
                f"{line.calls} calls"
            )
            console.print(told, markup=False, highlight=False)
    wanted = {(name, case.name) for name, case in cases}
    rows = table([line for line in bench_.lines() if (line.suite, line.case) in wanted])
    (out / "table.json").write_text(
        json.dumps(rows, indent=2, ensure_ascii=False), encoding="utf-8"
    )
    _show(rows, console)
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))
    return 0


def _show(rows: dict[str, dict[str, Any]], console: "Console") -> None:
    for title, columns in _TABLES.items():
        show(_table(title, columns, rows), console)
        console.print()
    for key, row in rows.items():
        for wrong in row["wrong"]:
            due, got = (
                _at(wrong["expected"], wrong["failing_step"]),
                _at(wrong["verdict"], wrong["step"]),
            )
            console.print(
                f"{key}: {wrong['case']}: due {due}, got {got} "
                f"({wrong['mistake'] or 'no journal'}): {wrong['reason']}",
                markup=False,
                highlight=False,
            )


def _table(title: str, columns: Columns, rows: dict[str, dict[str, Any]]) -> "Table":
    merged = {key: {**row, **row["all"], **row["mistakes"]} for key, row in rows.items()}
    cells = [
        (key, *(f"{figures[name]:.{digits}f}" for name, digits in columns.values()))
        for key, figures in merged.items()
    ]
    return drawn(("tester", *columns), cells, title=title)


def _at(verdict: str, step: int) -> str:
    return f"{verdict} at step {step}" if step else verdict
