"""The order that a goal gives: what it names last waits for what it names before."""

import re
from collections.abc import Collection, Iterable, Sequence

from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import Candidate, label_of, plain, same_text
from pathfinder.engine.gestures import COPY, PASTE
from pathfinder.language.lexicon import lexicon
from pathfinder.systems.explore.wanted import names_value, sets_values

_NUMERAL = re.compile(r"(\d+)(?:st|nd|rd|th|e|er|ère|ème)")
_AROUND = ".,;:!?\"'()“”„‚‘’"
_COUNTED = re.compile(r", (?:number )?(\d+) of (\d+)$")


def comes_last(candidate: Candidate, parts: Sequence[str]) -> bool:
    """Whether the last of a goal's parts, and none before, calls for this control by its name."""
    if len(parts) < 2 or candidate.control is None or candidate.fields:
        return False
    words = plain(label_of(candidate.control)).split()
    *before, last = [plain(part).split() for part in parts]
    return _stand_in(words, last) and not any(_stand_in(words, part) for part in before)


def _stand_in(words: Sequence[str], part: Sequence[str]) -> bool:
    return bool(words) and all(word in part for word in words)


def too_early(
    candidates: Sequence[Candidate], values: Sequence[GoalValue], parts: Sequence[str]
) -> list[Candidate]:
    """What would send a form, or end the goal, while a choice that the goal names is not made.

    Or what it tells to copy is not pasted.

    A form waits for its own choices; the control that the goal names last for those of every form.
    """
    making = [
        c
        for c in candidates
        if not _sends(c) and (sets_values(c, values) or c.gesture in (COPY, PASTE))
    ]
    forms = {element.form for candidate in making for element in candidate.elements}
    return [
        c
        for c in candidates
        if not any(c is one for one in making)
        and (
            (_sends(c) and c.control and c.control.form in forms)
            or (making and comes_last(c, parts))
        )
    ]


def _sends(candidate: Candidate) -> bool:
    return candidate.control is not None and candidate.control.submits


def next_named(
    candidates: Iterable[Candidate], values: Sequence[GoalValue], used: Collection[str]
) -> str:
    """The first value of the goal that something on offer is called as, and that was not used."""
    names = [label_of(c.control) for c in candidates if c.control and names_value(c, values)]
    left = (v.value for v in values if v.value not in used)
    return next((value for value in left if any(same_text(value, n) for n in names)), "")


def in_the_goals_place(
    candidates: Iterable[Candidate], goal: str, done: Iterable[Candidate]
) -> list[Candidate]:
    """Of things alike those in the place that the goal counts to: "the 3rd" of "3 of 5".

    None where it counts to several places, or one of that place was acted on already.
    """
    places = _places(goal)
    if len(places) != 1 or any(_stands_at(c, *places) for c in done):
        return []
    return [c for c in candidates if _stands_at(c, *places)]


def _places(goal: str) -> set[int]:
    ordinals = lexicon().ordinals
    words = [word.strip(_AROUND).casefold() for word in goal.split()]
    counted = {int(found[1]) for word in words if (found := _NUMERAL.fullmatch(word))}
    return counted | {ordinals[word] for word in words if word in ordinals}


def _stands_at(candidate: Candidate, place: int) -> bool:
    counted = _COUNTED.search(candidate.text)
    return counted is not None and int(counted[2 if place < 0 else 1]) == (
        int(counted[1]) if place < 0 else place
    )
