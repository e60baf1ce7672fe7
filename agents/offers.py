"""Which of a persona's values a model may name for a field, and what its reply then is.

No reply makes a reference that was not offered.
"""

from rapidfuzz import fuzz, process

from pathfinder.agents.fields import match_field
from pathfinder.core.secrets import Value, Vault, keys_in, reference, written
from pathfinder.webprocessor.element import Element

_NAMED = 90


def offered(field: Element, vault: Vault) -> tuple[str, ...]:
    """The keys that a model may choose among for a field.

    Every plain one, and the secret ones that the field asks for.
    """
    return tuple(key for key in vault.keys if key not in vault.secret or asks_for(field, key))


def asks_for(field: Element, key: str) -> bool:
    """Whether a field is made for this secret, by its type, `autocomplete` or label.

    A box for free text never is.
    """
    if field.tag == "textarea" or field.attributes.get("contenteditable"):
        return False
    return match_field(field, (key,)) is not None


def from_reply(reply: str, field: Element, vault: Vault) -> Value:
    """What a model wants entered.

    The persona's value where it names a key that was offered for the field, else its words as they
    are.
    """
    keys = offered(field, vault)
    named = process.extractOne(
        reply.strip("{} ").removeprefix("persona."), keys, scorer=fuzz.ratio, score_cutoff=_NAMED
    )
    if named:
        return reference(named[0])
    return written(reply, keys) if set(keys_in(reply)) & set(keys) else reply
