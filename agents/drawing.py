"""Answers drawn from what a model holds likely.

How repeated runs differ at a temperature above zero.

A back-end with log-probabilities is asked once; each run then draws its answer from them, as
sampling a one-token reply would.
"""

import math
from collections.abc import Sequence
from random import Random


def drawn(logprobs: Sequence[float], *, temperature: float, random: Random) -> int:
    """The place of an answer.

    The likeliest at temperature 0, else one drawn as often as its probability has it.
    """
    best = max(range(len(logprobs)), key=logprobs.__getitem__)
    if temperature <= 0:
        return best
    weights = [math.exp((each - logprobs[best]) / temperature) for each in logprobs]
    return random.choices(range(len(logprobs)), weights)[0]
