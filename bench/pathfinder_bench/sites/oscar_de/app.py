"""The shop of `oscar` with its pages and goods in German."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pathfinder_bench.sites.oscar.app import account as account
from pathfinder_bench.sites.oscar.app import in_basket as in_basket
from pathfinder_bench.sites.oscar.app import lives_at as lives_at
from pathfinder_bench.sites.oscar.app import ordered as ordered
from pathfinder_bench.sites.oscar.app import reset as reset
from pathfinder_bench.sites.oscar.app import reviewed as reviewed
from pathfinder_bench.sites.oscar.app import set_up, shop
from pathfinder_bench.sites.oscar.app import wished as wished


def install(home: Path) -> None:
    """Install the package and build the shop."""
    set_up(home, start)


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    with shop(home, port, "--language", "de") as url:
        yield url
