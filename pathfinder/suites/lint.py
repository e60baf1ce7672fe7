"""What is unclear in a suite, before it is run.

Steps that only a model could read, and steps that ask for several things.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pathfinder.core.case import Part, Suite, TestCase
from pathfinder.language.sentences import part_of, read_by_grammar
from pathfinder.language.strict import is_assertion, loose_name

_ONE_VERB = (
    r"open|go to|visit|click|press|select|choose|check|tick|fill|type|enter|log "
    r"in|register|buy|add|remove|put|search|scroll|send|submit"
)
_SEVERAL = re.compile(
    rf"\b(?:{_ONE_VERB})\b.*?(?:,| and| then|;)\s+(?:then\s+)?(?:{_ONE_VERB})\b", re.I
)
_COMPOSED = re.compile(
    r"\b(log ?in|sign ?in|register|check ?out|buy|order|purchase|complete|fill (?:in|out) the "
    r"form|go through)\b",
    re.I,
)
_WOOLLY = re.compile(
    r"\b(appropriate|correct(?:ly)?|properly|as expected|some|several|various|etc|suitable|valid "
    r"data|fine|good|nice|look at)\b",
    re.I,
)
_POINTING = re.compile(r"\b(it|them|that one|there(?! (?:is|are|was|were)\b))\b", re.I)
_QUOTATION = re.compile(r"[\"“«].+?[\"”»]|(?<!\w)'.+?'(?!\w)")
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
    if part == "action" and (_SEVERAL.search(said) or _COMPOSED.search(said)):
        yield "several", "it asks for several actions; write a step for each"
    if words := _WOOLLY.search(said):
        yield "woolly", f"{words[0]!r} leaves open what is meant; say the very words"
    if words := _POINTING.search(said):
        yield "pointing", f"{words[0]!r} points back to another step; name the thing"
