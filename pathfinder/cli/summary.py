"""`pathfinder summary`: sessions in the words of a CI server."""

from pathlib import Path
from typing import Annotated

import typer

from pathfinder.cli.findings import session_folders


def summary(
    sessions: Annotated[
        list[Path],
        typer.Argument(
            metavar="SESSION…", help="Session folders; a folder of sessions means all in it."
        ),
    ],
    markdown: Annotated[
        Path | None,
        typer.Option(help="Add the table to this file: $GITHUB_STEP_SUMMARY.", metavar="FILE"),
    ] = None,
    annotate: Annotated[
        bool, typer.Option("--annotate", help="Print GitHub Actions annotations.")
    ] = False,
) -> None:
    """Sum up sessions as Markdown, and as annotations of a GitHub Actions run."""
    from pathfinder.report.job_summary import annotations, as_markdown, read_sessions

    told = read_sessions(folder for one in sessions for folder in session_folders(one))
    text = as_markdown(told)
    if markdown:
        with markdown.open("a", encoding="utf-8") as file:
            file.write(text)
    elif not annotate:
        typer.echo(text, nl=False)
    for line in annotations(told) if annotate else ():
        typer.echo(line)
