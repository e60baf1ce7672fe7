"""`pathfinder analyze`: what lies in sessions beyond their verdicts."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.tables import show

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pathfinder.suites.repeated import Repeated

app = typer.Typer(help="Analyze what lies in sessions beyond their verdicts.", no_args_is_help=True)


@app.callback()
def group() -> None:
    """Analyze what lies in sessions beyond their verdicts."""


@app.command()
def linguistics(
    runs: Annotated[
        list[Path],
        typer.Argument(
            metavar="RUNS...", help="Folders of sessions and of replies to saved scenes."
        ),
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The page.")] = Path("linguistics.html"),
    role: Annotated[
        str, typer.Option(metavar="ROLE", help="Whose words are compared.")
    ] = "perceptron",
    features: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Also write the features, a row a text, as CSV or Parquet.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Profile what the models write.

    The paper's features and ours, who can be told by them, and which go with failure.
    """
    from pathfinder.analysis.linguistics.report import profile, write_report
    from pathfinder.analysis.sessions import read_sessions

    found = profile(read_sessions(runs), role)
    for sentence in found.summary:
        typer.echo(sentence)
    typer.echo(write_report(found, out))
    if features:
        from pathfinder.analysis.frames import write_frame

        typer.echo(write_frame(found.measured.frame, features))


@app.command()
def consistency(
    runs: Annotated[
        list[Path],
        typer.Argument(
            metavar="RUNS...",
            help="Folders of `pathfinder test SUITE --repeat N`.",
        ),
    ],
    calibration: Annotated[
        Path,
        typer.Option(
            metavar="FILE", help="Figures of `pathfinder calibrate SUITE --figures FILE`."
        ),
    ],
    html: Annotated[
        Path | None, typer.Option(help="Write the table as a page there.", metavar="FILE")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As one line of JSON.")] = False,
) -> None:
    """Compare the consistency of repeated runs with its estimate: the mean relative error."""
    from pathfinder.analysis.sessions import read_sessions
    from pathfinder.suites.repeated import repeated, to_json, write_repeated
    from pathfinder.suites.trust import read_figures

    rows = repeated(read_sessions(runs), read_figures(calibration))
    if html:
        write_repeated(rows, html)
    if as_json:
        print(json.dumps(to_json(rows), ensure_ascii=False))
    else:
        _show_repeated(rows)


def _show_repeated(rows: "Sequence[Repeated]") -> None:
    from rich.table import Column, Table

    from pathfinder.cli.terminal import Console
    from pathfinder.suites.repeated import error_of

    numbers = ("runs", "steps", "asked of agents", "observed", "estimated", "error")
    drawn = Table(
        "case",
        "models",
        *(Column(name, justify="right") for name in numbers),
        title="Consistency of repeated runs",
    )
    for row in rows:
        figures = f"{row.observed:.3f}", f"{row.estimated:.3f}", f"{row.error:.3f}"
        drawn.add_row(row.case, row.models, str(row.runs), str(row.steps), str(row.asked), *figures)
    console = Console(soft_wrap=True)
    show(drawn, console)
    console.print(
        f"mean relative error of the estimate: {error_of(rows):.3f} over {len(rows)} cases",
        highlight=False,
    )
