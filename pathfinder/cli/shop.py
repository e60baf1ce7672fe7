"""`pathfinder demo-shop`."""

from pathlib import Path
from typing import Annotated

import typer


def demo_shop(
    port: Annotated[int, typer.Option(help="Port on this machine; 0 for any that is free.")] = 8600,
    seed: Annotated[
        int, typer.Option(help="Varies stock, prices, featured products and their order.")
    ] = 0,
    truth: Annotated[
        bool, typer.Option("--truth", help="Serve /truth/…, which says what really happened.")
    ] = False,
    empty: Annotated[bool, typer.Option("--empty", help="An empty catalogue.")] = False,
    refuse_login: Annotated[
        bool, typer.Option("--refuse-login", help="Refuse every log-in.")
    ] = False,
    skin: Annotated[
        str, typer.Option(metavar="NAME", help="Another look of the same shop; `list` prints them.")
    ] = "",
    fault: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="Something that is wrong with the shop; `list` prints them."
        ),
    ] = "",
    data: Annotated[
        Path | None,
        typer.Option(help="Folder that keeps the shop's database; without it the shop forgets."),
    ] = None,
) -> None:
    """Open a small shop to explore: catalogue, basket, checkout, accounts, an admin."""
    from pathfinder_demoshop.serve import serve, variants
    from pathfinder_demoshop.settings import ShopSettings

    settings = ShopSettings(
        seed=seed,
        truth=truth,
        empty=empty,
        refuse_login=refuse_login,
        data=data,
        skin=skin,
        fault=fault,
    )
    if listed := variants(settings):
        print(listed)
    else:
        serve(settings, port)
