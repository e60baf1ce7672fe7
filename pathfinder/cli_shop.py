"""`pathfinder demo-shop`."""

from pathlib import Path
from typing import Annotated

import typer


def demo_shop(
    port: Annotated[int, typer.Option(help="Port on this machine; 0 for any that is free.")] = 8600,
    seed: Annotated[int, typer.Option(help="Varies stock, prices, featured products and their order.")] = 0,
    truth: Annotated[bool, typer.Option("--truth", help="Serve /truth/…, which says what really happened.")] = False,
    empty: Annotated[bool, typer.Option("--empty", help="An empty catalogue.")] = False,
    refuse_login: Annotated[bool, typer.Option("--refuse-login", help="Refuse every log-in.")] = False,
    data: Annotated[Path | None, typer.Option(help="Folder that keeps the shop's database; without it the shop forgets.")] = None,
) -> None:
    """Open a small shop to explore: catalogue, basket, checkout, accounts, an admin."""
    from .demoshop.serve import serve
    from .demoshop.settings import ShopSettings

    serve(ShopSettings(seed=seed, truth=truth, empty=empty, refuse_login=refuse_login, data=data), port)
