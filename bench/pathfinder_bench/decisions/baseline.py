"""The figures that a change is held against, by model; "none" for what no model is asked for."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pathfinder.agents.models.base import Model
from pathfinder.agents.models.scripted import ruled
from pathfinder_bench.decisions.figures import Figures, by_app
from pathfinder_bench.decisions.replaying import all_roles
from pathfinder_bench.decisions.scoring import Scored, offered_at, score_all
from pathfinder_bench.decisions.sets import Recorded

WITHOUT_MODEL = "none"
_FILE = "baseline.json"


def read_baseline(folder: Path) -> dict[str, dict[str, dict[str, Figures]]]:
    """Model -> application -> set -> figures; empty where none was recorded."""
    file = folder / _FILE
    found: dict[str, dict[str, dict[str, Figures]]] = (
        json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    )
    return found


def write_baseline(
    folder: Path, figures: Mapping[str, Mapping[str, Mapping[str, Figures]]]
) -> None:
    """Record figures by model; those of other models and other sets stay."""
    known = read_baseline(folder)
    for model, apps in figures.items():
        old = known.get(model, {})
        known[model] = {app: {**old.get(app, {}), **sets} for app, sets in apps.items()}
    text = json.dumps(known, indent=1, sort_keys=True)
    (folder / _FILE).write_text(text + "\n", encoding="utf-8")


def without_model(sets: Iterable[Recorded]) -> dict[str, dict[str, Figures]]:
    """What code alone decides.

    Whether what leads on is offered at all, and which values it finds where the model's every
    reply is the least that can be said.
    """
    nobody = all_roles(ruled([], [], name="scripted"))
    scored = [
        one
        for recorded in sets
        for one in (*_offered(recorded, nobody), *score_all(recorded, "fields", nobody))
    ]
    return by_app(scored)


def _offered(recorded: Recorded, models: Mapping[str, Model]) -> Iterator[Scored]:
    for choice in recorded.labels.choices:
        there = offered_at(recorded, choice, models)
        yield Scored("choices", recorded.labels.app, choice.walk, there, offered=there)
