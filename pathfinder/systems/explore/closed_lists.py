"""Lists that a form keeps closed, and that a script draws: none of their options is seen before.

A form that is sent as a whole would leave them as they are, whatever the goal says of them.
"""

import re
from collections.abc import Collection, Iterable, Sequence

from pathfinder.core.task import GoalValue
from pathfinder.engine.candidates import Candidate, label_of, plain
from pathfinder.engine.goal_words import said_in
from pathfinder.engine.safety import deleting, looks_up
from pathfinder.language.spans import QUOTED
from pathfinder.language.values import same_value
from pathfinder.systems.explore.signs import unused
from pathfinder.webprocessor.element import Element

_NAME = re.compile(r"(?<=[a-zß-ÿ,;] )[A-ZÀ-Þ]\w{2,}")
_OPENS = frozenset({"listbox", "menu", "true", "dialog", "tree", "grid"})
_ROLES = frozenset({"button", "combobox"})


def left_to_say(goal: str, values: Sequence[GoalValue], used: Sequence[str]) -> list[str]:
    """What the goal names and nothing has used: its values, and what it writes large in a sentence.

    Args:
        goal: In the user's words.
        values: What it gives.
        used: What was pressed, chosen or entered.
    """
    told = [*used, *(value.value for value in values)]
    names = dict.fromkeys(_NAME.findall(QUOTED.sub(" ", goal)))
    left = [one.value for one in unused(values, used)]
    return [
        *(value for value in left if not any(same_value(text, value) for text in used)),
        *(name for name in names if not said_in([name.casefold()], told)),
    ]


def closed_list(
    sending: Candidate, offered: Iterable[Candidate], opened: Collection[str]
) -> Candidate | None:
    """The first list of a form that is about to be sent which is closed and was not opened yet.

    Args:
        sending: What sends the form; what looks something up, or deletes, waits for nothing.
        offered: What else is offered.
        opened: Keys of what was opened before.
    """
    control = sending.control
    if control is None or not control.submits or not control.form:
        return None
    if looks_up(sending.elements) or deleting(sending):
        return None
    return next(
        (
            one
            for one in offered
            if one.control is not None
            and one.control.form == control.form
            and one.key not in opened
            and _is_closed_list(one.control)
        ),
        None,
    )


def named_option(
    offered: Iterable[Candidate], shown: Collection[str], left: Iterable[str]
) -> Candidate | None:
    """Of what a list that was opened offers, the one that alone holds what the goal names.

    Args:
        offered: What can be done.
        shown: UIDs of what opening the list has shown.
        left: What the goal names and nothing has used.
    """
    options = [c for c in offered if c.control and not c.fields and c.control.uid in shown]
    named = {id(c): f" {plain(label_of(c.control))} " for c in options if c.control}
    for text in left:
        holding = [c for c in options if f" {plain(text)} " in named[id(c)]]
        if len(holding) == 1:
            return holding[0]
    return None


def _is_closed_list(control: Element) -> bool:
    opens = control.attributes.get("aria-haspopup", "") in _OPENS
    closed = control.attributes.get("aria-expanded", "false") == "false"
    listed = opens or "aria-expanded" in control.attributes
    plain = control.role in _ROLES and not (control.options or control.submits)
    return plain and listed and closed
