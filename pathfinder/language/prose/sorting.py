"""Claims on the order of a list."""

import re
from collections.abc import Sequence

from pathfinder.language.prose.claims import IN_ORDER, ORDINAL, Claim
from pathfinder.language.prose.groups import groups
from pathfinder.language.prose.marked import plain
from pathfinder.language.prose.sight import Finding, Sight

_SORTED = re.compile(
    r"\b(sorted|ordered|in (?:ascending|descending|alphabetical) "
    r"order|alphabetical|(?:low|high)(?:est)? to (?:low|high)(?:est)?|"
    r"(?:cheapest|lowest|highest|"
    r"dearest|most expensive) (?:\w+ )?(?:comes |is |stands )?first|A to Z|Z to A|from "
    r"A|ascending|descending)\b"
)
_TOLD = re.compile(
    r"(?:The (?:new )?order is(?: now)?|[^:]*\b(?:ordered|sorted|arranged)\b[^:]*|[^:]*\bin "
    r"(?:this|the following) (?:order|sequence)):"
    r"\s*(?P<items>.+)$",
    re.I,
)
_NEXT = re.compile(r",?\s+(?:and\s+)?(?:then|finally|lastly|last|at the end)\s+|,?\s+and\s+|,\s+")
_ASIDE = re.compile(rf"{ORDINAL}|\s*\([^)]*\)|\s+(?:at|for|with) [£$€]\S+$", re.I)
_BY_WHAT = re.compile(
    r"price|cheap|dear|expensive|cost|\b(?:low|high)|name|title|alphabet|A to Z|Z to A|from "
    r"A|ascending|descending",
    re.I,
)
_UP = re.compile(
    r"\b(?:low(?:est)?(?: \w+)? (?:to|first)|lowest|cheapest|ascending|smallest|A\W+(?:to )?Z)\b",
    re.I,
)
_DOWN = re.compile(
    r"\b(?:high(?:est)?(?: \w+)? (?:to|first)|highest|dearest|most "
    r"expensive|descending|largest|Z\W+(?:to )?A)\b",
    re.I,
)


def in_order(claim: Claim, sight: Sight) -> Finding | None:
    """`The products are sorted by price, lowest first`, or a numbered list of them."""
    if claim.text.startswith(IN_ORDER):
        return _as_listed(claim.words.removeprefix(IN_ORDER).split(";"), claim, sight)
    if listing := _TOLD.match(claim.words):
        items = [item for each in _NEXT.split(listing["items"]) if (item := each.strip(" .,"))]
        return _as_listed(items, claim, sight) if len(items) > 2 else None
    if not _SORTED.search(claim.text) or re.search(
        r"\b(option|selected|list shows|field|sort by)\b", claim.text, re.I
    ):
        return None
    if not _BY_WHAT.search(claim.text):
        return None
    listed = groups(sight)
    by_name = re.search(r"\b(names?|alphabetic\w*|A to Z|Z to A|titles?)\b", claim.text)
    keys: Sequence[float | str] = (
        [plain(each.name) for each in listed]
        if by_name
        else [p for each in listed if (p := each.price) is not None]
    )
    if len(keys) < 2:
        return None
    wanted = sorted(keys, reverse=direction(claim.text) is False)
    wrong = next(
        (
            number
            for number, (seen, due) in enumerate(zip(keys, wanted, strict=True))
            if seen != due
        ),
        None,
    )
    told = ", ".join(str(key) for key in keys[:6])
    if wrong is None:
        return Finding(not claim.negative, "they are in that order", told)
    return Finding(
        claim.negative, f"number {wrong + 1} is {keys[wrong]}, where {wanted[wrong]} is due", told
    )


def _as_listed(items: Sequence[str], claim: Claim, sight: Sight) -> Finding | None:
    """Whether the page lists things in this order; None where it has no list of them."""
    wanted = [plain(claim.marked.fill(_ASIDE.sub("", item.strip()).strip())) for item in items]
    names = [plain(each.name) for each in groups(sight)]
    places = [
        next((place for place, name in enumerate(names) if _is(item, name)), -1) for item in wanted
    ]
    absent = next(
        (item for item in wanted if not any(_is(item, line) for line in sight.plain_lines)), ""
    )
    if absent:
        return Finding(False, f"{absent!r} is not on the page")
    if -1 in places:
        return None
    return Finding(
        places == sorted(places),
        f"they are listed as {', '.join(names[place] for place in sorted(places))}",
        ", ".join(names[:6]),
    )


def _is(item: str, name: str) -> bool:
    """Whether a name says the item, or begins it and is cut off."""
    cut = name.rstrip(".… ")
    return item in name or (
        cut != name and len(cut) > 4 and item.startswith(cut) and name.endswith(("...", "…"))
    )


def direction(text: str) -> bool | None:
    """Whether words sort upwards; None where they do not sort."""
    up, down = _UP.search(text), _DOWN.search(text)
    return (
        None if not (up or down) else down is None or (up is not None and up.start() < down.start())
    )
