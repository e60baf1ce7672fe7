"""Whether an instruction is carried out, by how it was read and by what was done for it.

Code weighs it, and asks no agent. Source: on instructions for recorded moves, and on the same with
another behind them, an orchestrator's word told less than these signs and added nothing to them
(docs/decisions.md, "Written words").
"""

import re
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields

from pathfinder.agents.thresholds import Thresholds
from pathfinder.core.scenario import Step, StepKind
from pathfinder.engine.goal_words import naming_words, plain_words, said_in
from pathfinder.engine.named import quoted
from pathfinder.language.lexicon import lexicon

ON_FIELDS: frozenset[StepKind] = frozenset({"fill", "select", "check", "uncheck", "upload"})
_PRESSES: frozenset[StepKind] = frozenset({"click", "double click", "open", "search", "press"})
_FIGURE = re.compile(r"\d")
_SENTENCE_END = re.compile(r"(?<=[.!?:])\s+")
_MANY = 2


@dataclass(frozen=True)
class DoneSoFar:
    """What was done for an instruction.

    said: What was used is called, where it stands, what was entered, and the headings of the pages.
    pressed: How often something was pressed. filled: Whether something was filled in.
    """

    said: Sequence[str]
    pressed: int
    filled: bool


@dataclass(frozen=True)
class EndSigns:
    """What tells whether an instruction is carried out.

    used: The share of its names that are among what was said. more: How often it is read as
    pressing something, more than was done; two at most. unfilled: It is read as filling in
    something, and nothing was filled in.
    """

    used: float
    more: int
    unfilled: bool

    def weighed(self, by: Thresholds) -> float:
        """All of it, each weighed by `ended_NAME` of the thresholds."""
        weights = (float(getattr(by, f"ended_{one.name}")) for one in fields(self))
        pairs = zip(weights, astuple(self), strict=True)
        return float(sum(weight * sign for weight, sign in pairs))


def end_signs(words: str, steps: Sequence[Step], so_far: DoneSoFar) -> EndSigns:
    """The signs.

    Args:
        words: The instruction.
        steps: What it was read as, without what is only checked.
        so_far: What was done for it.
    """
    names = names_of(words)
    fills = any(step.kind in ON_FIELDS for step in steps)
    return EndSigns(
        len(said_in(names, so_far.said)) / len(names) if names else 0.0,
        min(_MANY, max(0, presses(steps) - so_far.pressed)),
        fills and not so_far.filled,
    )


def names_of(words: str) -> list[str]:
    """The words of an instruction that name what it is about.

    Those in quotes, with figures, or with a capital inside the sentence; else all that tell
    something.
    """
    known = lexicon()
    small = known.fillers | known.wording | known.polite | known.pointing
    marked = plain_words(" ".join(quoted(words)))
    for sentence in _SENTENCE_END.split(words):
        for at, word in enumerate(plain_words(sentence)):
            marked += [word] if _FIGURE.search(word) or (at and word[:1].isupper()) else []
    names = [word for word in dict.fromkeys(map(str.casefold, marked)) if word not in small]
    return names or [word for word in naming_words(words) if word not in small]


def presses(steps: Sequence[Step]) -> int:
    """How often statements press something; what they do not say how to do counts once."""
    unsaid = not steps or any(step.kind == "do" for step in steps)
    return sum(step.kind in _PRESSES for step in steps) + int(unsaid)
