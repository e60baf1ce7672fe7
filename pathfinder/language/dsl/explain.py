"""Say what is wrong in a file of the scenario language, in words that a tester understands."""

import re
from collections.abc import Iterable

from lark import Lark, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from rapidfuzz import fuzz, process

from pathfinder.core.errors import SettingsError
from pathfinder.language.dsl.words import ROLES

_STATEMENTS = (
    "navigate",
    "click",
    "double",
    "hover",
    "focus",
    "drag",
    "scroll",
    "fill",
    "select",
    "check",
    "uncheck",
    "upload",
    "press",
    "go",
    "accept",
    "dismiss",
    "answer",
    "evaluate",
    "wait",
    "assert",
    "expect",
    "open",
    "search",
    "reload",
    "do",
    "set",
    "repeat",
    "if",
    "include",
    "scenario",
    "goal",
    "site",
    "use",
    "end",
    "else",
)
_NAMED = {
    "STRING": 'a text in "double quotes"',
    "VARIABLE": "the name of a variable",
    "NUMBER": "a number",
    "COUNT": "a whole number",
    "ROLE": "what it is (button, link, checkbox, …)",
    "KIND": "what it is (field, list, card, …)",
    "ORDINAL": "which of them (first, second, last, …)",
    "STATE": "what it is (visible, absent, enabled, checked, …)",
    "DIRECTION": "'ascending' or 'descending'",
    "_NL": "the end of the line",
}
_CURLY = "“”„‟«»'‘’"
_CLOSE_ENOUGH = 60


class DslError(SettingsError):
    """A file of the scenario language is wrong; the message names file, line and column."""


def explain(error: UnexpectedInput, text: str, parser: Lark) -> str:
    """`LINE:COLUMN: what stands there and what was expected`."""
    lines = text.split("\n")
    expected = _expected(error)
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        return (
            f"{len(lines) - 1}:{len(lines[-2]) + 1}: the file ends here, but "
            f"{_open_block(lines)} has no 'end'"
        )
    line, column = int(error.line), int(error.column)
    rest = lines[line - 1][column - 1 :]
    if not rest.strip() and "_NL" not in expected:
        return f"{line}:{column}: the line ends too early; expected {_list(expected, parser)}"
    return f"{line}:{column}: {_problem(rest.strip(), expected, parser)}"


def _problem(rest: str, expected: set[str], parser: Lark) -> str:
    word = (re.match(r"[\w-]+|\S+", rest) or [""])[0]
    if rest[0] in _CURLY and "STRING" in expected:
        return f'expected a text in "double quotes", not in {rest[0]}…'
    if rest[0] == '"' and "STRING" in expected:
        return (
            'the text has no closing quote; end it with " on the same line, and write \\" for '
            "a quote inside it"
        )
    if rest[0] == "{" or (rest[0] == '"' and "_NL" in expected):
        return f"unexpected {rest[:30]!r}; expected {_list(expected, parser)}"
    if "NAVIGATE" in expected:
        close = process.extractOne(
            word.lower(), _STATEMENTS, scorer=fuzz.ratio, score_cutoff=_CLOSE_ENOUGH
        )
        hint = (
            f"did you mean {close[0]!r}?"
            if close and close[0] != word.lower()
            else f"a line begins with one of: {', '.join(_STATEMENTS[:22])}"
        )
        if word.lower() in ("end", "else"):
            return f"{word!r} without an open 'repeat' or 'if' before it"
        return f"{word!r} is not understood here; {hint}"
    if close := process.extractOne(
        word.lower(), _literals(expected, parser), scorer=fuzz.ratio, score_cutoff=_CLOSE_ENOUGH
    ):
        return f"unexpected {word!r}; did you mean {close[0]!r}?"
    return f"unexpected {word!r}; expected {_list(expected, parser)}"


def _literals(expected: set[str], parser: Lark) -> list[str]:
    """The words that could stand there."""
    literal = [
        parser.get_terminal(name).pattern.value
        for name in expected - set(_NAMED) - {"COMMENT", "$END"}
    ]
    return [*literal, *(ROLES if "ROLE" in expected else ())]


def _expected(error: UnexpectedInput) -> set[str]:
    if isinstance(error, UnexpectedToken):
        return set(error.accepts or error.expected or ())
    return set(error.allowed or ()) if isinstance(error, UnexpectedCharacters) else set()


def _list(expected: Iterable[str], parser: Lark) -> str:
    words = sorted(
        {_word(name, parser) for name in expected if name not in ("COMMENT", "$END")},
        key=lambda word: (word[0] == "'", word),
    )
    return " or ".join(words) or "something else"


def _word(name: str, parser: Lark) -> str:
    return _NAMED.get(name) or f"'{parser.get_terminal(name).pattern.value}'"


def _open_block(lines: list[str]) -> str:
    """Where the innermost block begins that is still open: `the 'repeat' of line 3`."""
    opened: list[str] = []
    for number, line in enumerate(lines, start=1):
        word = (re.match(r"\s*(\w+)", line) or ["", ""])[1].lower()
        if word in ("repeat", "if"):
            opened.append(f"the '{word}' of line {number}")
        elif word == "end" and opened:
            opened.pop()
    return opened[-1] if opened else "a block"
