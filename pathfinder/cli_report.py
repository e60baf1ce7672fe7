"""`pathfinder report runs/…`: rebuild report.html from the journal."""

from pathlib import Path
from typing import Annotated

import typer


def report(
    sessions: Annotated[
        list[Path], typer.Argument(metavar="SESSION...", help="session folders, such as runs/demo-…; a folder of sessions means all in it")
    ],
) -> None:
    """Rebuild the report of each session from its journal, also of a run that was killed."""
    from pathfinder.report.html import write_report

    for folder in [found for session in sessions for found in _folders(session)]:
        typer.echo(write_report(folder))


def _folders(path: Path) -> list[Path]:
    """The session itself, or the sessions in a folder of sessions."""
    if path.is_file() and path.name == "journal.jsonl":
        return [path.parent]
    inside = [] if (path / "journal.jsonl").is_file() else sorted(journal.parent for journal in path.glob("*/journal.jsonl"))
    return inside or [path]
