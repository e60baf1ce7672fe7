"""What on a page is the user's own: a form that holds their data, and their account."""

from collections.abc import Collection, Iterable

from pathfinder.core.task import Persona
from pathfinder.engine.candidates import label_of, same_text
from pathfinder.engine.goal_words import naming_words, said_in
from pathfinder.systems.explore.inputs import is_secret
from pathfinder.webprocessor.element import Element

YOURS = " (your own account)"
"""How the user's own name, and a form about the user, are told to a model."""
_OF_THE_USER = 2


def holds_own(fields: Iterable[Element], user: Collection[str]) -> bool:
    """Whether fields hold so much of the user that they are about them."""
    held = {e.value.casefold() for e in fields if e.is_field and e.value}
    return len(held & {value.casefold() for value in user}) >= _OF_THE_USER


def is_account(fields: Iterable[Element], persona: Persona) -> bool:
    """Whether fields are those of the user's own account: they hold their address or log-in, too.

    An order may be filled in with a name and a street already.
    """
    fields = list(fields)
    held = [e.value for e in fields if e.is_field and e.value]
    known = any(same_text(value, name) for value in held for name in persona.known_by)
    return known and holds_own(fields, persona.shown)


def asks_for_secrets(fields: Collection[Element], goal: str) -> bool:
    """Whether fields ask for passwords alone, and the goal says no word of that."""
    words = [word for field in fields for word in naming_words(label_of(field))]
    return bool(fields) and all(map(is_secret, fields)) and not said_in(words, [goal])
