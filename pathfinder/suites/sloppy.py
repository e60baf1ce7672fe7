"""JSON as people leave it.

Trailing or missing commas, comments, quotes that are never closed. Each value knows its line.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from pathfinder.core.errors import SettingsError

_TOKEN = re.compile(
    r'\s+|//[^\n]*|#[^\n]*|(?P<mark>[{}\[\],:])|(?P<string>"(?:\\.|[^"\\\n])*"?)|(?P<word>[^\s{}\[\],:"]+)'
)
_LONGEST_NUMBER = 300
_CLOSERS = {"{": "}", "[": "]"}


@dataclass(frozen=True)
class Value:
    """A JSON value and the line it begins on.

    content: dict of str to Value, list of Value, str, number, bool or None.
    """

    content: Any
    line: int


@dataclass
class _Reading:
    """The tokens of a text, and what had to be repaired."""

    source: str
    tokens: list[tuple[str, str, int]]
    at: int = 0
    warnings: list[str] = field(default_factory=list)

    def peek(self) -> tuple[str, str, int]:
        return (
            self.tokens[self.at]
            if self.at < len(self.tokens)
            else ("end", "", self.tokens[-1][2] if self.tokens else 1)
        )

    def next(self) -> tuple[str, str, int]:
        token = self.peek()
        self.at += 1
        return token

    def warn(self, line: int, what: str) -> None:
        self.warnings.append(f"{self.source}:{line}: {what}")


def read_sloppy(text: str, source: str) -> tuple[Value, list[str]]:
    """The value that a text means, and what was repaired, as "FILE:LINE: what".

    Raises:
        SettingsError: It begins with no list and no object.
    """
    warnings: list[str] = []
    reading = _Reading(source, _tokens(text, source, warnings), warnings=warnings)
    if reading.peek()[1] not in ("[", "{"):
        raise SettingsError(
            f"{source}:{reading.peek()[2]}: not a list of test cases; begin with [ or {{"
        )
    try:
        value = _value(reading)
    except RecursionError:
        raise SettingsError(f"{source}: nested too deeply; write it flatter") from None
    if reading.peek()[0] != "end":
        reading.warn(reading.peek()[2], "what stands after the end of the list is left out")
    return value, warnings


def _tokens(text: str, source: str, warnings: list[str]) -> list[tuple[str, str, int]]:
    found: list[tuple[str, str, int]] = []
    line, counted = 1, 0
    for match in _TOKEN.finditer(text):
        if match.lastgroup is None:
            continue
        line, counted = line + text.count("\n", counted, match.start()), match.start()
        token = match[0]
        if match.lastgroup == "string" and (
            len(token) == 1 or not token.endswith('"') or token.endswith('\\"')
        ):
            warnings.append(
                f"{source}:{line}: a quote is not closed; closed at the end of the line"
            )
            found.append(("string", token.rstrip().rstrip(",") + '"', line))
            found += [("mark", ",", line)] if token.rstrip().endswith(",") else []
        else:
            found.append((match.lastgroup, token, line))
    return found


def _value(reading: _Reading) -> Value:
    kind, token, line = reading.next()
    if token == "[":
        return Value(_list(reading, line), line)
    if token == "{":
        return Value(_object(reading, line), line)
    if kind == "string":
        return Value(_text(token), line)
    return Value(_word(token, line, reading), line)


def _list(reading: _Reading, began: int) -> list[Value]:
    items: list[Value] = []
    comma = True
    while (token := reading.peek())[1] not in ("]", "}") and token[0] != "end":
        if token[1] in (",", ":"):
            reading.next()
            comma = True
            continue
        if not comma:
            reading.warn(token[2], "a comma is missing before this")
        items.append(_value(reading))
        comma = False
    _close(reading, "]", began, comma and bool(items))
    return items


def _object(reading: _Reading, began: int) -> dict[str, Value]:
    found: dict[str, Value] = {}
    comma = True
    while (token := reading.peek())[1] not in ("]", "}") and token[0] != "end":
        if token[1] == ",":
            reading.next()
            comma = True
            continue
        if not comma:
            reading.warn(token[2], "a comma is missing before this")
        kind, key, line = reading.next()
        if reading.peek()[1] != ":" or kind == "mark":
            reading.warn(line, f"{key} is no key with a value; left out")
            continue
        reading.next()
        found[_text(key)] = _value(reading)
        comma = False
    _close(reading, "}", began, comma and bool(found))
    return found


def _close(reading: _Reading, closer: str, began: int, trailing: bool) -> None:
    kind, token, line = reading.peek()
    if trailing:
        reading.warn(line, f"a comma stands before the closing {closer}")
    if token == closer:
        reading.next()
    elif kind == "end":
        reading.warn(line, f"the {'[' if closer == ']' else '{'} of line {began} is never closed")
    else:
        reading.warn(line, f"{token} closes what line {began} opened otherwise")
        reading.next()


def _text(token: str) -> str:
    inner = token[1:-1] if token.startswith('"') else token
    return re.sub(
        r"\\(.)",
        lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]),
        re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), inner),
    )


def _word(token: str, line: int, reading: _Reading) -> Any:
    known = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
    if token in known:
        return known[token]
    try:
        return (
            int(token)
            if len(token) < _LONGEST_NUMBER and re.fullmatch(r"-?\d+", token)
            else float(token)
        )
    except ValueError:
        reading.warn(line, f"{token!r} stands without quotes; read as text")
        return token
