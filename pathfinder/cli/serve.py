"""`pathfinder serve runs/`."""

from pathlib import Path
from typing import Annotated

import typer


def serve(
    runs: Annotated[
        Path,
        typer.Argument(metavar="FOLDER", help="A folder with sessions in any depth, such as runs."),
    ] = Path("runs"),
    host: Annotated[
        str, typer.Option(help="Where to listen; anything but this machine needs a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 for any that is free.")] = 8700,
    token: Annotated[
        str,
        typer.Option(
            envvar="PATHFINDER_TOKEN",
            show_envvar=True,
            help="What a browser has to give to come in, 16 characters or more.",
        ),
    ] = "",
    blind: Annotated[bool, typer.Option("--blind", help="Hide the models from everybody.")] = False,
) -> None:
    """Look through sessions in a browser, rate them, and watch those that run."""
    from pathfinder.serve.server import serve as open_page

    open_page(runs, host=host, port=port, token=token, blind=blind)
