"""From a sentence to a strict form, or to why it is none."""

import re
from functools import cache
from pathlib import Path
from typing import Any, cast

from lark import Lark, Tree, UnexpectedInput
from lark.exceptions import VisitError

from pathfinder.language.strict.commands import Commands
from pathfinder.language.strict.conditions import Conditions
from pathfinder.language.strict.forms import Assertion, Command, Condition, Phrase

_UNQUOTED = re.compile(
    r"^(?:please\s+)?(?P<verb>(?:click|tap|press|hit|select|choose|check|tick|untick|uncheck|"
    r"open|hover over|follow)(?:\s+(?:on|to))?)\s+"
    r"(?:the\s+)?(?P<words>[^'\"“‘«`]+?)(?:\s+(?P<noun>button|link|checkbox|tab|option))?[.!]?$",
    re.I,
)
_LONGEST_UNQUOTED = 5


class NotStrict(ValueError):
    """A sentence that code can't read; the message says where it stops being strict."""


@cache
def read_sentence(text: str) -> Command | Assertion:
    """The strict form of a step or an assertion.

    Raises:
        NotStrict: It has none; the message says which words are in the way.
    """
    try:
        return _formed(text)
    except NotStrict as error:
        loose = _UNQUOTED.match(" ".join(text.split()))
        if not loose or len(loose["words"].split()) > _LONGEST_UNQUOTED:
            raise
        try:
            command = _formed(
                f"{loose['verb']} {chr(34)}{loose['words']}{chr(34)} {loose['noun'] or ''}".strip()
            )
        except NotStrict:
            raise error from None
        return _loosened(command)


def is_assertion(text: str) -> bool:
    """Whether the sentence means to check something, strict or not."""
    return bool(
        re.match(
            r"\s*(please\s+)?(assert|verify|ensure|make sure|expect|confirm that|check "
            r"(that|if|whether)|see that|assure)\b",
            text,
            re.I,
        )
    )


def read_condition(text: str) -> Condition:
    """The strict form of a condition, with or without "Assert that" before it.

    Raises:
        NotStrict: It has none.
    """
    form = read_sentence(text if is_assertion(text) else f"Assert that {text}")
    if not isinstance(form, Assertion):
        raise NotStrict(f"{text!r} is not a condition")
    return form.condition


def _formed(text: str) -> Command | Assertion:
    try:
        return cast("Command | Assertion", _Forms().transform(_parser().parse(text.strip())))
    except UnexpectedInput as error:
        raise NotStrict(_where(text.strip(), error)) from None
    except VisitError as error:
        raise NotStrict(str(error.orig_exc)) from None


def _where(text: str, error: UnexpectedInput) -> str:
    place = getattr(error, "pos_in_stream", None)
    if not isinstance(place, int) or place < 0 or place >= len(text):
        return "the sentence ends too early"
    return f"not a strict form from {text[place : place + 30]!r} on"


def _loosened(form: Command | Assertion) -> Command | Assertion:
    if isinstance(form, Command) and form.target:
        target = Phrase(form.target.words, form.target.noun, loose=True)
        return Command(form.kind, target, form.value)
    raise NotStrict("nothing stands in quotes")


@cache
def _parser() -> Lark:
    grammar = Path(__file__).with_name("language.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="earley", lexer="basic", ambiguity="resolve")


class _Forms(Commands, Conditions):
    """Turns a parse tree into a form."""

    def start(self, items: list[Any]) -> Command | Assertion:
        return cast("Command | Assertion", items[0])

    def command(self, items: list[Any]) -> Command:
        return cast(Command, items[0])

    def assertion(self, items: list[Any]) -> Assertion:
        return Assertion(items[-1])

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
        wrapped = {"navigate", "fill", "select", "press", "scroll", "wait", "dialog"}
        return children[0] if data in wrapped and len(children) == 1 else Tree(data, children)
