"""What a vague step names on the page: the few things that it can mean, where code can tell."""

import re
from collections.abc import Sequence

from pathfinder.engine.candidates import Candidate, label_of
from pathfinder.engine.goal_words import same_word
from pathfinder.language.lexicon import lexicon

_TELLING = 3
_WORD = re.compile(r"[^\W_]+")
_STATUS = re.compile(r"[,:(].*|\d+\s*$")
_QUOTED = re.compile(r"[\"“«](.+?)[\"”»]|(?<!\w)'(.+?)'(?!\w)")


def quoted(text: str) -> list[str]:
    """What a step puts in quotes."""
    return [one or other for one, other in _QUOTED.findall(text)]


def named(candidates: Sequence[Candidate], text: str, *, begun: bool = False) -> list[Candidate]:
    """The candidates whose whole name a step has.

    Fields, buttons, and links where it says to go or look somewhere.

    Args:
        begun: Something was done for the step; before that, a button is not meant by a step that
            brings a value.
    """
    said = _QUOTED.sub(" ", text)
    return [
        candidate
        for candidate in candidates
        if _may_be_meant(candidate, text, begun) and has_name(said, name_of(candidate))
    ]


def has_name(text: str, name: str) -> bool:
    """Whether a step holds every word of a thing's name, but for small errors.

    A name of short words alone says too little.
    """
    words = _WORD.findall(text.casefold())
    wanted = _WORD.findall(name.casefold())
    return any(len(word) >= _TELLING for word in wanted) and all(
        any(same_word(word, other) for other in words) for word in wanted
    )


def name_of(candidate: Candidate) -> str:
    """A candidate's name without the status or price that it may end in.

    "Basket, 0 items" is the basket.
    """
    name = (
        label_of(candidate.fields[0])
        if candidate.fields
        else candidate.control.name
        if candidate.control
        else ""
    )
    return _STATUS.sub("", name)


def _may_be_meant(candidate: Candidate, text: str, begun: bool) -> bool:
    if candidate.fields or candidate.control is None:
        return True
    return _goes(text) if candidate.control.role == "link" else begun or not quoted(text)


def _goes(text: str) -> bool:
    """Whether a step says to go or look somewhere."""
    words = lexicon()
    return words.begins(text, words.going) > 0
