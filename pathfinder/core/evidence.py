"""When words quoted from a page bear a claim out: whole words, enough of them, and not our own."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

SHORTEST = 12
"""A quote of fewer characters proves nothing; a Chinese or Japanese one counts as two."""

_SHORTEST_TYPED = 2
_MARKS = "\"'“”„‟«»‘’‚‹›「」『』`"
_NUMBER = re.compile(r"[^\s]*\d[^\s]*")


def proves(quote: str, typed: Iterable[str] = ()) -> bool:
    """Whether a quote, without what we typed ourselves, is long enough to prove anything."""
    return _width(plain(without(quote, typed))) >= SHORTEST


def stands_in(quote: str, text: str) -> bool:
    """Whether the quote is in the text as whole words, but for case and white space.

    "order" is not in "reorder".
    """
    wanted, where = plain(quote), plain(text)
    start = where.find(wanted) if wanted else -1
    while start >= 0:
        end = start + len(wanted)
        if not _inside_a_word(where, start) and not _inside_a_word(where, end):
            return True
        start = where.find(wanted, start + 1)
    return False


def without(text: str, typed: Iterable[str]) -> str:
    """The text without what we typed, and without the quotation marks that stood around it."""
    for ours in sorted(
        (each for each in map(_spaced, typed) if len(each) >= _SHORTEST_TYPED),
        key=len,
        reverse=True,
    ):
        words = re.escape(ours).replace(r"\ ", r"\s+")
        text = re.sub(
            rf"[{_MARKS}]?(?<!\w){words}(?!\w)[{_MARKS}]?", " ", text, flags=re.IGNORECASE
        )
    return text


def without_echoes(line: str, typed: Iterable[str]) -> str:
    """A line of a page without what it repeats of ours between quotation marks.

    `No results for "oak lamp"`.
    """
    for ours in (each for each in map(_spaced, typed) if len(each) >= _SHORTEST_TYPED):
        words = re.escape(ours).replace(r"\ ", r"\s+")
        line = re.sub(rf"[{_MARKS}]\s*{words}\s*[{_MARKS}]", " ", line, flags=re.IGNORECASE)
    return line


def condition_for(quote: str, typed: Sequence[str] = ()) -> str:
    """The strict condition that would prove what a quote proves.

    Its longest part without numbers or our own words.
    """
    pieces = [piece.strip(" .,:;#-–—" + _MARKS) for piece in _NUMBER.split(_cut_at(quote, typed))]
    longest = max(pieces, key=len, default="")
    return f"text present '{longest if _width(longest) >= SHORTEST else _spaced(quote)}'"


def plain(text: str) -> str:
    """Text as quotes are compared.

    One case, single spaces, no quotation marks or full stops around it.
    """
    return _spaced(text.casefold()).strip(_MARKS + ". ")


def _cut_at(quote: str, typed: Iterable[str]) -> str:
    """The quote with a figure where our own words stood, so that it is cut there."""
    for ours in sorted(
        (each for each in map(_spaced, typed) if len(each) >= _SHORTEST_TYPED),
        key=len,
        reverse=True,
    ):
        quote = re.sub(rf"(?<!\w){re.escape(ours)}(?!\w)", " 0 ", quote, flags=re.IGNORECASE)
    return _spaced(quote)


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _width(text: str) -> int:
    return sum(2 if _is_wide(character) else 1 for character in text)


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in ("W", "F")


def _inside_a_word(text: str, at: int) -> bool:
    """Whether a word goes on across a place in the text.

    Scripts of wide characters put no spaces between words.
    """
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    return before.isalnum() and after.isalnum() and not (_is_wide(before) or _is_wide(after))
