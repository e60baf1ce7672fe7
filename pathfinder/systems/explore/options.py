"""The numbers that profile `fast` plays with."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """How profile `fast` plays.

    asked: Of how many of them the guide is asked one by one: so many of the likeliest, and so many
        of those that hold most of the goal's words.
    finalists: Among how many the last choice is made.
    history: Steps told to the model.
    oracle_frequency: Steps from one look of the Oracle to the next.
    detours: Detours from one state before the best of them is followed.
    stale: Steps without a new state before the cycle guard goes back.
    """

    asked: int = 3
    finalists: int = 4
    history: int = 16
    oracle_frequency: int = 5
    detours: int = 2
    stale: int = 4
    temperature: float = 0.0
