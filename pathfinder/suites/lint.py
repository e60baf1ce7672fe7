"""What is unclear in a suite, before it is run.

Steps that only a model could read, and steps that ask for several things.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pathfinder.core.case import Part, Suite, TestCase
from pathfinder.language.lexicon import lexicon, tokens_of
from pathfinder.language.sentences import part_of, read_by_grammar
from pathfinder.language.strict import is_assertion, loose_name

_QUOTATION = re.compile(r"[\"“«].+?[\"”»]|(?<!\w)'.+?'(?!\w)")
_CLAUSE = re.compile(r"[,;]")
_READABLE = ("vague", "loose")


@dataclass(frozen=True)
class Unclear:
    """One thing that is unclear. kind: vague, loose, several, woolly, pointing or no assertion."""

    case: str
    line: int
    text: str
    kind: str
    message: str

    def __str__(self) -> str:
        return f"{self.line}: {self.case}: {self.text!r}: {self.message}"


def lint(suite: Suite) -> list[Unclear]:
    """Everything unclear in a suite, in order."""
    return [found for case in suite.cases for found in lint_case(case)]


def lint_case(case: TestCase) -> list[Unclear]:
    """Everything unclear in a case."""
    found = [
        Unclear(case.name, step.line, step.text, *what)
        for _, part, step in case.parts
        for what in _unclear(step.text, part)
    ]
    checks = [
        step
        for _, part, step in case.parts
        if part == "assertion" or is_assertion(step.text) or step.expected
    ]
    if not checks:
        found.append(
            Unclear(
                case.name,
                case.line,
                case.name,
                "no assertion",
                "nothing is checked; end with an assertion",
            )
        )
    return found


def is_doubtful(case: TestCase) -> bool:
    """Whether the clarity check would send a case back to its author.

    A reader, too, has to guess what is meant, or nothing is checked.
    """
    return any(found.kind not in _READABLE for found in lint_case(case))


def _unclear(text: str, part: Part) -> Iterator[tuple[str, str]]:
    reading = read_by_grammar(text, part_of(part))
    if reading.unread:
        yield from _vague(text, part, reading.unread)
    elif loose := loose_name(text):
        yield "loose", f"put the name in quotes: {loose!r}"


def _vague(text: str, part: str, reason: str) -> Iterator[tuple[str, str]]:
    remedy = (
        "write one such as Assert that 'WORDS' is displayed"
        if part == "assertion"
        else "write one such as Click on 'NAME'"
    )
    yield "vague", f"{reason}; {remedy}"
    said = _QUOTATION.sub("", text)
    words = lexicon()
    if part == "action" and (_asks_several(said) or words.holds(said, words.composed)):
        yield "several", "it asks for several actions; write a step for each"
    if found := words.holds(said, words.woolly):
        yield "woolly", f"{found!r} leaves open what is meant; say the very words"
    if found := words.holds(said, words.backward):
        yield "pointing", f"{found!r} points back to another step; name the thing"


def _asks_several(said: str) -> bool:
    """Whether an order follows another one, after a comma or what goes on with the next."""
    words = lexicon()
    ordered = False
    for clause in _CLAUSE.split(said):
        tokens = tokens_of(clause)
        starts = [0, *(at for at, token in enumerate(tokens, 1) if token in words.sequence)]
        orders = [words.begins(" ".join(tokens[at:]), words.orders) > 0 for at in starts]
        if sum(orders) + ordered > 1:
            return True
        ordered = ordered or bool(words.holds(clause, words.orders))
    return False
