"""Claims on lists: what holds for all of them, how many there are, and how they are laid out."""

import re
from collections.abc import Sequence

from pathfinder.language.prose.claims import Claim
from pathfinder.language.prose.groups import AMOUNT, Group, groups, table_rows
from pathfinder.language.prose.marked import PHRASE, plain
from pathfinder.language.prose.sight import Finding, Sight, says
from pathfinder.webprocessor.element import Box

_NUMBERS = {
    word: number
    for number, word in enumerate(
        [
            "no",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ]
    )
}
_NUMBER = rf"(?:\d+|{'|'.join(_NUMBERS)})"
# What a list holds has any name but one of these: controls and parts of a page, and what is
# measured rather than listed.
_NEVER_LISTED = (
    r"(?:names?|fields?|buttons?|links?|options?|columns?|tabs?|pages?|headings?|steps?|time|times|letters?|characters?|digits?|stars?|"
    r"and|but|the|now|again|here|there|longer|more|less|fewer|seconds?|minutes?|hours?|days?|weeks?|months?|years?|pounds?|dollars?|euros?|percent|of|is|are|contains|shows|displays|lists|has|says)"
)
_THING = rf"(?!{_NEVER_LISTED}\b)[a-z]{{3,}}"
_THINGS = rf"(?!{_NEVER_LISTED}\b)[a-z]{{2,}}s"
_PLAIN_THINGS = re.compile(
    r"(?:items?|rows?|entries|entry|results?|cards?|lines?|articles?|pieces?)", re.I
)
_PART_OF_PAGE = re.compile(r"\b(header|footer|icon|counter|badge)\b", re.I)
_LISTING = re.compile(
    r"\b(listed|lists?|rows?|shown|displayed|shows|contains|there are|there is|has)\b", re.I
)
_ARTICLES = frozenset(
    {
        "the",
        "are",
        "this",
        "that",
        "there",
        "now",
        "page",
        "table",
        "your",
        "with",
        "and",
        "for",
        "from",
    }
)
_BOUND = re.compile(
    r"(?:between|from)\s+(?P<least>[£$€]\s?[\d.,]+\d)\s+(?:and|to)\s+(?P<most>[£$€]\s?[\d.,]+\d)"
    r"|(?:under|below|less than|at most|up to|cheaper than|no more "
    r"than)\s+(?P<under>[£$€]\s?[\d.,]*\d)"
    r"|(?:over|above|more than|at least|dearer than|no less "
    r"than|from)\s+(?P<over>[£$€]\s?[\d.,]*\d)",
    re.I,
)


def quantified(claim: Claim, sight: Sight) -> Finding | None:
    """`All products cost less than £25`, `3 products are listed`, `the first result is ‹X›`."""
    return _first(claim, sight) or _all(claim, sight) or _counted(claim, sight)


def _all(claim: Claim, sight: Sight) -> Finding | None:
    if not re.search(rf"\b(all|every|each|only|no {_THING})\b", claim.text, re.I):
        return None
    listed, bound = groups(sight), _BOUND.search(claim.words)
    prices = [(each.name, price) for each in listed if (price := each.price) is not None]
    if bound and prices:
        wrong = next(((name, price) for name, price in prices if not _within(price, bound)), None)
        if wrong:
            return Finding(
                False, f"{wrong[0]!r} costs {wrong[1]:.2f}", f"{wrong[0]}: {wrong[1]:.2f}"
            )
        return Finding(
            True, f"so do all {len(prices)}", ", ".join(f"{price:.2f}" for _, price in prices[:6])
        )
    return _each_says(claim, listed) if listed and len(claim.phrases) == 1 and not bound else None


def _each_says(claim: Claim, listed: Sequence[Group]) -> Finding | None:
    if re.search(r"\bmessage\b", claim.words, re.I) or not re.search(
        rf"\b(?:(?:all|only)(?:\s+\w+){{0,3}}?\s+{_THINGS}|(?:every|each)(?:\s+\w+){{0,3}}?\s+{_THING})\b.*{PHRASE}",
        claim.words,
        re.I,
    ):
        return None
    wrong = next(
        (
            each
            for each in listed
            if not says(claim.phrases[0], each.texts)
            and plain(claim.phrases[0]) not in plain(each.name)
        ),
        None,
    )
    if wrong:
        return Finding(False, f"{wrong.name!r} does not say {claim.phrases[0]!r}", wrong.name)
    return Finding(True, f"so do all {len(listed)}", ", ".join(each.name for each in listed[:6]))


def _within(price: float, bound: re.Match[str]) -> bool:
    least, most, under, over = (_amount(bound[name]) for name in ("least", "most", "under", "over"))
    if least is not None and most is not None:
        return least <= price <= most
    return price <= under if under is not None else over is None or price >= over


def _amount(text: str | None) -> float | None:
    match = AMOUNT.search(text or "")
    return float(match[1].replace(",", "")) if match else None


def _counted(claim: Claim, sight: Sight) -> Finding | None:
    said = re.search(
        r"\b(?P<limit>exactly|at least|at "
        rf"most|only)?\s*\b(?P<number>{_NUMBER})\s+(?P<middle>\w+\s+)??"
        rf"(?P<things>{_THINGS}|(?:(?<=\b1 )|(?<=\bone )|(?<=\bno )){_THING})\b",
        claim.words,
        re.I,
    )
    if not said or claim.phrases:
        return None
    number = (
        _NUMBERS.get(said["number"].lower(), -1)
        if not said["number"].isdigit()
        else int(said["number"])
    )
    told = [
        f"{number} {said['middle'] or ''}{said['things']}",
        f"{number} {said['things'].rstrip('s')}",
        f"{number} {said['things'].rstrip('s')}s",
    ]
    if line := next((found for words in told if (found := sight.line_with(words))), ""):
        return Finding(not claim.negative or number == 0, "the page says so", line)
    listed = groups(sight)
    if not listed or not _LISTING.search(claim.words):
        return None
    if _is_of_another(claim, said, sight):
        return None
    limit = (said["limit"] or "exactly").lower()
    if all("/tr" in group.elements[0].xpath for group in listed):
        listed = table_rows(sight)  # rows of one name are one group
    holds = {"at least": len(listed) >= number, "at most": len(listed) <= number}.get(
        limit, len(listed) == number
    )
    return Finding(holds, f"{len(listed)} are listed", ", ".join(each.name for each in listed[:6]))


def _is_of_another(claim: Claim, said: re.Match[str], sight: Sight) -> bool:
    """Whether the number is no list's.

    Of a part of the page, of what has a counter of its own, or of things that no list here holds.
    """
    if _PART_OF_PAGE.search(claim.words):
        return True
    around = f"{claim.words[: said.start()]} {claim.words[said.end() :]}"
    subjects = [
        word
        for word in re.findall(r"[a-z]{3,}", around.lower())
        if not _LISTING.fullmatch(word) and word not in _ARTICLES
    ]
    counters = [
        plain(each.name or each.text)
        for each in sight.elements
        if re.search(r"\d", each.name or each.text)
    ]
    if any(re.match(rf"{word}\b", counter) for word in subjects for counter in counters):
        return True
    things = said["things"].lower()
    listed = re.search(r"\b(listed|lists?|rows?)\b", claim.words, re.I) or _PLAIN_THINGS.fullmatch(
        things
    )
    return not (listed or things.rstrip("s") in plain(f"{sight.scene.heading} {sight.scene.title}"))


def _first(claim: Claim, sight: Sight) -> Finding | None:
    said = re.search(
        rf"\b(?P<which>first|last|second|third|top)\s+(?:listed\s+)?(?P<thing>{_THING})\b.*?(?P<phrase>{PHRASE})",
        claim.words,
        re.I,
    ) or re.search(
        rf"(?P<phrase>{PHRASE})\s+(?:is|comes|stands|appears)\s+(?:now\s+)?(?:the\s+|in\s+)*(?P<which>first|last|second|third|top)\b",
        claim.words,
        re.I,
    )
    listed = groups(sight)
    if not said or not listed or _is_label(said, sight):
        return None
    place = {"first": 0, "top": 0, "second": 1, "third": 2, "last": -1}[said["which"].lower()]
    if place >= len(listed):
        return Finding(False, f"only {len(listed)} are listed", listed[-1].name)
    wanted, seen = claim.marked.fill(said["phrase"]), listed[place]
    holds = bool(says(wanted, seen.texts))
    return Finding(
        holds != claim.negative, f"the {said['which'].lower()} is {seen.name!r}", seen.name
    )


def _is_label(said: re.Match[str], sight: Sight) -> bool:
    """Whether `first line` is what a field is called, and no place in a list."""
    thing = said.groupdict().get("thing")
    return bool(thing and sight.labelled(f"{said['which']} {thing}"))


def arranged(claim: Claim, sight: Sight) -> Finding | None:
    """Claims on layout, such as `the products are shown in a grid of 4 columns`.

    Also `‹A› is to the right of ‹B›` and `the bottom of the page is reached`.
    """
    return _grid(claim, sight) or _relative(claim, sight) or _bottom(claim, sight)


def _grid(claim: Claim, sight: Sight) -> Finding | None:
    columns = re.search(
        rf"\b({_NUMBER})\s+(?:columns?|{_THING}\s+(?:per|a|in each|in a) (?:row|line))",
        claim.words,
        re.I,
    )
    grid = re.search(
        r"\b(?:in|as) an? (?:\w+ )?(?P<shape>grid|list|column|tiles?)\b|\bone below the "
        r"other\b|\bside by side\b",
        claim.words,
        re.I,
    )
    boxes = [each.elements[0].box for each in groups(sight) if each.elements[0].box]
    if not (columns or grid) or len(boxes) < 2:
        return None
    wide = _most_beside(boxes)
    if columns:
        number = int(columns[1]) if columns[1].isdigit() else _NUMBERS[columns[1].lower()]
        return Finding(
            (wide == number) != claim.negative,
            f"{wide} stand side by side",
            f"{len(boxes)} in rows of {wide}",
        )
    wants_grid = bool(
        grid and (grid["shape"] or grid[0]).lower().startswith(("grid", "tile", "side"))
    )
    return Finding(
        ((wide > 1) == wants_grid) != claim.negative,
        f"{wide} stand side by side",
        f"{len(boxes)} in rows of {wide}",
    )


def _most_beside(boxes: Sequence[Box]) -> int:
    """How many begin at the same height, at most."""
    tops = [round(box.y / 8) for box in boxes]
    return max(tops.count(top) for top in tops)


def _relative(claim: Claim, sight: Sight) -> Finding | None:
    side = re.search(
        rf"(?P<one>{PHRASE})[^‹]*?"
        r"\b(?P<side>to the right of|right of|to the left of|left "
        r"of|above|below|under(?:neath)?|next to|beside)\b"
        rf"[^‹]*(?P<other>{PHRASE})",
        claim.words,
        re.I,
    )
    if not side:
        return None
    boxes = [_box(claim.marked.fill(side[name]), sight) for name in ("one", "other")]
    if boxes[0] is None or boxes[1] is None:
        missing = claim.marked.fill(side["one"] if boxes[0] is None else side["other"])
        return Finding(claim.negative, f"{missing!r} is not on the page")
    one, other = boxes[0], boxes[1]
    holds = _stands(side["side"].lower(), one, other)
    return Finding(
        holds != claim.negative,
        f"it is at ({one.x:.0f}, {one.y:.0f}), the other at ({other.x:.0f}, {other.y:.0f})",
    )


def _box(words: str, sight: Sight) -> Box | None:
    exact = [
        each.box
        for each in sight.elements
        if each.box and plain(each.text or each.name) == plain(words)
    ]
    near = exact or [
        each.box for each in sight.elements if each.box and says(words, (each.text, each.name))
    ]
    return near[0] if near else None


def _stands(side: str, one: Box, other: Box) -> bool:
    beside = min(one.y + one.height, other.y + other.height) - max(one.y, other.y) > 0
    if "right" in side:
        return beside and one.x >= other.x + other.width * 0.5
    if "left" in side:
        return beside and other.x >= one.x + one.width * 0.5
    if side in ("next to", "beside"):
        return beside
    if min(one.x + one.width, other.x + other.width) <= max(one.x, other.x):
        return False  # in columns that have nothing to do with each other
    return one.y < other.y if side == "above" else one.y > other.y


def _bottom(claim: Claim, sight: Sight) -> Finding | None:
    end = re.search(
        r"\b(?P<end>bottom|end|top) of the page (?:is|has been) "
        r"(?:reached|visible|shown|displayed)\b",
        claim.words,
        re.I,
    )
    if not end:
        return None
    bottoms = [each.box.y + each.box.height for each in sight.elements if each.box]
    there = (
        sight.scene.scroll[1] <= 1
        if end["end"].lower() == "top"
        else max(bottoms, default=0.0) <= sight.scene.viewport[1] + 80
    )
    return Finding(
        there != claim.negative,
        f"the page is scrolled by {sight.scene.scroll[1]}",
        f"scrolled by {sight.scene.scroll[1]} pixels",
    )
