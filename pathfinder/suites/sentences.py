"""Sentences of a suite as they are read.

Quotes that are never closed, and which of them are assertions.
"""

import re
from collections.abc import Sequence

from pathfinder.core.case import CaseStep
from pathfinder.language.lexicon import lexicon
from pathfinder.language.strict import is_assertion

_OPENING = re.compile(r"(?:^|(?<=[\s(\[{,]))'(?=\S)")
_CLOSING = re.compile(r"'(?=[\s.,;:)!?\]]|$)")
_WORD = re.compile(r"[^\W_]+")


def as_assertion(text: str) -> str:
    """The sentence with "Assert that" before it, unless it says so itself."""
    return text if is_assertion(text) else f"Assert that {text}"


def mended(text: str) -> tuple[str, str]:
    """The sentence with its last quote closed, and what was mended.

    Nothing when it needed no mending.
    """
    text = " ".join(text.split())
    if len(_OPENING.findall(text)) <= len(_CLOSING.findall(text)):
        return text, ""
    last = list(_OPENING.finditer(text))[-1].end()
    place = _end_of_text(text, last)
    return (
        f"{text[:place]}'{text[place:]}",
        f"a quote is not closed in {text!r}; read as {text[last - 1 : place]}'",
    )


def _end_of_text(text: str, start: int) -> int:
    """Where a text ends that a sentence goes on after: "… is shown"; else before its full stop."""
    words, stating = list(_WORD.finditer(text, start)), lexicon().stating
    for at in range(1, len(words)):
        following = tuple(word[0].casefold() for word in words[at : at + 2])
        if following in stating or following[:1] in stating:
            return words[at - 1].end()
    return len(text.rstrip(".")) if text.endswith(".") else len(text)


def parted(sentences: Sequence[CaseStep]) -> tuple[tuple[CaseStep, ...], tuple[CaseStep, ...]]:
    """Steps, and the assertions at the end; an assertion with steps after it stays where it is."""
    end = len(sentences)
    while end and is_assertion(sentences[end - 1].text):
        end -= 1
    return tuple(sentences[:end]), tuple(sentences[end:])
