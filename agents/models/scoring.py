"""From the likeliest first tokens of a reply to the log-probability of each choice."""

import math
from collections.abc import Iterable, Sequence

from pathfinder.core.errors import ReplyInvalid

ROUNDING = 0.01
"""How far above zero rounding may put a log-probability."""

FLOOR = 1.0
"""How far below the least likely token seen a choice is put that was not seen at all."""


def top_tokens(choices: Sequence[str]) -> int:
    """How many of the likeliest tokens to ask for."""
    return max(40, 4 * len(choices))


def choice_logprobs(
    tokens: Iterable[tuple[str, float]], choices: Sequence[str]
) -> tuple[float, ...]:
    """Log-probability of each choice as first token.

    Raises:
        ReplyInvalid: What the back-end gave are no log-probabilities.

    The tokens are the likeliest first ones, each with its log-probability. "Yes", " Yes" and "yes"
    add up. A token that is only the
    beginning of a choice counts when it begins no other.
    """
    seen = list(tokens)
    check_logprobs([logprob for _, logprob in seen])
    floor = min((logprob for _, logprob in seen), default=0.0) - FLOOR
    found: list[list[float]] = [[] for _ in choices]
    keys = [choice.strip().lower() for choice in choices]
    for token, logprob in seen:
        index = _match(token.strip().lower(), keys)
        if index is not None:
            found[index].append(logprob)
    return tuple(_log_sum(each) if each else floor for each in found)


def check_logprobs(given: Sequence[object]) -> None:
    """See that these are log-probabilities: numbers, none of them above zero but for rounding.

    Raises:
        ReplyInvalid: One is missing, not a number, infinite or positive.
    """
    if not given:
        raise ReplyInvalid(
            "the back-end gave no log-probabilities; use one that does, or none at all"
        )
    for each in given:
        if (
            isinstance(each, bool)
            or not isinstance(each, int | float)
            or not math.isfinite(each)
            or each > ROUNDING
        ):
            raise ReplyInvalid(
                f"the back-end gave {each!r} for a log-probability; nothing can be judged by it"
            )


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
