"""From the likeliest first tokens of a reply to the log-probability of each choice."""

import math
from collections.abc import Iterable, Sequence

FLOOR = 1.0
"""How far below the least likely token seen a choice is put that was not seen at all."""


def top_tokens(choices: Sequence[str]) -> int:
    """How many of the likeliest tokens to ask for."""
    return max(40, 4 * len(choices))


def choice_logprobs(tokens: Iterable[tuple[str, float]], choices: Sequence[str]) -> tuple[float, ...]:
    """Log-probability of each choice as first token.

    The tokens are the likeliest first ones, each with its log-probability. "Yes", " Yes" and "yes" add up. A token that is only the
    beginning of a choice counts when it begins no other.
    """
    seen = list(tokens)
    floor = min((logprob for _, logprob in seen), default=0.0) - FLOOR
    found: list[list[float]] = [[] for _ in choices]
    keys = [choice.strip().lower() for choice in choices]
    for token, logprob in seen:
        index = _match(token.strip().lower(), keys)
        if index is not None:
            found[index].append(logprob)
    return tuple(_log_sum(each) if each else floor for each in found)


def _match(token: str, keys: Sequence[str]) -> int | None:
    if not token:
        return None
    if token in keys:
        return keys.index(token)
    beginnings = [index for index, key in enumerate(keys) if key.startswith(token)]
    return beginnings[0] if len(beginnings) == 1 else None


def _log_sum(logprobs: Sequence[float]) -> float:
    top = max(logprobs)
    return top + math.log(sum(math.exp(each - top) for each in logprobs))
