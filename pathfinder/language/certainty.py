"""How sure a reading is: how much the model hesitated over its reply, and what is left unused."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from math import sqrt

from pathfinder.agents.models.base import Reply
from pathfinder.agents.thresholds import Thresholds
from pathfinder.language.copied import CopyCheck

_LEAST = -12.0
_MOST_SPARE = 3


@dataclass(frozen=True)
class Signs:
    """What speaks against a reading.

    hesitation: The square root of the negative log-probability of the whole reply, which may be -12
    at least; as much where a model does not tell it. spare: How many words of the sentence it does
    not use, up to three. loose: How many texts may not be meant word by word.
    """

    hesitation: float
    spare: float
    loose: float

    def weighed(self, by: Thresholds) -> float:
        """Log-odds of the reading being right, but for a constant.

        Each sign is weighed by `read_NAME` of the thresholds.
        """
        weights = (float(getattr(by, f"read_{one.name}")) for one in fields(self))
        return float(sum(w * sign for w, sign in zip(weights, astuple(self), strict=True)))


def signs_of(replies: Sequence[Reply], check: CopyCheck) -> Signs:
    """The signs of a reading that the last of the replies gave, and a check took."""
    return Signs(
        hesitation=hesitation(replies[-1]),
        spare=min(check.spare, _MOST_SPARE),
        loose=len(check.remarks) - bool(check.spare),
    )


def hesitation(reply: Reply) -> float:
    """How much a model hesitated, from 0 for not at all."""
    told = sum(logprob for _, logprob in reply.tokens) if reply.tokens else _LEAST
    return sqrt(-max(_LEAST, min(0.0, told)))
