"""`pathfinder lint`: what is unclear in a suite, before it is run."""

from typing import Annotated

import typer

from pathfinder.cli.options import UserData


def lint(
    suite: Annotated[
        list[str],
        typer.Argument(
            help="Files, folders, or names in userdata/suites.",
            metavar="SUITE…",
            show_default=False,
        ),
    ],
    userdata: UserData = None,
) -> int:
    """Say which steps are vague, ask for several things, or check nothing.

    Exit code 1 when there are any.
    """
    from pathfinder.core.settings import userdata_folder
    from pathfinder.core.shorten import counted
    from pathfinder.suites.lint import lint as unclear_in
    from pathfinder.suites.read import find_suites, read_suite

    total = 0
    for path in find_suites(suite, userdata_folder(userdata)):
        read = read_suite(path)
        found = unclear_in(read)
        for warning in read.warnings:
            print(warning)
        for each in found:
            print(f"{path}:{each}")
        cases = len({each.case for each in found})
        said = (
            "everything is clear"
            if not found
            else f"{counted(len(found), 'remark')} on {cases} of {counted(len(read.cases), 'case')}"
        )
        steps = counted(sum(len(case.steps) for case in read.cases), "step")
        print(f"{path}: {steps} in {counted(len(read.cases), 'case')}, {said}")
        total += len(found) + len(read.warnings)
    return 1 if total else 0
