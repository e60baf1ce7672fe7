"""The runs of words that may be copied from a sentence: no quote is cut, no bracket left open."""

import re
from collections.abc import Iterator

QUOTED = re.compile(r"[\"“„«]\s*([^\"“”„»«]+?)\s*[\"”“»]|(?<!\w)['‘]([^'’]+)['’](?!\w)")
_WORD = re.compile(r"\S+")
_PARTED = re.compile(r"; | [|>→] | -> ")
_INNER = re.compile(r"(?<=[=|;>])(?=\S)|(?<=\w['’])(?=\w)")
_NEGATIVE = re.compile(r"[-–−][£$€¥]?\d")
_BEFORE = "\"“„«‘'([{<>=|;:,-–—•*"
_AFTER = "\"“”»’'.,;:!?)]}=|>–—…"
_LONGEST = 10
_MOST_WORDS = 45


def spans(*sentences: str, longest: int = _LONGEST) -> list[str]:
    """What may be copied: each run of at most `longest` words, in the order of the sentences."""
    found = [one for sentence in sentences for one in _spans(sentence, longest)]
    whole = {quote[1] or quote[2] for each in sentences for quote in QUOTED.finditer(each)}
    return [one for one in dict.fromkeys(found) if one in whole or not _parts(one)]


def clauses(*sentences: str) -> list[str]:
    """The same, of any length but one word; none where the sentences are very long."""
    if sum(len(one.split()) for one in sentences) > _MOST_WORDS:
        return []
    found = (one for each in sentences for one in _spans(each, _MOST_WORDS))
    return [one for one in dict.fromkeys(found) if " " in one]


def _spans(sentence: str, longest: int) -> Iterator[str]:
    words = [match.span() for match in _WORD.finditer(sentence)]
    quotes = list(_quotes(sentence))
    for first, (begin, _) in enumerate(words):
        for _, end in words[first : first + longest]:
            for start in _starts(sentence, begin, words[first][1]):
                for near in _ends(sentence, start, end):
                    stop = _closed(start, near, quotes)
                    if _whole(sentence[start:stop]) and _cuts_none(start, stop, quotes):
                        yield " ".join(sentence[start:stop].split())
    yield from (" ".join(sentence[inner:stop].split()) for inner, stop, _, _ in quotes)


def _parts(text: str) -> bool:
    """Whether there is a mark between two things outside of quotes."""
    return bool(_PARTED.search(QUOTED.sub(" ", text)))


def _starts(sentence: str, begin: int, end: int) -> Iterator[int]:
    """Where a copy may begin in a word: after its marks, and after "=" or "l'"."""
    word = sentence[begin:end]
    if word.startswith("=") and len(word) > 1:
        yield begin
    bare = word.lstrip(_BEFORE)
    first = end - len(bare)
    first -= bool(_NEGATIVE.match(sentence[begin:end], first - begin - 1)) if first > begin else 0
    if first < end:
        yield first
    yield from (begin + one.start() for one in _INNER.finditer(word) if begin + one.start() > first)


def _ends(sentence: str, start: int, end: int) -> Iterator[int]:
    """Where a copy may end: before the marks behind its last word, or behind its own dot."""
    text = sentence[start:end]
    stop = start + len(text.rstrip(_AFTER))
    if stop <= start:
        return
    if text[: stop - start].count("(") > text[: stop - start].count(")"):
        stop += sentence[stop : stop + 1] == ")"
    yield stop
    ends = stop + 1 == len(sentence) and sentence[stop - 1].isdigit()
    if sentence[stop : stop + 1] in (".", "…") and sentence[stop - 1].isalnum() and not ends:
        yield stop + 1
    for sign in _INNER.finditer(sentence[start:stop]):
        before = start + sign.start() - 1
        if before > start and sentence[before] in "=|;>":
            yield before


def _closed(start: int, stop: int, quotes: list[tuple[int, int, int, int]]) -> int:
    """The end with the closing mark of a quote that is held with its opening one."""
    return next((end for _, last, outer, end in quotes if last == stop and start <= outer), stop)


def _whole(text: str) -> bool:
    return bool(text.strip()) and text.count("(") == text.count(")")


def _quotes(sentence: str) -> Iterator[tuple[int, int, int, int]]:
    """Begin and end of each quote, without its marks and with them."""
    for match in QUOTED.finditer(sentence):
        yield (*match.span(1 if match[1] is not None else 2), *match.span())


def _cuts_none(start: int, stop: int, quotes: list[tuple[int, int, int, int]]) -> bool:
    for inner, last, outer, end in quotes:
        apart = stop <= outer or start >= end
        holds = start < inner and stop >= end
        if not (apart or holds or (start, stop) == (inner, last)):
            return False
    return True
