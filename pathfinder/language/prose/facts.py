"""What a claim names that a page has to say for it to hold.

Quotes, sums of money, numbers and names.
"""

import re
from collections.abc import Iterator

from rapidfuzz import fuzz

from pathfinder.language.prose.claims import Claim
from pathfinder.language.prose.marked import NO_NAME, PHRASE, plain
from pathfinder.language.prose.sight import Finding, Sight

_ALIKE = 90
_NUMBER = re.compile(r"(?<![\w£$€.,:/-])\d[\d ]*(?:[.,]\d+)*(?![\w%£$€]|[.,:/-]\d)(?!\.? +[a-z]+)")
_NAME = re.compile(r"[A-Z][\w'’-]*(?:\s+(?:(?:&|of|in|to|the|a|for)\s+)*[A-Z][\w'’-]*)*")
_OPENING = re.compile(rf"^(?:(?:{NO_NAME}|(?:the|a|an|of|in|to|for)\b)\s*)+")


def missing_facts(claim: Claim, sight: Sight) -> Finding | None:
    """That a claim does not hold, as the page does not say what it names.

    None where it does, or where something is denied.
    """
    if claim.negative:
        return None
    missing = next((fact for fact in facts(claim) if not _shown(fact, sight)), "")
    return (
        Finding(
            False,
            f"{missing!r} is nowhere on the page {sight.scene.heading or sight.scene.title!r}",
        )
        if missing
        else None
    )


def facts(claim: Claim) -> Iterator[str]:
    """The quotes, sums, numbers and names of a claim, in this order."""
    yield from claim.phrases
    yield from claim.amounts
    words = re.sub(PHRASE, " ‹› ", claim.words)
    yield from (" ".join(number.split()) for number in _NUMBER.findall(words))
    for name in _NAME.finditer(words):
        kept = _OPENING.sub("", name[0]).removesuffix("'s").removesuffix("’s")
        begins = name.start() == 0 or words[: name.start()].rstrip().endswith(
            (".", ":", "-", "!", "?")
        )
        asks = " " not in kept and re.match(
            r"\s+(?:the|an?|your|at least|only)\b", words[name.end() :]
        )
        if len(kept) > 2 and (" " in kept or not (begins or asks)):
            yield kept


def _shown(fact: str, sight: Sight) -> bool:
    parts = re.split(r"\s+(?:of|in|to|the|a|for)\s+", fact)
    return _says(fact, sight) or (len(parts) > 1 and all(_says(part, sight) for part in parts))


def _says(fact: str, sight: Sight) -> bool:
    wanted = plain(fact)
    if re.fullmatch(r"[\W\d]+", wanted):
        return any(
            re.search(rf"(?<![\d.,]){re.escape(wanted)}(?![\d]|[.,]\d)", line)
            for line in sight.plain_lines
        )
    return any(
        wanted.rstrip(".!") in line for line in (*sight.plain_lines, *map(plain, sight.rows))
    ) or any(
        len(wanted) > 4 and len(line) >= len(wanted) and fuzz.partial_ratio(wanted, line) >= _ALIKE
        for line in sight.plain_lines
    )
