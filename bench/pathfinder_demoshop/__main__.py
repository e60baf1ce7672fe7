"""`python -m pathfinder_demoshop`: the same shop without the rest of the program."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from pathfinder.core.errors import UsageError

from .serve import serve, variants
from .settings import ShopSettings


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the shop; return the exit code."""
    parser = argparse.ArgumentParser(prog="pathfinder_demoshop", description=__doc__)
    parser.add_argument("--port", type=int, default=8600, help="0 for any that is free")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--truth", action="store_true", help="serve /truth/…")
    parser.add_argument("--empty", action="store_true", help="no products")
    parser.add_argument("--refuse-login", action="store_true", help="refuse every log-in")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="keep the database here")
    parser.add_argument(
        "--skin",
        default="",
        metavar="NAME",
        help="another look of the same shop; `list` prints them",
    )
    parser.add_argument(
        "--fault",
        default="",
        metavar="NAME",
        help="something that is wrong with the shop; `list` prints them",
    )
    options = vars(parser.parse_args(arguments))
    port = options.pop("port")
    try:
        settings = ShopSettings(**options)
        if listed := variants(settings):
            print(listed)
        else:
            serve(settings, port)
    except UsageError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
