"""`pathfinder findings`: what sessions found wrong with a site."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.options import AsJson, FailOn, JUnitFile
from pathfinder.core.errors import UsageError

if TYPE_CHECKING:
    from pathfinder.cli.terminal import Console
    from pathfinder.report.findings import Found

_AMISS = 1
_SEVERITIES = ("error", "warning")


def findings(
    sessions: Annotated[
        list[Path],
        typer.Argument(
            metavar="SESSION…", help="Session folders; a folder of sessions means all in it."
        ),
    ],
    sarif: Annotated[
        Path | None, typer.Option(help="Write them as SARIF, too.", metavar="FILE")
    ] = None,
    junit: JUnitFile = None,
    fail_on: FailOn = "",
    as_json: AsJson = False,
) -> int:
    """Say what sessions found wrong: exceptions, failed requests, broken images and links."""
    from pathfinder.report.findings import reach, read_findings, write_junit, write_sarif

    check_severity(fail_on)
    folders = [folder for session in sessions for folder in session_folders(session)]
    found = read_findings(folders)
    if sarif:
        write_sarif(found, sarif)
    if junit:
        write_junit(found, folders, junit)
    if as_json:
        print(json.dumps([one.to_json() for one in found], ensure_ascii=False))
    else:
        for folder in folders:
            own = [one for one in found if one.session == folder]
            typer.echo(f"{folder}: {len(own) or 'nothing'} found")
            for one in own:
                typer.echo(f"  {one}")
    return _AMISS if fail_on and reach(found, fail_on) else 0


def session_folders(path: Path) -> list[Path]:
    """The session itself, or the sessions in a folder of sessions."""
    if path.is_file() and path.name == "journal.jsonl":
        return [path.parent]
    alone = (path / "journal.jsonl").is_file()
    inside = [] if alone else sorted(one.parent for one in path.glob("*/journal.jsonl"))
    return inside or [path]


def check_severity(fail_on: str) -> None:
    """See that --fail-on names a severity, before anything is run.

    Raises:
        UsageError: It does not.
    """
    if fail_on and fail_on not in _SEVERITIES:
        raise UsageError(f"--fail-on {fail_on}: write {' or '.join(_SEVERITIES)}")


def weighed(code: int, found: "Sequence[Found]", fail_on: str, console: "Console") -> int:
    """The exit code of sessions that ended with `code`; what they found is summed up."""
    from pathfinder.report.findings import reach, summed_up

    if found:
        console.print(f"found: {summed_up(found)} (pathfinder findings)", soft_wrap=True)
    return _AMISS if fail_on and reach(found, fail_on) else code


def kept_findings(sessions: Sequence[Path]) -> "list[Found]":
    """What sessions found, where they left a journal."""
    from pathfinder.report.findings import read_findings

    return read_findings(one for one in sessions if (one / "journal.jsonl").is_file())
