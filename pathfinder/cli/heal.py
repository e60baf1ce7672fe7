"""`pathfinder heal`: what healed replays change in their scenarios."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="What healed replays change in their scenarios.",
)


@app.callback()
def heal_group() -> None:
    """What healed replays change in their scenarios."""


@app.command("apply")
def apply(
    session: Annotated[
        Path, typer.Argument(metavar="SESSION", help="The folder of a replay that ended as healed.")
    ],
    scenario: Annotated[
        Path | None,
        typer.Option(
            help="The scenario to change.", metavar="FILE", show_default="the one replayed"
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Write without asking.")] = False,
) -> int:
    """Show what a healed replay changes in its scenario, and write it after a look."""
    from pathfinder.session.patching import describe, patched, write

    patch = patched(session, scenario)
    print(patch.diff)
    for heal in patch.heals:
        print(describe(heal))
    if not yes and not typer.confirm(f"write this into {patch.file}?"):
        print("nothing was written")
        return 0
    write(patch)
    print(f"written: {patch.file}")
    return 0
