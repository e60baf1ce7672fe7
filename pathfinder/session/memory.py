"""What the steps of a scenario acted on, kept beside the scenario's file.

What healing starts from.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from pathfinder.core.errors import SettingsError
from pathfinder.core.scenario import Scenario, Step, Target


def memory_file(file: Path) -> Path:
    """Where what a scenario's steps acted on is kept."""
    return file.with_suffix(".seen.json")


def write_memory(file: Path, scenario: Scenario, kept: Mapping[str, Target]) -> None:
    """Keep what the steps of a scenario acted on beside its file.

    Each with the locator that its step names.
    """
    places = scenario.places()
    steps = {
        place: {
            "locator": _first_locator(places[place]),
            "target": target.model_dump(mode="json", exclude_defaults=True),
        }
        for place, target in kept.items()
    }
    text = json.dumps({"scenario": scenario.name, "steps": steps}, indent=1, ensure_ascii=False)
    memory_file(file).write_text(text + "\n", encoding="utf-8")


def read_memory(file: Path, scenario: Scenario) -> dict[str, Target]:
    """What the steps of a scenario acted on when it was last kept.

    Without those that have been rewritten since.

    Raises:
        SettingsError: The file that keeps it is damaged.
    """
    kept = memory_file(file)
    if not kept.is_file():
        return {}
    places = scenario.places()
    try:
        steps = json.loads(kept.read_text(encoding="utf-8"))["steps"]
        return {
            place: Target.model_validate(one["target"])
            for place, one in steps.items()
            if place in places
            and _first_locator(places[place]) == one["locator" if "locator" in one else "way"]
        }
    except (ValueError, KeyError, TypeError, AttributeError):
        raise SettingsError(
            f"{kept}: not what --remember writes; delete it, or write it again with --remember"
        ) from None


def _first_locator(step: Step) -> str:
    return str(step.target) if step.target else ""
