"""The forum of `spirit` with its pages and topics in German."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pathfinder_bench.sites.spirit.app import answer as answer
from pathfinder_bench.sites.spirit.app import answered_and_lives as answered_and_lives
from pathfinder_bench.sites.spirit.app import forum, set_up
from pathfinder_bench.sites.spirit.app import person as person
from pathfinder_bench.sites.spirit.app import place_of as place_of
from pathfinder_bench.sites.spirit.app import renamed as renamed
from pathfinder_bench.sites.spirit.app import reset as reset
from pathfinder_bench.sites.spirit.app import topic as topic


def install(home: Path) -> None:
    """Install the package and make the forum's first data."""
    set_up(home, "de")


@contextmanager
def start(home: Path, port: int) -> Iterator[str]:
    """Serve it."""
    with forum(home, port, "de") as url:
        yield url
