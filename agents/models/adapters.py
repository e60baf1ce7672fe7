"""Adapters: a few low-rank matrices that a model's weights are moved by where it plays our agents.

A name of a model that ends with `+pathfinder` stands for its weights with the adapter that comes
with PathFinder. It is switched on for the questions that it was trained for, and off for all
others.

Source: E. Hu et al., LoRA: Low-Rank Adaptation of Large Language Models, 2021.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pathfinder.core.errors import ModelMissing

ADAPTED = "+pathfinder"
"""What a model's name ends with where it is to be used with its adapter."""

FOLDER = Path(__file__).with_name("adapters")


@dataclass(frozen=True)
class Adapter:
    """An adapter file.

    name: Of the model that has it. version: Of the file, 16 hex digits. agents: The prompt files of
    the agents that it was trained for. learned: The applications whose decisions it was trained on:
    how it decides there says nothing of others.
    """

    name: str
    path: Path
    version: str
    agents: frozenset[str]
    learned: frozenset[str] = frozenset()


def parted(name: str) -> tuple[str, bool]:
    """The name of the weights, and whether they are to be used with their adapter."""
    return name.removesuffix(ADAPTED), name.endswith(ADAPTED)


@cache
def adapter_of(name: str) -> Adapter | None:
    """The adapter that the name of an embedded model asks for; None where it asks for none.

    Args:
        name: With its back-end or without.

    Raises:
        ModelMissing: There is none for these weights.
    """
    weights, adapted = parted(name.removeprefix("embedded/").removeprefix("served/"))
    if not adapted:
        return None
    file = FOLDER / f"{weights}.gguf"
    if not file.is_file():
        known = ", ".join(sorted(path.stem for path in FOLDER.glob("*.gguf")))
        raise ModelMissing(
            f"there is no adapter for '{weights}'; leave out {ADAPTED} (adapters are there for "
            f"{known or 'no model'})"
        )
    sheet = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    agents, learned = frozenset(sheet["agents"]), frozenset(sheet["learned"])
    return Adapter(name, file, sheet["sha256"][:16], agents, learned)
