"""PathFinder's command line in a process that gets a signal at one point of the loop.

`python -m tests.fakes.stopping POINT SIGNAL COMMAND ARGUMENT...`
"""

import importlib
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

# The loop's nine points -> where each begins: module, class if it is a method, function, and the
# classes that it is about where several share it.
POINTS: dict[str, tuple[str, str, str, tuple[str, ...]]] = {
    "look": ("pathfinder.webprocessor.webdriver", "", "look_once", ()),
    "scene": ("pathfinder.engine.stage", "", "make_scene", ()),
    "perceive": ("pathfinder.agents.agent", "Agent", "run", ("Perceptron", "PurposePerceptron")),
    "choose": ("pathfinder.agents.agent", "Agent", "run", ("System1", "QuickSystem1")),
    "fill in": ("pathfinder.agents.agent", "Agent", "run", ("EntryBot", "FormEntryBot")),
    "perform": ("pathfinder.webprocessor.webdriver", "", "act", ()),
    "journal": ("pathfinder.core.journal", "FileJournal", "_append", ()),
    "judge": ("pathfinder.agents.agent", "Agent", "run", ("Oracle",)),
    "verdict": ("pathfinder.session.folder", "SessionFolder", "end", ()),
}
_JOURNALLED = 4


def main() -> None:
    """Run the command, and send this process the signal when it is at the point."""
    point, number = sys.argv[1], signal.Signals[sys.argv[2]]
    module, owner, name, classes = POINTS[point]
    place = importlib.import_module(module)
    place = getattr(place, owner) if owner else place
    left = _JOURNALLED if point == "journal" else 1
    original: Callable[..., Any] = getattr(place, name)

    def stopped(*given: Any, **named: Any) -> Any:
        nonlocal left
        if not classes or type(given[0]).__name__ in classes:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), number)
        return original(*given, **named)

    setattr(place, name, stopped)
    sys.argv = ["pathfinder", *sys.argv[3:]]
    from pathfinder.cli.app import main as command

    command()


if __name__ == "__main__":
    main()
