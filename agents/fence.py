"""What a page says is data.

Nothing in it can end the fence around it, begin a turn of the conversation, or stay unseen in a
prompt.

`inert` is the one place that all values of all prompt files pass (see
pathfinder.agents.agent.render).
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

_MARK = "page"
# What begins a fence's mark, or a turn in the chat formats of common models, as letters and digits
# alone.
_RESERVED = (
    _MARK,
    "imstart",
    "imend",
    "startofturn",
    "endofturn",
    "startheaderid",
    "endheaderid",
    "eotid",
    "beginoftext",
    "endoftext",
    "endofsentence",
    "toolcall",
    "think",
)
_WHOLE = ("s", "bos", "eos")
_LONGEST = max(map(len, _RESERVED))
_OPENING = re.compile("[<＜﹤‹〈〈⟨❮❬˂ᐸ⋖⧼]")
_TURN = re.compile(
    r"[\[［](?=\s*[/／]?\s*(?:INST|AVAILABLE_TOOLS|TOOL_CALLS|SYSTEM_PROMPT)\b)", re.I
)
_LOOK_ALIKE = str.maketrans("аеѕрɡցօґρεαɑᴘᴀɢᴇ❯›〉⟩❭˃ᐳ⋗⧽", "aespggorpeaapage" + ">" * 9)
_LINE_ENDS = re.compile("\\s*[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]\\s*")
# Drawn as nothing though they are no format characters: fillers, blank Braille, variation
# selectors.
_BLANK = re.compile(
    "[\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)


@dataclass(frozen=True)
class Fence:
    """Page text of several lines, between marks that it can't close."""

    text: str

    def __str__(self) -> str:
        return f"<{_MARK}>\n{inert(self.text)}\n</{_MARK}>"


def inert(text: str) -> str:
    """The text without unseen characters, look-alikes of reserved marks written as `&lt;…`.

    A look-alike has the mark's letters in any case, width or similar script, with spaces or signs
    between them.
    """
    seen = "".join(char for char in text if not _unseen(char))
    escaped = _OPENING.sub(lambda found: "&lt;" if _reserved(seen, found.end()) else found[0], seen)
    return _TURN.sub("(", escaped)


def one_line(text: str) -> str:
    """What stands in a line of a prompt stays in that line."""
    return _LINE_ENDS.sub(" ", text)


def as_prompt_text(value: object) -> str:
    """A value as a prompt file shows it: page text of several lines only as a Fence."""
    if isinstance(value, Fence):
        return str(value)
    return inert(one_line(str(value)))


def _unseen(char: str) -> bool:
    if char.isascii():
        return char < " " and char not in "\n\t\r"
    return unicodedata.category(char) in ("Cf", "Cc", "Co") or _BLANK.match(char) is not None


def _reserved(text: str, start: int) -> bool:
    """Whether what follows an opening bracket is a reserved mark."""
    letters, closed = "", False
    for char in _plain(text, start):
        if char == "|" and not letters:
            return True
        if char == ">" or _OPENING.match(char):
            closed = char == ">"
            break
        letters += char if char.isalnum() else ""
        if len(letters) >= _LONGEST:
            break
    return letters.startswith(_RESERVED) or (closed and letters in _WHOLE)


def _plain(text: str, start: int) -> Iterator[str]:
    """The characters from there on.

    Lower case, without accents, in full width or similar script as their plain ones.
    """
    for place in range(start, len(text)):
        for char in unicodedata.normalize("NFKD", text[place]).casefold().translate(_LOOK_ALIKE):
            if not unicodedata.combining(char):
                yield char
