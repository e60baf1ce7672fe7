"""Statements as a small model can judge them, and the lines of a page that matter for one."""

import re

from rapidfuzz import fuzz

from pathfinder.core.shorten import short
from pathfinder.engine.page_words import page_lines
from pathfinder.webprocessor.element import Scene

_LONGEST_LINE = 110
_ASKED = re.compile(
    r"^\s*(please\s+)?(assert|verify|ensure|make "
    r"sure|expect|confirm|check|see|assure)(\s+(that|if|whether))?\s+",
    re.I,
)
_NEGATIONS = (
    (
        re.compile(r"\b(is|are|was|were)\s+(?:not|no longer)\b|\b(is|are|was|were)n[’']t\b", re.I),
        r"\1\2",
    ),
    (
        re.compile(r"\b(?:does|do|did)\s+not\s+(\w+)|\b(?:does|do|did)n[’']t\s+(\w+)", re.I),
        r"\1\2s",
    ),
    (re.compile(r"\bthere (is|are) no\b", re.I), r"there \1"),
    (re.compile(r"\bno longer (\w+)", re.I), r"\1"),
    (re.compile(r"^no (\w+)", re.I), r"a \1"),
)


def stated(text: str) -> tuple[str, bool]:
    """What an assertion states, without its negation; and whether it had one."""
    return positive(_ASKED.sub("", text).rstrip(". "))


def positive(statement: str) -> tuple[str, bool]:
    """A statement without its negation, and whether it had one.

    Small models answer the positive question far better.
    """
    for pattern, instead in _NEGATIONS:
        if pattern.search(statement):
            return pattern.sub(instead, statement, count=1), True
    return statement, False


def telling_lines(scene: Scene, text: str, most: int) -> list[str]:
    """The lines of a page that matter for a text: errors, then what is nearest in words.

    In reading order.
    """
    lines = page_lines(scene)
    near = sorted(lines, key=lambda line: -_nearness(line, text))[:most]
    kept = {*near, *scene.errors}
    return [short(line, _LONGEST_LINE) for line in lines if line in kept]


def _nearness(line: str, text: str) -> float:
    return fuzz.token_set_ratio(line.casefold(), text.casefold()) + (
        15 if re.search(r"\d", line) and re.search(r"\d", text) else 0
    )
