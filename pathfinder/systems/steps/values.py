"""What a vague step wants in a field."""

import re
from collections.abc import Sequence

from rapidfuzz import fuzz

from pathfinder.agents.agent import BadReply, Call
from pathfinder.agents.explore import enum_schema
from pathfinder.agents.fields import match_field
from pathfinder.agents.offers import asks_for, from_reply, offered
from pathfinder.agents.steps import Typed, TypingAgent
from pathfinder.core.secrets import Value, Vault, reference, written
from pathfinder.core.shorten import short
from pathfinder.engine.candidates import label_of
from pathfinder.systems.steps.named import quoted
from pathfinder.webprocessor.element import Element

_SURELY = 90
_BROUGHT = re.compile(
    r"^\W*(?:please\s+)?(?:give|enter|type|use|put|write|fill "
    r"in|set)\s+(.+?)\s+(?:as|for|in|into)\s+(?:the|your|my)\b",
    re.I,
)
_SPOKEN_OF = re.compile(r"^(?:the|a|an|your|my|his|her|their|it|them|some|any)\b|'s\b|’s\b", re.I)


def brought(text: str) -> list[str]:
    """The values that a step brings.

    What it quotes, else what it says to give "as the" field: Ada, not the customer's name.
    """
    told = quoted(text)
    found = None if told else _BROUGHT.search(text)
    return [found[1]] if found and not _SPOKEN_OF.search(found[1]) else told


def value_for(field: Element, text: str, vault: Vault, typing: TypingAgent, call: Call) -> Value:
    """The value for a step's field.

    The only value that the step brings, the option that it names, the persona's own, or what the
    typing agent copies.

    Raises:
        ModelError: The typing agent failed.
    """
    told = brought(text)
    if len(told) == 1 and not field.options:
        return written(told[0])
    option = max(
        field.options,
        key=lambda each: fuzz.partial_ratio(each.casefold(), text.casefold()),
        default="",
    )
    if option and fuzz.partial_ratio(option.casefold(), text.casefold()) > _SURELY:
        return option
    match = match_field(field, vault.keys)
    if (
        match
        and not field.options
        and (match.key not in vault.secret or asks_for(field, match.key))
    ):
        return reference(match.key)
    schema = enum_schema(Typed, "Value", list(field.options)) if field.options else None
    keys = offered(field, vault)
    reply = typing.run(
        call,
        schema=schema,
        check=lambda each: _copied(each, text, field, keys),
        step=text,
        field=short(label_of(field)),
        keys=keys,
        options=field.options,
    )
    return reply.Value if field.options else from_reply(reply.Value, field, vault)


def _copied(reply: Typed, text: str, field: Element, keys: Sequence[str]) -> Typed:
    """The reply, when the step or the persona has it.

    Raises:
        BadReply: It is the model's own invention.
    """
    value = reply.Value.strip("{} ")
    if field.options or value in keys or (value and value.casefold() in text.casefold()):
        return reply
    raise BadReply(f"{reply.Value!r} stands neither in the step nor among the tester's details")
