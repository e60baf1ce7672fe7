"""`pathfinder constellations perceive`.

What each model's Perceptron says of the same saved scenes.
"""

from pathlib import Path
from typing import Annotated

import typer


def perceive(
    plan: Annotated[
        Path,
        typer.Argument(
            help="A plan: its Perceptrons' models, its sites, its first goal.", metavar="PLAN.yaml"
        ),
    ],
    out: Annotated[
        Path, typer.Option(help="Where the plan's folder is made.", metavar="FOLDER")
    ] = Path("runs"),
    scenes: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Your scenes: SITE/NAME.html.",
            show_default="those that come with PathFinder",
        ),
    ] = None,
    limit: Annotated[
        int,
        typer.Option(min=0, metavar="N", help="Questions a model this time.", show_default="all"),
    ] = 0,
    purposes: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="N",
            help="Elements whose purpose is asked; fewer is quicker.",
            show_default="all, as the paper",
        ),
    ] = 0,
    characters: Annotated[
        int,
        typer.Option(
            min=0, metavar="N", help="How much of a page is told.", show_default="as the paper"
        ),
    ] = 0,
    threads: Annotated[
        int, typer.Option(min=0, metavar="N", help="Of each embedded model.", show_default="cores")
    ] = 0,
    timeout: Annotated[float, typer.Option(min=1, metavar="SECONDS", help="For one reply.")] = 1800,
) -> int:
    """Ask every model about the same saved scenes; what is answered already is not asked again."""
    from pathfinder.agents.models import ModelOptions, open_model
    from pathfinder.experiments.perceive import Effort, perceive
    from pathfinder.experiments.plan import read_plan
    from pathfinder.experiments.scenes import mixed, scenes_of

    wanted, _ = read_plan(plan)
    asked = mixed([scenes_of(site, scenes) for site in wanted.sites])
    effort = (
        Effort(purposes=purposes, characters=characters)
        if characters
        else Effort(purposes=purposes)
    )
    folder = out / wanted.name / "perceive"
    unusable = 0
    for name in dict.fromkeys(one["perceptron"] for one in wanted.expanded()):
        model = open_model(name, options=ModelOptions(threads=threads, timeout=timeout))
        for found in perceive(
            model, asked, wanted.goals[0].goal, folder, effort=effort, limit=limit
        ):
            unusable += bool(found.error)
            typer.echo(
                f"{name}  {found.site}: {found.scene}" + (f"  {found.error}" if found.error else "")
            )
    typer.echo(
        f"{folder}: see `pathfinder analyze linguistics {folder}`"
        + (f"; {unusable} without a usable reply" if unusable else "")
    )
    return 0
