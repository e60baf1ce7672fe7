"""What a goal says of a form's lists in passing: "is settled now" where one offers "Settled"."""

import re
from collections import Counter
from collections.abc import Collection, Iterable

from pathfinder.core.action import Kind
from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import kind_of, label_of, plain, same_text, usable
from pathfinder.engine.goal_words import same_word, tells
from pathfinder.language.lexicon import lexicon
from pathfinder.systems.explore.inputs import real_options
from pathfinder.webprocessor.element import Element, Scene

_NUMBERED = re.compile(r"^\s*\d+[.)]\s+")
_NEAR = 2
"""Words before it among which a "no" counts: "without a car"."""


def said_options(scene: Scene, goal: str, written: Collection[str] = ()) -> tuple[GoalValue, ...]:
    """The options that the goal says, of lists where it says one alone that is not chosen yet.

    Not of what another list offers as well, such as two that sort a table, not of forms that only
    look something up, and not of a list that has been set: "Wednesdays no longer suit, have it on
    Thursdays".

    Args:
        scene: The page.
        goal: In the user's words.
        written: What was entered and chosen so far.

    Source: measured on the known ways through 13 applications: of 16 such options 10 are wanted; of
        the 10 that one list alone offers, all are.
    """
    lists = [e for e in usable(scene) if kind_of(e) is Kind.SELECT and e.options]
    offered = Counter(plain(option) for e in lists for option in set(e.options))
    sending = {e.form for e in scene.actionable if e.posts}
    return tuple(
        GoalValue(label_of(e), said[0])
        for e in lists
        if (not e.action or e.form in sending)
        and not any(same_text(e.selected, one) for one in written)
        and len(said := [o for o in _open_options(e) if is_said(o, goal)]) == 1
        and offered[plain(said[0])] == 1
    )


def _open_options(field: Element) -> Iterable[str]:
    return (o for o in real_options(field) if not same_text(o, field.selected))


def is_said(option: str, goal: str) -> bool:
    """Whether the goal says its words, one after the other, and does not say no to them.

    Not small words or numbers alone, nor words that sentences are made of: "has to be done".
    """
    words, told = plain(_NUMBERED.sub("", option)).split(), plain(goal).split()
    places = range(len(told) - len(words) + 1)
    said = [at for at in places if all(map(same_word, words, told[at : at + len(words)]))]
    known = lexicon()
    open_to = [at for at in said if not known.negations & set(told[max(0, at - _NEAR) : at])]
    telling = (word for word in words if word not in known.wording and not word.isdigit())
    return any(map(tells, telling)) and bool(open_to)
