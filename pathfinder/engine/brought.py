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
from pathfinder.engine.named import quoted
from pathfinder.language.lexicon import lexicon
from pathfinder.webprocessor.element import Element

_SURELY = 90
_WORD = re.compile(r"[^\W_]+")
_OF_SOMEBODY = ("'s", "’s")


def brought(text: str) -> list[str]:
    """The values that a step brings.

    What it quotes, else what it says to give "as the" field: Ada, not the customer's name.
    """
    told = quoted(text)
    value = "" if told else _between(text)
    spoken_of = any(mark in value for mark in _OF_SOMEBODY)
    return [value] if value and not spoken_of and _first(value) not in lexicon().meant else told


def _between(text: str) -> str:
    """The words between the verb of a sentence that brings a value and the field that it is for."""
    words, known = list(_WORD.finditer(text)), lexicon()
    begun = known.begins(text, known.bringing)
    for word, following in zip(words[begun + 1 :], words[begun + 2 :], strict=False):
        if begun and word[0].casefold() in known.joining and following[0].casefold() in known.meant:
            return text[words[begun].start() : word.start()].strip()
    return ""


def _first(text: str) -> str:
    found = _WORD.search(text)
    return found[0].casefold() if found else ""


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
