"""Doors for others: models, systems and exporters that an installed package offers as entry points.

A package declares them in its pyproject.toml, and they are used by their names as PathFinder's own
are:

    [project.entry-points."pathfinder.models"]
    shouting = "my_package:open_shouting"     # --model shouting/loud
    [project.entry-points."pathfinder.systems"]
    careful = "my_package:CarefulRunner"      # pathfinder test SUITE --runner careful
    [project.entry-points."pathfinder.exporters"]
    robot = "my_package:to_robot"             # pathfinder export SCENARIO --to robot
"""

from importlib.metadata import EntryPoint, entry_points
from typing import Any

from pathfinder.core.errors import UsageError

MODELS = "pathfinder.models"
"""Each opens a model: (name, options: ModelOptions) -> Model; `name` is what follows the slash."""
SYSTEMS = "pathfinder.systems"
"""Each makes a runner of test cases: () -> Runner."""
PLAYERS = "pathfinder.players"
"""Each makes what decides in an exploration, as a profile: (PlayerContext) -> Player."""
EXECUTORS = "pathfinder.executors"
"""Each makes what plays the trials of a plan: (play, means) -> Executor."""
EXPORTERS = "pathfinder.exporters"
"""Each writes a scenario as text: (source: Source) -> str."""


def offered(group: str) -> dict[str, EntryPoint]:
    """What installed packages offer in a group, by name."""
    return {point.name: point for point in entry_points(group=group)}


def load(group: str, name: str) -> Any:
    """What a package offers under a name; None where none does.

    Raises:
        UsageError: It can't be imported; says from where, and why.
    """
    point = offered(group).get(name)
    if point is None:
        return None
    try:
        return point.load()
    except (ImportError, AttributeError) as error:
        raise UsageError(
            f"{name!r} of {group} ({point.value}) can't be loaded: {error}; repair or uninstall "
            "its package"
        ) from None
