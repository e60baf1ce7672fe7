"""`pathfinder analyze`: what lies in sessions beyond their verdicts."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="Analyze what models wrote in sessions.", no_args_is_help=True)


@app.callback()
def group() -> None:
    """Analyze what models wrote in sessions."""


@app.command()
def linguistics(
    runs: Annotated[list[Path], typer.Argument(metavar="RUNS...", help="Folders of sessions and of replies to saved scenes.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The page.")] = Path("linguistics.html"),
    role: Annotated[str, typer.Option(metavar="ROLE", help="Whose words are compared.")] = "perceptron",
    features: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the features, a row a text, as CSV or Parquet.", show_default=False)
    ] = None,
) -> None:
    """Profile what the models write: the paper's features and ours, who can be told by them, and which go with failure."""
    from analysis.linguistics.report import profile, write_report
    from analysis.sessions import read_sessions

    found = profile(read_sessions(runs), role)
    for sentence in found.summary:
        typer.echo(sentence)
    typer.echo(write_report(found, out))
    if features:
        from analysis.frames import write_frame

        typer.echo(write_frame(found.measured.frame, features))
