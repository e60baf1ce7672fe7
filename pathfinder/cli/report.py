"""`pathfinder report runs/…`: rebuild report.html from the journal."""

from pathlib import Path
from typing import Annotated

import typer

from pathfinder.cli.findings import session_folders
from pathfinder.core.errors import UsageError


def report(
    sessions: Annotated[
        list[Path],
        typer.Argument(
            metavar="SESSION...",
            help="session folders, such as runs/demo-…; a folder of sessions means all in it",
        ),
    ],
) -> None:
    """Rebuild the report of each session from its journal, also of a run that was killed."""
    from pathfinder.report.html import write_report

    found = [folder for session in sessions for folder in session_folders(session)]
    for folder in found:
        try:
            typer.echo(write_report(folder))
        except UsageError as error:
            if len(found) == 1:
                raise
            typer.echo(f"left out: {error}", err=True)
