"""One session as the command line asks for it: the request, and its run."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pathfinder.core.journal import Event
from pathfinder.core.verdict import Verdict


@dataclass(frozen=True)
class Request:
    """What the command line asked for; either `site` (a name in sites.yaml) or `url` is given.

    models: Role -> model name; the role "" holds for every role that is not named.
    without: Names of the guards, or parts of the search, to switch off.
    success: Predicates as text, in place of the site's own.
    sites, userdata: None: the ones in the current folder, else those that come with PathFinder.
    max_steps, persona, oracle_frequency: None or empty: as the profile or the site has it.
    """

    goal: str
    site: str = ""
    url: str = ""
    persona: str = ""
    models: Mapping[str, str] = field(default_factory=dict)
    profile: str = "fast"
    seed: int = 0
    max_steps: int | None = None
    oracle_frequency: int | None = None
    without: tuple[str, ...] = ()
    success: tuple[str, ...] = ()
    sites: Path | None = None
    userdata: Path | None = None
    out: Path = Path("runs")
    headed: bool = False
    webdriver_url: str = ""
    allow_irreversible: bool = False


def run_explore(request: Request, on_event: Callable[[Event], None]) -> Verdict:
    """Run one exploration; every journal event is also handed to `on_event` as it is written.

    Raises:
        PathFinderError: With one line that says what to change, before the session starts.
    """
    raise NotImplementedError
