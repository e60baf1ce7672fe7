"""PathFinder tests web sites by exploring them.

What is offered here is imported when it is first used.
"""

from typing import TYPE_CHECKING, Any

from pathfinder.core.version import __version__ as __version__

if TYPE_CHECKING:
    from pathfinder.api import Agent as Agent
    from pathfinder.api import Result as Result
    from pathfinder.api import Step as Step
    from pathfinder.api import check as check
    from pathfinder.api import replay as replay

__all__ = ["Agent", "Result", "Step", "check", "replay"]


def __getattr__(name: str) -> Any:
    """Import the Python API when it is asked for: `import pathfinder` is quick."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from pathfinder import api

    return getattr(api, name)
