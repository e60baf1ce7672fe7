"""From a tester's expected result to single claims."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from pathfinder.language.prose.marked import PHRASE, Marked, mark, mark_names

_BE = (
    r"(?:is|are|was|were|shows?|displays?|contains?|appears?|has|have|remains?|stays?|lists?|says?|reads?|opens?|costs?|includes?|offers?|"
    r"holds?|comes?)"
)
_AND = re.compile(
    rf",?\s+(?:and|but|while)\s+(?:that\s+)?(?=(?:(?:the|a|an|no|your|its|it|there|both|all|every|each|only|in|at)\b|{PHRASE})[^,;]*?\b{_BE}\b)"
    rf"|,\s+(?=(?:(?:the|no|there)\b|{PHRASE})[^,;]*?\b{_BE}\b)|,?\s+(?:and|but)\s+(?=(?:no "
    r"longer|none|not)\b)"
    r"|,?\s+whereas\s+",
    re.I,
)
_SENTENCE = re.compile(
    r"(?<=[.!?])\s+(?=[A-Z‹])|(?<=[a-z›]\.)(?<!\bNo\.)\s+(?=\d)|\s*;\s+|(?<=›)\s+(?=(?:The|A|An|No|There|It|In|Your|You)\b)"
)
_NEGATION = re.compile(
    r"\b(?:no longer|not(?! "
    r"found)|never|isn't|aren't|doesn't|don't|didn't|wasn't|cannot|can't|without|disappear(?:s|ed)?|"
    r"vanish(?:es|ed)?|absent|hidden|gone|removed|missing|neither|"
    r"nothing(?! but)|none|nowhere)\b|\bno\b(?! (?:more|less|fewer|later) than)",
    re.I,
)
_AMOUNT = re.compile(r"[£$€]\s?\d(?:[\d,]*\d)?(?:\.\d{2})?")
_QUOTED = r"[\"“'‘][^\"”'’\n]+[\"”'’]"
_USED_TO_BE = re.compile(
    rf",?\s+(?:where|instead of|(?:stands )?in (?:the )?place of)\s+{_QUOTED}(?:\s+(?:used to "
    r"be|was|stood)(?: before)?)?",
    re.I,
)
_REPLACED = re.compile(
    rf"{_QUOTED}\s+(?:has|have)\s+(?:made way for|been replaced (?:by|with))\s+", re.I
)
_BECAUSE = re.compile(
    r"(?m)(?:^|(?<=[.!?]) )(?:As|Since|Because) "
    r"(?:the|this|it|there|they|you|no|all|both)\b[^,.:\n]*\b(?:is|are|was|were|has|have)\b"
    r"(?:[^,.:\n]|[.,]\d)*, "
)
_AND_SO = re.compile(
    r"(?P<one>[^,.]+?) (?P<is>(?:is|are) (?:\w+ )?\w+),? and so (?:is|are) (?P<two>[^,.]+)"
)
ORDINAL = (
    r"^(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|then|next|finally|lastly|last|at the "
    r"(?:top|end|bottom))(?: comes| the|,|:)*\s+"
)
"""What an item of a list that is told in order begins with."""
IN_ORDER = "In this order:"
"""How a numbered list is told as one claim."""
_NUMBERED = re.compile(r"^\s*\d+[.)]\s+")
_ORDERED = re.compile(
    r"\b(?:in (?:this|the following|that) (?:order|sequence)|(?:ordered|sorted)(?: as follows)?"
    r"|(?:order|sequence) of the (?:list|products|results|items|books|articles))(?: is(?: "
    r"now)?)?:$",
    re.I,
)
_IN_THIS_ORDER = re.compile(
    r",?\s*(?:and |they |it )*(?:now |are |is |comes? |appears? |listed |shown |sorted )*in "
    r"(?:this|the following) (?:order|sequence):$",
    re.I,
)
_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")


@dataclass(frozen=True)
class Claim:
    """One thing that a tester expects to see.

    text: In the tester's words.
    words: The same with its phrases marked.
    """

    text: str
    words: str
    marked: Marked

    @property
    def phrases(self) -> tuple[str, ...]:
        """What has to be taken literally, in order."""
        return tuple(phrase.text for phrase in self.marked.found(self.words))

    @property
    def amounts(self) -> tuple[str, ...]:
        """Sums of money outside quotes."""
        return tuple(re.sub(r"\s", "", amount) for amount in _AMOUNT.findall(self.words))

    @property
    def negative(self) -> bool:
        """Whether something is expected not to be there."""
        return bool(_NEGATION.search(self.words))


def read_claims(expected: str) -> tuple[Claim, ...]:
    """The single claims in an expected result, in order."""
    marked = mark_names(mark(_as_it_is(expected.strip())))
    claims = [Claim(marked.quoted(words), words, marked) for words in _split(marked.text)]
    return tuple(claim for claim in claims if re.search(r"\w", claim.text))


def _as_it_is(expected: str) -> str:
    """The expected result without what it says of how things were: `A in place of B` is A.

    Or of why they are so.
    """
    expected = _AND_SO.sub(r"\g<one> \g<is>. The \g<two> \g<is>", expected)
    return _BECAUSE.sub("", _USED_TO_BE.sub("", _REPLACED.sub("It shows ", expected)))


def _split(text: str) -> Iterator[str]:
    head, ordered = "", False
    lines = re.split(r"\n+", text)
    numbered = [
        line[number.end() :].strip(" .,;") for line in lines if (number := _NUMBERED.match(line))
    ]
    if len(numbered) > 1:
        yield f"{IN_ORDER} {'; '.join(numbered)}"
    for place, line in enumerate(lines):
        bullet = _BULLET.match(line)
        if bullet and head:
            item = line[bullet.end() :].strip(" .,;")
            yield f"{head} {re.sub(ORDINAL, '', item, flags=re.I) if ordered else item}"
            continue
        line = _BULLET.sub("", line).strip()
        if _ORDERED.search(line) and (items := _items(lines[place + 1 :])):
            yield f"{IN_ORDER} {'; '.join(items)}"
            yield _IN_THIS_ORDER.sub("", line).rstrip(": ")
            head, ordered = "It shows", True
            continue
        ordered = False
        if line.endswith(":"):
            head = line.rstrip(": ")
            if re.search(PHRASE, head) or not re.search(
                r"\b(contains?|shows?|lists?|displays?|has|following)\b", head, re.I
            ):
                yield head
            head = (
                "It shows"
                if re.search(PHRASE, head)
                else re.sub(r"^.*\b(contains?|shows?|lists?|displays?|has)\b.*$", "It shows", head)
            )
            continue
        for sentence in _SENTENCE.split(line):
            yield from (part.strip(" .") for part in _AND.split(sentence) if part.strip(" ."))


def _items(lines: Sequence[str]) -> list[str]:
    """The items of the list that the lines begin with."""
    listed = takewhile(bool, (_BULLET.match(line) for line in lines))
    return [match.string[match.end() :].strip(" .,;") for match in listed if match]
