"""A suite's addresses, moved to where its site stands now."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pathfinder.core.case import CaseStep, TestCase
from pathfinder.core.errors import UsageError
from pathfinder.core.scenario import Step
from pathfinder.language.reader import Reading

_SCHEMES = ("http://", "https://")


def read_moves(words: Iterable[str]) -> dict[str, str]:
    """What the command line gives as OLD=NEW, an address each.

    Raises:
        UsageError: One of both is no address.
    """
    moves = {}
    for word in words:
        old, _, new = word.partition("=")
        if not (old.startswith(_SCHEMES) and new.startswith(_SCHEMES)):
            raise UsageError(
                f"--map {word}: write OLD=NEW, two addresses: "
                "http://localhost:8080/shop=http://127.0.0.1:9000"
            )
        moves[old] = new
    return moves


def moved(text: str, moves: Mapping[str, str]) -> str:
    """A text with its addresses moved; the longest of several that fit counts."""
    for old in sorted(moves, key=len, reverse=True):
        if old in text:
            return text.replace(old, moves[old])
    return text


def moved_case(case: TestCase, moves: Mapping[str, str]) -> TestCase:
    """A case with the addresses of its sentences moved."""
    if not moves:
        return case
    steps, assertions = (
        tuple(_moved_step(step, moves) for step in part) for part in (case.steps, case.assertions)
    )
    return replace(case, steps=steps, assertions=assertions)


def moved_reading(reading: Reading, moves: Mapping[str, str]) -> Reading:
    """A reading with the addresses of its sentence and of its statements moved."""
    statements = tuple(
        Step.model_validate_json(moved(step.model_dump_json(), moves))
        for step in reading.statements
    )
    sentence, before = moved(reading.sentence, moves), moved(reading.before, moves)
    return replace(reading, sentence=sentence, before=before, statements=statements)


def _moved_step(step: CaseStep, moves: Mapping[str, str]) -> CaseStep:
    return replace(step, text=moved(step.text, moves), expected=moved(step.expected, moves))
